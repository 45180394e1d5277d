#include <pliant/advance.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/stability.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/backend.h"
#include "base/text.h"
#include "model/present_stiffness.h"

namespace pliant {

namespace {

// A look costs some steps' time: as many steps lie between two as a vertex needs for this
// part of a tetrahedron's width, or the stable step to get so much shorter as it last did. Odd
// numbers: damping has passes every few steps, and the body is stiffest at some time between them.
constexpr double way_between_looks = 0.1, change_between_looks = 0.9;
constexpr double fewest_between_looks = 7, most_between_looks = 111;
constexpr double most_between_divided = 31;

// Of the largest stable step of the present, which is estimated: what is taken at most, from where
// on steps are taken again, and what a step that grows again is below.
constexpr double most_share = 0.7, unstable_share = 0.85, growing_share = 0.6;
// Whole steps after which a state that ran away may take longer steps again.
constexpr std::int64_t calm_steps = 512;
// Whole steps after a division before steps grow again.
constexpr double steady_steps = 48;

constexpr double energy_looks_per_second = 30;  // of simulated time
constexpr double clearly_more_energy = 1.1;     // that of Euler-Cromer swings by itself

// Drives, moving obstacles, kept volumes and pressures do work that State::Energy does not know,
// and penalties store it.
bool keeps_its_energy(const State& body) {
  const auto is_still = [](const Obstacle& o) {
    return o.velocity == Vec3d{} && o.response != Response::penalty;
  };
  const Model& model = body.model();
  return model.has_energy() && !body.has_drives() && model.volume_constraint_count() == 0 &&
         body.outer_forces().empty() && std::ranges::all_of(body.dynamics().obstacles, is_still);
}

}  // namespace

struct StepControl::Watched {
  PresentStiffness stiffness;
  double stable;  // s, at rest
};

struct StepControl::EnergyWatch {
  std::vector<double> first;  // J, of each body
  State good;                 // as it was at the last look without too much of it
};

StepControl::StepControl(const State& state, double stable)
    : StepControl(state, std::span(&stable, 1)) {}
StepControl::StepControl(const State& state, std::span<const double> stable)
    : whole_(state.time_step()) {
  for (std::size_t b = 0; b < state.body_count(); ++b)
    bodies_.push_back({PresentStiffness(state.body(b)), stable[std::min(b, stable.size() - 1)]});
}
StepControl::StepControl(StepControl&&) noexcept = default;
StepControl& StepControl::operator=(StepControl&&) noexcept = default;
StepControl::~StepControl() = default;

double StepControl::step_of(int halvings) const {
  return std::ldexp(whole_, -halvings);
}
double StepControl::shortest_step() const {
  return step_of(most_used_);
}
// The state tells, so that one that was saved goes on as it was.
int StepControl::halvings_of(const State& state) const {
  return static_cast<int>(std::lround(std::log2(whole_ / state.time_step())));
}

void StepControl::divide(State& state, int halvings) {
  if (halvings == halvings_of(state)) return;
  state.set_time_step(step_of(halvings));
  most_used_ = std::max(most_used_, halvings);
  grows_after_ = state.time() + steady_steps * whole_;
}

std::int64_t StepControl::until_look(const State& state) const {
  return std::max<std::int64_t>(0, std::llround((next_look_ - state.time()) / state.time_step()));
}

bool StepControl::watches() const {
  return std::ranges::any_of(bodies_, [](const Watched& b) { return !b.stiffness.is_empty(); });
}

// A stable step goes with one over the root of the stiffness. It may be told to be shorter than it
// is where it is no shorter than `enough`.
double StepControl::stable_now(const State& state, double enough) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const double stable = bodies_[b].stable, root = stable / enough;
    least = std::min(
        least, stable / std::sqrt(bodies_[b].stiffness.over_rest(state.body(b), root * root)));
  }
  return least;
}

// How long vertices of the body that is fastest for its tetrahedra take for their way, s, if they
// go on getting faster as they did since the last look.
double StepControl::time_for_way(const State& state) const {
  const double since = backup_ ? state.time() - backup_->time() : 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    if (bodies_[b].stiffness.is_empty()) continue;
    const State& body = state.body(b);
    const std::vector<Vec3d> now = body.velocities();
    double fastest = 0, gain = 0;
    for (const Vec3d& v : now) fastest = std::max(fastest, squared_length(v));
    for (const Obstacle& o : body.dynamics().obstacles)
      fastest = std::max(fastest, squared_length(o.velocity));
    if (since > 0) {
      const std::vector<Vec3d> before = backup_->body(b).velocities();
      for (std::size_t v = 0; v < now.size(); ++v)
        gain = std::max(gain, squared_length(now[v] - before[v]));
    }
    const double v = std::sqrt(fastest), way = way_between_looks * bodies_[b].stiffness.width();
    const double a = since > 0 ? std::sqrt(gain) / since : length(body.dynamics().gravity);
    least = std::min(least, 2 * way / (v + std::sqrt(v * v + 2 * a * way) + 1e-300));
  }
  return least;
}

