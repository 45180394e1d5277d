#include "model/volume_patches.h"

#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>
#include <array>
#include <optional>

#include "relations/volume_patch.h"

namespace pliant {

namespace {

constexpr std::size_t most_in_ring = VolumePatch::ring;

bool has(std::span<const Index> list, Index one) {
  return std::ranges::find(list, one) != list.end();
}

// The other two vertices of a tetrahedron, so that with the edge in front it is wound as it was.
Line across(const Tetrahedron& tet, const Line& edge) {
  const auto at = [&](Index v) { return std::ranges::find(tet, v) - tet.begin(); };
  const auto i = at(edge[0]), j = at(edge[1]);
  std::array<std::ptrdiff_t, 2> rest{};
  std::size_t found = 0;
  for (std::ptrdiff_t k = 0; k < 4; ++k)
    if (k != i && k != j) rest[found++] = k;
  const std::array<std::ptrdiff_t, 4> order{i, j, rest[0], rest[1]};
  bool odd = false;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = 0; b < a; ++b) odd ^= order[b] > order[a];
  if (odd) std::swap(rest[0], rest[1]);
  return {tet[static_cast<std::size_t>(rest[0])], tet[static_cast<std::size_t>(rest[1])]};
}

// Tetrahedra round an edge in rows, each next to the one before: the vertices across the edge, one
// more than there are tetrahedra, or as many where the row is closed.
struct Row {
  std::vector<Index> vertices;
  std::vector<Index> tetrahedra;
  bool closed = false;

  void shorten(std::size_t count) {  // to so many vertices
    if (vertices.size() <= count) return;
    closed = false;
    vertices.resize(count);
    tetrahedra.resize(count - 1);
  }
};

std::vector<Row> rows_round(const TetMesh& mesh, const Line& edge, std::span<const Index> some) {
  struct Step {
    Line from_to;
    Index tetrahedron;
    bool taken = false;
  };
  std::vector<Step> steps;
  for (const Index t : some) steps.push_back({across(mesh.tetrahedra()[t], edge), t});
  const auto walk = [&](Step* step) {
    Row row;
    row.vertices.push_back(step->from_to[0]);
    while (step != nullptr) {
      step->taken = true;
      const Index to = step->from_to[1];
      row.closed = to == row.vertices[0] && row.vertices.size() > 2;
      if (!row.closed && has(row.vertices, to)) break;
      row.tetrahedra.push_back(step->tetrahedron);
      if (row.closed) break;
      row.vertices.push_back(to);
      const auto next = std::ranges::find_if(
          steps, [&](const Step& s) { return !s.taken && s.from_to[0] == to; });
      step = next == steps.end() ? nullptr : &*next;
    }
    return row;
  };
  std::vector<Row> rows;
  for (Step& step : steps)
    if (std::ranges::none_of(steps, [&](const Step& s) { return s.from_to[1] == step.from_to[0]; }))
      rows.push_back(walk(&step));
  if (rows.empty()) rows.push_back(walk(&steps[0]));  // all round
  std::ranges::stable_sort(rows, std::greater(),
                           [](const Row& row) { return row.tetrahedra.size(); });
  return rows;
}

// As many of these as VolumePatch can join.
VolumePatchShape shape_of(const TetMesh& mesh, const Line& edge, std::span<const Index> some) {
  VolumePatchShape shape;
  shape.vertices = {edge[0], edge[1]};
  shape.next.assign(most_in_ring - 1, 0);
  shape.closing.assign(most_in_ring - 2, 0);
  for (Row& row : rows_round(mesh, edge, some)) {
    const std::size_t first = shape.vertices.size() - 2;
    if (first + 2 > most_in_ring) break;
    row.shorten(most_in_ring - first);
    if (std::ranges::any_of(row.vertices, [&](Index v) { return has(shape.vertices, v); }))
      continue;
    shape.vertices.insert(shape.vertices.end(), row.vertices.begin(), row.vertices.end());
    for (std::size_t i = 1; i < row.vertices.size(); ++i) shape.next[first + i - 1] = 1;
    if (row.closed) shape.closing[row.vertices.size() - 3] = 1;
    shape.tetrahedra.insert(shape.tetrahedra.end(), row.tetrahedra.begin(), row.tetrahedra.end());
  }
  std::ranges::sort(shape.tetrahedra);
  return shape;
}

class VolumePatchSearch {
 public:
  VolumePatchSearch(const TetMesh& mesh, std::span<const int> kinds) : mesh_(mesh) {
    const std::size_t count = mesh.tetrahedra().size();
    kinds_.resize(count);
    for (std::size_t t = 0; t < count; ++t) kinds_[t] = kinds[kinds.size() == 1 ? 0 : t];
    std::vector<std::vector<Index>> by_count(most_in_ring + 1);
    for (Index e = 0; e < mesh.edges().size(); ++e) by_count[count_at(e)].push_back(e);
    for (std::size_t wanted = most_in_ring; wanted > 1; --wanted) {
      std::ranges::sort(by_count[wanted]);
      for (std::size_t i = 0; i < by_count[wanted].size(); ++i) {
        const Index e = by_count[wanted][i];
        if (count_at(e) == wanted) take(e);
        // What is left at it, or others have left, has its turn later.
        if (const std::size_t left = count_at(e); left > 1) by_count[left].push_back(e);
      }
    }
  }
  std::vector<VolumePatchShape> take_all() { return std::move(shapes_); }

