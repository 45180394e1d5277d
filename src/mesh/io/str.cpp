#include <pliant/error.h>
#include <pliant/topology.h>

#include <algorithm>

#include "base/text.h"
#include "mesh/cells.h"
#include "mesh/io/formats.h"
#include "mesh/io/scanner.h"
#include "mesh/io/text_writer.h"

// E06's .str files (Table 8.1): blocks in any order, each its name, a count, then one item a line,
// numbered from zero. What E06 calls a particle is a vertex of Mesh; a Voronoi ridge is a Voronoi
// face. Neighbour i of a tetrahedron lies opposite its particle i, -1 where there is none; since
// the tetrahedra tell the same, they are read to be compared with these alone. Faces are those of
// the surface: the mesh's triangles, or the boundary of its tetrahedra where it has none.

namespace pliant::io {

namespace {

std::vector<Cell<4>> neighbours_of(const Mesh& mesh) {
  const std::vector<Tetrahedron>& tetrahedra = mesh.tetrahedra.cells;
  return tetrahedron_neighbours(tetrahedra, vertex_cells<4>(tetrahedra, mesh.vertices.size()));
}

std::int64_t as_written(Index neighbour) {
  return neighbour == no_index ? std::int64_t{-1} : std::int64_t{neighbour};
}

std::string listed(const Cell<4>& neighbours) {
  std::string out;
  for (const Index t : neighbours) out += text(out.empty() ? "" : " ", as_written(t));
  return out;
}

class StrReader {
 public:
  explicit StrReader(Scanner in) : in_(std::move(in)) {}

  Mesh read(Notes& notes) {
    while (!in_.at_end()) read_block();
    check_neighbours();
    check_voronoi();
    particles_.check(in_, mesh_.vertices.size());
    tetrahedra_.check(in_, mesh_.tetrahedra.size());
    voronoi_vertices_.check(in_, voronoi_.vertices.size());
    voronoi_faces_.check(in_, voronoi_.face_particles.size());
    note_neighbours(notes);
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
    std::string_view row;   // what a row has
    std::size_t row_bytes;  // the least it takes
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
    block_ = static_cast<Kind>(block - blocks);
    (this->*block->read)(seen->count);
  }

  [[noreturn]] void fail_unknown(std::string_view name) {
    std::string known;
    for (const Block& block : blocks) known += text(known.empty() ? "" : " ", block.name);
    in_.fail(text("expected the name of a block, found '", shown(name), "'"),
             text("the blocks are ", known, "; the count of the block before may be too small"));
  }

  // An item is a line. What a line lacks or has too much is told there, not where the numbers of
  // all that follow run out.
  template <class Read>
  void read_rows(std::size_t count, const Read& read) {
    for (std::size_t i = 0; i < count; ++i) {
      in_row_ = false;
      read(i);
      if (in_.more_on_line()) fail_row("has more numbers than it should");
    }
  }
  Scanner& next_in_row() {
    if (in_row_ && !in_.more_on_line()) fail_row("ends too early");
    in_row_ = true;
    return in_;
  }
  [[noreturn]] void fail_row(std::string_view problem) {
    in_.fail(text("a line of block '", blocks[block_].name, "' ", problem),
             text("each line has ", blocks[block_].row));
  }

  void read_points(std::vector<Vec3d>& points, std::size_t count) {
    points.reserve(count);
    read_rows(count, [&](std::size_t) {
      Vec3d p;
      for (int k = 0; k < 3; ++k) p[k] = next_in_row().real();
      points.push_back(p);
    });
  }

  template <std::size_t N>
  Cell<N> read_cell() {
    Cell<N> cell;
    for (Index& v : cell) v = particles_.take(next_in_row());
    return cell;
  }
  template <std::size_t N>
  void read_cells(std::vector<Cell<N>>& cells, std::size_t count) {
    cells.reserve(count);
    read_rows(count, [&](std::size_t) { cells.push_back(read_cell<N>()); });
  }

  // The row's length and then its items.
  void read_list(Lists& lists, LateIndices& items, std::string_view what) {
    const std::size_t count = next_in_row().count(what);
    for (std::size_t i = 0; i < count; ++i) lists.items.push_back(items.take(next_in_row()));
    lists.offsets.push_back(lists.items.size());
  }

  void read_particles(std::size_t count) { read_points(mesh_.vertices, count); }
  void read_tetrahedra(std::size_t count) { read_cells(mesh_.tetrahedra.cells, count); }
  void read_faces(std::size_t count) { read_cells(mesh_.triangles.cells, count); }
  void read_voronoi_vertices(std::size_t count) { read_points(voronoi_.vertices, count); }

