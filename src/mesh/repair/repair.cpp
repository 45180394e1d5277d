#include "mesh/repair/repair.h"

#include <pliant/check.h>
#include <pliant/error.h>

#include "base/text.h"
#include "mesh/cells.h"
#include "mesh/check/findings.h"
#include "mesh/surface_look.h"

namespace pliant {

std::vector<std::string> RepairTally::sentences() const {
  std::vector<std::string> said;
  const auto say = [&](std::string_view verb, std::size_t count, std::string_view one,
                       std::string_view many, std::string_view rest = "") {
    if (count > 0) said.push_back(text(verb, ' ', plural(count, one, many), rest));
  };
  say("dropped", non_finite_cells, "cell", "cells", " with non-finite or too large vertices");
  say("dropped", dropped_pieces, "unwanted piece", "unwanted pieces");
  say("welded", welded_vertices, "vertex", "vertices", " to others at the same place");
  say("removed", flat_faces, "face", "faces", " without area");
  say("dropped", double_faces, "double face", "double faces");
  say("dropped", hanging_faces, "face", "faces", " that hung by one edge");
  say("dropped", wall_faces, "face", "faces", " beyond the second at an edge");
  say("separated parts that touch along edges with", separated_vertices, "new vertex",
      "new vertices");
  say("removed", folded_vertices, "vertex", "vertices", " of folded faces");
  say("closed", holes, "hole", "holes", text(" with ", plural(hole_faces, "face", "faces")));
  say("turned", turned_faces, "face", "faces", " to agree with the rest");
  say("turned", turned_parts, "part", "parts", " that faced the wrong way");
  say("dropped", flat_tetrahedra, "tetrahedron", "tetrahedra", " without volume");
  say("dropped", double_tetrahedra, "double tetrahedron", "double tetrahedra");
  say("turned", turned_tetrahedra, "inverted tetrahedron", "inverted tetrahedra", " round");
  say("dropped", dropped_lines, "line", "lines", " that were double or without length");
  say("dropped", double_hexahedra, "double hexahedron", "double hexahedra");
  say("removed", orphan_vertices, "vertex", "vertices", " that nothing used");
  return said;
}

namespace {

template <std::size_t N>
std::size_t drop_non_finite(Cells<N>& cells, const Points& points) {
  std::vector<char> keep(cells.size(), 1);
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (Index v : cells[i]) keep[i] = keep[i] && points.sane[v];
  return keep_cells(cells, keep);
}

void drop_non_finite(Mesh& mesh, RepairTally& tally) {
  const Points points = scaled_points(mesh.vertices, used_vertices(mesh));
  tally.non_finite_cells =
      drop_non_finite(mesh.lines, points) + drop_non_finite(mesh.triangles, points) +
      drop_non_finite(mesh.tetrahedra, points) + drop_non_finite(mesh.hexahedra, points);
}

// Drops doubles, and cells that repeat a vertex where those have no use.
template <std::size_t N>
std::size_t drop_useless(Cells<N>& cells, bool may_repeat) {
  const auto first = first_copies<N>(cells.cells);
  std::vector<char> keep(cells.size());
  for (Index i = 0; i < keep.size(); ++i)
    keep[i] = first[i] == i && (may_repeat || !repeats_vertex(cells[i]));
  return keep_cells(cells, keep);
}

void drop_useless_cells(Mesh& mesh, RepairTally& tally) {
  tally.dropped_lines += drop_useless(mesh.lines, false);
  tally.double_hexahedra += drop_useless(mesh.hexahedra, true);
}

std::size_t drop_orphans(Mesh& mesh) {
  const auto used = used_vertices(mesh);
  std::vector<Index> number(used.size(), no_index);
  std::size_t kept = 0;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v]) {
      mesh.vertices[kept] = mesh.vertices[v];
      number[v] = static_cast<Index>(kept++);
    }
  const std::size_t dropped = used.size() - kept;
  if (dropped == 0) return 0;
  mesh.vertices.resize(kept);
  renumber(mesh, number);
  return dropped;
}

bool has_cells(const Mesh& mesh) {
  return !mesh.lines.empty() || !mesh.triangles.empty() || !mesh.tetrahedra.empty() ||
         !mesh.hexahedra.empty();
}

}  // namespace

Mesh repair(const Mesh& mesh, std::vector<std::string>& done, const RepairOptions& options,
            std::vector<std::string>* left) {
  if (!(options.drop_smaller_than >= 0 && options.drop_smaller_than <= 1))
    throw InputError("", 0,
                     text("pieces below ", options.drop_smaller_than, " of the largest would go"),
                     "give a share from 0 to 1, such as 0.01");
  require_valid_indices(mesh);
  Mesh mended = mesh;
  if (!has_cells(mesh)) return mended;
  RepairTally tally;
  drop_non_finite(mended, tally);
  drop_useless_cells(mended, tally);
  drop_pieces(mended, options, tally);
  if (!mended.tetrahedra.empty()) repair_tetrahedra(mended, tally);
  if (mended.tetrahedra.empty() && !mended.triangles.empty()) repair_surface(mended, tally);
  drop_useless_cells(mended, tally);    // welding may have made some
  drop_pieces(mended, options, tally);  // as may parting what touched along an edge
  if (!has_cells(mended))
    throw InputError("", 0, "nothing is left of the mesh after repair",
                     "all cells are degenerate or have bad vertices: see whether the file is the "
                     "right one, and look at it with 'pliant check'");
  // Those that were welded, or of dropped pieces, are unused now but have been told of already.
  tally.orphan_vertices =
      drop_orphans(mended) - tally.welded_vertices - tally.dropped_piece_vertices;
  auto sentences = tally.sentences();
  if (mended.voronoi && !sentences.empty()) {
    mended.voronoi.reset();
    sentences.emplace_back("dropped the stored Voronoi diagram, which belongs to the old mesh");
  }
  if (mended.appearance && !sentences.empty()) carry_appearance(mesh, mended);
  if (left) left->insert(left->end(), tally.left_open.begin(), tally.left_open.end());
  done.insert(done.end(), sentences.begin(), sentences.end());
  return mended;
}

}  // namespace pliant
