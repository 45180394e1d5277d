#include "record/file_reader.h"

#include <pliant/error.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/text.h"
#include "record/checksum.h"
#include "record/read_array.h"
#include "record/stored_surface.h"
#include "record/stored_voronoi.h"

namespace pliant::record {

namespace {

constexpr const char* damaged = "it was cut off or damaged; take a copy, or record anew";

void check_indices(std::span<const Index> indices, std::size_t vertices, const std::string& name) {
  for (const Index v : indices)
    if (v >= vertices) refuse(text("'", name, "' uses vertex ", v, ", but there are ", vertices));
}

template <std::size_t N>
void read_cells(const hdf5::Object& body, const std::string& name, std::size_t vertices,
                Cells<N>& cells) {
  if (!hdf5::has(body, name)) return;
  cells.cells = read_rows<Cell<N>, Index>(body, name);
  for (const Cell<N>& cell : cells.cells) check_indices(cell, vertices, name);
  if (!hdf5::has(body, name + "_regions")) return;
  cells.regions = read_list<std::int32_t>(body, name + "_regions");
  if (cells.regions.size() != cells.size())
    refuse(text("'", name, "_regions' has the wrong length"));
}

void read_groups(const hdf5::Object& body, Mesh& mesh) {
  if (!hdf5::has(body, "groups")) return;
  const hdf5::Object all = hdf5::open_group(body, "groups");
  for (const std::string& number : hdf5::children(all)) {
    const hdf5::Object group = hdf5::open_group(all, number);
    auto& vertices = mesh.groups[hdf5::text_attribute(group, "name")];
    if (!hdf5::has(group, "vertices")) continue;
    vertices = read_list<Index>(group, "vertices");
    check_indices(vertices, mesh.vertices.size(), number);
  }
}

Mesh read_mesh_of(const hdf5::Object& body) {
  Mesh mesh;
  mesh.vertices = read_rows<Vec3d, double>(body, "vertices");
  if (mesh.vertices.empty() || mesh.vertices.size() >= no_index)
    refuse("'vertices' has the wrong shape");
  const std::size_t vertices = mesh.vertices.size();
  read_cells(body, "lines", vertices, mesh.lines);
  read_cells(body, "triangles", vertices, mesh.triangles);
  read_cells(body, "tetrahedra", vertices, mesh.tetrahedra);
  read_cells(body, "hexahedra", vertices, mesh.hexahedra);
  read_groups(body, mesh);
  return mesh;
}

BodyLook read_look(const hdf5::Object& body) {
  BodyLook look;
  if (hdf5::has_attribute(body, "material")) look.material = hdf5::text_attribute(body, "material");
  if (hdf5::has_attribute(body, "colour"))
    look.colour = static_cast<std::uint32_t>(hdf5::whole_attribute(body, "colour") & 0xffffff);
  if (hdf5::has_attribute(body, "obstacle"))
    look.obstacle = hdf5::whole_attribute(body, "obstacle") != 0;
  return look;
}

ArrayLayout array_layout(const hdf5::Object& body, const std::string& name, const Mesh& mesh,
                         std::size_t frames) {
  constexpr hsize_t most_components = 81;
  const hdf5::Array dataset = hdf5::open_array(body, name);
  const hdf5::ArrayInfo info = hdf5::info(dataset);
  const std::string place = hdf5::text_attribute(dataset, "place");
  ArrayLayout layout{.name = name};
  layout.place = place == "tetrahedra" ? FieldPlace::tetrahedra : FieldPlace::vertices;
  layout.count = place == "tetrahedra" ? mesh.tetrahedra.size() : mesh.vertices.size();
  const hdf5::Shape& shape = info.shape;
  const bool right =
      (shape.size() == 2 || (shape.size() == 3 && shape[2] >= 1 && shape[2] <= most_components)) &&
      shape[0] == frames && shape[1] == layout.count;
  if (!right) refuse(text("'", name, "' has the wrong shape"));
  layout.components = shape.size() == 3 ? static_cast<int>(shape[2]) : 1;
  layout.doubles = info.number == hdf5::Number::float64;
  return layout;
}

BodyLayout body_layout(const hdf5::Object& body, const Mesh& mesh, std::size_t frames) {
  std::vector<std::string> names = hdf5::children(body);
  std::ranges::stable_sort(names, {}, rank_of);
  if (names.empty() || names[0] != positions_name) refuse("'positions' is missing");
  BodyLayout layout;
  for (const std::string& name : names) {
    layout.push_back(array_layout(body, name, mesh, frames));
    if (rank_of(name) < 2 &&
        (layout.back().components != 3 || layout.back().place != FieldPlace::vertices))
      refuse(text("'", name, "' has the wrong shape"));
  }
  return layout;
}

// Of the numbers as they are in the file.
std::uint32_t stored_checksum(const std::vector<Vec3d>& values, bool doubles) {
  if (doubles) return checksum(std::span<const Vec3d>(values));
  std::vector<float> floats;
  floats.reserve(3 * values.size());
  for (const Vec3d& v : values)
    for (int i = 0; i < 3; ++i) floats.push_back(static_cast<float>(v[i]));
  return checksum(std::span<const float>(floats));
}

}  // namespace

void FileReader::fail(const hdf5::Error& error) const {
  throw InputError(name_, 0, text("the recording is damaged: ", error.what()), damaged);
}

FileReader::FileReader(const std::filesystem::path& path) : name_(path.string()) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    throw InputError(name_, 0, text("cannot be read: ", std::strerror(errno)),
                     "check its name and permissions");
  if (!S_ISREG(status.st_mode))
    throw InputError(name_, 0, "is not a regular file", "name the folder of a recording");
  named([&] { file_ = hdf5::open_file(path); });
  check_format();
}