 private:
  // Those of one kind that are in no patch: of the kind that has most of them.
  void find_left(Index e) {
    const Line& edge = mesh_.edges()[e];
    round_.clear();
    const auto of_first = mesh_.vertex_tetrahedra()[edge[0]];
    const auto of_second = mesh_.vertex_tetrahedra()[edge[1]];
    const bool second_has_fewer = of_second.size() < of_first.size();
    for (const Index t : second_has_fewer ? of_second : of_first)
      if (kinds_[t] >= 0 && has(mesh_.tetrahedra()[t], edge[second_has_fewer ? 0 : 1]))
        round_.push_back(t);
    std::size_t most = 0;
    int kind = -1;
    for (const Index t : round_) {
      const auto same = static_cast<std::size_t>(
          std::ranges::count_if(round_, [&](Index other) { return kinds_[other] == kinds_[t]; }));
      if (same <= most) continue;
      most = same;
      kind = kinds_[t];
    }
    std::erase_if(round_, [&](Index t) { return kinds_[t] != kind; });
  }
  std::size_t count_at(Index e) {
    find_left(e);
    return std::min(round_.size(), most_in_ring);
  }
  void take(Index e) {
    find_left(e);
    VolumePatchShape shape = shape_of(mesh_, mesh_.edges()[e], round_);
    for (const Index t : shape.tetrahedra) kinds_[t] = -1;
    if (shape.tetrahedra.size() > 1 && fill_up(shape)) shapes_.push_back(std::move(shape));
  }
  // To as many vertices as the law has, by others nearby; false: there are none.
  bool fill_up(VolumePatchShape& shape) const {
    constexpr std::size_t wanted = VolumePatch::arity;
    for (std::size_t i = 0; i < shape.vertices.size(); ++i)
      for (const Index t : mesh_.vertex_tetrahedra()[shape.vertices[i]])
        for (const Index v : mesh_.tetrahedra()[t]) {
          if (shape.vertices.size() == wanted) return true;
          if (!has(shape.vertices, v)) shape.vertices.push_back(v);
        }
    return shape.vertices.size() == wanted;
  }

  const TetMesh& mesh_;
  std::vector<int> kinds_;  // -1: in none, or in one already
  std::vector<Index> round_;
  std::vector<VolumePatchShape> shapes_;
};

}  // namespace

std::vector<VolumePatchShape> volume_patches(const TetMesh& mesh, std::span<const int> kinds) {
  return VolumePatchSearch(mesh, kinds).take_all();
}

Relations patch_relations(const TetMesh& mesh, std::span<const VolumePatchShape> patches,
                          std::span<const double> lame, std::span<const double> damping) {
  const std::vector<double> volumes = tetrahedron_volumes(mesh.mesh());
  Relations set{std::string(VolumePatch::info.name), {}, {}, {}};
  set.rest.resize(VolumePatch::info.rest.size());
  for (const VolumePatchShape& patch : patches) {
    double volume = 0;
    for (const Index t : patch.tetrahedra) volume += volumes[t];
    std::vector<double> rest{1 / (6 * volume), volume};
    rest.insert(rest.end(), patch.next.begin(), patch.next.end());
    rest.insert(rest.end(), patch.closing.begin(), patch.closing.end());
    for (std::size_t i = 0; i < rest.size(); ++i) set.rest[i].push_back(rest[i]);
    set.vertices.insert(set.vertices.end(), patch.vertices.begin(), patch.vertices.end());
  }
  for (const auto& values : {lame, damping}) {
    set.parameters.emplace_back(values.begin(), values.end());
    if (std::ranges::all_of(values, [&](double value) { return value == values[0]; }))
      set.parameters.back().resize(std::min<std::size_t>(values.size(), 1));
  }
  return set;
}

std::vector<Tetrahedron> tetrahedra_of_patch(const Relations& set, std::size_t relation) {
  constexpr std::size_t ring = VolumePatch::ring, volumes = 2;
  const Index* const v = set.vertices.data() + relation * VolumePatch::arity;
  const Index* const r = v + 2;
  std::vector<Tetrahedron> out;
  for (std::size_t i = 0; i + 1 < ring; ++i)
    if (set.rest[volumes + i][relation] != 0) out.push_back({v[0], v[1], r[i], r[i + 1]});
  for (std::size_t i = 2; i < ring; ++i)
    if (set.rest[volumes + ring - 3 + i][relation] != 0) out.push_back({v[0], v[1], r[i], r[0]});
  return out;
}

std::vector<double> patch_stiffness(const Relations& set, std::size_t relation,
                                    std::span<const Vec3d> x) {
  constexpr std::size_t arity = VolumePatch::arity;
  std::vector<Vec3d> gradient(arity);  // of the volume
  const std::span<const Index> v = std::span(set.vertices).subspan(relation * arity, arity);
  double volume = 0;
  for (const Tetrahedron& t : tetrahedra_of_patch(set, relation)) {
    volume += signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
    for (int i = 0; i < 4; ++i) {
      const Triangle f = face_of(t, i);
      const auto slot = std::ranges::find(v, t[static_cast<std::size_t>(i)]) - v.begin();
      gradient[static_cast<std::size_t>(slot)] -=
          cross(x[f[1]] - x[f[0]], x[f[2]] - x[f[0]]) * (1.0 / 6);
    }
  }
  const std::vector<double>& lame = set.parameters[0];
  std::vector<double> out;
  for (const Vec3d& g : gradient)
    out.push_back(lame[lame.size() == 1 ? 0 : relation] * squared_length(g) / volume);
  return out;
}

Index tetrahedron_with(const TetMesh& mesh, std::span<const Index> vertices) {
  for (const Index t : mesh.vertex_tetrahedra()[vertices[0]])
    if (std::ranges::all_of(vertices, [&](Index v) { return has(mesh.tetrahedra()[t], v); }))
      return t;
  return no_index;
}

bool is_patches(const Relations& set) {
  return set.law == VolumePatch::info.name;
}

}  // namespace pliant
