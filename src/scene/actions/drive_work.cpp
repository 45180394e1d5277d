#include "scene/actions/drive_work.h"

#include <algorithm>

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
  first_ = run.step_at(times_.start);
  begin_ = static_cast<double>(first_) * run.time_step();
  longest_ = std::numeric_limits<double>::infinity();
  std::int64_t steps = times_.steps;
  if (times_.seconds > 0) steps = run.step_at(times_.seconds);
  if (steps == 0) return;
  longest_ = static_cast<double>(steps) * run.time_step();
  if (!times_.hold && first_ < never - steps) last_ = first_ + steps;
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

std::vector<double> DriveWork::memory() const {
  std::vector<double> out;
  if (!active_) return out;
  for (const Driven& driven : driven_)
    for (const Vec3d& p : driven.places) out.insert(out.end(), {p.x, p.y, p.z});
  return out;
}

void DriveWork::remember(SceneRun& run, std::span<const double> memory) {
  let_go(run);
  if (memory.empty()) return;
  std::size_t at = 0;
  for (Driven& driven : driven_) {
    driven.places.clear();
    for (std::size_t i = 0; i < driven.part.vertices.size() && at + 3 <= memory.size(); ++i) {
      driven.places.push_back({memory[at], memory[at + 1], memory[at + 2]});
      at += 3;
    }
    lead(run, driven);
  }
  active_ = true;
}

}  // namespace pliant::action
