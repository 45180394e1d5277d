#include <pliant/precision.h>
#include <pliant/stability.h>

#include <algorithm>
#include <limits>

#include "backend/backend.h"
#include "base/short_text.h"
#include "base/text.h"
#include "model/stable_steps.h"

namespace pliant {

namespace {

constexpr double earth_gravity = 9.81;      // m/s²
constexpr double largest_rounding = 0.01;   // of gravity, in large steps
constexpr double longest_stillness = 0.05;  // s; a fall of a second is then right to 0.3 %

double size_of(const Model& model) {
  const Vec3d size = model.compiled().box.size();
  return std::max({size.x, size.y, size.z});
}

double step_of(const Model& model, const Dynamics& dynamics) {
  return dynamics.time_step > 0 ? dynamics.time_step : safe_step(model, dynamics);
}

double spacing_of(Precision precision) {
  return precision == Precision::single_precision ? std::numeric_limits<float>::epsilon()
                                                  : std::numeric_limits<double>::epsilon();
}

double gravity_of(const Dynamics& dynamics) {
  const double gravity = length(dynamics.gravity);
  return gravity > 0 ? gravity : earth_gravity;
}

// m/s²: what rounded places do to the stiffest vertices. Large steps look for forces that cancel
// each other, and end where this is left.
double rounded_acceleration(const Model& model) {
  return spacing_of(model.precision()) * 0.5 * size_of(model) * spectrum_of(model).stiffness;
}

std::string lost_in_large_steps(const std::string& body, const Model& model, bool raised) {
  const bool is_single = model.precision() == Precision::single_precision;
  return text("body '", body, "' is so stiff that rounding in ", name(model.precision()),
              " precision makes forces like those of ", short_text(rounded_acceleration(model)),
              " m/s²; ",
              raised      ? "with large steps it is computed in double precision"
              : is_single ? "take double precision for large steps"
                          : "take a softer material, or leave the large steps out");
}

}  // namespace

std::string_view name(Precision precision) {
  return precision == Precision::single_precision ? "single" : "double";
}

double slowest_motion(double size, Precision precision, double time_step) {
  // Places are about the body's middle.
  return 0.5 * spacing_of(precision) * (0.5 * size) / time_step;
}

bool loses_motion(const Model& model, const Dynamics& dynamics) {
  if (model.compiled().is_spectral()) return false;
  if (dynamics.large_steps)
    return rounded_acceleration(model) > largest_rounding * gravity_of(dynamics);
  const double slowest =
      slowest_motion(size_of(model), model.precision(), step_of(model, dynamics));
  return slowest > longest_stillness * gravity_of(dynamics);
}

std::optional<std::string> precision_note(const std::string& body, const Model& model,
                                          const Dynamics& dynamics, bool raised) {
  if (!loses_motion(model, dynamics)) return std::nullopt;
  if (dynamics.large_steps) return lost_in_large_steps(body, model, raised);
  const double size = size_of(model), step = step_of(model, dynamics);
  const bool is_single = model.precision() == Precision::single_precision;
  return text("body '", body, "' is ", short_text(size), " m large and its steps are ",
              short_text(step), " s short: in ", name(model.precision()),
              " precision nothing of it moves that is slower than ",
              short_text(slowest_motion(size, model.precision(), step)), " m/s; ",
              raised      ? "it is computed in double precision"
              : is_single ? "take double precision, or larger steps"
                          : "take larger steps");
}

}  // namespace pliant
