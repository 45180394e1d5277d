#include "mesh/generate/far_places.h"

#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>

#include "base/parallel.h"
#include "mesh/generate/site_table.h"
#include "mesh/surface_places.h"

namespace pliant::generate {

namespace {

struct Probe {
  Vec3d point;
  double area;
};

void add_far(std::span<const Probe> probes, const TriangleTree& other, double most,
             FarPlaces& out) {
  std::vector<TriangleTree::Nearest> found(probes.size());
  parallel_for(probes.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) found[i] = other.nearest(probes[i].point);
  });
  for (std::size_t i = 0; i < probes.size(); ++i) {
    out.greatest = std::max(out.greatest, found[i].distance);
    if (found[i].distance <= most) continue;
    out.places.push_back({probes[i].point, found[i].point});
    out.area += probes[i].area;
  }
}

std::vector<Probe> probes_on(std::span<const Vec3d> vertices, std::span<const Triangle> triangles) {
  constexpr std::size_t samples = 40'000;
  const double all = surface_area(vertices, triangles);
  std::vector<Probe> probes;
  for (const auto& [a, b, c] : triangles) {
    const Vec3d &p = vertices[a], &q = vertices[b], &r = vertices[c];
    const double area = length(cross(q - p, r - p)) / 2;
    const std::size_t first = probes.size();
    for_places(p, q, r, area / all, samples, [&](const Vec3d& at) {
      probes.push_back({at, area});
    });
    for (std::size_t i = first; i < probes.size(); ++i)
      probes[i].area /= static_cast<double>(probes.size() - first);
  }
  return probes;
}

}  // namespace

FarPlaces far_places(const FittedPart& part, const SizedMesh& mesh, const std::vector<char>& kept,
                     double most) {
  FarPlaces out;
  std::vector<Tetrahedron> whole;
  for (std::size_t t = 0; t < kept.size(); ++t)
    if (kept[t]) whole.push_back(mesh.tetrahedra[t]);
  const std::span<const Tetrahedron> cells(whole);
  const auto boundary = boundary_triangles(
      cells, tetrahedron_neighbours(cells, vertex_cells(cells, mesh.vertices.size())));
  // The lids over holes lie on no triangle, and what lies in another piece bounds nothing.
  if (boundary.empty() || !part.field->closed()) return out;
  add_far(probes_on(mesh.vertices, boundary), part.field->tree(), most, out);
  if (!part.solid.single && part.solid.cavities == 0) return out;
  const Mesh& surface = part.solid.surface;
  add_far(probes_on(surface.vertices, surface.triangles.cells),
          TriangleTree(mesh.vertices, boundary), most, out);
  return out;
}

std::vector<SizeSample> halved_at(const SizedTree& tree, std::span<const FarPlace> places) {
  SiteTable done;
  std::vector<SizeSample> out;
  for (const FarPlace& place : places)
    for (const double way : {0.0, 0.5, 1.0}) {
      const Vec3d p = place.point + (place.nearest - place.point) * way;
      const SizedTree::Leaf leaf = tree.leaf_at(tree.site_at(p));
      if (leaf.level < 0 || done.find(leaf.centre()) != no_index) continue;
      done.number(leaf.centre());
      out.push_back({p, tree.length_of(leaf) / 2});
    }
  return out;
}

}  // namespace pliant::generate
