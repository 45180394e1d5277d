#include "model/saved_state.h"

#include <pliant/error.h>

#include <cmath>

#include "base/text.h"
#include "integrators/integrators.h"
#include "model/checks.h"
#include "model/world_contact.h"

namespace pliant {

namespace {

constexpr double longest_time = 1e100;  // s; no number of steps gets beyond it

void check_good(bool good, std::string_view what) {
  need(good, text("the saved state is damaged: ", what), "take one that was saved as a whole");
}

void check_finite_vectors(std::span<const Vec3d> vectors) {
  for (const Vec3d& a : vectors)
    if (!is_finite(a)) check_good(false, "a number is not finite");
}

void write_dynamics(ByteWriter& out, const Dynamics& d) {
  out.add(static_cast<std::uint32_t>(d.integrator));
  out.add(d.time_step);
  out.add(d.gravity);
  out.add(d.damping);
  out.add(d.strain_limit);
  out.add(std::uint64_t(d.obstacles.size()));
  for (const Obstacle& obstacle : d.obstacles) write_obstacle(out, obstacle);
  out.add(std::uint64_t(d.pulls.size()));
  for (const Pull& pull : d.pulls) {
    out.add(pull.vertex);
    out.add(pull.target);
    out.add(pull.stiffness);
    out.add(pull.damping);
  }
  out.add(std::uint8_t(d.large_steps.has_value()));
  if (d.large_steps) {
    out.add(static_cast<std::uint32_t>(d.large_steps->method));
    out.add(static_cast<std::uint32_t>(d.large_steps->integrator));
    out.add(std::int32_t(d.large_steps->iterations));
    out.add(d.large_steps->tolerance);
  }
  out.add(std::uint8_t(d.selection.has_value()));
  if (!d.selection) return;
  out.add(static_cast<std::uint32_t>(d.selection->criterion));
  for (const double number :
       {d.selection->threshold, d.selection->active_time, d.selection->neighbour_time,
        d.selection->tolerance, d.selection->pixel})
    out.add(number);
}

DynamicSelection read_selection(ByteReader& in) {
  DynamicSelection s;
  const auto criterion = in.get<std::uint32_t>();
  check_good(criterion <= static_cast<std::uint32_t>(Equilibrium::speed),
             "there is no such criterion of equilibrium");
  s.criterion = static_cast<Equilibrium>(criterion);
  for (double* number : {&s.threshold, &s.active_time, &s.neighbour_time, &s.tolerance, &s.pixel})
    *number = in.get<double>();
  return s;
}

LargeSteps read_large_steps(ByteReader& in) {
  LargeSteps large;
  const auto method = in.get<std::uint32_t>(), integrator = in.get<std::uint32_t>();
  check_good(method < minimisers().size() && integrator < implicit_integrators().size(),
             "there are no such large steps");
  large.method = minimisers()[method];
  large.integrator = implicit_integrators()[integrator];
  large.iterations = in.get<std::int32_t>();
  large.tolerance = in.get<double>();
  return large;
}

// Vectors by vertex, or none.
void write_some(ByteWriter& out, const std::vector<Vec3d>& vectors) {
  out.add(std::uint8_t(!vectors.empty()));
  out.add(vectors, Precision::double_precision);
}
std::vector<Vec3d> read_some(ByteReader& in, const Model& model) {
  std::vector<Vec3d> vectors;
  if (in.get_bool()) vectors = in.get_vectors(model.vertex_count(), Precision::double_precision);
  check_finite_vectors(vectors);
  return vectors;
}

void write_memory(ByteWriter& out, const large_steps::Memory& memory) {
  out.add(memory.step);
  for (const auto* vectors : {&memory.places, &memory.velocities, &memory.accelerations})
    write_some(out, *vectors);
}
large_steps::Memory read_memory(ByteReader& in, const Model& model) {
  large_steps::Memory memory;
  memory.step = in.get<double>();
  check_good(memory.step >= 0 && std::isfinite(memory.step), "a time step cannot be");
  for (auto* vectors : {&memory.places, &memory.velocities, &memory.accelerations})
    *vectors = read_some(in, model);
  return memory;
}

Dynamics read_dynamics(ByteReader& in, const Model& model) {
  Dynamics d;
  const auto integrator = in.get<std::uint32_t>();
  check_good(integrator < integrators().size(), "there is no such integrator");
  d.integrator = static_cast<Integrator>(integrator);
  d.time_step = in.get<double>();
  d.gravity = in.get_vector();
  d.damping = in.get<double>();
  d.strain_limit = in.get<double>();
  for (auto left = in.get<std::uint64_t>(); left > 0; --left)
    d.obstacles.push_back(read_obstacle(in));
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
    Pull pull{in.get<Index>(), in.get_vector()};
    pull.stiffness = in.get<double>();
    pull.damping = in.get<double>();
    d.pulls.push_back(pull);
  }
  if (in.get_bool()) d.large_steps = read_large_steps(in);
  if (in.get_bool()) d.selection = read_selection(in);
  check_dynamics(d, model);
  check_good(d.time_step > 0, "the time step is zero");
  return d;
}

void write_snapshot(ByteWriter& out, const backend::Snapshot& s, Precision precision) {
  out.add(s.origin);
  out.add(s.drift);
  out.add(s.since);
  out.add(s.time_then);
  out.add(s.steps_then);
  out.add(std::uint8_t(s.first));
  out.add(std::uint64_t(s.modal.size()));
  out.add(s.modal, Precision::double_precision);
  if (s.modal.empty()) {
    out.add(s.places, precision);
    out.add(s.speeds, precision);
  }
  out.add(std::uint8_t(!s.moves.empty()));
  out.add(s.moves, precision);
  out.add(std::uint64_t(s.fields.size()));
  for (const backend::FieldValues& field : s.fields) {
    out.add(std::uint64_t(field.set));
    out.add(std::uint64_t(field.field));
    out.add(std::uint64_t(field.values.size()));
    out.add(field.values, precision);
  }
  out.add(std::uint8_t(!s.nodes.active.empty()));
  out.add(s.nodes.active);
  out.add(s.nodes.anchors, precision);
  out.add(s.nodes.farthest, precision);
  out.add(s.nodes.since, Precision::double_precision);
  out.add(s.nodes.woke_neighbours, Precision::double_precision);
}

backend::NodeSnapshot read_nodes(ByteReader& in, const Model& model) {
  const std::size_t count = model.vertex_count();
  backend::NodeSnapshot nodes{in.get_bits(count), in.get_vectors(count, model.precision()),
                              in.get_numbers(count, model.precision()),
                              in.get_numbers(count, Precision::double_precision),
                              in.get_numbers(count, Precision::double_precision)};
  check_finite_vectors(nodes.anchors);
  constexpr double most_steps = 0x1p62;
  for (const auto* numbers : {&nodes.farthest, &nodes.since, &nodes.woke_neighbours})
    for (const double number : *numbers)
      check_good(std::abs(number) <= most_steps, "a number is not finite");
  return nodes;
}

backend::FieldValues read_field(ByteReader& in, const Model& model) {
  const auto set = in.get<std::uint64_t>(), field = in.get<std::uint64_t>(),
             count = in.get<std::uint64_t>();
  check_good(set < model.set_count(), "it names a set that there is not");
  const LawInfo& law = model.law(set);
  check_good(field < law.rest.size() + law.parameters.size(), "it names a field that there is not");
  check_good(count == 1 || count == model.relation_count(set), "a field has too few values");
  backend::FieldValues out{set, field, in.get_numbers(count, model.precision())};
  for (const double value : out.values) check_good(std::isfinite(value), "a value is not finite");
  return out;
}

backend::Snapshot read_snapshot(ByteReader& in, const Model& model, const Dynamics& dynamics,
                                std::int64_t steps) {
  backend::Snapshot s;
  s.origin = in.get_vector();
  s.drift = in.get_vector();
  s.since = in.get<std::int64_t>();
  s.time_then = in.get<double>();
  s.steps_then = in.get<std::int64_t>();
  s.first = in.get_bool();
  check_good(is_finite(s.origin) && is_finite(s.drift) && std::abs(s.time_then) <= longest_time,
             "a number is not finite");
  check_good(s.since >= 0 && s.since <= UINT32_MAX && s.steps_then >= 0 && s.steps_then <= steps,
             "a number of steps cannot be");
  const auto modal = in.get<std::uint64_t>();
  check_good((modal > 0) == model.compiled().is_spectral(), "it is of another kind of body");
  s.modal = in.get_numbers(modal, Precision::double_precision);
  for (const double number : s.modal) check_good(std::isfinite(number), "a number is not finite");
  if (s.modal.empty()) {
    s.places = in.get_vectors(model.vertex_count(), model.precision());
    s.speeds = in.get_vectors(model.vertex_count(), model.precision());
  }
  const bool has_moves = in.get_bool();
  check_good(has_moves == (traits_of(dynamics.integrator).keeps_move && !s.first),
             "the integrator is another one");
  if (has_moves) s.moves = in.get_vectors(model.vertex_count(), model.precision());
  for (const auto* vectors : {&s.places, &s.speeds, &s.moves}) check_finite_vectors(*vectors);
  for (auto left = in.get<std::uint64_t>(); left > 0; --left)
    s.fields.push_back(read_field(in, model));
  const bool has_nodes = in.get_bool();
  check_good(!has_nodes || dynamics.selection, "it has nodes, but selects none");
  if (has_nodes) s.nodes = read_nodes(in, model);
  return s;
}

// Which kind of state the bytes are of.
void check_head(ByteReader& in, const Model& model) {
  need(in.get<std::uint64_t>() == saved_state_magic, "this is no saved state",
       "give the bytes of State::save");
  const auto version = in.get<std::uint32_t>();
  need(version == saved_state_version,
       "the saved state has version " + std::to_string(version) + ", this build reads " +
           std::to_string(saved_state_version),
       "go on with the version of Pliant that saved it");
  need(in.get<std::uint32_t>() == static_cast<std::uint32_t>(model.precision()),
       "the saved state has another precision than the model", "make the model with the same");
  need(in.get<std::uint32_t>() == static_cast<std::uint32_t>(model.backend()),
       "the saved state is of another backend", "make the model for the same");
  need(in.get<std::uint64_t>() == model.compiled().fingerprint,
       "the saved state is of another body", "restore it into a state of the body it was saved of");
}

}  // namespace

