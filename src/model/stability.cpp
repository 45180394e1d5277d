#include <pliant/error.h>
#include <pliant/stability.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backend/backend.h"
#include "base/text.h"
#include "integrators/integrators.h"
#include "model/stable_steps.h"

namespace pliant {

namespace {

// Where the vertices were at rest, with the relations and holds as they are now; null where these
// are the model's.
std::unique_ptr<backend::CompiledState> changed_at_rest(const State& state) {
  const backend::CompiledState& now = state.compiled();
  auto rest = state.model().compiled().make_state(state.model());
  backend::Snapshot snapshot = rest->snapshot();
  snapshot.fields = now.snapshot().fields;
  if (snapshot.fields.empty() && rest->pinned == now.pinned && !now.drives) return nullptr;
  rest->pinned = now.pinned;
  rest->drives = now.drives;
  rest->restore(snapshot);
  return rest;
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
    columns[i] = {m.x.x, m.v.x, I::keeps_move ? m.kept[0].x : 0};
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

double largest_step(const Dynamics& dynamics, double k, double c) {
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

double best(const Model& model, const StableSteps& steps) {
  return may_split_damping(model) ? steps.best() : steps.damped;
}

double checked_safe_step(double largest, const Dynamics& dynamics) {
  if (dynamics.large_steps) return large_step;
  if (!(largest > 0))
    throw InputError("", 0,
                     text(name(dynamics.integrator), " is stable with no step without damping"),
                     "give a time step, damping, or another integrator");
  return safe_step(largest);
}

}  // namespace

StableSteps stable_steps(const Spectrum& spectrum, const Dynamics& dynamics) {
  const double damped = largest_step(dynamics, spectrum.stiffness, spectrum.damping);
  return {damped, spectrum.damping > 0 ? largest_step(dynamics, spectrum.stiffness, 0) : damped};
}

bool may_split_damping(const Model& model) {
  const backend::CompiledModel& compiled = model.compiled();
  if (compiled.is_spectral() || !compiled.gases.empty()) return false;
  return std::ranges::all_of(compiled.sets, [](const backend::CompiledModel::Set& set) {
    return laws()[set.law].arity == 1 || laws()[set.law].conserves_linear_momentum;
  });
}

Spectrum spectrum_of(const Model& model, std::span<const Pull> pulls) {
  return pulls.empty() ? model.compiled().spectrum(model)
                       : find_spectrum(*model.compiled().make_state(model), pulls);
}
Spectrum spectrum_of(const State& state, std::span<const Pull> pulls) {
  const auto changed = changed_at_rest(state);
  return changed ? find_spectrum(*changed, pulls) : spectrum_of(state.model(), pulls);
}

namespace {

// The shortest of what all bodies say.
template <class Of, class Ask>
double shortest(const Of& world, const Ask& ask) {
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < world.body_count(); ++i) step = std::min(step, ask(world.body(i)));
  return step;
}

}  // namespace

double stable_step(const Model& model, const Dynamics& dynamics) {
  if (dynamics.large_steps) return std::numeric_limits<double>::infinity();
  if (model.body_count() > 1)
    return shortest(model, [&](const Model& body) { return stable_step(body, dynamics); });
  if (const auto step = model.compiled().resolving_step()) return *step / safe_share;
  return best(model, stable_steps(spectrum_of(model, dynamics.pulls), dynamics));
}

double stable_step(const State& state, const Dynamics& dynamics) {
  if (dynamics.large_steps) return std::numeric_limits<double>::infinity();
  if (state.body_count() > 1)
    return shortest(state, [&](const State& body) { return stable_step(body, dynamics); });
  if (const auto step = state.model().compiled().resolving_step()) return *step / safe_share;
  return best(state.model(), stable_steps(spectrum_of(state, dynamics.pulls), dynamics));
}
double stable_step(const State& state) {
  if (state.body_count() > 1)
    return shortest(state, [](const State& body) { return stable_step(body); });
  return stable_step(state, state.dynamics());
}

double safe_step(const Model& model, const Dynamics& dynamics) {
  return checked_safe_step(stable_step(model, dynamics), dynamics);
}
double safe_step(const State& state, const Dynamics& dynamics) {
  return checked_safe_step(stable_step(state, dynamics), dynamics);
}

double safe_step(double largest_stable) {
  return std::min(safe_share * largest_stable, longest_safe_step);
}

}  // namespace pliant
