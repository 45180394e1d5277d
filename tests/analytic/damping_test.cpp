#include <gtest/gtest.h>
#include <pliant/modes.h>

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "backend/backend.h"
#include "support/dynamics.h"

// Damping is a material's property: a slow vibration of angular frequency ω loses its energy at the
// rate ω² τ, whatever the mesh, the step and the integrator.

#ifndef PLIANT_MINIMAL  // which cannot compute modes
namespace pliant {
namespace {

using namespace test;

constexpr double width = 0.1, bar_length = 0.5;  // m

TetMesh bar(int across) {
  const double cells = across, along = std::round(across * bar_length / width);
  return TetMesh(make_shape("grid", {{"length", bar_length},
                                     {"width", width},
                                     {"height", width},
                                     {"cells_x", along},
                                     {"cells_y", cells},
                                     {"cells_z", cells}}));
}

Material undamped(Material material) {
  material.damping_time = 0;
  return material;
}

struct Shape {
  std::vector<Vec3d> shape;  // of one kg m²
  double squared = 0;        // ω² of the model, by Rayleigh's quotient
};

std::vector<Shape> elastic_modes(const TetMesh& mesh, const Model& model, const Material& material,
                                 std::size_t count) {
  ModeOptions options;
  options.count = 6 + count;
  options.mass = MassMatrix::lumped;
  options.cached = false;
  const Modes modes =
      lowest_modes(mesh.vertices(), mesh.tetrahedra(), std::span(&material, 1), options);
  const auto state = model.compiled().make_state(model);
  std::vector<Shape> out;
  for (std::size_t m = 6; m < modes.count(); ++m) {
    Shape s;
    for (std::size_t v = 0; v < modes.vertex_count; ++v) {
      const double* u = modes.shapes.data() + 3 * (m * modes.vertex_count + v);
      s.shape.push_back({u[0], u[1], u[2]});
    }
    const std::vector<Vec3d> f = state->tangent(s.shape, false);
    for (std::size_t v = 0; v < f.size(); ++v) s.squared -= dot(f[v], s.shape[v]);
    out.push_back(std::move(s));
  }
  return out;
}

std::int64_t half_period(const Shape& mode, const Dynamics& dynamics) {
  return std::llround(std::numbers::pi / std::sqrt(mode.squared) / dynamics.time_step);
}

// The energy of a mode after half a period. Shapes of linear elements are not quite those of
// springs.
double energy_after(const Model& model, const Shape& mode, const Dynamics& dynamics) {
  const std::vector<double>& masses = model.compiled().masses;
  State state(model, dynamics);
  std::vector<Vec3d> x = state.positions();
  const std::vector<Vec3d> rest = x;
  for (std::size_t v = 0; v < x.size(); ++v) x[v] += mode.shape[v] * 1e-6;
  state.set_positions(x);
  step(model, state, half_period(mode, dynamics));
  const std::vector<Vec3d> now = state.positions(), speed = state.velocities();
  double q = 0, rate = 0;
  for (std::size_t v = 0; v < now.size(); ++v) {
    q += masses[v] * dot(mode.shape[v], now[v] - rest[v]);
    rate += masses[v] * dot(mode.shape[v], speed[v]);
  }
  return 0.5 * (rate * rate + mode.squared * q * q);
}

// Its rate of decay beside the same body without damping, as a share of ω² τ.
double measured_share(const Model& model, const Model& undamped, const Shape& mode,
                      Dynamics dynamics, double time) {
  if (dynamics.time_step == 0) dynamics.time_step = safe_step(model, dynamics);
  const double seconds = static_cast<double>(half_period(mode, dynamics)) * dynamics.time_step;
  return -std::log(energy_after(model, mode, dynamics) / energy_after(undamped, mode, dynamics)) /
         (seconds * mode.squared * time);
}

int finest() {
  const char* wanted = std::getenv("PLIANT_FINEST");
  return wanted ? std::atoi(wanted) : 8;
}

TEST(MaterialDamping, SlowModesDecayAtTheGivenRateOnEveryMesh) {
  const Material rubber = material("rubber"), without = undamped(rubber);
  for (int across = 2; across <= finest(); across *= 2) {
    const TetMesh mesh = bar(across);
    const auto solid = [&](const Material& m) {
      return Model(continuum_solid(mesh, ContinuumModel::corotated, m), in_double);
    };
    const Model model = solid(rubber), reference = solid(without);
    const std::vector<Shape> modes = elastic_modes(mesh, model, rubber, 3);
    for (std::size_t m = 0; m < modes.size(); ++m)
      EXPECT_NEAR(
          measured_share(model, reference, modes[m], weightless(Integrator::euler_cromer), 1e-3), 1,
          0.1)
          << across << " cells across, mode " << m << ", " << std::sqrt(modes[m].squared)
          << " rad/s";
  }
}

TEST(MaterialDamping, IsTheSameWithEveryIntegratorAndStep) {
  const Material rubber = material("rubber");
  const TetMesh mesh = bar(4);
  const Model model(continuum_solid(mesh, ContinuumModel::corotated, rubber), in_double);
  const Model reference(continuum_solid(mesh, ContinuumModel::corotated, undamped(rubber)),
                        in_double);
  const Shape mode = elastic_modes(mesh, model, rubber, 1).front();
  for (Integrator integrator : integrators()) {
    if (integrator == Integrator::euler) continue;  // would need steps that resolve the damping
    const double largest = stable_step(model, weightless(integrator));
    for (double share_of_step : {0.1, 0.5, 0.9}) {
      const double share = measured_share(model, reference, mode,
                                          weightless(integrator, share_of_step * largest), 1e-3);
      EXPECT_NEAR(share, 1, 0.1) << name(integrator) << " with " << share_of_step;
    }
  }
}

}  // namespace
}  // namespace pliant
#endif
