#include "backend/backend.h"
#include "backend/pulls.h"

// What constraints and supports do to vertices, energies and parts of a state, for backends that
// have no quicker way.

namespace pliant::backend {

std::vector<Vec3d> CompiledState::constraint_forces() const {
  return outer_forces.empty() ? std::vector<Vec3d>(model.vertex_count()) : outer_forces;
}

std::vector<Vec3d> CompiledState::path_accelerations() const {
  return std::vector<Vec3d>(model.vertex_count());
}

void CompiledState::read_some(std::span<const Index> vertices, std::vector<Vec3d>* positions,
                              std::vector<Vec3d>* velocities) const {
  std::vector<Vec3d> x, v;
  read(positions ? &x : nullptr, velocities ? &v : nullptr);
  const auto pick = [&](const std::vector<Vec3d>& all, std::vector<Vec3d>* some) {
    if (!some) return;
    some->clear();
    for (const Index vertex : vertices) some->push_back(all[vertex]);
  };
  pick(x, positions);
  pick(v, velocities);
}

EnergySums CompiledState::energy_sums(bool elastic) const {
  std::vector<Vec3d> x, v;
  read(&x, &v);
  const std::vector<double>& masses = model.compiled().masses;
  EnergySums sums;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sums.kinetic += 0.5 * masses[i] * squared_length(v[i]);
    sums.moment += x[i] * masses[i];
  }
  if (elastic) sums.elastic = elastic_energy();
  return sums;
}

// Newton's law of a held vertex: m a = f + c + m (g - d v) + p + contact + support.
std::vector<Vec3d> CompiledState::support_forces() const {
  std::vector<Vec3d> x, v;
  read(&x, &v);
  const std::vector<Vec3d> f = forces(), c = constraint_forces(), a = path_accelerations();
  const std::vector<double>& masses = model.compiled().masses;
  std::vector<Vec3d> given(x.size());
  const auto add = [&](Index i) {
    given[i] = (a[i] - dynamics.gravity + v[i] * dynamics.damping) * masses[i] - f[i] - c[i];
  };
  for (std::size_t i = 0; i < pinned.size(); ++i)
    if (pinned[i]) add(static_cast<Index>(i));
  if (drives)
    for (const Drives::Vertex& driven : drives->vertices()) add(driven.vertex);
  for (const Pull& pull : merged(dynamics.pulls))
    given[pull.vertex] -= acceleration(pull, x[pull.vertex], v[pull.vertex], 1);
  for (std::size_t i = 0; i < contact_pushes.vertices.size(); ++i)
    given[contact_pushes.vertices[i]] -= contact_pushes.forces[i];
  // What is free gets nothing.
  const std::vector<Vec3d> inverse_masses = freedoms();
  for (std::size_t i = 0; i < given.size(); ++i)
    for (int axis = 0; axis < 3; ++axis)
      if (inverse_masses[i][axis] > 0) given[i][axis] = 0;
  return given;
}

}  // namespace pliant::backend
