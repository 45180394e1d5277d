#include "model/spectrum.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "backend/backend.h"

namespace pliant {

namespace {

// Numbers without pattern, the same on every machine.
double scattered(std::size_t i) {
  std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  return static_cast<double>(z >> 11) * 0x1p-52 - 1;
}

// M⁻¹K u, or M⁻¹C u, turned round.
std::vector<Vec3d> product(const backend::CompiledState& state, std::span<const Pull> pulls,
                           const std::vector<Vec3d>& u, bool of_velocities) {
  std::vector<Vec3d> f = state.tangent(u, of_velocities);
  for (const Pull& pull : pulls)
    f[pull.vertex] -= u[pull.vertex] * (of_velocities ? pull.damping : pull.stiffness);
  for (std::size_t v = 0; v < f.size(); ++v) f[v] *= state.inverse_mass(static_cast<Index>(v));
  return f;
}

// Power iteration comes from below and stops when it has settled; what is missing then is well
// inside the safety of a step.
double largest_eigenvalue(const backend::CompiledState& state, std::span<const Pull> pulls,
                          bool of_velocities) {
  constexpr int most_rounds = 100;
  const auto& masses = state.model.compiled().masses;
  std::vector<Vec3d> u(masses.size());
  for (std::size_t v = 0; v < u.size(); ++v)
    u[v] = {scattered(3 * v), scattered(3 * v + 1), scattered(3 * v + 2)};
  double value = 0;
  for (int round = 0; round < most_rounds; ++round) {
    double squared = 0;
    for (std::size_t v = 0; v < u.size(); ++v) {
      if (state.inverse_mass(static_cast<Index>(v)) == 0) u[v] = {};
      squared += masses[v] * squared_length(u[v]);
    }
    const double size = std::sqrt(squared);
    if (!(size > 0) || !std::isfinite(size)) return value;
    const bool settled = round > 10 && size - value < 1e-4 * size;
    if (round > 0) value = std::max(value, size);
    if (settled) break;
    for (Vec3d& x : u) x *= 1 / size;
    u = product(state, pulls, u, of_velocities);
  }
  return value;
}

// By Rayleigh's quotient of half a wave along the longest side: that of a bar in tension.
double slow_frequency(const backend::CompiledState& state) {
  const auto& masses = state.model.compiled().masses;
  const Box& box = state.model.compiled().box;
  const Vec3d size = box.size();
  int axis = 0;
  for (int i = 1; i < 3; ++i)
    if (size[i] > size[axis]) axis = i;
  if (!(size[axis] > 0)) return 0;
  std::vector<Vec3d> x, u(masses.size());
  state.read(&x, nullptr);
  double mass = 0, stiffness = 0;
  for (std::size_t v = 0; v < u.size(); ++v) {
    u[v][axis] = std::cos(std::numbers::pi * (x[v][axis] - box.low[axis]) / size[axis]);
    mass += masses[v] * squared_length(u[v]);
  }
  const std::vector<Vec3d> f = state.tangent(u, false);
  for (std::size_t v = 0; v < u.size(); ++v) stiffness -= dot(u[v], f[v]);
  return stiffness > 0 ? std::sqrt(stiffness / mass) : 0;
}

}  // namespace

Spectrum find_spectrum(const backend::CompiledState& state, std::span<const Pull> pulls) {
  return {largest_eigenvalue(state, pulls, false), largest_eigenvalue(state, pulls, true),
          slow_frequency(state)};
}

const Spectrum& LazySpectrum::operator()(const Model& model) const {
  std::call_once(once_, [&] { spectrum_ = find_spectrum(*model.compiled().make_state(model)); });
  return *spectrum_;
}

}  // namespace pliant
