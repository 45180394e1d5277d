#include <pliant/error.h>
#include <pliant/topology.h>

#include <algorithm>

#include "base/text.h"
#include "mesh/io/formats.h"
#include "mesh/io/scanner.h"
#include "mesh/io/text_writer.h"

// E06's .str files (Table 8.1): blocks in any order, each its name, a count, then one item a line,
// numbered from zero. What E06 calls a particle is a vertex of Mesh; a Voronoi ridge is a Voronoi
// face. Neighbour i of a tetrahedron lies opposite its particle i, -1 where there is none.

namespace pliant::io {

namespace {

class StrReader {
 public:
  explicit StrReader(Scanner in) : in_(std::move(in)) {}

  Mesh read() {
    while (!in_.at_end()) read_block();
    check_neighbours();
    check_voronoi();
    particles_.check(in_, mesh_.vertices.size());
    tetrahedra_.check(in_, mesh_.tetrahedra.size());
    voronoi_vertices_.check(in_, voronoi_.vertices.size());
    voronoi_faces_.check(in_, voronoi_.face_particles.size());
    if (seen_[voronoivertices]) mesh_.voronoi = std::move(voronoi_);
    return std::move(mesh_);
  }

 private:
  enum Kind {
    particles,
    tetrahedra,
    neighbors,
    faces,
    voronoivertices,
    dependencies,
    voronoiridges,
    voronoicells,
    kinds
  };
  struct Block {
    std::string_view name;
    std::size_t row_bytes;  // the least a row takes
    void (StrReader::*read)(std::size_t count);
  };
  struct Seen {
    std::size_t place;
    std::size_t count;
  };
  static const Block blocks[kinds];

  void read_block() {
    const std::string_view name = in_.word();
    const Block* block = std::ranges::find(blocks, name, &Block::name);
    if (block == std::end(blocks)) fail_unknown(name);
    auto& seen = seen_[block - blocks];
    if (seen) in_.fail(text("a second block '", name, "'"), "join the two blocks into one");
    const std::size_t place = in_.place();
    seen = {place, in_.count(name, block->row_bytes)};
    (this->*block->read)(seen->count);
  }

  [[noreturn]] void fail_unknown(std::string_view name) {
    std::string known;
    for (const Block& block : blocks) known += text(known.empty() ? "" : " ", block.name);
    in_.fail(text("expected the name of a block, found '", shown(name), "'"),
             text("the blocks are ", known, "; the count of the block before may be too small"));
  }

  void read_points(std::vector<Vec3d>& points, std::size_t count) {
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) points.push_back(in_.point());
  }

  template <std::size_t N>
  void read_cells(std::vector<Cell<N>>& cells, std::size_t count) {
    cells.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      Cell<N> cell;
      for (Index& v : cell) v = particles_.take(in_);
      cells.push_back(cell);
    }
  }

  // The row's length and then its items.
  void read_list(Lists& lists, LateIndices& items, std::string_view what) {
    const std::size_t count = in_.count(what);
    for (std::size_t i = 0; i < count; ++i) lists.items.push_back(items.take(in_));
    lists.offsets.push_back(lists.items.size());
  }

  void read_particles(std::size_t count) { read_points(mesh_.vertices, count); }
  void read_tetrahedra(std::size_t count) { read_cells(mesh_.tetrahedra.cells, count); }
  void read_faces(std::size_t count) { read_cells(mesh_.triangles.cells, count); }
  void read_voronoi_vertices(std::size_t count) { read_points(voronoi_.vertices, count); }
  void read_dependencies(std::size_t count) { read_cells(voronoi_.dependencies, count); }

  void read_neighbours(std::size_t count) {
    for (std::size_t i = 0; i < 4 * count; ++i)
      if (const std::int64_t t = in_.integer(); t != -1) tetrahedra_.add(t, in_);
  }

  void read_ridges(std::size_t count) {
    voronoi_.face_particles.reserve(count);
    voronoi_.face_vertices.offsets.reserve(count + 1);
    for (std::size_t i = 0; i < count; ++i) {
      const Index a = particles_.take(in_);
      const Index b = particles_.take(in_);
      voronoi_.face_particles.push_back({a, b});
      read_list(voronoi_.face_vertices, voronoi_vertices_, "vertices of a Voronoi face");
    }
  }

  void read_voronoi_cells(std::size_t count) {
    voronoi_.cell_faces.offsets.reserve(count + 1);
    for (std::size_t i = 0; i < count; ++i)
      read_list(voronoi_.cell_faces, voronoi_faces_, "faces of a Voronoi cell");
  }

  // Two blocks of which the second has one row for each of the first.
  void check_rows(Kind rows, Kind items) const {
    const std::size_t expected = seen_[items] ? seen_[items]->count : 0;
    if (seen_[rows]->count != expected)
      in_.fail_at(
          seen_[rows]->place,
          text("block '", blocks[rows].name, "' has ", plural(seen_[rows]->count, "row", "rows"),
               ", but block '", blocks[items].name, "' has ", expected),
          "the two must have the same number of rows");
  }

  void check_neighbours() const {
    if (seen_[neighbors]) check_rows(neighbors, tetrahedra);
  }

