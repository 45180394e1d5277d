#include "mesh/io/formats.h"
#include "mesh/io/scanner.h"
#include "mesh/io/text_writer.h"

// The two text files of L13 (5.1): vertices and tetrahedra, each a count and then one row an item,
// numbered from zero.

namespace pliant::io {

namespace {

void check_end(Scanner& in) {
  if (in.at_end()) return;
  in.word();
  in.fail("the file goes on after its last row", "the count in its first line may be too small");
}

void read_vertices(Scanner in, Mesh& mesh) {
  const std::size_t count = in.count("vertices", 6);
  mesh.vertices.reserve(count);
  for (std::size_t i = 0; i < count; ++i) mesh.vertices.push_back(in.point());
  check_end(in);
}

void read_tetrahedra(Scanner in, Mesh& mesh) {
  const std::size_t count = in.count("tetrahedra", 8);
  mesh.tetrahedra.cells.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Tetrahedron cell;
    for (Index& v : cell) v = in.index(mesh.vertices.size());
    mesh.tetrahedra.cells.push_back(cell);
  }
  check_end(in);
}

Mesh read_l13(Files& files, Notes&) {
  Mesh mesh;
  const std::string cure = "the two files must lie beside each other";
  const std::string_view vertices = files.get(".vertices", cure);
  const std::string_view tetrahedra = files.get(".tetrahedra", cure);
  read_vertices({files.name(".vertices"), vertices}, mesh);
  read_tetrahedra({files.name(".tetrahedra"), tetrahedra}, mesh);
  return mesh;
}

FileMap write_l13(const Mesh& mesh, const std::string&, const WriteOptions&) {
  TextWriter vertices;
  vertices.number(mesh.vertices.size()).end_line();
  for (const Vec3d& p : mesh.vertices) vertices.point(p).end_line();
  TextWriter tetrahedra;
  tetrahedra.number(mesh.tetrahedra.size()).end_line();
  for (const Tetrahedron& t : mesh.tetrahedra.cells) tetrahedra.cell<4>(t).end_line();
  return {{".vertices", vertices.take()}, {".tetrahedra", tetrahedra.take()}};
}

}  // namespace

const Format l13_format{
    .name = "L13",
    .description = "two text files, .vertices and .tetrahedra; naming one brings the other",
    .extensions = {".vertices", ".tetrahedra"},
    .holds = {.tetrahedra = true},
    .together = true,
    .read = read_l13,
    .write = write_l13,
};

}  // namespace pliant::io