FileReader::FileReader(std::string name, std::string_view bytes) : name_(std::move(name)) {
  named([&] { file_ = hdf5::open_bytes(bytes); });
  check_format();
}

void FileReader::check_format() {
  const bool ours = named([&] {
    try {
      return hdf5::text_attribute(file_, "format") == format_name;
    } catch (const hdf5::Error&) {
      return false;
    }
  });
  if (!ours)
    throw InputError(name_, 0, "is an HDF5 file, but not a recording of Pliant",
                     "name the folder that 'pliant run' wrote");
  const std::int64_t version = named([&] { return hdf5::whole_attribute(file_, "version"); });
  if (version != format_version)
    throw InputError(
        name_, 0,
        text("is a recording of format version ", version, "; this Pliant reads ", format_version),
        "use the Pliant that wrote it, or record anew");
  first_frame_ = named([&] {
    const std::int64_t first = hdf5::whole_attribute(file_, "first_frame");
    if (first < 0) refuse("'first_frame' is negative");
    return first;
  });
}

bool FileReader::has_start() const {
  return named([&] { return hdf5::has(file_, "bodies"); });
}

RecordingInfo FileReader::info() const {
  return named([&] {
    RecordingInfo info;
    if (hdf5::has(file_, "scene")) {
      const auto bytes = read_list<std::uint8_t>(file_, "scene");
      info.scene.assign(bytes.begin(), bytes.end());
    }
    info.time_step = hdf5::real_attribute(file_, "time_step");
    info.program = hdf5::text_attribute(file_, "program");
    info.version = format_version;
    if (hdf5::has_attribute(file_, "floor")) info.floor = hdf5::real_attribute(file_, "floor");
    return info;
  });
}

