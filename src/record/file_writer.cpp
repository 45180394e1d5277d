#include "record/file_writer.h"

#include <pliant/version.h>

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "record/checksum.h"
#include "record/chunk.h"
#include "record/stored_surface.h"
#include "record/stored_voronoi.h"

namespace pliant::record {

namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 19;  // unpacked; readers keep 1 MiB

std::string padded(std::int64_t number, std::size_t digits) {
  const std::string plain = text(number);
  return std::string(digits > plain.size() ? digits - plain.size() : 0, '0') + plain;
}

template <std::size_t N>
void write_cells(const hdf5::Object& group, const std::string& name, const Cells<N>& cells) {
  if (cells.empty()) return;
  hdf5::write_array(group, name, hdf5::Number::uint32, {cells.size(), N}, cells.cells.data());
  if (!cells.regions.empty())
    hdf5::write_array(group, name + "_regions", hdf5::Number::int32, {cells.regions.size()},
                      cells.regions.data());
}

// By number, since a group of a mesh may have any name.
void write_groups(const hdf5::Object& body, const Mesh& mesh) {
  if (mesh.groups.empty()) return;
  const hdf5::Object all = hdf5::make_group(body, "groups");
  std::int64_t number = 0;
  for (const auto& [name, vertices] : mesh.groups) {
    const hdf5::Object group = hdf5::make_group(all, padded(number++, 4));
    hdf5::set_attribute(group, "name", name);
    if (!vertices.empty())
      hdf5::write_array(group, "vertices", hdf5::Number::uint32, {vertices.size()},
                        vertices.data());
  }
}

void write_look(const hdf5::Object& body, const BodyLook& look) {
  if (!look.material.empty()) hdf5::set_attribute(body, "material", look.material);
  if (look.colour) hdf5::set_attribute(body, "colour", static_cast<std::int64_t>(*look.colour));
  if (look.obstacle) hdf5::set_attribute(body, "obstacle", std::int64_t{1});
}

}  // namespace

void write_format(const hdf5::Object& file, std::int64_t first_frame) {
  hdf5::set_attribute(file, "format", format_name);
  hdf5::set_attribute(file, "version", format_version);
  hdf5::set_attribute(file, "program", "pliant " PLIANT_VERSION);
  hdf5::set_attribute(file, "first_frame", first_frame);
  hdf5::make_group(file, "blocks");
}

void write_start(const hdf5::Object& file, const RecordingInfo& info,
                 const std::vector<RecordedBody>& bodies) {
  hdf5::set_attribute(file, "time_step", info.time_step);
  if (info.floor) hdf5::set_attribute(file, "floor", *info.floor);
  if (!info.scene.empty())
    hdf5::write_array(file, "scene", hdf5::Number::uint8, {info.scene.size()}, info.scene.data());
  const hdf5::Object all = hdf5::make_group(file, "bodies");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Mesh& mesh = bodies[i].mesh;
    const hdf5::Object body = hdf5::make_group(all, bodies[i].name);
    hdf5::set_attribute(body, "number", static_cast<std::int64_t>(i));
    hdf5::write_array(body, "vertices", hdf5::Number::float64, {mesh.vertices.size(), 3},
                      mesh.vertices.data());
    write_cells(body, "lines", mesh.lines);
    write_cells(body, "triangles", mesh.triangles);
    write_cells(body, "tetrahedra", mesh.tetrahedra);
    write_cells(body, "hexahedra", mesh.hexahedra);
    write_groups(body, mesh);
    write_voronoi(body, bodies[i]);
    write_look(body, bodies[i].look);
    write_surface(body, bodies[i]);
  }
}

ArrayWriter::ArrayWriter(const hdf5::Object& group, const ArrayLayout& layout)
    : shape_{0, layout.count},
      doubles_(layout.doubles),
      frame_bytes_(layout.count * static_cast<std::size_t>(layout.components) *
                   (doubles_ ? sizeof(double) : sizeof(float))),
      chunk_frames_(std::clamp<hsize_t>(chunk_bytes / frame_bytes_, 1, 1024)) {
  if (layout.components > 1) shape_.push_back(static_cast<hsize_t>(layout.components));
  hdf5::Shape chunk = shape_;
  chunk[0] = chunk_frames_;
  dataset_ = hdf5::make_growing(group, layout.name,
                                doubles_ ? hdf5::Number::float64 : hdf5::Number::float32, chunk);
  hdf5::set_attribute(dataset_, "place",
                      layout.place == FieldPlace::vertices ? "vertices" : "tetrahedra");
}

