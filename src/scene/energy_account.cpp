#include "scene/energy_account.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pliant {

namespace {

// Energies of symplectic integrators swing by themselves, and work is known at some steps only.
constexpr double clearly_more = 0.4;  // of what is exchanged

using Vectors = std::vector<Vec3d>;

double power_of(const Vectors& forces, const Vectors& velocities) {
  double power = 0;
  for (std::size_t v = 0; v < forces.size(); ++v) power += std::abs(dot(forces[v], velocities[v]));
  return power;
}

double mass_of(const RunBody& body) {
  return std::accumulate(body.masses.begin(), body.masses.end(), 0.0);
}

// Pressures on a part of the surface, which follow it: those of a gas have an energy.
std::vector<std::size_t> open_pressures(const Model& model) {
  std::vector<std::size_t> sets;
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    if (model.law(set).conservative_when_closed && !model.is_gas(set)) sets.push_back(set);
  }
  return sets;
}

double pressure_power(const State& state, std::size_t set, const Vectors& velocities) {
  const Vectors forces = state.relation_forces(set);
  const std::vector<Index> vertices = state.model().relation_vertices(set);
  double power = 0;
  for (std::size_t i = 0; i < forces.size(); ++i)
    power += std::abs(dot(forces[i], velocities[vertices[i]]));
  return power;
}

// m/s, with what bounces off it.
double fastest_obstacle(const Dynamics& dynamics) {
  double fastest = 0;
  for (const Obstacle& o : dynamics.obstacles)
    fastest = std::max(fastest, length(o.velocity) * (1 + o.bounce));
  return fastest;
}

// Whatever touches it carries at most all forces in the body and its weight.
double obstacle_power(const RunBody& body, double speed) {
  double force = mass_of(body) * length(body.state.dynamics().gravity);
  for (const Vec3d& f : body.state.forces()) force += length(f);
  return force * speed;
}

// The most power of all that is not part of the body's energy, W.
double outside_power(const RunBody& body) {
  const State& state = body.state;
  const bool constrained =
      state.model().volume_constraint_count() > 0 || !state.outer_forces().empty();
  const std::vector<std::size_t> pressures = open_pressures(state.model());
  double power = 0;
  if (const double speed = fastest_obstacle(state.dynamics()); speed > 0)
    power += obstacle_power(body, speed);
  if (!state.has_drives() && !constrained && pressures.empty()) return power;
  const Vectors velocities = state.velocities();
  if (state.has_drives()) power += power_of(state.support_forces(), velocities);
  if (constrained) power += power_of(state.constraint_forces(), velocities);
  for (const std::size_t set : pressures) power += pressure_power(state, set, velocities);
  return power;
}

// What an obstacle gives vertices that it meets with its own speed.
double push_of(const RunBody& body) {
  const double speed = fastest_obstacle(body.state.dynamics());
  return 0.5 * mass_of(body) * speed * speed;
}

// Energy that comes back without being part of State::Energy.
bool stores_unseen(const State& state) {
  const auto is_penalty = [](const Obstacle& o) { return o.response == Response::penalty; };
  return !state.model().has_energy() || std::ranges::any_of(state.dynamics().obstacles, is_penalty);
}

// Whether a body is not as it was made: forces without an energy may have stored some then.
bool is_strained(const RunBody& body) {
  const double far = 1e-3 * length(body.model.box().size());
  const Vectors places = body.state.positions();
  for (std::size_t v = 0; v < places.size(); ++v)
    if (length(places[v] - body.mesh->vertices()[v]) > far) return true;
  return false;
}

