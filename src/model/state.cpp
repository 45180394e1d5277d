#include <pliant/diverged.h>
#include <pliant/interrupt.h>
#include <pliant/model.h>
#include <pliant/stability.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "active/plan.h"
#include "backend/backend.h"
#include "base/text.h"
#include "constraints/total_volume.h"
#include "model/blame.h"
#include "model/checks.h"
#include "model/take_steps.h"

namespace pliant {

const Dynamics& State::dynamics() const {
  return compiled_->dynamics;
}

void State::set_dynamics(const Dynamics& dynamics) {
  if (world_) return set_dynamics_of_all(dynamics);
  check_dynamics(dynamics, model());
  Dynamics wanted = dynamics;
  if (wanted.time_step == 0) wanted.time_step = safe_step(*this, wanted);
  // Velocities between two times are brought to the present before the integrator changes.
  std::vector<Vec3d> velocities;
  compiled_->read(nullptr, &velocities);
  change().dynamics = wanted;
  change().damping = damping_plan(*this, wanted);
  change().write({}, velocities);
  change().changed();
}

void State::set_pulls(std::span<const Pull> pulls) {
  check_pulls(pulls, model());
  // The copy to go back to stays, as with obstacles.
  compiled_->dynamics.pulls.assign(pulls.begin(), pulls.end());
  ++changes_;
  compiled_->pulls_changed();
}

void State::set_obstacles(std::span<const Obstacle> obstacles) {
  if (world_) return for_all([&](State& body) { body.set_obstacles(obstacles); });
  check_obstacles(obstacles, model());
  if (dynamics().large_steps) check_large_obstacles(obstacles);
  // The copy to go back to stays: they may be moved before every step.
  compiled_->dynamics.obstacles.assign(obstacles.begin(), obstacles.end());
  ++changes_;
  compiled_->obstacles_changed();
}

void State::set_selection(const std::optional<DynamicSelection>& selection) {
  if (world_) return for_all([&](State& body) { body.set_selection(selection); });
  check_selection(selection, model());
  need(!selection || !dynamics().large_steps, "large steps are for all vertices",
       "leave the selection or the large steps out");
  change().dynamics.selection = selection;
  change().selection_changed();
}
std::size_t State::active_count() const {
  if (world_) return sum(&State::active_count);
  return compiled_->active_count();
}
std::vector<NodeState> State::node_states() const {
  if (world_) return of_all(&State::node_states);
  return compiled_->node_states();
}
void State::wake(std::span<const Index> vertices) {
  for (Index v : vertices) check_vertex(model(), v);
  compiled_->wake(vertices);
}
void State::wake() {
  if (world_) return for_all([](State& body) { body.wake(); });
  compiled_->wake_all();
}
DynamicSelection State::selection() const {
  need(dynamics().selection.has_value(), "nothing is selected", "give the dynamics a selection");
  return resolved(*dynamics().selection, model(), dynamics().damping);
}
SelectionCosts State::selection_costs() const {
  return compiled_->selection_costs();
}
LargeStepCounts State::large_step_counts() const {
  LargeStepCounts all;
  for (const State& body : bodies()) {
    const LargeStepCounts& part = body.compiled_->large_step_counts;
    all.steps += part.steps;
    all.iterations += part.iterations;
    all.products += part.products;
    all.halved += part.halved;
    all.unfinished += part.unfinished;
    all.residual = std::max(all.residual, part.residual);
  }
  return all;
}

std::vector<Vec3d> State::positions() const {
  if (world_) return of_all(&State::positions);
  std::vector<Vec3d> out;
  compiled_->read(&out, nullptr);
  return out;
}
std::vector<Vec3d> State::velocities() const {
  if (world_) return of_all(&State::velocities);
  std::vector<Vec3d> out;
  compiled_->read(nullptr, &out);
  return out;
}
void State::set_positions(std::span<const Vec3d> positions) {
  check_vectors(positions, model(), "positions");
  if (world_) return for_all(positions, [](State& body, auto part) { body.set_positions(part); });
  const std::vector<Vec3d> velocities = this->velocities();
  change().write(positions, velocities);
}
void State::set_velocities(std::span<const Vec3d> velocities) {
  check_vectors(velocities, model(), "velocities");
  if (world_) return for_all(velocities, [](State& body, auto part) { body.set_velocities(part); });
  change().write({}, velocities);
}

void State::change_holds(const std::function<void(backend::CompiledState&)>& change_them) {
  const std::vector<Vec3d> velocities = this->velocities();
  backend::CompiledState& state = change();
  ++changes_of_holds_;
  change_them(state);
  state.holds_changed();
  state.write({}, velocities);
  state.changed();
}

void State::pin(std::span<const Index> vertices) {
  for (Index v : vertices) check_vertex(model(), v);
  change_holds([&](backend::CompiledState& state) {
    for (Index v : vertices) state.pinned[v] = true;
  });
}
void State::release(std::span<const Index> vertices) {
  for (Index v : vertices) check_vertex(model(), v);
  change_holds([&](backend::CompiledState& state) {
    for (Index v : vertices) state.pinned[v] = false;
  });
}

bool State::has_drives() const {
  return compiled_->drives != nullptr;
}
const std::vector<bool>& State::pinned() const {
  return compiled_->pinned;
}
std::vector<Vec3d> State::freedoms() const {
  return compiled_->freedoms();
}
const std::vector<Vec3d>& State::outer_forces() const {
  return compiled_->outer_forces;
}
void State::set_outer_forces(std::vector<Vec3d> forces) {
  compiled_->outer_forces = std::move(forces);
}
void State::set_time(double seconds, std::int64_t steps) {
  change().time = seconds;
  compiled_->steps = steps;
  compiled_->changed();
}

std::vector<Vec3d> State::forces() const {
  if (world_) return of_all(&State::forces);
  return compiled_->forces();
}
std::vector<Vec3d> State::relation_forces(std::size_t set) const {
  need(set < model().set_count(), text("no set ", set), text("there are ", model().set_count()));
  return compiled_->relation_forces({set});
}

std::vector<Vec3d> State::relation_forces(std::size_t set,
                                          std::optional<std::span<const Index>> relations,
                                          std::span<const std::size_t> without) const {
  need(set < model().set_count(), text("no set ", set), text("there are ", model().set_count()));
  return compiled_->relation_forces({set, relations, without});
}

std::vector<Vec3d> State::constraint_forces() const {
  if (world_) return of_all(&State::constraint_forces);
  return compiled_->constraint_forces();
}
std::vector<Vec3d> State::support_forces() const {
  if (world_) return of_all(&State::support_forces);
  return compiled_->support_forces();
}

Vec3d State::momentum() const {
  if (world_) return sum(&State::momentum);
  const std::vector<Vec3d> v = velocities();
  Vec3d sum;
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * model().compiled().masses[i];
  return sum;
}

Vec3d State::angular_momentum() const {
  if (world_) return sum(&State::angular_momentum);
  std::vector<Vec3d> x, v;
  compiled_->read(&x, &v);
  Vec3d sum;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += cross(x[i], v[i]) * model().compiled().masses[i];
  return sum;
}

std::uint64_t State::hash() const {
  if (world_) return hash_of_all();
  std::vector<Vec3d> x, v;
  compiled_->read(&x, &v);
  std::uint64_t h = 0xcbf29ce484222325u;  // FNV-1a, eight bytes at a time
  const auto add = [&h](double number) {
    h = (h ^ std::bit_cast<std::uint64_t>(number + 0.0)) * 0x100000001b3u;
    h ^= h >> 29;
  };
  for (const auto* values : {&x, &v})
    for (const Vec3d& p : *values) {
      add(p.x);
      add(p.y);
      add(p.z);
    }
  add(time());
  return h;
}

double State::parameter(std::size_t set, std::string_view field, std::size_t relation) const {
  check_relation(model(), set, relation);
  return compiled_->parameter(find_field(model(), set, field), relation);
}
void State::set_parameter(std::size_t set, std::string_view field, std::size_t relation,
                          double value) {
  check_relation(model(), set, relation);
  const Index one = static_cast<Index>(relation);
  set_parameters(set, field, {&one, 1}, {&value, 1});
}
void State::set_parameter(std::size_t set, std::string_view field, double value) {
  check_finite(value, field);
  ++changes_;
  compiled_->set_all(find_field(model(), set, field), value);
}
void State::set_parameters(std::size_t set, std::string_view field,
                           std::span<const Index> relations, std::span<const double> values) {
  const backend::FieldName name = find_field(model(), set, field);
  need(values.size() == 1 || values.size() == relations.size(),
       text(values.size(), " values for ", relations.size(), " relations"),
       "give one value for all, or one a relation");
  for (const double value : values) check_finite(value, field);
  check_different(model(), set, relations);
  ++changes_;
  if (!relations.empty()) compiled_->set_parameters(name, relations, values);
}

namespace {

// Patches whose volume some tetrahedra of a set are a part of go on without those that are removed.
void let_patches_follow(backend::CompiledState& state, std::size_t set,
                        std::span<const Index> tetrahedra) {
  const backend::CompiledModel& model = state.model.compiled();
  for (const backend::VolumePatches& patches : model.volume_patches) {
    if (patches.tetrahedra != set) continue;
    std::vector<Index> whole, changed, gone;
    std::vector<double> numbers;
    for (const Index patch : patches.of(tetrahedra)) {
      const auto is_removed = [&](Index t) { return state.removed[set][t]; };
      if (std::ranges::none_of(patches.members(patch), is_removed)) {
        whole.push_back(patch);
      } else if (const auto rest = patches.rest(patch, state.removed[set])) {
        changed.push_back(patch);
        numbers.insert(numbers.end(), rest->begin(), rest->end());
      } else {
        gone.push_back(patch);
      }
    }
    auto& removed = state.removed[patches.set];
    removed.resize(model.sets[patches.set].count);
    for (const auto& there : {whole, changed})
      for (const Index patch : there) removed[patch] = false;
    for (const Index patch : gone) removed[patch] = true;
    if (!whole.empty()) state.put_back(patches.set, whole);
    if (!changed.empty()) state.set_rest(patches.set, changed, numbers);
    if (!gone.empty()) state.remove(patches.set, gone);
  }
}

}  // namespace

void State::remove(std::size_t set, std::span<const Index> relations) {
  need(set < model().set_count(), text("no set ", set), text("there are ", model().set_count()));
  for (Index relation : relations) check_relation(model(), set, relation);
  ++changes_;
  compiled_->remove(set, relations);
  auto& removed = compiled_->removed[set];
  removed.resize(model().relation_count(set));
  for (Index relation : relations) removed[relation] = true;
  let_patches_follow(*compiled_, set, relations);
}
const std::vector<std::vector<bool>>& State::removed() const {
  return compiled_->removed;
}
bool State::removed(std::size_t set, std::size_t relation) const {
  check_relation(model(), set, relation);
  const auto& removed = compiled_->removed[set];
  return !removed.empty() && removed[relation];
}

void State::put_back(std::size_t set, std::span<const Index> relations) {
  need(set < model().set_count(), text("no set ", set), text("there are ", model().set_count()));
  std::vector<Index> gone;
  for (Index relation : relations)
    if (removed(set, relation)) gone.push_back(relation);
  if (gone.empty()) return;
  ++changes_;
  compiled_->put_back(set, gone);
  auto& removed = compiled_->removed[set];
  for (Index relation : gone) removed[relation] = false;
  let_patches_follow(*compiled_, set, gone);
}

double State::constrained_volume(std::size_t constraint) const {
  check_volume_constraint(model(), constraint);
  return enclosed_volume(model().compiled().volumes[constraint].surface, positions());
}
VolumeGoal State::volume_goal(std::size_t constraint) const {
  check_volume_constraint(model(), constraint);
  return compiled_->volume_goals[constraint];
}
void State::set_volume_goal(std::size_t constraint, const VolumeGoal& goal) {
  check_volume_constraint(model(), constraint);
  check_volume_goal(goal);
  change().volume_goals[constraint] = goal;
  change().volume_goals_changed();
}

void State::keep_good() {
  if (good_ && steps() - good_->steps < backend::steps_between_copies) return;
  renew_good();
}
void State::renew_good() {
  if (!good_ || !compiled_->renew(*good_)) good_ = compiled_->backup();
}
void State::back_to_good() {
  auto back = good_->copy();
  back->take_relations(*compiled_);
  back->large_step_memory.worst = compiled_->large_step_memory.worst;
  back->dynamics.obstacles = compiled_->dynamics.obstacles;
  back->obstacles_changed();
  back->dynamics.pulls = compiled_->dynamics.pulls;
  back->pulls_changed();
  back->wake_all();
  compiled_ = OneBody(std::move(back));
}
backend::CompiledState& State::change() {
  good_.reset();
  ++changes_;
  ++changes_of_motion_;
  compiled_->large_step_memory.forget();
  return *compiled_;
}

void State::step_alone(std::int64_t count) {
  const bool large = dynamics().large_steps.has_value();
  if (const auto good = count > 0 && !large ? compiled_->step_backing_up(count) : std::nullopt) {
    if (!*good) throw find_blame(*this);
    return;
  }
  while (count > 0) {
    // A large step costs much more than a copy, and may be interrupted.
    large ? renew_good() : keep_good();
    const std::int64_t age = steps() - good_->steps;
    const std::int64_t now = large ? 1 : std::min(count, backend::steps_between_copies - age);
    bool good = false;
    try {
      good = take_steps(*compiled_, now);
    } catch (const Interrupted&) {
      back_to_good();
      throw;
    }
    if (!good) {
      back_to_good();
      throw find_blame(*this);
    }
    count -= now;
  }
}

}  // namespace pliant
