#include "scene/output.h"
#include "session/facts.h"
#include "session/physics.h"
#include "session/wreck.h"

// What a simulation lays out for others: moments, the recording, facts.

namespace pliant::viewer {

namespace {

constexpr std::size_t most_cached_bytes = std::size_t{4} << 30;  // of a recording nobody asked for

}  // namespace

MomentPointer Physics::moment_of(const SceneRun& run) {
  return maker_.make(run, wanted_, {hands_.held(), pokes_.balls(run)});
}

void Physics::record(SceneRun& run) {
  const MomentPointer moment = moment_of(run);
  const bool wreck = is_wreck(*moment);
  if (!wreck) board_.history.add(*moment);
  if (wreck || !records_itself_ || run.output() == nullptr) return;
  if (folders_.in_cache() && recorded_bytes_ > most_cached_bytes) return;
  run.output()->add_frame(run, true, {});
  for (const BodyFrame& body : moment->frame.bodies)
    recorded_bytes_ += 6 * sizeof(float) * body.positions.size();
}

void Physics::publish() {
  if (!run_) return;
  MomentPointer moment = moment_of(*run_);
  if (is_wreck(*moment)) return;  // the last good one stays
  const std::scoped_lock lock(board_.mutex);
  board_.newest.swap(moment);  // the old one goes when the mutex is free again
  board_.taken = false;
  if (!board_.progress.running) return;
  board_.progress.achieved = pacer_.achieved();
  board_.progress.steps_per_second = pacer_.steps_per_second();
}

void Physics::publish_if_wanted() {
  {
    const std::scoped_lock lock(board_.mutex);
    if (!board_.taken) return;
  }
  publish();
}

void Physics::describe() {
  Board::Facts facts = facts_of(*run_);
  const std::optional<double> floor = level_floor(run_->bodies());
  const std::scoped_lock lock(board_.mutex);
  board_.facts = std::move(facts);
  board_.floor = floor;
}

}  // namespace pliant::viewer
