#include <pliant/cut.h>
#include <pliant/error.h>
#include <pliant/topology.h>

#include <algorithm>
#include <functional>

namespace pliant {

namespace {

std::vector<std::size_t> sets_of_arity(const Model& model, int arity) {
  std::vector<std::size_t> out;
  for (std::size_t set = 0; set < model.set_count(); ++set)
    if (model.law(set).arity == arity) out.push_back(set);
  return out;
}

template <std::size_t N>
std::vector<Cell<N>> cells_of(const Model& model, std::size_t set) {
  const std::vector<Index> flat = model.relation_vertices(set);
  std::vector<Cell<N>> cells(flat.size() / N);
  for (std::size_t i = 0; i < flat.size(); ++i) cells[i / N][i % N] = flat[i];
  return cells;
}

// Springs and triangles that belonged to tetrahedra of which none is left.
std::size_t remove_hanging(State& state, std::size_t tetrahedron_set) {
  const Model& model = state.model();
  const auto tetrahedra = cells_of<4>(model, tetrahedron_set);
  const Lists touching = vertex_cells<4>(tetrahedra, model.vertex_count());
  std::vector<bool> lost_one(model.vertex_count());  // only there can anything hang
  for (std::size_t t = 0; t < tetrahedra.size(); ++t)
    if (state.removed(tetrahedron_set, t))
      for (Index v : tetrahedra[t]) lost_one[v] = true;
  std::size_t count = 0;
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    const auto arity = static_cast<std::size_t>(model.law(set).arity);
    if (arity >= 4) continue;
    const std::vector<Index> flat = model.relation_vertices(set);
    std::vector<Index> hanging;
    for (std::size_t r = 0; r < flat.size() / arity; ++r) {
      if (!lost_one[flat[r * arity]] || state.removed(set, r)) continue;
      const std::span<const Index> vertices(flat.data() + r * arity, arity);
      bool had = false, has = false;
      for (Index t : touching[vertices[0]]) {
        const bool holds = std::ranges::all_of(vertices, [&](Index v) {
          return std::ranges::find(tetrahedra[t], v) != tetrahedra[t].end();
        });
        had |= holds;
        has |= holds && !state.removed(tetrahedron_set, t);
      }
      if (had && !has) hanging.push_back(static_cast<Index>(r));
    }
    state.remove(set, hanging);
    count += hanging.size();
  }
  return count;
}

using IsCut = std::function<bool(std::span<const Vec3d>)>;

std::size_t remove_where(State& state, const IsCut& is_cut) {
  const Model& model = state.model();
  const std::vector<Vec3d> positions = state.positions();
  std::size_t count = 0;
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    const auto arity = static_cast<std::size_t>(model.law(set).arity);
    const std::vector<Index> flat = model.relation_vertices(set);
    std::vector<Index> gone;
    std::vector<Vec3d> x(arity);
    for (std::size_t r = 0; r < flat.size() / arity; ++r) {
      if (state.removed(set, r)) continue;
      for (std::size_t i = 0; i < arity; ++i) x[i] = positions[flat[r * arity + i]];
      if (is_cut(x)) gone.push_back(static_cast<Index>(r));
    }
    state.remove(set, gone);
    count += gone.size();
  }
  if (count > 0)
    for (std::size_t set : sets_of_arity(model, 4)) count += remove_hanging(state, set);
  return count;
}

Vec3d centre_of(std::span<const Vec3d> x) {
  Vec3d sum;
  for (const Vec3d& p : x) sum += p;
  return sum * (1.0 / static_cast<double>(x.size()));
}

}  // namespace

std::size_t cut(State& state, const CuttingPlane& plane) {
  if (!is_finite(plane.point) || !is_finite(plane.normal) || !(length(plane.normal) > 0) ||
      !(plane.radius >= 0))
    throw InputError("", 0, "the cutting plane is not finite, or its normal is zero",
                     "give a point, a direction and a radius of at least zero");
  return remove_where(state, [&](std::span<const Vec3d> x) {
    bool above = false, below = false;
    for (const Vec3d& p : x) (dot(p - plane.point, plane.normal) > 0 ? above : below) = true;
    return above && below &&
           (plane.radius == 0 || length(centre_of(x) - plane.point) <= plane.radius);
  });
}

std::size_t cut(State& state, const Box& box) {
  return remove_where(state, [&](std::span<const Vec3d> x) { return box.contains(centre_of(x)); });
}

std::vector<Triangle> surface(const State& state) {
  const Model& model = state.model();
  std::vector<Triangle> out;
  const auto solids = sets_of_arity(model, 4);
  if (!solids.empty()) {
    std::vector<Tetrahedron> left;
    const auto all = cells_of<4>(model, solids[0]);
    for (std::size_t t = 0; t < all.size(); ++t)
      if (!state.removed(solids[0], t)) left.push_back(all[t]);
    const Lists touching = vertex_cells<4>(left, model.vertex_count());
    return boundary_triangles(left, tetrahedron_neighbours(left, touching));
  }
  // Further sets on triangles lie on the same ones.
  const auto sheets = sets_of_arity(model, 3);
  if (sheets.empty()) return out;
  const auto triangles = cells_of<3>(model, sheets[0]);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    if (!state.removed(sheets[0], t)) out.push_back(triangles[t]);
  return out;
}

}  // namespace pliant