// `stable`: as it is now.
void StepControl::plan_look(const State& state, double stable) {
  const double h = state.time_step(), since = state.time() - looked_at_;
  double seconds = watches() ? time_for_way(state) : 0;
  if (since > 0 && stable < stable_then_)
    seconds =
        std::min(seconds, since * std::log(change_between_looks) / std::log(stable / stable_then_));
  stable_then_ = std::min(stable, 1e6 * whole_);
  looked_at_ = state.time();
  const double odd = 2 * std::floor(0.5 * seconds / h) + 1;
  const double most = halvings_of(state) > 0 ? most_between_divided : most_between_looks;
  next_look_ = state.time() + h * std::clamp(odd, fewest_between_looks, most);
}

// Where the steps since the last look were longer than stable, they are taken again. Steps grow one
// by one, and only between whole ones.
void StepControl::look(State& state) {
  const int now = halvings_of(state);
  int wanted = least_halvings_;
  // Steps that may grow are worth knowing it exactly.
  const double stable = stable_now(
      state, now > wanted ? std::numeric_limits<double>::infinity() : step_of(now) / most_share);
  while (wanted < most_halvings && step_of(wanted) > most_share * stable) ++wanted;
  if (wanted > now) {
    if (backup_ && step_of(now) > unstable_share * stable) state = *backup_;
    divide(state, wanted);
    return plan_look(state, stable);
  }
  const double whole_steps = state.time() / whole_;
  const bool may_grow =
      state.time() >= grows_after_ && std::abs(whole_steps - std::round(whole_steps)) < 1e-3;
  if (wanted < now && may_grow && step_of(now - 1) <= growing_share * stable)
    divide(state, now - 1);
  plan_look(state, stable);
  keep(state);
}

// Not on a card, where a copy costs more than the steps.
void StepControl::keep(const State& state) {
  if (watches() && state.model().backend() == Backend::cpu)
    backup_ = std::make_unique<State>(state);
}

bool StepControl::halve(State& state, double time, std::size_t body) {
  const int halvings = std::max(halvings_of(state), least_halvings_) + 1;
  if (halvings > most_halvings) return false;
  if (!ran_away_) {
    ran_away_ = time;
    body_that_ran_away_ = body;
  }
  least_halvings_ = halvings;
  calm_at_ = std::llround(time / whole_) + calm_steps;
  divide(state, halvings);
  backup_.reset();
  next_look_ = state.time();
  return true;
}

// Bodies that touch give each other some: they are looked at together.
std::optional<std::size_t> StepControl::body_that_gained(const State& state) const {
  std::size_t most = 0;
  double before = 0, now = 0, largest = 0;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const State& body = state.body(b);
    if (!keeps_its_energy(body)) return std::nullopt;
    const double energy = body.energy().total();
    before += energy_->first[b];
    now += energy;
    if (energy - energy_->first[b] <= largest) continue;
    largest = energy - energy_->first[b];
    most = b;
  }
  if (!(before > 0) || !(now > clearly_more_energy * before)) return std::nullopt;
  return most;
}

// Between two of them whole steps are taken, so that it does not matter how steps are divided.
void StepControl::look_at_energy(State& state) {
  if (!watches_energy_ || state.time() < next_energy_look_ - 0.5 * whole_) return;
  if (const auto body = energy_ ? body_that_gained(state) : std::nullopt) {
    State back = energy_->good;
    if (halve(back, state.time(), *body)) {
      state = back;
      return;
    }
  }
  if (energy_) {
    energy_->good = state;
  } else {
    energy_ = std::make_unique<EnergyWatch>(EnergyWatch{{}, state});
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      energy_->first.push_back(state.body(b).energy().total());
  }
  const double number = std::floor((state.time() + 0.5 * whole_) * energy_looks_per_second) + 1;
  next_energy_look_ = whole_ * std::round(number / energy_looks_per_second / whole_);
}

