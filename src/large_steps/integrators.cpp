#include "large_steps/integrators.h"

#include "backend/pulls.h"
#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// a x + b y
std::vector<Vec3d> combined(double a, const std::vector<Vec3d>& x, double b,
                            const std::vector<Vec3d>& y) {
  std::vector<Vec3d> out(x.size());
  for_vertices(x.size(), [&](std::size_t i) { out[i] = x[i] * a + y[i] * b; });
  return out;
}

Start backward_euler(std::vector<Vec3d> x, std::vector<Vec3d> v, double step) {
  return {step, std::move(x), std::move(v)};
}

Start bdf2(std::vector<Vec3d> x, std::vector<Vec3d> v, const Memory& memory, double step) {
  if (memory.step != step || memory.places.size() != x.size())
    return backward_euler(std::move(x), std::move(v), step);
  constexpr double third = 1.0 / 3;
  return {2 * third * step, combined(4 * third, x, -third, memory.places),
          combined(4 * third, v, -third, memory.velocities)};
}

Start newmark(const backend::CompiledState& body, const std::vector<Vec3d>& x,
              const std::vector<Vec3d>& v, double step) {
  const std::vector<Vec3d>& kept = body.large_step_memory.accelerations;
  const std::vector<Vec3d> a = kept.size() == x.size() ? kept : accelerations(body);
  return {0.5 * step, combined(1, x, 0.5 * step, v), combined(1, v, 0.5 * step, a)};
}

}  // namespace

std::vector<Vec3d> accelerations(const backend::CompiledState& body) {
  std::vector<Vec3d> x, v, a = body.forces();
  body.read(&x, &v);
  for (const Pull& pull : backend::merged(body.dynamics.pulls))
    a[pull.vertex] += backend::acceleration(pull, x[pull.vertex], v[pull.vertex], 1);
  const std::vector<Vec3d> freedoms = body.freedoms();
  const Vec3d gravity = body.dynamics.gravity;
  const double damping = body.dynamics.damping;
  for_vertices(a.size(), [&](std::size_t i) {
    for (int k = 0; k < 3; ++k)
      a[i][k] = freedoms[i][k] > 0 ? a[i][k] * freedoms[i][k] + gravity[k] - damping * v[i][k] : 0;
  });
  return a;
}

Start start_of_step(const backend::CompiledState& body, double step) {
  std::vector<Vec3d> x, v;
  body.read(&x, &v);
  switch (body.dynamics.large_steps->integrator) {
    case ImplicitIntegrator::bdf2:
      return bdf2(std::move(x), std::move(v), body.large_step_memory, step);
    case ImplicitIntegrator::newmark:
      return newmark(body, x, v, step);
    case ImplicitIntegrator::backward_euler:
      break;
  }
  return backward_euler(std::move(x), std::move(v), step);
}

void remember_step(backend::CompiledState& body, const Start& start, double step,
                   std::vector<Vec3d> places, std::vector<Vec3d> velocities) {
  Memory& memory = body.large_step_memory;
  memory.step = step;
  switch (body.dynamics.large_steps->integrator) {
    case ImplicitIntegrator::backward_euler:
      break;
    case ImplicitIntegrator::bdf2:
      memory.places = std::move(places);
      memory.velocities = std::move(velocities);
      break;
    case ImplicitIntegrator::newmark: {
      std::vector<Vec3d> v;
      body.read(nullptr, &v);
      memory.accelerations = combined(1 / start.span, v, -1 / start.span, start.speed);
    }
  }
}

}  // namespace pliant::large_steps
