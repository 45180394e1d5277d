#include "mesh/generate/fitted_part.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mesh/generate/bridging.h"
#include "mesh/generate/centring.h"
#include "mesh/generate/far_places.h"
#include "mesh/generate/features.h"
#include "mesh/generate/improve.h"
#include "mesh/generate/sized_stuffing.h"
#include "mesh/generate/snapping.h"

namespace pliant::generate {

namespace {

constexpr int spare_halvings = 2;   // beyond those that thin parts need, to keep them together
constexpr int halvings_inside = 3;  // of the longest cubes inside a graded mesh

// Leaves of this level that the surface passes.
void split_at_surface(SizedTree& tree, const FittedPart& part, int level) {
  for (const SizedTree::Leaf& leaf : tree.leaves()) {
    if (leaf.level != level) continue;
    const double length = tree.length_of(leaf);
    const Vec3d margin = Vec3d{1, 1, 1} * (length / 2), low = tree.position(leaf.corner);
    bool passes = false;
    part.field->tree().overlapping({low - margin, low + Vec3d{1, 1, 1} * length + margin},
                                   [&](Index) { passes = true; });
    if (passes) tree.refine(leaf.corner, level + 1);
  }
}

// The lids over holes lie on no triangle: their vertices stay where they are.
std::vector<Freedom> freedoms(const FittedPart& part, const SizedMesh& mesh) {
  std::vector<Freedom> freedom(mesh.vertices.size(), Freedom::inner);
  constexpr double on = 1e-7;
  for (std::size_t v = 0; v < freedom.size(); ++v)
    if (mesh.on_surface[v])
      freedom[v] = part.field->closed() ||
                           part.field->tree().nearest(mesh.vertices[v], on).triangle != no_index
                       ? Freedom::surface
                       : Freedom::fixed;
  return freedom;
}

Improver::Project onto(const FittedPart& part, const Features* features) {
  return [&part, features](Freedom freedom, const Vec3d& p) {
    if (freedom == Freedom::edge)
      return features->nearest(p, std::numeric_limits<double>::infinity()).point;
    return part.field->tree().nearest(p).point;
  };
}

// Moves vertices until the angles are right; the tetrahedra for which that failed.
std::vector<Index> mend(const FittedPart& part, SizedMesh& mesh, std::vector<Freedom>& freedom) {
  return Improver(mesh.vertices, mesh.tetrahedra, freedom, onto(part, nullptr)).mend(8);
}

// Sharp edges, then the volume.
void polish(const FittedPart& part, SizedMesh& mesh, std::vector<Freedom>& freedom, double size,
            Fitted& out) {
  const std::span<const Tetrahedron> cells(mesh.tetrahedra);
  const auto boundary = boundary_triangles(
      cells, tetrahedron_neighbours(cells, vertex_cells(cells, mesh.vertices.size())));
  const Features features(part.solid.surface, 2 * size);
  if (!features.empty()) {
    Improver improver(mesh.vertices, cells, freedom, onto(part, &features));
    snap_to_features(features, improver, mesh.vertices, freedom, boundary);
    out.sharp_length += features.length();
    out.kept_length += kept_length(features, mesh.vertices, freedom, boundary);
  }
  if (part.field->closed())
    centre_boundary(mesh.vertices, cells, freedom, part.field->tree(), part.field->volume());
}

void append(const SizedMesh& mesh, const std::vector<char>& kept, Fitted& out) {
  std::vector<Index> number(mesh.vertices.size(), no_index);
  const std::size_t before = out.mesh.tetrahedra.size();
  for (std::size_t t = 0; t < kept.size(); ++t) {
    Tetrahedron cell = mesh.tetrahedra[t];
    if (!kept[t]) {
      out.crumbs += signed_volume(mesh.vertices[cell[0]], mesh.vertices[cell[1]],
                                  mesh.vertices[cell[2]], mesh.vertices[cell[3]]);
      continue;
    }
    for (Index& v : cell) {
      if (number[v] == no_index) {
        number[v] = static_cast<Index>(out.mesh.vertices.size());
        out.mesh.vertices.push_back(mesh.vertices[v]);
      }
      v = number[v];
    }
    out.mesh.tetrahedra.cells.push_back(cell);
  }
  if (out.mesh.tetrahedra.size() == before) ++out.lost;
}

}  // namespace

SizedTree tree_of(const FittedPart& part, const LatticeSizes& sizes, bool graded) {
  const int inside = graded ? halvings_inside : 0;
  SizedTree tree(part.field->box(), std::ldexp(sizes.largest, inside),
                 inside + spare_halvings +
                     static_cast<int>(std::lround(std::log2(sizes.largest / sizes.smallest))));
  for (const SurfaceSample& s : part.samples) tree.refine(s.point, wanted_size(s, sizes));
  for (int level = 0; level < inside; ++level) split_at_surface(tree, part, level);
  for (const SizeSample& s : part.extra) tree.refine(s.point, s.size);
  tree.balance();
  return tree;
}

void finish_part(FittedPart& part, const LatticeSizes& sizes, bool graded,
                 int rounds_against_crumbs, double near, Fitted& out) {
  constexpr int rounds = 8;
  int against_crumbs = 0;
  std::vector<SizeSample> before;
  SizedMesh mesh;
  std::vector<Index> bad;
  std::vector<Freedom> freedom;
  std::vector<char> kept;
  double first = 0;  // number of tetrahedra
  for (int round = 0; round < rounds; ++round) {
    const SizedTree tree = tree_of(part, sizes, graded);
    mesh = stuff(*part.field, tree);
    const auto count = static_cast<double>(mesh.tetrahedra.size());
    if (round == 0) first = count;
    if (against_crumbs > 0 && against_crumbs <= rounds_against_crumbs && count > 1.15 * first) {
      part.dear = true;
      part.bridges = std::exchange(part.extra, before);
      against_crumbs = rounds_against_crumbs + 1;
      continue;
    }
    freedom = freedoms(part, mesh);
    bad = mend(part, mesh, freedom);
    kept = main_piece(mesh.vertices, mesh.tetrahedra, part.solid.single);
    const std::size_t asked = part.extra.size();
    for (Index t : bad)
      if (kept[t]) level_out(tree, mesh.leaves[mesh.leaf[t]], 0, part);
    if (against_crumbs < rounds_against_crumbs && std::ranges::count(kept, 0) > 0) {
      if (against_crumbs++ == 0) before = part.extra;
      bridge(tree, mesh, kept, part);
    }
    if (part.extra.size() == asked) break;
  }
  for (Index t : bad) out.good = out.good && !kept[t];
  if (out.good) {
    polish(part, mesh, freedom, sizes.largest, out);
    const FarPlaces far = far_places(part, mesh, kept, near);
    out.distance = std::max(out.distance, far.greatest);
    out.far += far.area;
    part.closer = halved_at(tree_of(part, sizes, graded), far.places);
  }
  append(mesh, kept, out);
}

}  // namespace pliant::generate