std::int64_t StepControl::steps_at_once(const State& state, std::int64_t left) const {
  if (watches() || halvings_of(state) > 0)
    left = std::min(left, std::max<std::int64_t>(1, until_look(state)));
  if (!watches_energy_) return left;
  const double until = (next_energy_look_ - state.time()) / state.time_step();
  return std::min(left, std::max<std::int64_t>(1, std::llround(until)));
}

void StepControl::advance(const Model& given, State& state, std::int64_t count) {
  const Model model = given;  // which may be the state's own, and that is put back at times
  const double end = state.time() + static_cast<double>(count) * whole_;
  const auto left = [&] { return std::llround((end - state.time()) / state.time_step()); };
  // What was changed since the last call must not be undone; else it does not matter in how many
  // calls steps are taken.
  if (state.changes() != changes_) {
    keep(state);
    energy_.reset();
    next_energy_look_ = std::min(next_energy_look_, state.time() + 1 / energy_looks_per_second);
    next_look_ = std::min(next_look_, state.time() + fewest_between_looks * state.time_step());
  }
  if (watches() && next_look_ > state.time() + whole_ * most_between_looks)
    next_look_ = state.time();  // the state was put back
  for (look_at_energy(state); left() > 0; look_at_energy(state)) {
    const bool looks = watches() || halvings_of(state) > 0;
    try {
      step(model, state, steps_at_once(state, left()));
    } catch (const Diverged& e) {
      if (!halve(state, e.time(), e.body())) throw;
      continue;
    }
    if (!looks) continue;
    if (least_halvings_ > 0 && std::llround(state.time() / whole_) >= calm_at_) {
      --least_halvings_;
      calm_at_ += calm_steps;
    }
    if (until_look(state) == 0) look(state);
  }
  changes_ = state.changes();
}

std::vector<double> StepControl::memory() const {
  return {static_cast<double>(least_halvings_),
          static_cast<double>(calm_at_),
          static_cast<double>(most_used_),
          next_look_,
          grows_after_,
          looked_at_,
          stable_then_,
          ran_away_.value_or(-1),
          static_cast<double>(body_that_ran_away_)};
}

void StepControl::remember(const State& state, std::span<const double> memory,
                           std::optional<State> backup) {
  const auto is_halvings = [](double x) { return x >= 0 && x <= most_halvings; };
  if (memory.size() != 9 ||
      !std::ranges::all_of(memory, [](double x) { return std::abs(x) < 1e15; }) ||
      !is_halvings(memory[0]) || !is_halvings(memory[2]) ||
      !(memory[8] >= 0 && memory[8] < static_cast<double>(bodies_.size())) ||
      !is_halvings(std::log2(whole_ / state.time_step())))
    throw InputError("", 0, "how its steps were divided is not told", "take another checkpoint");
  least_halvings_ = static_cast<int>(memory[0]);
  calm_at_ = static_cast<std::int64_t>(memory[1]);
  most_used_ = static_cast<int>(memory[2]);
  next_look_ = memory[3];
  grows_after_ = memory[4];
  looked_at_ = memory[5];
  stable_then_ = memory[6];
  if (memory[7] >= 0) ran_away_ = memory[7];
  body_that_ran_away_ = static_cast<std::size_t>(memory[8]);
  backup_ = backup ? std::make_unique<State>(std::move(*backup)) : nullptr;
  changes_ = state.changes();
}

std::string StepControl::note() const {
  if (!ran_away_) return {};
  return text("with steps of ", whole_, " s it ran away at ", *ran_away_,
              " s; it went on from just before that with shorter ones");
}

void advance(const Model& model, State& state, double seconds, Notes* notes,
             const Progress& progress) {
  if (!(seconds > 0)) return;
  const double count = std::ceil(seconds / state.time_step() - 1e-9);
  if (const double step = seconds / count; step != state.time_step()) state.set_time_step(step);
  std::vector<double> stable;
  for (std::size_t b = 0; b < state.body_count(); ++b) stable.push_back(stable_step(state.body(b)));
  StepControl control(state, stable);
  const auto steps = static_cast<std::int64_t>(count);
  constexpr std::int64_t reports = 100;
  const std::int64_t part = progress ? steps / reports + 1 : steps;
  for (std::int64_t done = 0; done < steps; done += part) {
    if (progress) progress(static_cast<double>(done) / count, "stepping");
    control.advance(model, state, std::min(part, steps - done));
  }
  if (!notes || !control.ran_away()) return;
  const std::string who =
      stable.size() > 1 ? text("body ", control.body_that_ran_away(), ": ") : std::string();
  notes->push_back(who + control.note());
}

}  // namespace pliant
