#include <gtest/gtest.h>
#include <pliant/modes.h>

#include <cmath>
#include <cstdlib>
#include <memory>
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
  double squared = 0;        // ω² of the model
};

// The slowest vibrations of a free body, of its own relations: by inverse iteration that begins
// with those of linear elements.
class OwnModes {
 public:
  OwnModes(const TetMesh& mesh, const Model& model, const Material& material, std::size_t count)
      : masses_(model.compiled().masses), state_(model.compiled().make_state(model)) {
    ModeOptions options;
    options.count = 6 + count;
    options.mass = MassMatrix::lumped;
    options.cached = false;
    const Modes modes =
        lowest_modes(mesh.vertices(), mesh.tetrahedra(), std::span(&material, 1), options);
    for (std::size_t m = 0; m < modes.count(); ++m) {
      std::vector<Vec3d> u;
      for (std::size_t v = 0; v < modes.vertex_count; ++v) {
        const double* x = modes.shapes.data() + 3 * (m * modes.vertex_count + v);
        u.push_back({x[0], x[1], x[2]});
      }
      if (m < 6)
        keep_apart(std::move(u));
      else
        modes_.push_back(refined(std::move(u)));
    }
  }
  const std::vector<Shape>& all() const { return modes_; }

 private:
  double inner(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) const {  // by mass
    double sum = 0;
    for (std::size_t v = 0; v < a.size(); ++v) sum += masses_[v] * dot(a[v], b[v]);
    return sum;
  }
  static double product(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
    double sum = 0;
    for (std::size_t v = 0; v < a.size(); ++v) sum += dot(a[v], b[v]);
    return sum;
  }
  static void add(std::vector<Vec3d>& a, double factor, const std::vector<Vec3d>& b) {
    for (std::size_t v = 0; v < a.size(); ++v) a[v] += b[v] * factor;
  }
  void make_apart(std::vector<Vec3d>& u) const {
    for (const auto& other : apart_) add(u, -inner(other, u), other);
  }
  void scale(std::vector<Vec3d>& u) const {
    const double factor = 1 / std::sqrt(inner(u, u));
    for (Vec3d& x : u) x *= factor;
  }
  void keep_apart(std::vector<Vec3d> u) {
    make_apart(u);
    scale(u);
    apart_.push_back(std::move(u));
  }

  // K x = M u by conjugate gradients, apart from what was found before.
  std::vector<Vec3d> softened(const std::vector<Vec3d>& u) const {
    std::vector<Vec3d> x(u.size()), r(u.size());
    for (std::size_t v = 0; v < u.size(); ++v) r[v] = u[v] * masses_[v];
    std::vector<Vec3d> p = r;
    double rr = product(r, r);
    const double enough = 1e-10 * rr;
    for (int round = 0; round < 2000 && rr > enough; ++round) {
      const std::vector<Vec3d> f = state_->tangent(p, false);  // -K p
      const double step = rr / -product(p, f);
      add(x, step, p);
      add(r, step, f);
      const double now = product(r, r);
      for (std::size_t v = 0; v < p.size(); ++v) p[v] = r[v] + p[v] * (now / rr);
      rr = now;
    }
    return x;
  }
  Shape refined(std::vector<Vec3d> u) {
    double squared = 0, before = 0;
    for (int round = 0; round < 30; ++round) {
      make_apart(u);
      scale(u);
      squared = -product(u, state_->tangent(u, false));
      if (std::abs(squared - before) < 1e-4 * squared) break;
      before = squared;
      u = softened(u);
    }
    apart_.push_back(u);
    return {std::move(u), squared};
  }

  const std::vector<double>& masses_;
  std::unique_ptr<backend::CompiledState> state_;
  std::vector<std::vector<Vec3d>> apart_;
  std::vector<Shape> modes_;
};

std::int64_t half_period(const Shape& mode, const Dynamics& dynamics) {
  return std::llround(std::numbers::pi / std::sqrt(mode.squared) / dynamics.time_step);
}

// The energy of a mode after half a period.
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

using Solid = Body (*)(const TetMesh&, const Material&);

void expect_given_rates(Solid solid) {
  const Material rubber = material("rubber"), without = undamped(rubber);
  for (int across = 2; across <= finest(); across *= 2) {
    const TetMesh mesh = bar(across);
    const Model model(solid(mesh, rubber), in_double), reference(solid(mesh, without), in_double);
    const OwnModes modes(mesh, model, rubber, 3);
    for (std::size_t m = 0; m < modes.all().size(); ++m) {
      const Shape& mode = modes.all()[m];
      EXPECT_NEAR(
          measured_share(model, reference, mode, weightless(Integrator::euler_cromer), 1e-3), 1,
          0.1)
          << across << " cells across, mode " << m << ", " << std::sqrt(mode.squared) << " rad/s";
    }
  }
}

TEST(MaterialDamping, SlowModesOfElementsDecayAtTheGivenRateOnEveryMesh) {
  expect_given_rates([](const TetMesh& mesh, const Material& m) {
    return continuum_solid(mesh, ContinuumModel::corotated, m);
  });
}
TEST(MaterialDamping, SlowModesOfSpringsDecayAtTheGivenRateOnEveryMesh) {
  expect_given_rates(
      [](const TetMesh& mesh, const Material& m) { return mass_spring_solid(mesh, m); });
}

TEST(MaterialDamping, IsTheSameWithEveryIntegratorAndStep) {
  const Material rubber = material("rubber");
  const TetMesh mesh = bar(4);
  const Model model(continuum_solid(mesh, ContinuumModel::corotated, rubber), in_double);
  const Model reference(continuum_solid(mesh, ContinuumModel::corotated, undamped(rubber)),
                        in_double);
  const OwnModes modes(mesh, model, rubber, 1);
  const Shape& mode = modes.all().front();
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
