#include <pliant/error.h>

#include <algorithm>

#include "base/text.h"
#include "record/recorder_writer.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

using record::Part;
using record::Parts;

// What a kill may have left: half a file, and segments that recording.h5 has already.
void remove_leftovers(const fs::path& folder, Parts& parts) {
  for (const fs::path& file : record::all_files(folder))
    if (file.extension() == ".part") record::remove_file(file);
  for (const fs::path& file : parts.stale) record::remove_file(file);
  parts.stale.clear();
}

// Later files go first, so that a kill on the way leaves a recording without gaps.
void drop_frames(Parts& parts, std::int64_t frames) {
  while (parts.parts.size() > 1 && (parts.parts.back().blocks.empty() ||
                                    parts.parts.back().blocks.front().first_frame >= frames)) {
    record::remove_file(parts.parts.back().file);
    parts.parts.pop_back();
  }
  Part& last = parts.parts.back();
  if (parts.frames() > frames) last.blocks = record::join({last}, parts.bodies, frames, last.file);
}

Parts begin_recording(const fs::path& folder, RecordingInfo info,
                      std::vector<RecordedBody> bodies) {
  record::check_bodies(bodies);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw InputError(folder.string(), 0, text("the folder cannot be made: ", error.message()),
                     "give another name, or move what is in the way");
  if (has_recording(folder))
    throw InputError(folder.string(), 0, "there is a recording in this folder already",
                     "name another folder, or remove the old recording");
  Parts parts{.info = std::move(info), .bodies = std::move(bodies)};
  parts.parts.push_back({record::segment_file(folder, 0), {}});
  record::store_start(parts);
  return parts;
}

Parts continue_recording(const fs::path& folder, std::int64_t frames) {
  Parts parts = record::find_parts(folder);
  if (frames < 0 || frames > parts.frames())
    throw InputError(folder.string(), 0,
                     text("the recording has ", parts.frames(), " frames, not ", frames),
                     "start the run anew");
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
