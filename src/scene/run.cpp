#include <pliant/actions.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/interrupt.h>
#include <pliant/run.h>

#include <algorithm>
#include <cmath>

#include "base/nearest_name.h"
#include "base/short_text.h"
#include "base/text.h"
#include "model/world.h"
#include "scene/named.h"
#include "scene/output.h"
#include "scene/resume_point.h"

namespace pliant {

namespace {

bool takes_large_steps(const State& world) {
  for (std::size_t b = 0; b < world.body_count(); ++b)
    if (world.body(b).dynamics().large_steps) return true;
  return false;
}

}  // namespace

// What contradicts itself while it runs, as handles do, is told with the line of the solid's
// action.
void SceneRun::step_world(std::int64_t steps) {
  const std::size_t intersecting = world_->contact_counts().intersecting;
  const auto tell = [&](const InputError& e, std::size_t body) {
    const Declared* const solver = bodies_[body].solver;
    if (!solver) throw e;
    named(*solver, [&] { throw e; });
  };
  try {
    if (control_)
      control_->advance(world_->model(), *world_, steps);
    else
      pliant::step(world_->model(), *world_, steps);
  } catch (const BodyError& e) {
    tell(e, e.body());
  } catch (const InputError& e) {
    tell(e, 0);
  }
  if (control_ && control_->ran_away())
    warn(text("body '", bodies_[control_->body_that_ran_away()].name, "': ", control_->note()));
  if (intersecting > 0 && world_->contact_counts().intersecting == 0)
    note(text("Contact: what intersected at the start came apart by ", short_text(world_->time()),
              " s, and touches"));
}

SceneRun::SceneRun(const Simulation& simulation, const RunOptions& options) {
  set_up(simulation, options, nullptr);
  const std::optional<Checkpoint> checkpoint =
      options.resume ? resume_point(options, notes_) : std::nullopt;
  if (!options.output.empty()) output_ = std::make_unique<Output>(*this, options);
  start();
  if (checkpoint) go_on(*checkpoint);
  // Only now does anything change on the disk.
  if (output_) output_->open(checkpoint ? &*checkpoint : nullptr);
  if (!checkpoint) call_due();
}

SceneRun::~SceneRun() = default;

void SceneRun::start() {
  for (const Measurement& probe : probes_)
    samples_.resize(samples_.size() + probe.columns.size(), std::nan(""));
  sampled_.assign(probes_.size(), false);
  for (Task& task : tasks_) {
    const std::size_t known = notes_.size();
    named(*task.action, [&] { task.work->start(*this); });
    for (std::size_t n = known; n < notes_.size(); ++n)
      notes_[n] = text(task.action->declaration().name, ": ", notes_[n]);
    task.next = task.work->next_event(-1);
  }
}

void SceneRun::go_on(const Checkpoint& checkpoint) {
  if (checkpoint.controls.size() != control_.has_value() ||
      checkpoint.memories.size() != tasks_.size() || checkpoint.time_step != time_step_ ||
      checkpoint.step > last_step_)
    throw InputError("", 0, "the checkpoint is of another scene",
                     "resume with the scene and the settings that it was made with");
  step_ = checkpoint.step;
  // Drives first: what a state restores comes on top of them.
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    tasks_[i].work->remember(*this, checkpoint.memories[i]);
    tasks_[i].next = tasks_[i].work->next_event(step_);
  }
  world_->restore(checkpoint.state);
  if (!control_) return;
  std::optional<State> backup;
  if (!checkpoint.backup.empty()) {
    backup.emplace(*world_);
    backup->restore(checkpoint.backup);
  }
  control_->remember(*world_, checkpoint.controls[0], std::move(backup));
}

Checkpoint SceneRun::checkpoint() const {
  Checkpoint checkpoint;
  checkpoint.step = step_;
  checkpoint.time_step = time_step_;
  checkpoint.state = world_->save();
  if (control_) checkpoint.controls.push_back(control_->memory());
  if (const State* const backup = control_ ? control_->backup() : nullptr)
    checkpoint.backup = backup->save();
  for (const Task& task : tasks_) checkpoint.memories.push_back(task.work->memory());
  output_->count(checkpoint);
  return checkpoint;
}

