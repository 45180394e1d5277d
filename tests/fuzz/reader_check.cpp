#include "reader_check.h"

#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/text.h"
#include "model/ranges.h"

namespace pliant::fuzz {

namespace {

std::string letters_and_digits(std::string_view name) {
  std::string out;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

// The extension in a line "%%.ele"; empty for any other line.
std::string_view separator(std::string_view line) {
  if (!line.starts_with("%%.") || line.size() < 4 || line.size() > 20) return {};
  for (char c : line.substr(3))
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) return {};
  return line.substr(2);
}

bool has_cells_for(const io::Holds& holds, const Mesh& mesh) {
  return (holds.lines && !mesh.lines.empty()) || (holds.triangles && !mesh.triangles.empty()) ||
         (holds.tetrahedra && !mesh.tetrahedra.empty()) ||
         (holds.hexahedra && !mesh.hexahedra.empty());
}

Mesh write_and_read(const io::Format& format, const Mesh& mesh, const std::string& extension,
                    const WriteOptions& options) {
  Notes notes;
  io::MemoryFiles files("again", extension, io::write(format, mesh, extension, options, notes));
  try {
    return io::read(format, files, notes);
  } catch (const InputError& error) {
    throw std::logic_error(
        text(format.name, " does not read what it wrote: ", std::string_view(error.what())));
  }
}

double largest_side(const Body& body) {
  const Vec3d size = bounding_box(body.vertices).size();
  return std::max({size.x, size.y, size.z});
}

// A diagram that came along is used, or refused with a reason.
void check_diagram(const Mesh& mesh) {
  if (!mesh.voronoi || mesh.tetrahedra.empty()) return;
  try {
    const TetMesh tets(mesh);
    const Body body = continuum_solid(tets, ContinuumModel::voronoi_faces, material("rubber"));
    if (!ranges::size.has(largest_side(body))) return;  // a Model refuses it whatever it is made of
    for (const Relations& set : body.relations)
      for (const auto& field : set.rest)
        if (!std::ranges::all_of(field, [](double value) { return std::isfinite(value); }))
          throw std::logic_error("a Voronoi face has a rest state that is not finite");
  } catch (const InputError&) {
  }
}

void check_round_trip(const io::Format& format, const Mesh& mesh) {
  if (!has_cells_for(format.holds, mesh)) return;
  const std::string extension(format.extensions.front());
  // The versions are Gmsh's; formats without versions do not look at them.
  static const WriteOptions all_options[] = {
      {false, ""}, {true, ""}, {false, "2.2"}, {true, "2.2"}};
  for (const WriteOptions& options : all_options) {
    if (!options.version.empty() && format.name != "Gmsh") continue;
    try {
      // The first passage may round, weld or drop what the format cannot hold; the second must
      // change nothing more.
      const Mesh once = write_and_read(format, mesh, extension, options);
      if (write_and_read(format, once, extension, options) != once)
        throw std::logic_error(text(format.name, " reads back another mesh than it wrote"));
    } catch (const InputError&) {
      // The writer says that it cannot hold this mesh.
    }
  }
}

}  // namespace

const io::Format* find_reader(std::string_view key) {
  for (const io::Format* format : io::formats())
    if (letters_and_digits(format->name) == key) return format;
  return io::find_format(text('.', key));
}

Input split(const io::Format& format, std::string_view bytes) {
  Input input{std::string(format.extensions.front()), {}};
  std::string_view extension = format.extensions.front();
  std::size_t start = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t stop = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view next = separator(bytes.substr(at, stop - at));
    if (!next.empty()) {
      if (at == 0)
        input.extension = next;
      else
        input.files[std::string(extension)] = bytes.substr(start, at - start);
      extension = next;
      start = std::min(stop + 1, bytes.size());
    }
    at = stop + 1;
  }
  input.files[std::string(extension)] = bytes.substr(start);
  return input;
}

bool check_reader(const io::Format& format, std::string_view bytes, RoundTrips round_trips) {
  Input input = split(format, bytes);
  io::MemoryFiles files("fuzz", input.extension, std::move(input.files));
  Notes notes;
  Mesh mesh;
  try {
    mesh = io::read(format, files, notes);
  } catch (const InputError&) {
    return false;
  }
  check_diagram(mesh);
  check_round_trip(format, mesh);
  if (round_trips == RoundTrips::every_format)
    for (const io::Format* other : io::formats())
      if (other != &format) check_round_trip(*other, mesh);
  return true;
}

}  // namespace pliant::fuzz