  void read_dependencies(std::size_t count) {
    voronoi_.dependencies.reserve(count);
    read_rows(count, [&](std::size_t i) {
      voronoi_.dependencies.push_back(read_cell<4>());
      if (repeats_vertex(voronoi_.dependencies.back()))
        in_.fail(text("Voronoi vertex ", i, " depends on a particle twice"),
                 "give the four particles of the tetrahedron it moves with");
    });
  }

  void read_neighbours(std::size_t count) {
    neighbours_.reserve(count);
    read_rows(count, [&](std::size_t) {
      NeighbourRow row;
      for (Index& neighbour : row.neighbours) {
        const std::int64_t t = next_in_row().integer();
        neighbour = t == -1 ? no_index : tetrahedra_.add(t, in_);
      }
      row.place = in_.place();
      neighbours_.push_back(row);
    });
  }

  void read_ridges(std::size_t count) {
    voronoi_.face_particles.reserve(count);
    voronoi_.face_vertices.offsets.reserve(count + 1);
    read_rows(count, [&](std::size_t i) {
      const Cell<2> between = read_cell<2>();
      if (between[0] == between[1])
        in_.fail(text("Voronoi ridge ", i, " lies between particle ", between[0], " and itself"),
                 "a ridge begins with the two particles it lies between");
      voronoi_.face_particles.push_back(between);
      read_list(voronoi_.face_vertices, voronoi_vertices_, "vertices of a Voronoi face");
    });
  }

  void read_voronoi_cells(std::size_t count) {
    voronoi_.cell_faces.offsets.reserve(count + 1);
    read_rows(count, [&](std::size_t) {
      read_list(voronoi_.cell_faces, voronoi_faces_, "faces of a Voronoi cell");
    });
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

  void note_neighbours(Notes& notes) const {
    if (!seen_[neighbors]) return;
    const std::vector<Cell<4>> true_ones = neighbours_of(mesh_);
    std::size_t wrong = 0, first = 0;
    for (std::size_t t = true_ones.size(); t-- > 0;)
      if (neighbours_[t].neighbours != true_ones[t]) {
        ++wrong;
        first = t;
      }
    if (wrong == 0) return;
    notes.push_back(text(
        in_.file(), ':', in_.line_at(neighbours_[first].place), ": the neighbours of tetrahedron ",
        first, " are ", listed(true_ones[first]), " by the particles that it shares with others, ",
        "but block 'neighbors' says ", listed(neighbours_[first].neighbours),
        wrong > 1 ? text(" (and ", plural(wrong - 1, "more row is", "more rows are"), " wrong)")
                  : "",
        "; the block is not used. If it is right, look at block 'tetrahedra', else write the file "
        "anew with 'pliant convert'"));
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

  struct NeighbourRow {
    Cell<4> neighbours;
    std::size_t place;
  };

  Scanner in_;
  Mesh mesh_;
  std::vector<NeighbourRow> neighbours_;
  VoronoiDiagram voronoi_;
  std::optional<Seen> seen_[kinds];
  Kind block_ = particles;  // that is being read
  bool in_row_ = false;     // and whether something of the line is
  LateIndices particles_{"particle", "particles"};
  LateIndices tetrahedra_{"tetrahedron", "tetrahedra"};
  LateIndices voronoi_vertices_{"Voronoi vertex", "Voronoi vertices"};
  LateIndices voronoi_faces_{"Voronoi ridge", "Voronoi ridges"};
};

const StrReader::Block StrReader::blocks[kinds] = {
    {"particles", "three coordinates", 6, &StrReader::read_particles},
    {"tetrahedra", "four particles", 8, &StrReader::read_tetrahedra},
    {"neighbors", "four tetrahedra, or -1", 8, &StrReader::read_neighbours},
    {"faces", "three particles", 6, &StrReader::read_faces},
    {"voronoivertices", "three coordinates", 6, &StrReader::read_voronoi_vertices},
    {"dependencies", "four particles", 8, &StrReader::read_dependencies},
    {"voronoiridges", "two particles, a count and so many Voronoi vertices", 6,
     &StrReader::read_ridges},
    {"voronoicells", "a count and so many Voronoi ridges", 2, &StrReader::read_voronoi_cells},
};

Mesh read_str(Files& files, Notes& notes) {
  const std::string_view bytes = files.main();
  return StrReader({files.name(), bytes}).read(notes);
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

void write_neighbours(TextWriter& out, const std::vector<Cell<4>>& neighbours) {
  begin_block(out, "neighbors", neighbours.size());
  for (const Cell<4>& row : neighbours) {
    for (const Index t : row) out.number(as_written(t));
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
  const std::vector<Cell<4>> neighbours = neighbours_of(mesh);
  write_neighbours(out, neighbours);
  write_cells(out, "faces",
              mesh.triangles.empty() ? boundary_triangles(mesh.tetrahedra.cells, neighbours)
                                     : mesh.triangles.cells);
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