std::vector<std::byte> write_saved(const Model& model, const SavedState& state) {
  ByteWriter out;
  out.add(saved_state_magic);
  out.add(saved_state_version);
  out.add(static_cast<std::uint32_t>(model.precision()));
  out.add(static_cast<std::uint32_t>(model.backend()));
  out.add(model.compiled().fingerprint);
  write_dynamics(out, state.dynamics);
  out.add(state.steps);
  out.add(state.time);
  for (const std::vector<bool>& removed : state.removed) {
    out.add(std::uint8_t(!removed.empty()));
    out.add(removed);
  }
  out.add(state.pinned);
  for (const VolumeGoal& goal : state.volume_goals) {
    out.add(goal.rest_volume);
    out.add(goal.strength);
    out.add(std::uint8_t(goal.active));
  }
  write_memory(out, state.large_step_memory);
  write_snapshot(out, state.snapshot, model.precision());
  return out.finish();
}

std::span<const std::byte> content_of(std::span<const std::byte> bytes) {
  check_good(bytes.size() >= sizeof(std::uint64_t), "it ends too early");
  return bytes.first(bytes.size() - sizeof(std::uint64_t));
}

void check_fingerprint(std::span<const std::byte> bytes) {
  Fingerprint print;
  print.add(content_of(bytes));
  check_good(ByteReader(bytes.last(sizeof(std::uint64_t))).get<std::uint64_t>() == print.value(),
             "its bytes have changed");
}

