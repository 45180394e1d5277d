#include <pliant/error.h>
#include <pliant/stability.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backend/backend.h"
#include "base/text.h"
#include "integrators/integrators.h"

namespace pliant {

namespace {

// Numbers without pattern, the same on every machine.
double scattered(std::size_t i) {
  std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  return static_cast<double>(z >> 11) * 0x1p-52 - 1;
}

// The largest eigenvalue of M⁻¹K, or of M⁻¹C. Power iteration comes from below and stops when it
// has settled; what is missing then is well inside the safety of a step.
double largest_eigenvalue(const Model& model, std::span<const Pull> pulls, bool of_velocities) {
  constexpr int most_rounds = 100;
  const auto state = model.compiled().make_state(model);
  const auto& masses = model.compiled().masses;
  std::vector<Vec3d> u(masses.size());
  for (std::size_t v = 0; v < u.size(); ++v)
    u[v] = {scattered(3 * v), scattered(3 * v + 1), scattered(3 * v + 2)};
  double value = 0;
  for (int round = 0; round < most_rounds; ++round) {
    double squared = 0;
    for (std::size_t v = 0; v < u.size(); ++v) {
      if (state->inverse_mass(static_cast<Index>(v)) == 0) u[v] = {};
      squared += masses[v] * squared_length(u[v]);
    }
    const double size = std::sqrt(squared);
    if (!(size > 0) || !std::isfinite(size)) return value;
    const bool settled = round > 10 && size - value < 1e-4 * size;
    if (round > 0) value = std::max(value, size);
    if (settled) break;
    for (Vec3d& x : u) x *= 1 / size;
    std::vector<Vec3d> f = state->tangent(u, of_velocities);
    for (const Pull& pull : pulls)
      f[pull.vertex] -= u[pull.vertex] * (of_velocities ? pull.damping : pull.stiffness);
    u = std::move(f);
    for (std::size_t v = 0; v < u.size(); ++v) u[v] *= state->inverse_mass(static_cast<Index>(v));
  }
  return value;
}

using Matrix = std::array<std::array<double, 3>, 3>;

// One step of x'' = -k x - c x', as a matrix on (x, v, kept).
template <class I>
Matrix step_of_oscillator(double k, double c, double h) {
  Matrix columns{};
  for (std::size_t i = 0; i < 3; ++i) {
    Motion<double> m{};
    m.x.x = i == 0;
    m.v.x = i == 1;
    m.kept[0].x = i == 2;
    const auto stage = [&]<int s>() {
      if constexpr (s < I::stages)
        I::template advance<s>(m, {-k * m.x.x - c * m.v.x, 0, 0}, h, false);
    };
    stage.template operator()<0>();
    stage.template operator()<1>();
    stage.template operator()<2>();
    stage.template operator()<3>();
    const bool carries = I::stages == 1 && I::kept > 0;
    columns[i] = {m.x.x, m.v.x, carries ? m.kept[0].x : 0};
  }
  return columns;
}

// Whether 10¹² steps of it stay bounded: forty squarings.
bool stays_bounded(Matrix a) {
  for (int round = 0; round < 40; ++round) {
    Matrix square{};
    double largest = 0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t l = 0; l < 3; ++l) square[i][j] += a[l][j] * a[i][l];
        largest = std::max(largest, std::abs(square[i][j]));
      }
    if (!(largest < 1e12)) return false;
    a = square;
  }
  return true;
}

// Modes from the fastest down; damping is taken to grow with stiffness, as that of relations does.
template <class I>
bool is_stable(double k, double c, double everywhere, double h) {
  const double unit = std::sqrt(k);  // makes velocities as large as positions
  for (int mode = 0; mode < 24; ++mode) {
    const double share = std::ldexp(1.0, -mode);
    if (!stays_bounded(step_of_oscillator<I>(share, (c * share + everywhere) / unit, h * unit)))
      return false;
  }
  return true;
}

template <class... I>
bool is_stable(Integrator i, double k, double c, double everywhere, double h,
               IntegratorList<I...>) {
  bool (*const all[])(double, double, double, double) = {&is_stable<I>...};
  return all[static_cast<std::size_t>(i)](k, c, everywhere, h);
}

}  // namespace

double stable_step(const Model& model, const Dynamics& dynamics) {
  if (const auto step = model.compiled().resolving_step()) return *step / safe_share;
  const double k = largest_eigenvalue(model, dynamics.pulls, false);  // 1/s²
  const double c = largest_eigenvalue(model, dynamics.pulls, true);   // 1/s
  const double fastest = std::max({std::sqrt(k), c, dynamics.damping});
  if (!(fastest > 0)) return std::numeric_limits<double>::infinity();
  double low = 0, high = 8 / fastest;
  for (int round = 0; round < 50; ++round) {
    const double middle = 0.5 * (low + high);
    const bool stable = is_stable(dynamics.integrator, std::max(k, 1e-12 * fastest * fastest), c,
                                  dynamics.damping, middle, Integrators());
    (stable ? low : high) = middle;
  }
  // Undamped Euler grows with every step, only the slower the smaller it is.
  return low * fastest > 1e-4 ? low : 0;
}

double safe_step(const Model& model, const Dynamics& dynamics) {
  const double largest = stable_step(model, dynamics);
  if (!(largest > 0))
    throw InputError("", 0,
                     text(name(dynamics.integrator), " is stable with no step without damping"),
                     "give a time step, damping, or another integrator");
  return safe_step(largest);
}

double safe_step(double largest_stable) {
  return std::min(safe_share * largest_stable, longest_safe_step);
}

}  // namespace pliant
