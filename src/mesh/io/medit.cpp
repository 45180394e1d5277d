#include <algorithm>

#include "base/text.h"
#include "mesh/io/formats.h"
#include "mesh/io/scanner.h"
#include "mesh/io/text_writer.h"

// MEDIT's .mesh text files, numbered from 1. The reference that ends a row is the cell's region.
// A block whose references are all zero reads as a block without regions, which means the same
// (Cells::region), and cells without regions are written with reference 0. References of vertices
// are not kept.

namespace pliant::io {

namespace {

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool is_keyword(std::string_view word) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !word.empty() && letter(word[0]) && std::ranges::all_of(word, [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '_';
  });
}

bool starts_number(std::string_view word) {
  return !word.empty() && std::string_view("0123456789+-.").find(word[0]) != std::string_view::npos;
}

// Elements that Mesh cannot hold, with the numbers in a row of each.
struct Element {
  std::string_view keyword;
  std::string_view name;
  std::size_t columns;
};
constexpr Element skipped_elements[] = {
    {"quadrilaterals", "quadrilaterals", 5},
    {"prisms", "prisms", 7},
    {"pentahedra", "prisms", 7},
    {"wedges", "prisms", 7},
    {"pyramids", "pyramids", 6},
    {"edgesp2", "quadratic edges", 4},
    {"trianglesp2", "quadratic triangles", 7},
    {"quadrilateralsq2", "quadratic quadrilaterals", 10},
    {"tetrahedrap2", "quadratic tetrahedra", 11},
    {"hexahedraq2", "quadratic hexahedra", 28},
};

// Blocks that only decorate the mesh.
bool is_decoration(std::string_view keyword) {
  for (std::string_view start :
       {"required", "normal", "tangent", "vertexon", "edgeon", "subdomain"})
    if (keyword.starts_with(start)) return true;
  for (std::string_view word : {"corners", "ridges", "angleofcornerbound", "boundingbox",
                                "geometry", "identifier", "includefile", "time", "iterations"})
    if (keyword == word) return true;
  return false;
}

class MeditReader {
 public:
  MeditReader(Scanner in, Notes& notes) : in_(std::move(in)), notes_(notes) {}

  Mesh read() {
    read_version();
    while (!in_.at_end()) {
      const std::string_view word = in_.word();
      if (!is_keyword(word))
        in_.fail(text("expected a keyword, found '", shown(word), "'"),
                 "the count of the block before may be wrong");
      const std::string keyword = lower(word);
      if (keyword == "end") break;
      read_block(word, keyword);
    }
    vertices_.check(in_, mesh_.vertices.size());
    return std::move(mesh_);
  }

 private:
  void read_version() {
    const std::string_view word = in_.word();
    const std::string keyword = lower(word);
    if (keyword == "meshversionunformatted")
      in_.fail("this is a binary MEDIT file", "save it as text (ASCII)");
    if (keyword != "meshversionformatted")
      in_.fail(text("expected 'MeshVersionFormatted', found '", shown(word), "'"),
               "check that this is a MEDIT text file");
    in_.integer();
  }

  void read_block(std::string_view word, const std::string& keyword) {
    if (keyword == "dimension") {
      read_dimension();
    } else if (keyword == "vertices") {
      read_vertices();
    } else if (keyword == "edges") {
      read_cells(mesh_.lines, keyword);
    } else if (keyword == "triangles") {
      read_cells(mesh_.triangles, keyword);
    } else if (keyword == "tetrahedra") {
      read_cells(mesh_.tetrahedra, keyword);
    } else if (keyword == "hexahedra") {
      read_cells(mesh_.hexahedra, keyword);
    } else if (is_decoration(keyword)) {
      skip_numbers();
    } else if (const auto* element =
                   std::ranges::find(skipped_elements, keyword, &Element::keyword);
               element != std::end(skipped_elements)) {
      skip_elements(*element);
    } else {
      const std::size_t numbers = skip_numbers();
      notes_.push_back(text(in_.file(), ": the unknown block '", shown(word), "' of ",
                            plural(numbers, "number", "numbers"), " skipped"));
    }
  }