SavedState read_saved(const Model& model, std::span<const std::byte> bytes) {
  ByteReader in(content_of(bytes));
  check_head(in, model);
  check_fingerprint(bytes);
  SavedState state;
  state.dynamics = read_dynamics(in, model);
  state.steps = in.get<std::int64_t>();
  state.time = in.get<double>();
  constexpr std::int64_t most_steps = std::int64_t(1) << 62;
  check_good(state.steps >= 0 && state.steps <= most_steps && std::abs(state.time) <= longest_time,
             "its time cannot be");
  for (std::size_t set = 0; set < model.set_count(); ++set)
    state.removed.push_back(in.get_bool() ? in.get_bits(model.relation_count(set))
                                          : std::vector<bool>());
  state.pinned = in.get_bits(model.vertex_count());
  for (std::size_t i = 0; i < model.volume_constraint_count(); ++i) {
    VolumeGoal goal{in.get<double>(), in.get<double>()};
    goal.active = in.get_bool();
    check_volume_goal(goal);
    state.volume_goals.push_back(goal);
  }
  state.large_step_memory = read_memory(in, model);
  state.snapshot = read_snapshot(in, model, state.dynamics, state.steps);
  check_good(in.at_end(), "it is too long");
  return state;
}

std::vector<std::byte> State::save() const {
  if (contact_) return save_touching();
  return save_bodies();
}

std::vector<std::byte> State::save_bodies() const {
  if (world_) return save_all();
  const backend::CompiledState& now = *compiled_;
  return write_saved(model(), {now.dynamics, now.steps, now.time, now.removed, now.pinned,
                               now.volume_goals, now.large_step_memory, now.snapshot()});
}

void State::restore(std::span<const std::byte> bytes) {
  if (has_contact(bytes)) return restore_touching(bytes);
  restore_bodies(bytes);
  contact_.reset();
  good_contact_.reset();
}

void State::restore_bodies(std::span<const std::byte> bytes) {
  if (world_) return restore_all(bytes);
  const SavedState saved = read_saved(model(), bytes);
  backend::CompiledState& state = change();
  state.dynamics = saved.dynamics;
  state.damping = damping_plan(model(), saved.dynamics);
  state.steps = saved.steps;
  state.time = saved.time;
  state.removed = saved.removed;
  state.pinned = saved.pinned;
  state.volume_goals = saved.volume_goals;
  state.restore(saved.snapshot);
  state.large_step_memory = saved.large_step_memory;
}

}  // namespace pliant