void SceneRun::save_checkpoint() {
  if (output_) output_->save(checkpoint());
}

std::int64_t SceneRun::next_event() const {
  std::int64_t next = never;
  for (const Task& task : tasks_) next = std::min(next, task.next);
  return next;
}

void SceneRun::advance(std::int64_t steps) {
  const std::int64_t target = std::min(last_step_, step_ + std::min(steps, last_step_));
  while (step_ < target && !finished()) {
    std::int64_t stretch = std::min(target, next_event()) - step_;
    // Each large step may be interrupted.
    if (takes_large_steps(*world_)) stretch = 1;
    broken_ = true;
    try {
      step_world(stretch);
    } catch (const Interrupted&) {
      broken_ = false;
      throw;
    }
    broken_ = false;
    step_ += stretch;
    call_due();
  }
}

void SceneRun::call_due() {
  for (Task& task : tasks_) {
    if (task.next != step_) continue;
    named(*task.action, [&] { task.work->at(*this, step_); });
    changes_ += task.work->changes_energy();
    task.next = task.work->next_event(step_);
  }
  if (finished()) record_end();
  write_samples();
}

void SceneRun::record_end() {
  if (broken_ || ended_ == step_) return;
  for (Task& task : tasks_) named(*task.action, [&] { task.work->end(*this); });
  ended_ = step_;
}

void SceneRun::warn(std::string words) {
  if (std::ranges::find(warnings_, words) == warnings_.end()) warnings_.push_back(std::move(words));
}

void SceneRun::extend(double seconds) {
  const double last = static_cast<double>(last_step_) + std::round(seconds / time_step_);
  if (!(seconds >= 0) || !(last <= most_steps))
    throw InputError("", 0, text("it cannot go on for ", seconds, " s"),
                     "give a time of zero or more that is not endless");
  last_step_ = static_cast<std::int64_t>(last);
}

void SceneRun::finish() {
  if (!output_) return;
  record_end();
  write_samples();
  output_->finish();
}

void SceneRun::halt() {
  if (!output_) return;
  const Checkpoint now = checkpoint();  // a run that goes on does not have the end
  record_end();
  write_samples();
  output_->save(now);
}

double SceneRun::shortest_step() const {
  return control_ ? control_->shortest_step() : time_step_;
}

std::string SceneRun::words_of(const Diverged& diverged) const {
  if (bodies_.size() == 1) return diverged.what();
  return text("body '", bodies_[diverged.body()].name, "': ", diverged.what());
}

const Measurement& SceneRun::find_probe(std::string_view name) const {
  std::vector<std::string> names;
  for (const Measurement& probe : probes_) {
    if (probe.name == name) return probe;
    names.push_back(probe.name);
  }
  throw InputError("", 0, text("there is no probe '", name.substr(0, 64), "'"),
                   nearest_name(name, names));
}

std::vector<double> SceneRun::measure(std::string_view name) const {
  const Measurement& probe = find_probe(name);
  std::vector<double> values(probe.columns.size());
  probe.measure(*this, values);
  return values;
}

void SceneRun::sample(std::size_t probe) {
  if (sampled_[probe]) return;
  std::size_t column = 0;
  for (std::size_t p = 0; p < probe; ++p) column += probes_[p].columns.size();
  probes_[probe].measure(*this, std::span(samples_).subspan(column, probes_[probe].columns.size()));
  sampled_[probe] = true;
}

void SceneRun::write_samples() {
  if (std::ranges::find(sampled_, true) == sampled_.end()) return;
  if (output_) output_->add_row(step_, time(), samples_);
  std::ranges::fill(samples_, std::nan(""));
  sampled_.assign(probes_.size(), false);
}

std::size_t SceneRun::memory() const {
  std::size_t bytes = 0;
  for (const RunBody& body : bodies_) bytes += body.model.memory();
  return bytes;
}

std::int64_t SceneRun::step_at(double seconds) const {
  const double step = std::round(seconds / time_step_);
  return step <= most_steps ? static_cast<std::int64_t>(step) : never;
}

}  // namespace pliant