  void check_voronoi() const {
    constexpr Kind parts[] = {voronoivertices, dependencies, voronoiridges, voronoicells};
    for (const Kind present : parts)
      for (const Kind missing : parts)
        if (seen_[present] && !seen_[missing])
          in_.fail_at(
              seen_[present]->place,
              text("block '", blocks[present].name, "' without block '", blocks[missing].name, "'"),
              "a Voronoi diagram needs voronoivertices, dependencies, voronoiridges and "
              "voronoicells; leave out all four or none");
    if (!seen_[voronoivertices]) return;
    check_rows(dependencies, voronoivertices);
    check_rows(voronoicells, particles);
  }

  Scanner in_;
  Mesh mesh_;
  VoronoiDiagram voronoi_;
  std::optional<Seen> seen_[kinds];
  LateIndices particles_{"particle", "particles"};
  LateIndices tetrahedra_{"tetrahedron", "tetrahedra"};
  LateIndices voronoi_vertices_{"Voronoi vertex", "Voronoi vertices"};
  LateIndices voronoi_faces_{"Voronoi ridge", "Voronoi ridges"};
};

const StrReader::Block StrReader::blocks[kinds] = {
    {"particles", 6, &StrReader::read_particles},
    {"tetrahedra", 8, &StrReader::read_tetrahedra},
    {"neighbors", 8, &StrReader::read_neighbours},
    {"faces", 6, &StrReader::read_faces},
    {"voronoivertices", 6, &StrReader::read_voronoi_vertices},
    {"dependencies", 8, &StrReader::read_dependencies},
    {"voronoiridges", 6, &StrReader::read_ridges},
    {"voronoicells", 2, &StrReader::read_voronoi_cells},
};

Mesh read_str(Files& files, Notes&) {
  const std::string_view bytes = files.main();
  return StrReader({files.name(), bytes}).read();
}

TextWriter& begin_block(TextWriter& out, std::string_view name, std::size_t count) {
  return out.text(name).end_line().number(count).end_line();
}

void write_points(TextWriter& out, std::string_view name, const std::vector<Vec3d>& points) {
  begin_block(out, name, points.size());
  for (const Vec3d& p : points) out.point(p).end_line();
}

template <std::size_t N>
void write_cells(TextWriter& out, std::string_view name, const std::vector<Cell<N>>& cells) {
  begin_block(out, name, cells.size());
  for (const Cell<N>& cell : cells) out.cell<N>(cell).end_line();
}

void write_neighbours(TextWriter& out, const Mesh& mesh) {
  const auto& tetrahedra = mesh.tetrahedra.cells;
  const Lists touching = vertex_cells<4>(tetrahedra, mesh.vertices.size());
  begin_block(out, "neighbors", tetrahedra.size());
  for (const Cell<4>& row : tetrahedron_neighbours(tetrahedra, touching)) {
    for (const Index t : row) out.number(t == no_index ? std::int64_t{-1} : std::int64_t{t});
    out.end_line();
  }
}

void write_list(TextWriter& out, std::span<const Index> items) {
  out.number(items.size());
  for (const Index item : items) out.number(item);
  out.end_line();
}

void write_voronoi(TextWriter& out, const VoronoiDiagram& voronoi) {
  write_points(out, "voronoivertices", voronoi.vertices);
  write_cells(out, "dependencies", voronoi.dependencies);
  begin_block(out, "voronoiridges", voronoi.face_particles.size());
  for (std::size_t i = 0; i < voronoi.face_particles.size(); ++i) {
    out.cell<2>(voronoi.face_particles[i]);
    write_list(out, voronoi.face_vertices[i]);
  }
  begin_block(out, "voronoicells", voronoi.cell_faces.size());
  for (std::size_t i = 0; i < voronoi.cell_faces.size(); ++i)
    write_list(out, voronoi.cell_faces[i]);
}

// A diagram made for another mesh would give a file that no one can read.
void check_voronoi_fits(const Mesh& mesh) {
  const VoronoiDiagram& voronoi = *mesh.voronoi;
  if (voronoi.cell_faces.size() != mesh.vertices.size() ||
      voronoi.dependencies.size() != voronoi.vertices.size() ||
      voronoi.face_vertices.size() != voronoi.face_particles.size())
    throw InputError("", 0, "the Voronoi diagram does not belong to the mesh",
                     "make it anew from this mesh");
}

FileMap write_str(const Mesh& mesh, const std::string& extension, const WriteOptions&) {
  if (mesh.voronoi) check_voronoi_fits(mesh);
  TextWriter out;
  write_points(out, "particles", mesh.vertices);
  write_cells(out, "tetrahedra", mesh.tetrahedra.cells);
  write_neighbours(out, mesh);
  write_cells(out, "faces", mesh.triangles.cells);
  if (mesh.voronoi) write_voronoi(out, *mesh.voronoi);
  return {{extension, out.take()}};
}

}  // namespace

const Format str_format{
    .name = "STR",
    .description = "tetrahedra and their Voronoi diagram in one text file of blocks (E06)",
    .extensions = {".str"},
    .holds = {.triangles = true, .tetrahedra = true, .voronoi = true},
    .read = read_str,
    .write = write_str,
};

}  // namespace pliant::io