template <class To, class From>
void ArrayWriter::append(std::span<const From> values) {
  const std::size_t before = waiting_.size();
  waiting_.resize(before + frame_bytes_);
  char* at = waiting_.data() + before;
  const auto put = [&](auto value) {
    const To converted = static_cast<To>(value);
    std::memcpy(at, &converted, sizeof converted);
    at += sizeof converted;
  };
  for (const From& value : values) {
    if constexpr (std::is_same_v<From, Vec3d>) {
      put(value.x);
      put(value.y);
      put(value.z);
    } else {
      put(value);
    }
  }
  checksum_ = record::checksum(std::string_view(waiting_).substr(before));
}

void ArrayWriter::add(std::span<const Vec3d> values) {
  doubles_ ? append<double>(values) : append<float>(values);
  count_frame();
}

void ArrayWriter::add(std::span<const float> values) {
  append<float>(values);
  count_frame();
}

void ArrayWriter::count_frame() {
  ++shape_[0];
  if (waiting_.size() == chunk_frames_ * frame_bytes_) store();
}

void ArrayWriter::store() {
  if (waiting_.empty()) return;
  waiting_.resize(chunk_frames_ * frame_bytes_);
  const std::size_t number_size = doubles_ ? sizeof(double) : sizeof(float);
  if (waiting_ != last_) {
    encoded_ = encode_chunk(waiting_.data(), waiting_.size() / number_size, number_size);
    last_.swap(waiting_);
  }
  hdf5::grow(dataset_, shape_);
  hdf5::write_chunk(dataset_, (shape_[0] - 1) / chunk_frames_ * chunk_frames_, encoded_);
  stored_ += encoded_.size();
  waiting_.clear();
}

void ArrayWriter::finish() {
  store();
  dataset_ = {};
}

BlockWriter::BlockWriter(const hdf5::Object& file, std::int64_t first_frame,
                         std::vector<BodyLayout> layout, const std::vector<RecordedBody>& bodies) {
  const hdf5::Object blocks = hdf5::open_group(file, "blocks");
  const std::string name = padded(first_frame, 10);
  group_ = hdf5::make_group(blocks, name);
  hdf5::set_attribute(group_, "first_frame", first_frame);
  block_.group = "/blocks/" + name;
  block_.first_frame = first_frame;
  block_.bodies = std::move(layout);
  const hdf5::Object all = hdf5::make_group(group_, "bodies");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const hdf5::Object body = hdf5::make_group(all, bodies[i].name);
    auto& arrays = bodies_.emplace_back();
    for (const ArrayLayout& array : block_.bodies[i]) arrays.emplace_back(body, array);
  }
}

void BlockWriter::add(const RecordedFrame& frame) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyFrame& body = frame.bodies[i];
    auto array = bodies_[i].begin();
    (array++)->add(body.positions);
    if (!body.velocities.empty()) (array++)->add(body.velocities);
    for (const RecordedField& field : body.fields) (array++)->add(field.values);
  }
  std::vector<std::uint32_t> checksums;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    for (const std::size_t array : stored_order(block_.bodies[i]))
      checksums.push_back(bodies_[i][array].checksum());
  block_.checksums.push_back(frame_checksum(checksums));
  block_.steps.push_back(frame.step);
  block_.times.push_back(frame.time);
}

Block BlockWriter::finish() {
  for (auto& body : bodies_)
    for (ArrayWriter& array : body) array.finish();
  hdf5::write_array(group_, "step", hdf5::Number::int64, {block_.steps.size()},
                    block_.steps.data());
  hdf5::write_array(group_, "time", hdf5::Number::float64, {block_.times.size()},
                    block_.times.data());
  hdf5::write_array(group_, "checksum", hdf5::Number::uint32, {block_.checksums.size()},
                    block_.checksums.data());
  group_ = {};
  return std::move(block_);
}

std::size_t BlockWriter::stored_bytes() const {
  std::size_t bytes = 0;
  for (const auto& body : bodies_)
    for (const ArrayWriter& array : body) bytes += array.stored_bytes();
  return bytes;
}

}  // namespace pliant::record
