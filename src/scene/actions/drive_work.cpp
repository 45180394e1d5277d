#include "scene/actions/drive_work.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "scene/actions/list.h"

namespace pliant::action {

namespace {

Vec3d middle(std::span<const Vec3d> places) {
  Vec3d sum;
  for (const Vec3d& p : places) sum += p;
  return sum / static_cast<double>(places.size());
}

}  // namespace

DriveWork::DriveWork(std::vector<Selection> parts, const std::array<bool, 3>& axes, DrivePath path,
                     const DriveTimes& times)
    : axes_(axes), path_(std::move(path)), times_(times) {
  for (Selection& part : parts) driven_.push_back({std::move(part), {}, 0});
}

void DriveWork::start(SceneRun& run) {
  first_ = times_.start_step > 0 ? times_.start_step : run.step_at(times_.start);
  begin_ = static_cast<double>(first_) * run.time_step();
  longest_ = std::numeric_limits<double>::infinity();
  std::int64_t steps = times_.steps;
  if (times_.seconds > 0) steps = std::max<std::int64_t>(1, run.step_at(times_.seconds));
  note_times(run, first_, steps);
  if (steps > 0) longest_ = static_cast<double>(steps) * run.time_step();
  if (steps > 0 && !times_.hold && first_ < never - steps) last_ = first_ + steps;
  path_(std::min(run.time_step(), longest_), {});  // tells now what is wrong with a function
}

std::int64_t DriveWork::next_event(std::int64_t step) const {
  return step < first_ ? first_ : step < last_ ? last_ : never;
}

void DriveWork::at(SceneRun& run, std::int64_t step) {
  if (step >= last_) return let_go(run);
  for (Driven& driven : driven_) {
    const std::vector<Vec3d> positions = run.bodies()[driven.part.body].state.positions();
    driven.places.clear();
    for (const Index v : driven.part.vertices) driven.places.push_back(positions[v]);
    lead(run, driven);
  }
  active_ = true;
}

void DriveWork::lead(SceneRun& run, Driven& driven) {
  const auto path = [path = path_, begin = begin_, longest = longest_,
                     centre = middle(driven.places)](double time) {
    return path(std::clamp(time - begin, 0.0, longest), centre);
  };
  driven.number = run.bodies()[driven.part.body].state.add_drive(
      {driven.part.vertices, axes_, path, driven.places});
}

void DriveWork::let_go(SceneRun& run) {
  for (const Driven& driven : driven_)
    if (active_) run.bodies()[driven.part.body].state.remove_drive(driven.number);
  active_ = false;
}

void DriveWork::begin_at(std::int64_t step, double time) {
  if (last_ != never) last_ = step + (last_ - first_);
  first_ = step;
  begin_ = time;
}

void DriveWork::join(SceneRun& run, std::int64_t step) {
  if (step < first_) return;
  begin_at(step, run.time());
  at(run, step);
}

// When it began, and the places then.
std::vector<double> DriveWork::memory() const {
  std::vector<double> out;
  if (!active_) return out;
  out = {static_cast<double>(first_), begin_};
  for (const Driven& driven : driven_)
    for (const Vec3d& p : driven.places) out.insert(out.end(), {p.x, p.y, p.z});
  return out;
}

void DriveWork::remember(SceneRun& run, std::span<const double> memory) {
  std::size_t vertices = 0;
  for (const Driven& driven : driven_) vertices += driven.part.vertices.size();
  if (!memory.empty() && (memory.size() != 2 + 3 * vertices || !(std::abs(memory[0]) < 1e15)))
    throw InputError("", 0, "what is remembered is of another drive", "start anew");
  let_go(run);
  if (memory.empty()) return;
  begin_at(static_cast<std::int64_t>(memory[0]), memory[1]);
  const double* from = memory.data() + 2;
  for (Driven& driven : driven_) {
    driven.places.clear();
    for (std::size_t i = 0; i < driven.part.vertices.size(); ++i, from += 3)
      driven.places.push_back({from[0], from[1], from[2]});
    lead(run, driven);
  }
  active_ = true;
}

}  // namespace pliant::action