  void read_dimension() {
    const std::int64_t dimension = in_.integer();
    if (dimension != 3)
      in_.fail(text("the mesh has ", dimension, " dimensions"),
               "only three are supported; give each vertex a third coordinate");
  }

  void read_vertices() {
    if (!mesh_.vertices.empty()) fail_second("vertices");
    const std::size_t count = in_.count("vertices", 8);
    mesh_.vertices.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      mesh_.vertices.push_back(in_.point());
      in_.integer();
    }
  }

  template <std::size_t N>
  void read_cells(Cells<N>& cells, const std::string& what) {
    if (!cells.empty()) fail_second(what);
    const std::size_t count = in_.count(what, 2 * (N + 1));
    cells.cells.reserve(count);
    cells.regions.reserve(count);
    bool labelled = false;
    for (std::size_t i = 0; i < count; ++i) {
      Cell<N> cell;
      for (Index& v : cell) v = vertices_.take(in_);
      cells.cells.push_back(cell);
      cells.regions.push_back(read_reference());
      labelled = labelled || cells.regions.back() != 0;
    }
    if (!labelled) cells.regions = {};
  }

  std::int32_t read_reference() {
    const std::int64_t reference = in_.integer();
    if (reference != static_cast<std::int32_t>(reference))
      in_.fail(text("the reference ", reference, " is too large"), "use numbers of 32 bits");
    return static_cast<std::int32_t>(reference);
  }

  void skip_elements(const Element& element) {
    const std::size_t count = in_.count(element.name, 2 * element.columns);
    for (std::size_t i = 0; i < count * element.columns; ++i) in_.integer();
    if (count > 0) notes_.push_back(text(in_.file(), ": ", element.name, " skipped: ", count));
  }

  // Takes numbers and quoted lines up to the next keyword; returns how many numbers.
  std::size_t skip_numbers() {
    std::size_t count = 0;
    for (;;) {
      const std::string_view next = in_.peek();
      if (next.starts_with('"')) {
        in_.rest_of_line();
      } else if (starts_number(next)) {
        in_.word();
        ++count;
      } else {
        return count;
      }
    }
  }

  [[noreturn]] void fail_second(std::string_view what) {
    in_.fail(text("a second block of ", what), "join the two blocks into one");
  }

  Scanner in_;
  Notes& notes_;
  Mesh mesh_;
  LateIndices vertices_{"vertex", "vertices", 1};
};

Mesh read_medit(Files& files, Notes& notes) {
  const std::string_view bytes = files.main();
  return MeditReader({files.name(), bytes}, notes).read();
}

template <std::size_t N>
void write_cells(TextWriter& out, const Cells<N>& cells, std::string_view keyword) {
  if (cells.empty()) return;
  out.text("\n").text(keyword).end_line().number(cells.size()).end_line();
  for (std::size_t i = 0; i < cells.size(); ++i)
    out.cell<N>(cells[i], 1).number(cells.region(i)).end_line();
}

FileMap write_medit(const Mesh& mesh, const std::string& extension, const WriteOptions&) {
  TextWriter out;
  out.text("MeshVersionFormatted 2\nDimension 3\n\nVertices\n");
  out.number(mesh.vertices.size()).end_line();
  for (const Vec3d& p : mesh.vertices) out.point(p).word("0").end_line();
  write_cells(out, mesh.lines, "Edges");
  write_cells(out, mesh.triangles, "Triangles");
  write_cells(out, mesh.tetrahedra, "Tetrahedra");
  write_cells(out, mesh.hexahedra, "Hexahedra");
  out.text("\nEnd\n");
  return {{extension, out.take()}};
}

}  // namespace

const Format medit_format{
    .name = "MEDIT",
    .description = "MEDIT's .mesh text files, as Mmg, TetGen, Gmsh and FreeFem write them",
    .extensions = {".mesh"},
    .holds =
        {.lines = true, .triangles = true, .tetrahedra = true, .hexahedra = true, .regions = true},
    .read = read_medit,
    .write = write_medit,
};

}  // namespace pliant::io
