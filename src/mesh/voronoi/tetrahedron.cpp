#include "mesh/voronoi/tetrahedron.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::voronoi {

Bisector bisector(std::span<const Vec3d> x, const Tetrahedron& t, Index p, Index q) {
  const Vec3d across = x[p] - x[q];
  Bisector result{};
  double reach = 0;  // the largest of what is subtracted from each other
  for (int i = 0; i < 4; ++i) {
    const Vec3d from_both = (x[t[i]] - x[p]) + (x[t[i]] - x[q]);
    result.difference[i] = dot(across, from_both);
    reach = std::max({reach, std::abs(from_both.x), std::abs(from_both.y), std::abs(from_both.z),
                      std::abs(x[t[i]].x), std::abs(x[t[i]].y), std::abs(x[t[i]].z)});
  }
  result.tolerance = 64 * std::numeric_limits<double>::epsilon() * length(across) * reach;
  return result;
}

void TetrahedronDiagram::build(Index tetrahedron) {
  tetrahedron_ = mesh_.tetrahedra()[tetrahedron];
  sites_.clear();
  asked_.clear();
  for (Index v : tetrahedron_) add_site(v);
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t i = 0; i < sites_.size(); ++i)
      while (ask_corners(i)) changed = true;
  }
}

void TetrahedronDiagram::add_site(Index site) {
  const std::size_t added = sites_.size();
  if (pieces_.size() <= added) pieces_.resize(added + 1);
  Piece& own = pieces_[added];
  own.make_whole();
  for (std::size_t i = 0; i < added; ++i) {
    if (pieces_[i].empty()) continue;
    Bisector b = bisector(mesh_.vertices(), tetrahedron_, sites_[i], site);
    cutter_.cut(pieces_[i], b.difference, b.tolerance, {site, -1});
    for (double& d : b.difference) d = -d;
    cutter_.cut(own, b.difference, b.tolerance, {sites_[i], -1});
  }
  sites_.push_back(site);
}

// A vertex that is not a site and lies nearer to the point than site i; or no_index.
Index TetrahedronDiagram::nearer_site(std::size_t i, const Weights& at) const {
  const auto x = mesh_.vertices();
  const Vec3d point = position(x, tetrahedron_, at);
  const Index found = nearest_.find(point, sites_[i], squared_length(point - x[sites_[i]]));
  if (found == no_index || std::ranges::find(sites_, found) != sites_.end()) return no_index;
  const Bisector b = bisector(x, tetrahedron_, sites_[i], found);
  return value_at(b.difference, at) < -b.tolerance ? found : no_index;
}

// Whether a site was added.
bool TetrahedronDiagram::ask_corners(std::size_t i) {
  for (Corner& corner : pieces_[i].corners()) {
    if (corner.asked) continue;
    corner.asked = true;
    const std::size_t known = asked_.size();
    if (asked_.number(corner.at) < known) continue;
    const Index found = nearer_site(i, corner.at);
    if (found == no_index) continue;
    add_site(found);
    return true;
  }
  return false;
}

}  // namespace pliant::voronoi
