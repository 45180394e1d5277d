#include "base/text.h"
#include "mesh/io/formats.h"
#include "mesh/io/polygons.h"
#include "mesh/io/scanner.h"
#include "mesh/io/text_writer.h"

// Geomview's OFF in text form. Its normals, colours and texture coordinates stand at the ends of
// the rows, which are skipped, so each vertex and each face must have a line of its own.

namespace pliant::io {

namespace {

// Takes "OFF" with its prefixes [ST][C][N][4][n]; the word may be left out, and some programs
// write the first count right after it.
void read_header(Scanner& in) {
  std::string_view rest = in.peek();
  const std::size_t length = rest.size();
  const auto take = [&rest](std::string_view part) {
    const bool found = rest.starts_with(part);
    if (found) rest.remove_prefix(part.size());
    return found;
  };
  for (std::string_view part : {"ST", "C", "N"}) take(part);
  const bool other_dimension = take("4") || take("n");
  take("n");
  if (take("OFF")) {
    in.raw(length - rest.size(), "its first word");
    if (other_dimension)
      in.fail("the vertices do not have three coordinates", "only three dimensions are supported");
    if (in.more_on_line() && in.peek() == "BINARY") {
      in.word();
      in.fail("this is a binary OFF file", "save it as text (ASCII) or as another format");
    }
  } else if (length == 0 || in.peek().find_first_not_of("0123456789") != std::string_view::npos) {
    const std::string_view word = in.word();
    in.fail(text("expected 'OFF', found '", shown(word), "'"), "check that this is an OFF file");
  }
}

void expect_more_on_line(Scanner& in, std::string_view what) {
  if (!in.more_on_line())
    in.fail(text("the line ends inside a ", what), text("each ", what, " has a line of its own"));
}

void read_vertices(Scanner& in, std::size_t count, Mesh& mesh) {
  mesh.vertices.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Vec3d p;
    p.x = in.real();
    expect_more_on_line(in, "vertex");
    p.y = in.real();
    expect_more_on_line(in, "vertex");
    p.z = in.real();
    in.rest_of_line();
    mesh.vertices.push_back(p);
  }
}

void read_faces(Scanner& in, std::size_t count, Mesh& mesh, Notes& notes) {
  Polygons polygons(mesh);
  std::vector<Index> polygon;
  for (std::size_t i = 0; i < count; ++i) {
    polygon.resize(in.count("vertices of a face", 2));
    for (Index& v : polygon) {
      expect_more_on_line(in, "face");
      v = in.index(mesh.vertices.size());
    }
    in.rest_of_line();
    polygons.add(polygon);
  }
  polygons.note(in.file(), notes);
}

Mesh read_off(Files& files, Notes& notes) {
  Mesh mesh;
  Scanner in(files.name(), files.main());
  read_header(in);
  const std::size_t vertices = in.count("vertices", 6);
  const std::size_t faces = in.count("faces", 2);
  if (in.more_on_line()) in.integer();  // the number of edges, which many programs leave at 0
  read_vertices(in, vertices, mesh);
  read_faces(in, faces, mesh, notes);
  return mesh;
}

FileMap write_off(const Mesh& mesh, const std::string& extension, const WriteOptions&) {
  TextWriter out;
  out.text("OFF\n");
  out.number(mesh.vertices.size()).number(mesh.triangles.size() + mesh.lines.size()).word("0");
  out.end_line();
  for (const Vec3d& p : mesh.vertices) out.point(p).end_line();
  for (const Triangle& t : mesh.triangles.cells) out.text("3").cell<3>(t).end_line();
  for (const Line& l : mesh.lines.cells) out.text("2").cell<2>(l).end_line();
  return {{extension, out.take()}};
}

}  // namespace

const Format off_format{
    .name = "OFF",
    .description = "Geomview's surface in text form",
    .extensions = {".off"},
    .holds = {.lines = true, .triangles = true},
    .read = read_off,
    .write = write_off,
};

}  // namespace pliant::io
