#include <optional>

#include "base/text.h"
#include "mesh/io/formats.h"
#include "mesh/io/scanner.h"
#include "mesh/io/text_writer.h"

// TetGen's .node, .ele and .face files. Items are numbered from 0 or from 1; the first vertex
// tells which.

namespace pliant::io {

namespace {

// Takes the attribute and marker columns that end a row; returns the first, or 0.
std::int32_t take_columns(Scanner& in, std::size_t columns) {
  std::int32_t first = 0;
  for (std::size_t i = 0; i < columns; ++i) {
    const double value = in.real();
    if (i == 0 && value > -2e9 && value < 2e9) first = static_cast<std::int32_t>(value);
  }
  return first;
}

std::int64_t read_nodes(Scanner in, Mesh& mesh) {
  const std::size_t count = in.count("vertices", 8);
  if (in.integer() != 3)
    in.fail("the vertices do not have three coordinates", "only three dimensions are supported");
  const std::size_t columns = in.count("attributes", 1);
  const std::size_t markers = in.count("markers", 1);
  if (columns + markers > 64)
    in.fail(text(columns + markers, " columns after the coordinates"), "at most 64 are read");
  mesh.vertices.reserve(count);
  std::int64_t base = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t number = in.integer();
    if (i == 0) base = number;
    if (base != 0 && base != 1)
      in.fail(text("the first vertex has number ", base), "numbering starts at 0 or 1");
    if (number != base + static_cast<std::int64_t>(i))
      in.fail(text("vertex ", number, " stands where ", base + static_cast<std::int64_t>(i),
                   " is expected"),
              "vertices are listed in order");
    mesh.vertices.push_back(in.point());
    take_columns(in, columns + markers);
  }
  return base;
}

// The rows of an .ele or .face file: a number, the vertices, extra vertices of a curved element,
// then columns of which the first is the region.
template <std::size_t N>
void read_cells(Scanner& in, std::size_t count, std::size_t extra, std::size_t columns,
                std::int64_t base, std::size_t vertices, Cells<N>& cells) {
  cells.cells.reserve(count);
  if (columns > 0) cells.regions.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    in.integer();
    Cell<N> cell;
    for (Index& v : cell) v = in.index(vertices, base);
    cells.cells.push_back(cell);
    for (std::size_t k = 0; k < extra; ++k) in.integer();
    if (columns > 0) cells.regions.push_back(take_columns(in, columns));
  }
}

void read_tetrahedra(Scanner in, std::int64_t base, Mesh& mesh, Notes& notes) {
  const std::size_t count = in.count("tetrahedra", 10);
  const std::int64_t nodes = in.integer();
  if (nodes != 4 && nodes != 10)
    in.fail(text("tetrahedra of ", nodes, " vertices"), "4 and 10 are supported");
  const std::size_t columns = in.count("attributes", 1);
  if (columns > 64) in.fail(text(columns, " attributes"), "at most 64 are read");
  if (nodes == 10)
    notes.push_back(text(in.file(), ": the mid-edge vertices of ", count,
                         " quadratic tetrahedra are not used"));
  read_cells(in, count, static_cast<std::size_t>(nodes - 4), columns, base, mesh.vertices.size(),
             mesh.tetrahedra);
}

void read_faces(Scanner in, std::int64_t base, Mesh& mesh) {
  const std::size_t count = in.count("faces", 8);
  const std::size_t markers = in.count("markers", 1);
  if (markers > 1) in.fail(text(markers, " markers"), "0 or 1 are possible");
  read_cells(in, count, 0, markers, base, mesh.vertices.size(), mesh.triangles);
}

Mesh read_tetgen(Files& files, Notes& notes) {
  Mesh mesh;
  const std::string_view nodes = files.get(".node", "it must lie beside the file named");
  const std::int64_t base = read_nodes({files.name(".node"), nodes}, mesh);
  if (files.extension() != ".node") files.main();
  if (const auto bytes = files.find(".ele"))
    read_tetrahedra({files.name(".ele"), *bytes}, base, mesh, notes);
  if (const auto bytes = files.find(".face")) read_faces({files.name(".face"), *bytes}, base, mesh);
  return mesh;
}

template <std::size_t N>
std::string write_cells(const Cells<N>& cells, std::string_view header) {
  const bool labelled = !cells.regions.empty();
  TextWriter out;
  out.number(cells.size());
  if (!header.empty()) out.word(header);
  out.number(labelled ? 1 : 0).end_line();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out.number(i).cell<N>(cells[i]);
    if (labelled) out.number(cells.regions[i]);
    out.end_line();
  }
  return out.take();
}

FileMap write_tetgen(const Mesh& mesh, const std::string&, const WriteOptions&) {
  TextWriter nodes;
  nodes.number(mesh.vertices.size()).text(" 3 0 0").end_line();
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    nodes.number(i).point(mesh.vertices[i]).end_line();
  // All three are written even when empty: a file left over from another mesh would be read back.
  return {{".node", nodes.take()},
          {".ele", write_cells(mesh.tetrahedra, "4")},
          {".face", write_cells(mesh.triangles, "")}};
}

}  // namespace

const Format tetgen_format{
    .name = "TetGen",
    .description = "TetGen's .node, .ele and .face text files; naming one brings the others",
    .extensions = {".node", ".ele", ".face"},
    .holds = {.triangles = true, .tetrahedra = true, .regions = true},
    .together = true,
    .read = read_tetgen,
    .write = write_tetgen,
};

}  // namespace pliant::io