std::vector<RecordedBody> FileReader::bodies() const {
  return named([&] {
    const hdf5::Object all = hdf5::open_group(file_, "bodies");
    const std::vector<std::string> names = hdf5::children(all);
    std::vector<RecordedBody> bodies(names.size());
    for (const std::string& name : names) {
      const hdf5::Object body = hdf5::open_group(all, name);
      const std::int64_t number = hdf5::whole_attribute(body, "number");
      if (number < 0 || number >= std::ssize(bodies) ||
          !bodies[static_cast<std::size_t>(number)].name.empty())
        refuse("the bodies are numbered wrongly");
      RecordedBody& read = bodies[static_cast<std::size_t>(number)];
      read = {name, read_mesh_of(body)};
      read_voronoi(body, read);
      read.look = read_look(body);
      read_surface(body, read);
    }
    return bodies;
  });
}

std::vector<Block> FileReader::blocks(const std::vector<RecordedBody>& bodies) const {
  return named([&] {
    std::vector<Block> blocks;
    std::int64_t next = first_frame_;
    const hdf5::Object all = hdf5::open_group(file_, "blocks");
    for (const std::string& name : hdf5::children(all)) {
      const hdf5::Object group = hdf5::open_group(all, name);
      Block& block = blocks.emplace_back();
      block.group = "/blocks/" + name;
      block.first_frame = hdf5::whole_attribute(group, "first_frame");
      block.steps = read_list<std::int64_t>(group, "step");
      block.times = read_list<double>(group, "time");
      if (hdf5::has(group, "checksum"))
        block.checksums = read_list<std::uint32_t>(group, "checksum");
      if (block.first_frame != next || block.steps.empty() ||
          block.times.size() != block.steps.size())
        refuse(text("block ", name, " does not follow the one before"));
      if (!block.checksums.empty() && block.checksums.size() != block.steps.size())
        refuse(text("block ", name, " has the wrong number of checksums"));
      next = block.end();
      const hdf5::Object inner = hdf5::open_group(group, "bodies");
      for (const RecordedBody& body : bodies)
        block.bodies.push_back(
            body_layout(hdf5::open_group(inner, body.name), body.mesh, block.steps.size()));
    }
    return blocks;
  });
}

BlockReader::BlockReader(std::shared_ptr<const FileReader> file, const Block& block,
                         const std::vector<RecordedBody>& bodies)
    : file_(std::move(file)), block_(block) {
  file_->named([&] {
    const hdf5::Object all = hdf5::open_group(file_->file(), block_.group + "/bodies");
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const hdf5::Object body = hdf5::open_group(all, bodies[i].name);
      auto& arrays = arrays_.emplace_back();
      for (const ArrayLayout& layout : block_.bodies[i])
        arrays.push_back(hdf5::open_array(body, layout.name));
    }
  });
}

RecordedFrame BlockReader::read(std::int64_t frame) const {
  const auto row = static_cast<std::size_t>(frame - block_.first_frame);
  RecordedFrame read{block_.steps.at(row), block_.times.at(row), {}};
  std::vector<std::uint32_t> checksums;
  file_->named([&] {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      BodyFrame& body = read.bodies.emplace_back();
      for (std::size_t j = 0; j < arrays_[i].size(); ++j) {
        const ArrayLayout& layout = block_.bodies[i][j];
        const auto points = [&](std::vector<Vec3d>& values) {
          values.resize(layout.count);
          hdf5::read_row(arrays_[i][j], row, hdf5::Number::float64, values.data());
          checksums.push_back(stored_checksum(values, layout.doubles));
        };
        if (layout.name == positions_name) {
          points(body.positions);
        } else if (layout.name == velocities_name) {
          points(body.velocities);
        } else {
          RecordedField& field = body.fields.emplace_back();
          field = {layout.name, layout.components, layout.place, {}};
          field.values.resize(layout.count * static_cast<std::size_t>(layout.components));
          hdf5::read_row(arrays_[i][j], row, hdf5::Number::float32, field.values.data());
          checksums.push_back(checksum(std::span<const float>(field.values)));
        }
      }
    }
    if (!block_.checksums.empty() && frame_checksum(checksums) != block_.checksums[row])
      refuse(text("frame ", frame, " is not as it was written"));
  });
  return read;
}

}  // namespace pliant::record
