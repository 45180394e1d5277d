#include "record/export/export.h"

#include <pliant/error.h>

#include <algorithm>

#include "base/text.h"

namespace pliant::record {

namespace fs = std::filesystem;

namespace {

struct Exporter {
  std::string_view extension;
  std::size_t (*run)(const ExportJob&);
};

constexpr Exporter exporters[] = {
    {".html", export_html},    {".pvd", export_vtu},      {".vtu", export_vtu},
    {".obj", export_surfaces}, {".ply", export_surfaces}, {".glb", export_glb},
    {".csv", export_csv},      {".npz", export_npz},
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
                   "use one of .html .pvd .vtu .obj .ply .glb .csv .npz");
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

}  // namespace

RecordedFrame ExportJob::read(std::size_t i) const {
  if (progress)
    progress(static_cast<double>(i) / static_cast<double>(frames.size()),
             "writing " + target.string());
  return recording.read(frames[i]);
}

void ExportJob::note(std::string words) const {
  if (notes != nullptr) notes->push_back(std::move(words));
}

std::vector<std::int64_t> spread(const std::vector<std::int64_t>& frames, std::size_t most) {
  if (frames.size() <= most) return frames;
  if (most <= 1) return {frames.front()};
  std::vector<std::int64_t> kept;
  // Rounded to the nearest: i (n - 1) / (k - 1).
  for (std::size_t i = 0; i < most; ++i)
    kept.push_back(frames[(2 * i * (frames.size() - 1) + most - 1) / (2 * (most - 1))]);
  return kept;
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
  if (options.most_frames < 0 || !(options.most_megabytes >= 0))
    throw InputError("", 0, "a limit is below zero", "give 0 for none");
  ExportJob job{.recording = recording,
                .target = target,
                .frames = {},
                .progress = options.progress,
                .notes = notes,
                .title = options.title,
                .most_megabytes = options.most_megabytes,
                .skin = options.skin,
                .field = options.field};
  for (std::int64_t i = 0; i < recording.frames(); i += options.every) job.frames.push_back(i);
  if (options.most_frames > 0)
    job.frames = spread(job.frames, static_cast<std::size_t>(options.most_frames));
  return exporter.run(job);
}

}  // namespace pliant::record
