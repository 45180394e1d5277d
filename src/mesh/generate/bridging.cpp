#include "mesh/generate/bridging.h"

#include <pliant/topology.h>

#include <algorithm>
#include <cmath>

#include "mesh/disjoint_sets.h"
#include "mesh/generate/site_table.h"

namespace pliant::generate {

namespace {

Site stretched(const Site& s, int factor) {
  return {s.x * factor, s.y * factor, s.z * factor};
}

// All steps of up to so many units along each axis.
template <class Visit>
void for_cube(int reach, Visit&& visit) {
  for (int z = -reach; z <= reach; ++z)
    for (int y = -reach; y <= reach; ++y)
      for (int x = -reach; x <= reach; ++x) visit(Site{x, y, z});
}

}  // namespace

void level_out(const SizedTree& tree, const SizedTree::Leaf& leaf, int more, FittedPart& part) {
  int level = leaf.level;
  const auto round_about = [&](auto&& visit) {
    for_cube(2, [&](const Site& step) { visit(leaf.centre() + stretched(step, leaf.width / 2)); });
  };
  if (more == 0) round_about([&](const Site& s) { level = std::max(level, tree.level_at(s)); });
  level = std::min(level + more, tree.levels());
  round_about([&](const Site& s) {
    const SizedTree::Leaf other = tree.leaf_at(s);
    if (other.level >= 0 && other.level < level)
      part.extra.push_back({tree.position(s) + Vec3d{1, 1, 1} * (1e-3 * tree.length_of(leaf)),
                            std::ldexp(tree.spacing(), -level)});
  });
}

void bridge(const SizedTree& tree, const SizedMesh& mesh, const std::vector<char>& kept,
            FittedPart& part) {
  SiteTable numbers;
  for (const SizedTree::Leaf& leaf : mesh.leaves) numbers.number(leaf.centre());
  std::vector<char> whole(mesh.leaves.size()), broken(mesh.leaves.size());
  for (std::size_t t = 0; t < kept.size(); ++t) (kept[t] ? whole : broken)[mesh.leaf[t]] = 1;
  constexpr int reach = 2;  // leaves
  for (std::size_t n = 0; n < broken.size(); ++n) {
    if (!broken[n]) continue;
    const SizedTree::Leaf& leaf = mesh.leaves[n];
    bool near = false;
    for_cube(reach, [&](const Site& step) {
      const SizedTree::Leaf other = tree.leaf_at(leaf.centre() + stretched(step, leaf.width));
      const Index number = other.level >= 0 ? numbers.find(other.centre()) : no_index;
      near = near || (number != no_index && whole[number]);
    });
    if (near) level_out(tree, leaf, 1, part);
  }
}

std::vector<char> main_piece(std::span<const Vec3d> vertices, std::span<const Tetrahedron> cells,
                             bool single) {
  const auto neighbours = tetrahedron_neighbours(cells, vertex_cells(cells, vertices.size()));
  DisjointSets sets(cells.size());
  for (Index t = 0; t < cells.size(); ++t)
    for (Index n : neighbours[t])
      if (n != no_index) sets.join(t, n);
  std::vector<double> volume(cells.size());
  double all = 0, largest = 0;
  for (Index t = 0; t < cells.size(); ++t) {
    const auto& [a, b, c, d] = cells[t];
    const double v = signed_volume(vertices[a], vertices[b], vertices[c], vertices[d]);
    volume[sets.find(t)] += v;
    all += v;
  }
  for (double v : volume) largest = std::max(largest, v);
  const double least = single ? largest : std::min(largest, 0.01 * all);
  std::vector<char> kept(cells.size());
  for (Index t = 0; t < cells.size(); ++t) kept[t] = volume[sets.find(t)] >= least;
  return kept;
}

}  // namespace pliant::generate
