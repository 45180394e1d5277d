#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/text.h"
#include "mesh/io/bytes.h"
#include "mesh/io/formats.h"
#include "mesh/io/scanner.h"
#include "mesh/io/single.h"
#include "mesh/io/text_writer.h"
#include "mesh/weld.h"

// STL, text and binary. A file is a soup of triangles: each corner is stored as a position, so
// corners at the same place are welded into one vertex, numbered in order of first appearance.
// All solids of a file become one surface. Normals are not used when reading: the order of the
// corners tells the outside.
//
// The text form keeps every double. The binary form has 32-bit floats: coordinates are rounded,
// and vertices that round to the same place become one. Neither form can hold a vertex that no
// triangle uses.

namespace pliant::io {

namespace {

constexpr std::size_t header_size = 80;
constexpr std::size_t triangle_size = 50;  // normal, three corners, two unused bytes
constexpr std::size_t fixed_size = header_size + sizeof(std::uint32_t);

bool same_word(std::string_view word, std::string_view lower_case) {
  return std::ranges::equal(word, lower_case, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

// Many binary files also begin with "solid", so their length decides first.
bool is_binary(std::string_view bytes) {
  if (bytes.size() >= fixed_size) {
    Bytes count("", bytes.substr(header_size));
    if (bytes.size() == fixed_size + triangle_size * count.get<std::uint32_t>()) return true;
  }
  const std::size_t first = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  if (!same_word(bytes.substr(first, 5), "solid")) return true;
  return bytes.substr(0, 1024).find('\0') != std::string_view::npos;
}

Mesh read_binary(const std::string& file, std::string_view bytes, Notes& notes) {
  if (bytes.size() < fixed_size)
    throw InputError(file, 0, "neither a text nor a binary STL file",
                     "a text file begins with 'solid'; a binary one has at least 84 bytes");
  Bytes in(file, bytes);
  in.raw(header_size, "the header");
  const std::size_t count = in.checked_count(in.get<std::uint32_t>(), "triangles", triangle_size);
  if (count > no_index / 3) in.fail(text(count, " triangles"), "split the surface");
  Mesh mesh;
  mesh.triangles.cells.reserve(count);
  ExactWeld weld;
  for (std::size_t i = 0; i < count; ++i) {
    in.raw(3 * sizeof(float), "a normal");
    Triangle triangle;
    for (Index& v : triangle) v = weld.add(in.point<float>());
    mesh.triangles.cells.push_back(triangle);
    in.raw(2, "a triangle");
  }
  if (!in.at_end())
    notes.push_back(
        text(file, ": ", plural(in.remaining(), "byte", "bytes"), " after the triangles not used"));
  mesh.vertices = weld.take_points();
  return mesh;
}

void expect(Scanner& in, std::string_view keyword) {
  if (const std::string_view next = in.peek(); !same_word(next, keyword)) in.expect(keyword);
  in.word();
}

void read_facet(Scanner& in, ExactWeld& weld, Mesh& mesh) {
  expect(in, "normal");
  for (int i = 0; i < 3; ++i) in.word();  // often nan, so not read as numbers
  expect(in, "outer");
  expect(in, "loop");
  if (mesh.triangles.size() >= no_index / 3) in.fail("too many triangles", "split the surface");
  Triangle triangle;
  for (Index& v : triangle) {
    expect(in, "vertex");
    v = weld.add(in.point());
  }
  mesh.triangles.cells.push_back(triangle);
  expect(in, "endloop");
  expect(in, "endfacet");
}

Mesh read_text(Scanner in) {
  Mesh mesh;
  ExactWeld weld;
  while (!in.at_end()) {
    expect(in, "solid");
    in.rest_of_line();
    while (!same_word(in.peek(), "endsolid")) {
      expect(in, "facet");
      read_facet(in, weld, mesh);
    }
    in.word();
    in.rest_of_line();
  }
  mesh.vertices = weld.take_points();
  return mesh;
}

Mesh read_stl(Files& files, Notes& notes) {
  const std::string_view bytes = files.main();
  if (is_binary(bytes)) return read_binary(files.name(), bytes, notes);
  return read_text({files.name(), bytes, '\0'});
}

// Unit normal; zero, which readers take as "compute it", where there is none.
Vec3d normal_of(const Mesh& mesh, const Triangle& t) {
  const Vec3d& a = mesh.vertices[t[0]];
  const Vec3d n = cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a);
  const double size = length(n);
  return size > 0 && std::isfinite(size) ? n / size : Vec3d{};
}

void put_floats(std::string& out, const Vec3d& point) {
  for (int i = 0; i < 3; ++i) put(out, float_of(point[i], "STL", "write it as text"));
}

std::string write_binary(const Mesh& mesh) {
  if (mesh.triangles.size() > 0xffffffffu)
    throw InputError("", 0, text(mesh.triangles.size(), " triangles"),
                     "binary STL can hold 4294967295");
  std::string out = "binary STL";  // must not begin with "solid"
  out.reserve(fixed_size + triangle_size * mesh.triangles.size());
  out.resize(header_size, ' ');
  put(out, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const Triangle& triangle : mesh.triangles.cells) {
    put_floats(out, normal_of(mesh, triangle));
    for (Index v : triangle) put_floats(out, mesh.vertices[v]);
    put(out, std::uint16_t{0});
  }
  return out;
}

std::string write_text(const Mesh& mesh) {
  TextWriter out;
  out.text("solid\n");
  for (const Triangle& triangle : mesh.triangles.cells) {
    out.text("facet normal").point(normal_of(mesh, triangle)).end_line();
    out.text("outer loop\n");
    for (Index v : triangle) out.text("vertex").point(mesh.vertices[v]).end_line();
    out.text("endloop\nendfacet\n");
  }
  out.text("endsolid\n");
  return out.take();
}

FileMap write_stl(const Mesh& mesh, const std::string& extension, const WriteOptions& options) {
  return {{extension, options.binary ? write_binary(mesh) : write_text(mesh)}};
}

}  // namespace

const Format stl_format{
    .name = "STL",
    .description = "triangles, text or binary; corners at the same place become one vertex",
    .extensions = {".stl"},
    .holds = {.triangles = true},
    .binary = true,
    .read = read_stl,
    .write = write_stl,
};

}  // namespace pliant::io
