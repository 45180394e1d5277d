#include "record/export/export.h"

#include <pliant/error.h>

#include <algorithm>
#include <limits>

#include "base/text.h"

namespace pliant::record {

namespace fs = std::filesystem;

namespace {

struct Exporter {
  std::string_view extension;
  void (*run)(const ExportJob&);
  std::size_t most_frames = std::numeric_limits<std::size_t>::max();
};

// Programs keep all morph targets in memory, and the weights grow with the square of their number.
constexpr std::size_t most_animated_frames = 300;

constexpr Exporter exporters[] = {
    {".pvd", export_vtu},
    {".vtu", export_vtu},
    {".obj", export_surfaces},
    {".ply", export_surfaces},
    {".glb", export_glb, most_animated_frames},
    {".csv", export_csv},
    {".npz", export_npz},
};

const Exporter& exporter_of(const fs::path& target) {
  std::string extension = target.extension().string();
  std::ranges::transform(extension, extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const auto found = std::ranges::find(exporters, extension, &Exporter::extension);
  if (found != std::end(exporters)) return *found;
  throw InputError(target.string(), 0,
                   extension.empty() ? std::string("no extension tells the format")
                                     : text("recordings cannot be exported as ", extension),
                   "use one of .pvd .vtu .obj .ply .glb .csv .npz");
}

void check_target(const fs::path& recording, const fs::path& target) {
  std::error_code error;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error))
    throw InputError(target.string(), 0, "its folder is not there", "make the folder first");
  if (fs::exists(target, error) && fs::equivalent(folder, recording, error))
    throw InputError(target.string(), 0, "is a file of the recording's folder",
                     "give another name, or write into another folder");
}

void thin_out(ExportJob& job, std::size_t most_frames) {
  const std::size_t all = job.frames.size(), every = (all - 1) / most_frames + 1;
  if (every == 1) return;
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < all; i += every) kept.push_back(job.frames[i]);
  job.frames = std::move(kept);
  if (job.notes != nullptr)
    job.notes->push_back(text("took ", job.frames.size(), " of ", all,
                              " frames: an animated scene holds ", most_frames, " at most"));
}

}  // namespace

RecordedFrame ExportJob::read(std::size_t i) const {
  if (progress)
    progress(static_cast<double>(i) / static_cast<double>(frames.size()),
             "writing " + target.string());
  return recording.read(frames[i]);
}

std::size_t export_recording(const Recording& recording, const fs::path& target,
                             const ExportOptions& options, Notes* notes) {
  const Exporter& exporter = exporter_of(target);
  check_target(recording.folder(), target);
  if (recording.frames() == 0)
    throw InputError(recording.folder().string(), 0, "the recording has no frames",
                     "let the run go on until it has recorded one");
  if (options.every < 1)
    throw InputError("", 0, text("cannot take every ", options.every, "th frame"),
                     "give 1 or more");
  ExportJob job{recording, target, {}, options.progress, notes};
  for (std::int64_t i = 0; i < recording.frames(); i += options.every) job.frames.push_back(i);
  thin_out(job, exporter.most_frames);
  exporter.run(job);
  return job.frames.size();
}

}  // namespace pliant::record