// Rounded forces let vertices wander, in a step by a few parts of a unit of the body's size; what
// is damped soon wanders no farther.
double noise_of(const RunBody& body, std::int64_t steps) {
  constexpr double units = 4, longest = 1e4;  // steps
  const double epsilon = body.model.precision() == Precision::single_precision
                             ? std::numeric_limits<float>::epsilon()
                             : std::numeric_limits<double>::epsilon();
  const double way = units * epsilon * std::sqrt(std::min(static_cast<double>(steps), longest)) *
                     length(body.model.box().size());
  const double speed = way / body.state.dynamics().time_step;
  return 0.5 * mass_of(body) * speed * speed;
}

template <class Read>
double sum_over(EnergyAccount::Bodies bodies, Read read) {
  double sum = 0;
  for (const RunBody* const body : bodies) sum += read(*body);
  return sum;
}

// What falling by its own size brings, J.
double fall_of(const RunBody& body) {
  return mass_of(body) * length(body.state.dynamics().gravity) * length(body.model.box().size());
}

// What lies still in single precision trembles, and what is not damped then warms up a little.
bool matters(EnergyAccount::Bodies bodies, double energy) {
  constexpr double least = 0.01;  // of a fall
  const double fall = sum_over(bodies, fall_of);
  return fall > 0 && energy > least * fall;
}

bool any_stores_unseen(EnergyAccount::Bodies bodies) {
  return std::ranges::any_of(bodies, [](const RunBody* b) { return stores_unseen(b->state); });
}

State::Energy energy_of(EnergyAccount::Bodies bodies) {
  State::Energy sum;
  for (const RunBody* const body : bodies) {
    const State::Energy part = body->state.energy();
    sum.kinetic += part.kinetic;
    sum.elastic += part.elastic;
    sum.gravitational += part.gravitational;
  }
  return sum;
}

}  // namespace

EnergyAccount::Held EnergyAccount::held_now(const State& state) {
  return {state.dynamics().gravity, state.dynamics().pulls, state.pinned(), state.removed(),
          state.changes_of_holds()};
}

void EnergyAccount::begin(Bodies bodies, const State::Energy& energy) {
  given_up_ = any_stores_unseen(bodies) &&
              (begun_ || std::ranges::any_of(bodies, [](auto* b) { return is_strained(*b); }));
  begun_ = true;
  first_ = energy;
  steps_ = 0;
  least_ = energy.kinetic;
  work_ = 0;
  turnover_ = energy.kinetic;
}

std::optional<EnergyAccount::Rise> EnergyAccount::look(Bodies bodies, double contact,
                                                       std::int64_t steps, bool changed) {
  if (given_up_) return std::nullopt;
  State::Energy now = energy_of(bodies);
  now.contact = contact;
  const double power_before = power_;
  power_ = sum_over(bodies, outside_power);
  std::vector<Held> held;
  for (const RunBody* const body : bodies) held.push_back(held_now(body->state));
  if (!begun_ || changed || held != held_) {
    held_ = std::move(held);
    begin(bodies, now);
    return std::nullopt;
  }
  steps_ += steps;
  const double seconds = static_cast<double>(steps) * bodies[0]->state.dynamics().time_step;
  work_ += 2 * std::max(power_before, power_) * seconds + sum_over(bodies, push_of);
  // Without that of laws that have no energy: loads are part of it.
  const double elastic = now.elastic - first_.elastic + now.contact - first_.contact;
  const double gravitational = now.gravitational - first_.gravitational;
  const double found = now.kinetic + elastic + gravitational;
  turnover_ = std::max({turnover_, now.kinetic, std::abs(elastic), std::abs(gravitational)});
  const double rise = found - least_;
  const double explained = work_ + clearly_more * turnover_;
  const double noise = sum_over(bodies, [&](const RunBody& b) { return noise_of(b, steps_); });
  const bool by_rounding = rise <= explained + noise;
  given_up_ = rise > explained && (!by_rounding || matters(bodies, rise));
  if (given_up_) return Rise{rise, work_, by_rounding};
  if (rise < work_ && !any_stores_unseen(bodies)) {
    least_ = found;
    work_ = 0;
  }
  return std::nullopt;
}

}  // namespace pliant
