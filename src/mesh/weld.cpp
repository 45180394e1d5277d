#include "mesh/weld.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "mesh/cells.h"

namespace pliant {

namespace {

// The finaliser of splitmix64: every bit of the input reaches every bit of the output.
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

std::uint64_t hash(const Vec3d& point) {
  std::uint64_t sum = 0x9e3779b97f4a7c15u;
  // Adding zero turns -0 into 0.
  for (int i = 0; i < 3; ++i) sum = mixed(sum + std::bit_cast<std::uint64_t>(point[i] + 0.0));
  return sum;
}

}  // namespace

std::size_t ExactWeld::slot_of(const Vec3d& point) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash(point) & mask;
  while (slots_[slot] != no_index && points_[slots_[slot]] != point) slot = (slot + 1) & mask;
  return slot;
}

void ExactWeld::grow() {
  slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), no_index);
  for (std::size_t i = 0; i < points_.size(); ++i)
    slots_[slot_of(points_[i])] = static_cast<Index>(i);
}

Index ExactWeld::add(const Vec3d& point) {
  if (2 * points_.size() >= slots_.size()) grow();
  Index& number = slots_[slot_of(point)];
  if (number == no_index) {
    number = static_cast<Index>(points_.size());
    points_.push_back(point);
  }
  return number;
}

std::size_t weld_exact(Mesh& mesh) {
  ExactWeld weld;
  std::vector<Index> number;
  number.reserve(mesh.vertices.size());
  for (const Vec3d& vertex : mesh.vertices) number.push_back(weld.add(vertex));
  const std::size_t joined = mesh.vertices.size() - weld.points().size();
  if (joined == 0) return 0;
  mesh.vertices = weld.take_points();
  renumber(mesh, number);
  mesh.voronoi.reset();
  return joined;
}

}  // namespace pliant
