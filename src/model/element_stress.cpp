#include "model/element_stress.h"

#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "backend/backend.h"
#include "model/volume_patches.h"

namespace pliant {

namespace {

bool has_vertex(const TetMesh& mesh, Index t, Index vertex) {
  return std::ranges::find(mesh.tetrahedra()[t], vertex) != mesh.tetrahedra()[t].end();
}

// The tetrahedron that has these vertices. `guess` is looked at first: sets mostly follow the mesh.
Index tetrahedron_of(const TetMesh& mesh, std::span<const Index> vertices, std::size_t guess) {
  const auto is = [&](Index t) {
    return std::ranges::all_of(vertices, [&](Index v) { return has_vertex(mesh, t, v); });
  };
  if (guess < mesh.tetrahedra().size() && is(static_cast<Index>(guess)))
    return static_cast<Index>(guess);
  return tetrahedron_with(mesh, vertices);
}

void add(Stress& to, const Stress& virial, double share) {
  to.xx += virial.xx * share;
  to.yy += virial.yy * share;
  to.zz += virial.zz * share;
  to.xy += virial.xy * share;
  to.yz += virial.yz * share;
  to.zx += virial.zx * share;
}

// -Σ f ⊗ x about the first vertex, which is no matter where the forces add up to zero.
Stress virial_of(std::span<const Index> vertices, std::span<const Vec3d> forces,
                 std::span<const Vec3d> x) {
  Stress sum;
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const Vec3d f = forces[i], r = x[vertices[i]] - x[vertices[0]];
    add(sum,
        {f.x * r.x, f.y * r.y, f.z * r.z, 0.5 * (f.x * r.y + f.y * r.x),
         0.5 * (f.y * r.z + f.z * r.y), 0.5 * (f.z * r.x + f.x * r.z)},
        -1);
  }
  return sum;
}

Lists relations_of_vertices(std::span<const Index> vertices, std::size_t arity,
                            std::size_t vertex_count) {
  Lists out;
  out.offsets.assign(vertex_count + 1, 0);
  for (const Index v : vertices) ++out.offsets[v + 1];
  for (std::size_t v = 0; v < vertex_count; ++v) out.offsets[v + 1] += out.offsets[v];
  out.items.resize(vertices.size());
  std::vector<std::size_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (std::size_t i = 0; i < vertices.size(); ++i)
    out.items[next[vertices[i]]++] = static_cast<Index>(i / arity);
  return out;
}

const backend::VolumePatches* patches_of(const Model& model, std::size_t set) {
  for (const backend::VolumePatches& patches : model.compiled().volume_patches)
    if (patches.set == set) return &patches;
  return nullptr;
}

}  // namespace

ElementStress::ElementStress(std::shared_ptr<const TetMesh> mesh, const Model& model)
    : mesh_(std::move(mesh)),
      model_(model),
      rest_volumes_(tetrahedron_volumes(mesh_->mesh())),
      tetrahedra_(rest_volumes_.size()),
      corners_(model.vertex_count()) {
  for (std::size_t s = 0; s < model.set_count(); ++s) {
    const auto arity = static_cast<std::size_t>(model.law(s).arity);
    if (arity != 1 && arity != 3)
      sets_.push_back({s, arity, model.relation_vertices(s), patches_of(model, s), {}});
  }
}

bool ElementStress::is_of(const std::shared_ptr<const TetMesh>& mesh, const Model& model) const {
  return mesh == mesh_ && &model.compiled() == &model_.compiled();
}

// Which tetrahedra a relation belongs to, and how much of it to each.
void ElementStress::find_shares(const State& state, std::span<const Vec3d> x, const Set& set,
                                std::size_t relation) {
  const std::span<const Index> corners = set.corners(relation);
  shares_.clear();
  if (set.patches) return find_patch_shares(state, x, *set.patches, relation);
  const Index own = set.arity == 4 ? tetrahedron_of(*mesh_, corners, relation) : no_index;
  if (own != no_index) return shares_.push_back({own, 1});
  const auto touching = mesh_->vertex_tetrahedra()[corners[0]];
  round_.clear();
  for (const Index t : touching)
    if (has_vertex(*mesh_, t, corners[1])) round_.push_back(t);
  if (round_.empty())  // a face of CPM1 between particles without an edge
    round_.assign(touching.begin(), touching.end());
  double volume = 0;
  for (const Index t : round_) volume += rest_volumes_[t];
  for (const Index t : round_) shares_.push_back({t, rest_volumes_[t] / volume});
}

