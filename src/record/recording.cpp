#include <pliant/error.h>
#include <pliant/recording.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "record/file_reader.h"
#include "record/parts.h"

namespace pliant {

namespace fs = std::filesystem;

struct Recording::Contents {
  fs::path folder;
  record::Parts parts;
  std::vector<std::int64_t> steps;
  std::vector<double> times;
  // The block read last, since frames are mostly read in order.
  mutable std::unique_ptr<record::BlockReader> open;

  RecordedFrame read(std::int64_t frame) const;
  void open_block(std::int64_t frame) const;
};

void Recording::Contents::open_block(std::int64_t frame) const {
  for (const record::Part& part : parts.parts) {
    if (part.blocks.empty() || frame >= part.blocks.back().end()) continue;
    const auto block =
        std::ranges::upper_bound(part.blocks, frame, {}, &record::Block::first_frame);
    open = std::make_unique<record::BlockReader>(
        std::make_shared<const record::FileReader>(part.file), *std::prev(block), parts.bodies);
    return;
  }
}

RecordedFrame Recording::Contents::read(std::int64_t frame) const {
  if (!open || frame < open->block().first_frame || frame >= open->block().end()) open_block(frame);
  return open->read(frame);
}

Recording::Recording(const fs::path& folder) : contents_(std::make_unique<Contents>()) {
  std::error_code error;
  Contents& c = *contents_;
  c.folder = folder;
  if (fs::is_regular_file(folder, error)) {
    c.folder = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
    if (!has_recording(c.folder))
      throw InputError(folder.string(), 0, "is no recording",
                       "there is no recording in this folder either: name one that 'pliant run' or "
                       "'pliant drop --record' wrote");
  }
  c.parts = record::find_parts(c.folder);
  for (const record::Part& part : c.parts.parts)
    for (const record::Block& block : part.blocks) {
      c.steps.insert(c.steps.end(), block.steps.begin(), block.steps.end());
      c.times.insert(c.times.end(), block.times.begin(), block.times.end());
    }
}

Recording::~Recording() = default;
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;

const fs::path& Recording::folder() const {
  return contents_->folder;
}
const RecordingInfo& Recording::info() const {
  return contents_->parts.info;
}
const std::vector<RecordedBody>& Recording::bodies() const {
  return contents_->parts.bodies;
}
std::int64_t Recording::frames() const {
  return std::ssize(contents_->steps);
}
std::span<const std::int64_t> Recording::steps() const {
  return contents_->steps;
}
std::span<const double> Recording::times() const {
  return contents_->times;
}

RecordedFrame Recording::read(std::int64_t frame) const {
  if (frame < 0 || frame >= frames())
    throw InputError(folder().string(), 0, text("there is no frame ", frame),
                     text("the recording has ", frames(), ", counted from 0"));
  return contents_->read(frame);
}

bool Recording::has_field(std::string_view name) const {
  for (const record::Part& part : contents_->parts.parts)
    for (const record::Block& block : part.blocks)
      for (const record::BodyLayout& arrays : block.bodies)
        if (std::ranges::find(arrays, name, &record::ArrayLayout::name) != arrays.end())
          return true;
  return false;
}

std::vector<bool> removed_tetrahedra(const BodyFrame& frame) {
  const auto field = std::ranges::find(frame.fields, removed_field, &RecordedField::name);
  std::vector<bool> removed;
  if (field == frame.fields.end() || field->place != FieldPlace::tetrahedra ||
      field->components != 1)
    return removed;
  for (const float value : field->values) removed.push_back(value > 0.5f);
  if (std::ranges::find(removed, true) == removed.end()) removed.clear();
  return removed;
}

RecordedField removed_as_field(const std::vector<bool>& removed) {
  return {removed_field, 1, FieldPlace::tetrahedra, {removed.begin(), removed.end()}};
}

bool has_recording(const fs::path& folder) {
  return std::ranges::any_of(record::all_files(folder),
                             [](const fs::path& file) { return file.extension() == ".h5"; });
}

void remove_recording(const fs::path& folder) {
  for (const fs::path& file : record::all_files(folder)) remove_file(file);
}

}  // namespace pliant
