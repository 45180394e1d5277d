#include <pliant/error.h>
#include <pliant/run.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "scene/output.h"
#include "scene/touching.h"

// A run that goes on where another one is, with other actions.

namespace pliant {

namespace {

bool same(const Value& a, const Value& b);

bool same(const Value::List& a, const Value::List& b) {
  return std::ranges::equal(a, b, [](const Value& x, const Value& y) { return same(x, y); });
}
bool same(const Value::Table& a, const Value::Table& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.first == y.first && same(x.second, y.second);
  });
}
bool same(const Value& a, const Value& b) {
  if (a.is.index() != b.is.index()) return false;
  return std::visit(
      [&]<class T>(const T& value) {
        const T& other = std::get<T>(b.is);
        if constexpr (std::is_same_v<T, Value::Function>)
          return false;
        else if constexpr (std::is_same_v<T, Value::List> || std::is_same_v<T, Value::Table>)
          return same(value, other);
        else
          return value == other;
      },
      a.is);
}

bool same(const Action& a, const Action& b) {
  const auto equal = [&](const Parameter& p) { return same(a.get(p.name), b.get(p.name)); };
  return &a.declaration() == &b.declaration() &&
         std::ranges::all_of(a.declaration().parameters, equal);
}

bool same(const Model& a, const Model& b) {
  return a.fingerprint() == b.fingerprint() && a.precision() == b.precision() &&
         a.backend() == b.backend();
}

void pin_alone(State& state, const std::vector<bool>& pinned) {
  std::vector<Index> pin, release;
  const std::vector<bool>& now = state.pinned();
  for (std::size_t v = 0; v < pinned.size(); ++v)
    if (pinned[v] != now[v]) (pinned[v] ? pin : release).push_back(static_cast<Index>(v));
  if (!pin.empty()) state.pin(pin);
  if (!release.empty()) state.release(release);
}

// What of a body's state stays its own.
class Own {
 public:
  explicit Own(const State& state) : dynamics_(state.dynamics()), pinned_(state.pinned()) {}
  void give_back(State& to) const {
    pin_alone(to, pinned_);
    if (dynamics_.pulls != to.dynamics().pulls) to.set_pulls(dynamics_.pulls);
    if (dynamics_.obstacles != to.dynamics().obstacles) to.set_obstacles(dynamics_.obstacles);
    if (dynamics_.selection != to.dynamics().selection) to.set_selection(dynamics_.selection);
    if (dynamics_ != to.dynamics()) to.set_dynamics(dynamics_);
  }

 private:
  Dynamics dynamics_;
  std::vector<bool> pinned_;
};

void take_whole_state(const State& from, State& to) {
  std::vector<Own> own;
  for (std::size_t b = 0; b < to.body_count(); ++b) own.emplace_back(to.body(b));
  to.restore(from.save());
  for (std::size_t b = 0; b < to.body_count(); ++b) own[b].give_back(to.body(b));
}

// Sets are alike where law and vertices are; the first that are alike belong together.
void take_removed(const State& from, State& to) {
  std::vector<bool> taken(from.model().set_count(), false);
  for (std::size_t set = 0; set < to.model().set_count(); ++set)
    for (std::size_t other = 0; other < taken.size(); ++other) {
      if (taken[other] || &from.model().law(other) != &to.model().law(set) ||
          from.model().relation_vertices(other) != to.model().relation_vertices(set))
        continue;
      taken[other] = true;
      std::vector<Index> gone;
      for (std::size_t r = 0; r < from.model().relation_count(other); ++r)
        if (from.removed(other, r)) gone.push_back(static_cast<Index>(r));
      if (!gone.empty()) to.remove(set, gone);
      break;
    }
}

void take_state(const RunBody& from, RunBody& to, Notes& notes) {
  if (same(from.model, to.model)) return take_whole_state(from.state, to.state);
  to.state.set_time(from.state.time(), from.state.steps());
  if (to.model.is_spectral()) {
    notes.push_back(
        text("body '", to.name, "' has other modes: it goes on from its shape at rest"));
    return;
  }
  if (from.model.vertex_count() != to.model.vertex_count()) {
    notes.push_back(text("body '", to.name, "' has another mesh: it begins anew"));
    return;
  }
  to.state.set_positions(from.state.positions());
  to.state.set_velocities(from.state.velocities());
  take_removed(from.state, to.state);
}

// Bodies that go on touching as they did know what held them.
bool touch_alike(const SceneRun& before, const SceneRun& now) {
  const auto alike = [](const RunBody& a, const RunBody& b) {
    return a.name == b.name && same(a.model, b.model);
  };
  return now.world().contact() && now.world().contact() == before.world().contact() &&
         std::ranges::equal(before.bodies(), now.bodies(), alike);
}

}  // namespace

SceneRun::SceneRun(const Simulation& simulation, const RunOptions& options, SceneRun& before) {
  set_up(simulation, options, &before);
  std::unique_ptr<Output> own;
  if (before.output_)
    before.output_->check_goes_on(*this);
  else if (!options.output.empty())
    own = std::make_unique<Output>(*this, options);
  start();
  if (own) own->open(nullptr);
  take_over(before);
  if (before.output_) before.output_->go_on_with(*this, notes_);
  output_ = before.output_ ? std::move(before.output_) : std::move(own);
}

// Where a step gets shorter, the steps so far are numbered as if all had been so short: times are
// steps times the time step.
void SceneRun::go_on_in_steps_of(const SceneRun& before) {
  const double end = static_cast<double>(last_step_) * time_step_;
  const double end_before = static_cast<double>(before.last_step_) * before.time_step_;
  const double now = before.time();
  step_ = before.step_;
  if (time_step_ >= before.time_step_) {
    time_step_ = before.time_step_;
  } else if (step_ > 0) {
    const double steps = std::ceil(now / time_step_);
    step_ = static_cast<std::int64_t>(steps);
    time_step_ = now / steps;
  }
  last_step_ = std::max<std::int64_t>(1, std::llround(std::max(end, end_before) / time_step_));
}

const SceneRun::Task* SceneRun::same_task(const Task& task, const SceneRun& before) const {
  const auto is_type = [&](const Task& other) {
    return &other.action->declaration() == &task.action->declaration();
  };
  const auto number = std::count_if(tasks_.data(), &task, is_type);
  std::ptrdiff_t passed = 0;
  for (const Task& other : before.tasks_) {
    if (!is_type(other) || passed++ < number) continue;
    const bool unchanged = other.given == task.given || same(*other.action, *task.action);
    return unchanged ? &other : nullptr;
  }
  return nullptr;
}

void SceneRun::take_over(const SceneRun& before) {
  std::vector<Task*> new_ones;
  for (Task& task : tasks_) {
    const Task* known = same_task(task, before);
    try {
      if (known) task.work->remember(*this, known->work->memory());
    } catch (const InputError&) {  // of other vertices
      known = nullptr;
    }
    if (!known) new_ones.push_back(&task);
  }
  for (RunBody& body : bodies_) {
    const auto same_name = std::ranges::find(before.bodies_, body.name, &RunBody::name);
    if (same_name != before.bodies_.end())
      take_state(*same_name, body, notes_);
    else
      body.state.set_time(before.time(), before.step());
  }
  let_touch(contact_, bodies_, *world_, notes_);
  if (touch_alike(before, *this)) take_whole_state(before.world(), *world_);
  for (Task* task : new_ones) task->work->join(*this, step_);
  for (Task& task : tasks_) task.next = task.work->next_event(step_);
}

}  // namespace pliant
