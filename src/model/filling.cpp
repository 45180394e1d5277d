#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/filling.h>
#include <pliant/quality.h>
#include <pliant/stability.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>

#include "base/nearest_name.h"
#include "base/text.h"

namespace pliant {

namespace {

using FillingClock = std::chrono::steady_clock;

constexpr std::array all_finenesses{Fineness::real_time, Fineness::film, Fineness::fine};
constexpr double wanted_pace = 1 / real_time_share;

double volume_of(const Mesh& surface) {
  const double enclosed = std::abs(enclosed_volume(surface.vertices, surface.triangles.cells));
  const Vec3d size = bounding_box(surface.vertices).size();
  const double box = size.x * size.y * size.z;
  // Surfaces with holes or faces that disagree may enclose anything.
  return enclosed > 1e-3 * box && enclosed <= box ? enclosed : 0.3 * box;
}

TetMesh ball_of(double volume, std::size_t tetrahedra) {
  const double r = std::cbrt(0.75 * volume / std::numbers::pi);
  const Vec3d corner{r, r, r};
  return TetMesh(tetrahedralise(
      Implicit{[r](const Vec3d& p) { return length(p) - r; }, -corner, corner}, {0, tetrahedra}));
}

}  // namespace

std::string_view name(Fineness fineness) {
  switch (fineness) {
    case Fineness::real_time:
      return "real-time";
    case Fineness::film:
      return "film";
    case Fineness::fine:
      return "fine";
  }
  return {};
}

std::span<const Fineness> finenesses() {
  return all_finenesses;
}

Fineness fineness(std::string_view wanted) {
  std::vector<std::string> names;
  for (const Fineness one : all_finenesses) {
    if (name(one) == wanted) return one;
    names.emplace_back(name(one));
  }
  throw InputError("", 0, text("there is no quality '", wanted.substr(0, 64), "'"),
                   nearest_name(wanted, names));
}

double measured_pace(const State& state, double seconds) {
  // Damping passes come every few steps; so many steps have their share of them.
  constexpr std::int64_t at_once = 64;
  State copy = state;
  Dynamics floating = copy.dynamics();
  floating.gravity = {};
  copy.set_dynamics(floating);
  const Model& model = copy.model();
  const double simulated = static_cast<double>(at_once) * copy.dynamics().time_step;
  const auto since = [](FillingClock::time_point start) {
    return std::chrono::duration<double>(FillingClock::now() - start).count();
  };
  std::vector<double> times;
  step(model, copy, 1);  // what is laid out by the first step
  const auto begin = FillingClock::now();
  do {
    const auto start = FillingClock::now();
    step(model, copy, at_once);
    times.push_back(since(start));
  } while (since(begin) < seconds && times.size() < 1000);
  // The quickest quarter: others may have had the processor for a while.
  const auto quarter = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 4);
  std::ranges::nth_element(times, quarter);
  return simulated / std::max(*quarter, 1e-9);
}

std::size_t tetrahedra_at_pace(std::size_t tetrahedra, double pace) {
  const double count =
      static_cast<double>(tetrahedra) * std::pow(std::max(pace, 1e-9) / wanted_pace, 0.75);
  return static_cast<std::size_t>(std::clamp(count, static_cast<double>(least_real_time_tetrahedra),
                                             static_cast<double>(most_real_time_tetrahedra)));
}

std::size_t real_time_tetrahedra(const Mesh& surface, const Material& material,
                                 const ModelOptions& model) {
  const double volume = volume_of(surface);
  if (!(volume > 0) || !std::isfinite(volume)) return least_real_time_tetrahedra;
  constexpr std::size_t standard = 3000;
  const TetMesh ball = ball_of(volume, standard);
  const State state(Model(continuum_solid(ball, ContinuumModel::corotated, material), model));
  return tetrahedra_at_pace(ball.tetrahedra().size(), measured_pace(state));
}

MesherOptions mesher_options(const Filling& filling, const Mesh& surface, const Material& material,
                             const ModelOptions& model) {
  MesherOptions options;
  options.edge = filling.edge;
  options.tetrahedra = static_cast<std::size_t>(std::min(filling.tetrahedra, 1e15));
  if (filling.by_number()) return options;
  if (filling.fineness == Fineness::film) options.tetrahedra = film_tetrahedra;
  if (filling.fineness == Fineness::real_time)
    options.tetrahedra = real_time_tetrahedra(surface, material, model);
  return options;
}

}  // namespace pliant