// All of it have one pressure, so that their shares are those of its volume now.
void ElementStress::find_patch_shares(const State& state, std::span<const Vec3d> x,
                                      const backend::VolumePatches& patches, std::size_t relation) {
  const std::vector<bool>& removed = state.removed()[patches.tetrahedra];
  const auto of_mesh = std::ranges::find(sets_, patches.tetrahedra, &Set::number);
  double volume = 0, rest = 0;
  for (const Index member : patches.members(static_cast<Index>(relation))) {
    if (!removed.empty() && removed[member]) continue;
    const Index t = tetrahedron_of(*mesh_, of_mesh->corners(member), member);
    if (t == no_index) continue;
    const Tetrahedron& c = mesh_->tetrahedra()[t];
    shares_.push_back({t, signed_volume(x[c[0]], x[c[1]], x[c[2]], x[c[3]])});
    volume += shares_.back().part;
    rest += rest_volumes_[t];
  }
  const bool is_flat = std::abs(volume) < 1e-6 * rest;
  for (Share& share : shares_)
    share.part = is_flat ? rest_volumes_[share.tetrahedron] / rest : share.part / volume;
}

void ElementStress::add_relation(const State& state, const Set& set, std::size_t relation,
                                 std::span<const Vec3d> forces, std::span<const Vec3d> x,
                                 bool of_some) {
  const Stress virial = virial_of(set.corners(relation), forces, x);
  find_shares(state, x, set, relation);
  for (const Share& share : shares_)
    if (!of_some || tetrahedra_.has(share.tetrahedron))
      add(values_[share.tetrahedron], virial, share.part);
}

void ElementStress::divide_by_volume(Index t, std::span<const Vec3d> x) {
  const Tetrahedron& c = mesh_->tetrahedra()[t];
  const double volume = std::abs(signed_volume(x[c[0]], x[c[1]], x[c[2]], x[c[3]]));
  const Stress virial = std::exchange(values_[t], {});
  if (volume > 0) add(values_[t], virial, 1 / volume);
}

void ElementStress::compute(const State& state, std::span<const Vec3d> x) {
  values_.assign(mesh_->tetrahedra().size(), {});
  for (const Set& set : sets_) {
    const std::vector<Vec3d> forces = state.relation_forces(set.number);
    for (std::size_t r = 0; r < model_.relation_count(set.number); ++r)
      add_relation(state, set, r, std::span(forces).subspan(set.arity * r, set.arity), x, false);
  }
  for (std::size_t t = 0; t < values_.size(); ++t) divide_by_volume(static_cast<Index>(t), x);
}

void ElementStress::find_relations_of_vertices() {
  for (Set& set : sets_) {
    if (set.some) continue;
    set.of_vertices = relations_of_vertices(set.vertices, set.arity, model_.vertex_count());
    set.some.emplace(model_.relation_count(set.number));
  }
}

void ElementStress::mark_relations(std::span<const Index> vertices) {
  for (Set& set : sets_) {
    set.some->clear();
    for (const Index v : vertices)
      for (const Index r : set.of_vertices[v]) set.some->add(r);
  }
}

std::size_t ElementStress::update(const State& state, std::span<const Vec3d> x,
                                  std::span<const Index> vertices) {
  if (vertices.empty()) return 0;
  find_relations_of_vertices();
  tetrahedra_.clear();
  corners_.clear();
  for (const Index v : vertices)
    for (const Index t : mesh_->vertex_tetrahedra()[v]) tetrahedra_.add(t);
  mark_relations(vertices);
  for (const Set& set : sets_)
    for (const Index r : set.some->list()) {
      find_shares(state, x, set, r);
      for (const Share& share : shares_) tetrahedra_.add(share.tetrahedron);
    }
  // Every relation that belongs to one of these tetrahedra has a vertex there.
  for (const Index t : tetrahedra_.list()) {
    values_[t] = {};
    for (const Index v : mesh_->tetrahedra()[t]) corners_.add(v);
  }
  mark_relations(corners_.list());
  for (Set& set : sets_) {
    set.some->sort();
    const std::vector<Index>& some = set.some->list();
    const std::vector<Vec3d> forces =
        state.compiled().relation_forces({set.number, std::span<const Index>(some)});
    for (std::size_t i = 0; i < some.size(); ++i)
      add_relation(state, set, some[i], std::span(forces).subspan(set.arity * i, set.arity), x,
                   true);
  }
  for (const Index t : tetrahedra_.list()) divide_by_volume(t, x);
  return tetrahedra_.list().size();
}

}  // namespace pliant
