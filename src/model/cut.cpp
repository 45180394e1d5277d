#include <pliant/cut.h>
#include <pliant/error.h>

#include <algorithm>

#include "backend/backend.h"
#include "backend/blade.h"

namespace pliant {

namespace {

using backend::Blade;
using backend::BladeKind;
using backend::Incidence;

// What is going to be removed, and what has been.
class Gone {
 public:
  explicit Gone(const State& state) : state_(state), going_(state.model().set_count()) {}
  bool operator()(std::size_t set, Index relation) const {
    return (!going_[set].empty() && going_[set][relation]) || state_.removed(set, relation);
  }
  void add(std::size_t set, std::span<const Index> relations) {
    if (relations.empty()) return;
    going_[set].resize(state_.model().relation_count(set));
    for (const Index relation : relations) going_[set][relation] = true;
  }

 private:
  const State& state_;
  std::vector<std::vector<bool>> going_;
};

// What belongs to tetrahedra of which none is left.
std::vector<Index> hanging_on(const Gone& gone, const Incidence::Within& within,
                              std::span<const Index> gone_tetrahedra) {
  std::vector<Index> hanging;
  for (Index tetrahedron : gone_tetrahedra)
    for (Index relation : within.relations_of[tetrahedron])
      if (!gone(within.relations, relation) &&
          std::ranges::all_of(within.tetrahedra_with[relation],
                              [&](Index t) { return gone(within.tetrahedra, t); }))
        hanging.push_back(relation);
  std::ranges::sort(hanging);
  hanging.erase(std::unique(hanging.begin(), hanging.end()), hanging.end());
  return hanging;
}

std::vector<std::vector<Index>> relations_in(const State& state, const Blade& blade) {
  std::vector<std::vector<Index>> intersected = state.compiled().intersected(blade);
  // They follow their tetrahedra.
  for (const backend::VolumePatches& patches : state.model().compiled().volume_patches)
    intersected[patches.set].clear();
  Gone gone(state);
  bool any = false;
  for (std::size_t set = 0; set < intersected.size(); ++set) {
    std::erase_if(intersected[set], [&](Index relation) { return state.removed(set, relation); });
    gone.add(set, intersected[set]);
    any |= !intersected[set].empty();
  }
  if (!any) return intersected;
  std::vector<std::vector<Index>> all = intersected;
  for (const Incidence::Within& within : state.model().compiled().incidence().within) {
    const std::vector<Index> hanging = hanging_on(gone, within, intersected[within.tetrahedra]);
    gone.add(within.relations, hanging);
    all[within.relations].insert(all[within.relations].end(), hanging.begin(), hanging.end());
  }
  for (std::vector<Index>& relations : all) std::ranges::sort(relations);
  return all;
}

std::size_t remove_all(State& state, const std::vector<std::vector<Index>>& relations) {
  std::size_t count = 0;
  for (std::size_t set = 0; set < relations.size(); ++set) {
    if (!relations[set].empty()) state.remove(set, relations[set]);
    count += relations[set].size();
  }
  return count;
}

}  // namespace

std::size_t cut(State& state, const CuttingPlane& plane) {
  if (!is_finite(plane.point) || !is_finite(plane.normal) || !(length(plane.normal) > 0) ||
      !(plane.radius >= 0))
    throw InputError("", 0, "the cutting plane is not finite, or its normal is zero",
                     "give a point, a direction and a radius of at least zero");
  Blade blade;
  blade.point = plane.point;
  blade.normal = plane.normal;
  blade.radius = plane.radius;
  return remove_all(state, relations_in(state, blade));
}

std::size_t cut(State& state, const Box& box) {
  Blade blade;
  blade.kind = BladeKind::box;
  blade.low = box.low;
  blade.high = box.high;
  return remove_all(state, relations_in(state, blade));
}

std::vector<std::vector<Index>> relations_in(const State& state, const CuttingWedge& wedge) {
  if (!is_finite(wedge.eye) || !is_finite(wedge.from) || !is_finite(wedge.to))
    throw InputError("", 0, "the stroke of the cut is not finite", "give finite places");
  Blade blade;
  blade.kind = BladeKind::wedge;
  blade.point = wedge.eye;
  const double from = length(wedge.from - wedge.eye), to = length(wedge.to - wedge.eye);
  if (from > 0) blade.from = (wedge.from - wedge.eye) / from;
  if (to > 0) blade.to = (wedge.to - wedge.eye) / to;
  blade.normal = cross(blade.from, blade.to);
  if (!(length(blade.normal) > 1e-12))
    return std::vector<std::vector<Index>>(state.model().set_count());
  return relations_in(state, blade);
}

std::size_t cut(State& state, const CuttingWedge& wedge) {
  return remove_all(state, relations_in(state, wedge));
}

}  // namespace pliant
