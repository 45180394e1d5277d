#pragma once

#include <pliant/bodies.h>
#include <pliant/model.h>
#include <pliant/shapes.h>
#include <pliant/stability.h>
#include <pliant/tet_mesh.h>
#include <pliant/threads.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/law_samples.h"

// Bodies that run, and what tests ask of them.

namespace pliant::test {

inline const ModelOptions in_double{Precision::double_precision, ""};
inline const ModelOptions in_single{Precision::single_precision, ""};

/// Every precision with every instruction set of this machine.
inline std::vector<ModelOptions> all_options() {
  std::vector<ModelOptions> out;
  for (Precision p : {Precision::single_precision, Precision::double_precision})
    for (const std::string& set : instruction_sets()) out.push_back({p, set});
  return out;
}

inline std::string describe(const ModelOptions& o) {
  return o.instruction_set +
         (o.precision == Precision::single_precision ? " in single" : " in double");
}

inline TetMesh cube_mesh(double cells, double size = 1) {
  return TetMesh(make_shape("cube", {{"cells", cells}, {"size", size}}));
}

/// A soft solid cube of rubber-like material, without damping unless a time is given.
inline Body soft_cube(double cells, double damping_time = 0, double size = 1) {
  return mass_spring_solid(cube_mesh(cells, size), make_material(1e5, 0.4, 1000, damping_time));
}

/// A row of points along x, one apart.
inline std::vector<Vec3d> row_of_points(std::size_t count, double spacing = 1) {
  std::vector<Vec3d> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back({spacing * double(i), 0, 0});
  return points;
}

inline Dynamics weightless(Integrator integrator, double step = 0) {
  Dynamics d;
  d.integrator = integrator;
  d.time_step = step;
  d.gravity = {};
  return d;
}

/// Whether what is not damped gains energy with it: its largest stable step is then none, or short.
inline bool needs_damping(Integrator integrator) {
  const Model model(soft_cube(1), in_double);
  return stable_step(model, weightless(integrator)) <
         0.5 * stable_step(model, weightless(Integrator::euler_cromer));
}

/// Moves and pushes every vertex at random.
inline void shake(State& state, double moves, double speeds, unsigned seed = 1) {
  Samples samples(seed);
  std::vector<Vec3d> x = state.positions(), v = state.velocities();
  for (Vec3d& p : x) p += samples.vector(moves);
  for (Vec3d& p : v) p += samples.vector(speeds);
  state.set_positions(x);
  state.set_velocities(v);
}

inline double largest_difference(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, length(a[i] - b[i]));
  return most;
}

inline double largest_length(const std::vector<Vec3d>& a) {
  return largest_difference(a, std::vector<Vec3d>(a.size()));
}

/// The first obstacle, which is a floor.
inline const Floor& floor_of(const Dynamics& dynamics) {
  return std::get<Floor>(dynamics.obstacles.front().shape);
}

inline double lowest(const State& state, const Floor& floor = {}) {
  double least = 1e300;
  const Vec3d normal = normalised(floor.normal);
  for (const Vec3d& x : state.positions()) least = std::min(least, dot(normal, x - floor.point));
  return least;
}

inline Vec3d centre_of_mass(const Body& body, const State& state) {
  Vec3d sum;
  double mass = 0;
  const std::vector<Vec3d> x = state.positions();
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += x[i] * body.masses[i];
    mass += body.masses[i];
  }
  return sum * (1 / mass);
}

inline double volume_of(const TetMesh& mesh, const std::vector<Vec3d>& x) {
  double sum = 0;
  for (const Tetrahedron& t : mesh.tetrahedra())
    sum += signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
  return sum;
}

/// Sets the number of threads for a while.
class WithThreads {
 public:
  explicit WithThreads(int count) { set_thread_count(count); }
  ~WithThreads() { set_thread_count(0); }
  WithThreads(const WithThreads&) = delete;
  WithThreads& operator=(const WithThreads&) = delete;
};

}  // namespace pliant::test
