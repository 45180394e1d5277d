#include "model/tame.h"

#include <pliant/topology.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace pliant {

namespace {

// Squared frequencies of the vertices with all others held: the sum over their relations of
// stiffness times squared gradient of the strain, over the mass.
std::vector<double> squared_frequencies(const TetMesh& mesh, std::span<const double> masses,
                                        const MassSpringConstants& constants) {
  const auto x = mesh.vertices();
  std::vector<double> sum(x.size(), 0);
  for (std::size_t e = 0; e < mesh.edges().size(); ++e) {
    const Line& edge = mesh.edges()[e];
    const double stiffness = constants.edge[e] / squared_length(x[edge[1]] - x[edge[0]]);
    for (Index v : edge) sum[v] += stiffness;
  }
  for (std::size_t t = 0; t < constants.tetrahedron.size(); ++t) {
    const Tetrahedron& tet = mesh.tetrahedra()[t];
    const double six_volumes = 6 * signed_volume(x[tet[0]], x[tet[1]], x[tet[2]], x[tet[3]]);
    for (int i = 0; i < 4; ++i) {
      const Triangle f = face_of(tet, i);
      const Vec3d gradient = cross(x[f[1]] - x[f[0]], x[f[2]] - x[f[0]]) * (1 / six_volumes);
      sum[tet[static_cast<std::size_t>(i)]] += constants.tetrahedron[t] * squared_length(gradient);
    }
  }
  for (std::size_t v = 0; v < sum.size(); ++v) sum[v] /= masses[v];
  return sum;
}

template <std::size_t N>
double largest_at(const std::vector<double>& values, const Cell<N>& cell) {
  double largest = 0;
  for (Index v : cell) largest = std::max(largest, values[v]);
  return largest;
}

}  // namespace

void slow_down(const TetMesh& mesh, std::span<const double> masses, double most,
               MassSpringConstants& constants, Notes* notes) {
  if (!(most > 0)) return;
  const std::vector<double> squared = squared_frequencies(mesh, masses, constants);
  std::vector<double> sorted = squared;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const double limit = most * most * *middle;
  std::size_t lowered = 0;
  const auto lower = [&](double fastest, double& constant) {
    if (fastest <= limit) return;
    constant *= limit / fastest;
    ++lowered;
  };
  for (std::size_t e = 0; e < mesh.edges().size(); ++e)
    lower(largest_at(squared, mesh.edges()[e]), constants.edge[e]);
  for (std::size_t t = 0; t < constants.tetrahedron.size(); ++t)
    lower(largest_at(squared, mesh.tetrahedra()[t]), constants.tetrahedron[t]);
  if (lowered > 0 && notes)
    notes->push_back(text("softened ", lowered, " of ",
                          mesh.edges().size() + constants.tetrahedron.size(),
                          " relations: ill-shaped tetrahedra would make the time step tiny"));
}

MassSpringDamping damping_of(const TetMesh& mesh, std::span<const double> masses,
                             const MassSpringConstants& constants, double time, double share) {
  const std::vector<double> squared = squared_frequencies(mesh, masses, constants);
  const auto of = [&](double fastest, double stiffness) {
    const double critical = 2 / std::sqrt(std::max(fastest, 1e-300));
    return stiffness * (share > 0 ? std::min(time, share * critical) : time);
  };
  MassSpringDamping damping;
  for (std::size_t e = 0; e < mesh.edges().size(); ++e)
    damping.edge.push_back(of(largest_at(squared, mesh.edges()[e]), constants.edge[e]));
  for (std::size_t t = 0; t < constants.tetrahedron.size(); ++t)
    damping.tetrahedron.push_back(
        of(largest_at(squared, mesh.tetrahedra()[t]), constants.tetrahedron[t]));
  return damping;
}

}  // namespace pliant
