#include <pliant/error.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "record/recorder_writer.h"
#include "record/sound.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

using record::Part;
using record::Parts;

// What a kill or power cut may have left: half a file, segments that recording.h5 has already, and
// those after one that is lost.
void remove_leftovers(const fs::path& folder, Parts& parts) {
  for (const fs::path& file : record::all_files(folder))
    if (file.extension() == ".part") remove_file(file);
  for (const fs::path& file : parts.stale) remove_file(file);
  for (auto file = parts.unsound.rbegin(); file != parts.unsound.rend(); ++file) remove_file(*file);
  parts.stale.clear();
  parts.unsound.clear();
  parts.problem.reset();
}

// Later files go first, so that a kill on the way leaves a recording without gaps.
void drop_frames(Parts& parts, std::int64_t frames) {
  while (parts.parts.size() > 1 && (parts.parts.back().blocks.empty() ||
                                    parts.parts.back().blocks.front().first_frame >= frames)) {
    remove_file(parts.parts.back().file);
    parts.parts.pop_back();
  }
  Part& last = parts.parts.back();
  if (parts.frames() > frames) last.blocks = record::join({last}, parts.bodies, frames, last.file);
}

// Frames that are copied where the last block is cut off must be sound: told before anything goes.
void check_cut(const fs::path& folder, const Parts& parts, std::int64_t frames) {
  for (const Part& part : parts.parts)
    for (const record::Block& block : part.blocks) {
      if (block.first_frame >= frames || block.end() <= frames) continue;
      if (const auto damaged = record::first_damaged(parts, block.first_frame, frames))
        throw InputError(
            folder.string(), 0,
            text("frame ", *damaged, " of the recording is damaged, so that it cannot ",
                 "go on after frame ", frames - 1),
            text("bring back ", part.file.filename().string()));
    }
}

Parts begin_recording(const fs::path& folder, RecordingInfo info,
                      std::vector<RecordedBody> bodies) {
  record::check_bodies(bodies);
  make_folder(folder);
  if (has_recording(folder))
    throw InputError(folder.string(), 0, "there is a recording in this folder already",
                     "name another folder, or remove the old recording");
  Parts parts{.info = std::move(info), .bodies = std::move(bodies)};
  parts.parts.push_back({record::segment_file(folder, 0), {}});
  record::store_start(parts);
  return parts;
}

Parts continue_recording(const fs::path& folder, std::int64_t frames) {
  Parts parts = record::find_sound_parts(folder);
  if (parts.problem && frames > parts.frames()) throw InputError(*parts.problem);
  if (frames < 0 || frames > parts.frames())
    throw InputError(folder.string(), 0,
                     text("the recording has ", parts.frames(), " frames, not ", frames),
                     "start the run anew");
  check_cut(folder, parts, frames);
  remove_leftovers(folder, parts);
  drop_frames(parts, frames);
  return parts;
}

}  // namespace

Recorder::Recorder(const fs::path& folder, RecordingInfo info, std::vector<RecordedBody> bodies,
                   const RecorderOptions& options)
    : writer_(std::make_unique<Writer>(
          folder, begin_recording(folder, std::move(info), std::move(bodies)), options)) {}

Recorder::Recorder(const fs::path& folder, ContinueAfter after, const RecorderOptions& options)
    : writer_(std::make_unique<Writer>(folder, continue_recording(folder, after.frames), options)) {
}

Recorder::~Recorder() = default;
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&&) noexcept = default;

void Recorder::add(RecordedFrame&& frame) {
  writer_->add(std::move(frame));
}
void Recorder::flush() {
  writer_->flush();
}
void Recorder::finish() {
  writer_->finish();
}
std::int64_t Recorder::frames() const {
  return writer_->frames();
}
const std::vector<RecordedBody>& Recorder::bodies() const {
  return writer_->bodies();
}

}  // namespace pliant
