#include "model/damping_share.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "backend/backend.h"
#include "base/short_text.h"
#include "base/text.h"
#include "integrators/chebyshev.h"
#include "model/stable_steps.h"

namespace pliant {

namespace {

constexpr double worth_telling = 0.1;

// Of x'' = -ω² x - ω² τ x', 1/s: of the part that lasts longest.
double exact_rate(double frequency, double time) {
  const double half = 0.5 * frequency * frequency * time;
  const double beyond = half * half - frequency * frequency;
  return beyond > 0 ? half - std::sqrt(beyond) : half;
}

// The same by turns: no damping for a span, then a pass.
double rate_by_passes(double frequency, double time, double span, int stages) {
  const double factor = chebyshev_factor(stages, frequency * frequency * time * span);
  const double cosine = std::cos(frequency * span);
  // (x, v/ω) turns by an angle, then v is multiplied: the larger eigenvalue.
  const double half_trace = 0.5 * (1 + factor) * cosine, determinant = factor;
  const double beyond = half_trace * half_trace - determinant;
  const double largest =
      beyond > 0 ? std::abs(half_trace) + std::sqrt(beyond) : std::sqrt(std::abs(determinant));
  return -std::log(std::max(largest, 1e-300)) / span;
}

}  // namespace

std::optional<std::string> damping_note(const State& state, const std::string& body) {
  const DampingPlan& plan = state.compiled().damping;
  if (plan.every == 0) return std::nullopt;
  const Spectrum spectrum = spectrum_of(state);
  if (!(spectrum.slow > 0)) return std::nullopt;
  const double time = spectrum.damping / spectrum.stiffness;
  const double span = static_cast<double>(plan.every) * state.dynamics().time_step;
  const double given = exact_rate(spectrum.slow, time);
  const double got = rate_by_passes(spectrum.slow, time, span, plan.stages);
  if (std::abs(got - given) <= worth_telling * given) return std::nullopt;
  return text("body '", body, "': its slowest motion, at about ",
              short_text(spectrum.slow / (2 * std::numbers::pi)), " Hz, dies away at ",
              short_text(got), " /s where its damping asks for ", short_text(given),
              " /s; steps of ", short_text(stable_steps(spectrum, state.dynamics()).damped),
              " s and less damp it as given, at their cost");
}

}  // namespace pliant
