#include <pliant/quality.h>
#include <pliant/stress.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>

#include "backend/backend.h"

namespace pliant {

namespace {

// Which tetrahedra have these vertices.
class Finder {
 public:
  explicit Finder(const TetMesh& mesh) : mesh_(mesh) {}

  bool has(Index t, Index vertex) const {
    return std::ranges::find(mesh_.tetrahedra()[t], vertex) != mesh_.tetrahedra()[t].end();
  }
  /// `guess` is looked at first: sets mostly follow the mesh.
  Index same(std::span<const Index> vertices, std::size_t guess) const {
    const auto is = [&](Index t) {
      return std::ranges::all_of(vertices, [&](Index v) { return has(t, v); });
    };
    if (guess < mesh_.tetrahedra().size() && is(static_cast<Index>(guess)))
      return static_cast<Index>(guess);
    for (Index t : mesh_.vertex_tetrahedra()[vertices[0]])
      if (is(t)) return t;
    return no_index;
  }
  void at_edge(Index a, Index b, std::vector<Index>& out) const {
    out.clear();
    for (Index t : mesh_.vertex_tetrahedra()[a])
      if (has(t, b)) out.push_back(t);
  }

 private:
  const TetMesh& mesh_;
};

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

}  // namespace

double von_mises(const Stress& s) {
  const double a = s.xx - s.yy, b = s.yy - s.zz, c = s.zz - s.xx;
  return std::sqrt(0.5 * (a * a + b * b + c * c) + 3 * (s.xy * s.xy + s.yz * s.yz + s.zx * s.zx));
}

std::vector<Stress> element_stresses(const TetMesh& mesh, const State& state) {
  if (std::vector<Stress> known = state.compiled().stresses(); !known.empty()) return known;
  const std::vector<Vec3d> x = state.positions();
  const std::vector<double> rest_volumes = tetrahedron_volumes(mesh.mesh());
  const Finder find(mesh);
  std::vector<Stress> out(mesh.tetrahedra().size());
  std::vector<Index> round;
  const Model& model = state.model();
  for (std::size_t s = 0; s < model.set_count(); ++s) {
    const auto arity = static_cast<std::size_t>(model.law(s).arity);
    if (arity == 1 || arity == 3) continue;
    const std::vector<Index> vertices = model.relation_vertices(s);
    const std::vector<Vec3d> forces = state.relation_forces(s);
    for (std::size_t r = 0; r < model.relation_count(s); ++r) {
      const auto corners = std::span(vertices).subspan(arity * r, arity);
      const Stress virial = virial_of(corners, std::span(forces).subspan(arity * r, arity), x);
      const Index own = arity == 4 ? find.same(corners, r) : no_index;
      if (own != no_index) {
        add(out[own], virial, 1);
        continue;
      }
      find.at_edge(corners[0], corners[1], round);
      if (round.empty()) {  // a face of CPM1 between particles without an edge
        const auto touching = mesh.vertex_tetrahedra()[corners[0]];
        round.assign(touching.begin(), touching.end());
      }
      double volume = 0;
      for (Index t : round) volume += rest_volumes[t];
      for (Index t : round) add(out[t], virial, rest_volumes[t] / volume);
    }
  }
  for (std::size_t t = 0; t < out.size(); ++t) {
    const Tetrahedron& c = mesh.tetrahedra()[t];
    const double volume = std::abs(signed_volume(x[c[0]], x[c[1]], x[c[2]], x[c[3]]));
    const Stress virial = out[t];
    out[t] = {};
    if (volume > 0) add(out[t], virial, 1 / volume);
  }
  return out;
}

}  // namespace pliant
