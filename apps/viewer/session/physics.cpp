#include "session/physics.h"

#include <pliant/actions.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/interrupt.h>
#include <pliant/script.h>

#include <algorithm>
#include <cmath>

#include "base/start_thread.h"
#include "base/text.h"
#include "scene/output.h"
#include "session/busy.h"
#include "session/timeline.h"

namespace pliant::viewer {

namespace {

using Clock = Pacer::Clock;

constexpr std::int64_t most_steps_at_once = 64;  // of those that are taken singly
constexpr auto forever = std::chrono::hours(1);

const action::Record* find_record(const std::vector<std::shared_ptr<const Action>>& actions) {
  for (const auto& action : actions)
    if (const auto* const record = action_as<action::Record>(*action)) return record;
  return nullptr;
}

}  // namespace

Physics::Physics(Board& board, Simulation simulation, const PhysicsOptions& options,
                 std::shared_ptr<std::atomic<bool>> interrupted)
    : board_(board),
      base_(std::move(simulation)),
      options_(options),
      interrupted_(std::move(interrupted)),
      folders_(options.output) {
  auto document = std::make_shared<Document>();
  document->actions = base_.actions();
  document_ = std::move(document);
  board_.newest = std::make_shared<Moment>(
      Moment{std::make_shared<const std::vector<ShownBody>>(), {0, 0, {}}});
  thread_ = start_thread([this] { loop(); });
  if (!thread_.joinable())
    throw InputError("", 0, "the system gives no thread to simulate on beside the window",
                     "raise the limit on processes or memory (ulimit -u, ulimit -v)");
}

Physics::~Physics() {
  {
    const std::scoped_lock lock(board_.mutex);
    board_.stop = true;
  }
  interrupted_->store(true);
  board_.news.notify_all();
  thread_.join();
}

void Physics::loop() {
  guarded([&] { build(); });
  while (take_notes()) {
    Clock::duration wait{};
    guarded([&] { wait = proceed(); });
    if (wait <= Clock::duration::zero()) continue;
    std::unique_lock lock(board_.mutex);
    const bool running = board_.progress.running;
    const bool asleep = wait >= Clock::duration(forever);
    const auto called = [&] {
      return board_.stop || !board_.notes.empty() || board_.progress.running != running ||
             (board_.steps_wanted > 0 && asleep);
    };
    if (asleep)
      board_.news.wait(lock, called);
    else
      board_.news.wait_for(lock, wait, called);
  }
  guarded([&] {
    if (run_) run_->finish();
  });
  run_.reset();
}

template <class Work>
void Physics::guarded(const Work& work) {
  try {
    work();
  } catch (const Diverged& e) {
    broken_ = true;
    trouble((run_ ? run_->words_of(e) : e.what()) + std::string("; reset it to start again"));
    publish();  // where it was well last
  } catch (const std::exception& e) {
    trouble(e.what());
  }
}

bool Physics::take_notes() {
  std::deque<Board::Note> notes;
  bool running = false;
  {
    const std::scoped_lock lock(board_.mutex);
    if (board_.stop) return false;
    notes.swap(board_.notes);
    running = board_.progress.running;
  }
  for (const Board::Note& note : notes) guarded([&] { note(*this); });
  if (!notes.empty() && !running) guarded([&] { publish(); });
  return true;
}

Simulation Physics::described() const {
  std::vector<std::string> names;
  for (const auto& body : base_.bodies()) names.push_back(body->value.name);
  return composed(base_, *document_, names);
}

Simulation Physics::simulation_now() {
  Simulation simulation = described();
  TimelineRecord timeline;
  const action::Record* const record = find_record(document_->actions);
  records_itself_ = record == nullptr;
  timeline.every = record ? record->every : base_.settings.value.save_every;
  timeline.seconds = record ? record->seconds : timeline.every > 0 ? 0 : default_frame_seconds;
  timeline.begin = [this](SceneRun& run) { maker_.begin(run); };
  timeline.take = [this](SceneRun& run) { this->record(run); };
  simulation.add(std::move(timeline));
  return simulation;
}

RunOptions Physics::run_options() {
  RunOptions options;
  options.model = options_.model;
  options.cache = cache_;
  options.scene = options_.scene;
  options.record = false;  // TimelineRecord does
  options.divide_when_energy_rises = options_.divide_when_energy_rises;
  return options;
}

void Physics::build() {
  fill_body();
  const Busy busy(board_, "building the model");
  recorded_bytes_ = 0;
  RunOptions options = run_options();
  options.output = folders_.next();
  run_ = std::make_unique<SceneRun>(simulation_now(), options);
  broken_ = false;
  hands_.begin(*run_);
  pokes_.begin(*run_);
  selection_.begin(*run_);
  cuts_.clear();
  hold_by_hand({}, *document_);
  {
    const std::scoped_lock lock(board_.mutex);
    board_.recording = options.output;
    board_.progress.finished = false;
  }
  describe();
  publish();
}

void Physics::fill_body() {
  if (!options_.filling || filled_) return;
  const Busy busy(board_, "choosing how fine");
  RunOptions options;
  options.model = options_.model;
  options.cache = cache_;
  base_.set_body(std::make_shared<const DeclaredOf<BodySource>>(
      filled(described(), *options_.filling, options)));
  filled_ = true;
}

void Physics::fill(const Filling& filling, DocumentPointer document) {
  options_.filling = filling;
  filled_ = false;
  document_ = std::move(document);
  reset();
}

void Physics::reset() {
  if (run_) run_->finish();
  run_.reset();
  hands_ = {};
  pokes_ = {};
  board_.history.clear();
  was_running_ = false;
  build();
}

Clock::duration Physics::proceed() {
  bool running = false;
  std::int64_t wanted = 0;
  {
    const std::scoped_lock lock(board_.mutex);
    running = board_.progress.running;
    wanted = std::min(board_.steps_wanted, most_steps_at_once);
    board_.steps_wanted -= wanted;
    if (!running) board_.progress.achieved = board_.progress.steps_per_second = 0;
  }
  if (!run_ || broken_ || (!running && wanted == 0)) {
    was_running_ = false;
    if (running) trouble(broken_ ? "it cannot go on from here; reset it" : "");
    return forever;
  }
  if (run_->finished()) go_on_after_end();
  if (wanted > 0) {
    advance(wanted);
    publish();
    return {};
  }
  const auto now = Clock::now();
  if (!was_running_) pacer_.start(now, run_->time());
  was_running_ = true;
  const Pacer::Due due = pacer_.due(now, run_->time(), run_->time_step());
  if (due.steps == 0) return due.wait;
  advance(due.steps);
  if (run_->finished())
    came_to_end();
  else
    publish_if_wanted();
  return {};
}

bool Physics::is_running() {
  const std::scoped_lock lock(board_.mutex);
  return board_.progress.running;
}

void Physics::advance(std::int64_t steps) {
  hands_.follow(*run_);
  pokes_.follow(*run_, static_cast<double>(steps) * run_->time_step());
  const std::int64_t before = run_->step();
  const auto start = Clock::now();
  {
    // Whoever closes or stops it does not wait for the end of a large step.
    const bool running = is_running();
    const Interruptible interruptible(
        [&] { return interrupted_->load() || (running && !is_running()); });
    try {
      run_->advance(steps);
    } catch (const Interrupted&) {
      return;
    }
  }
  const auto end = Clock::now();
  pacer_.took(run_->step() - before, end - start);
  pacer_.arrived(end, run_->time(), run_->step());
}

void Physics::came_to_end() {
  publish();
  const std::scoped_lock lock(board_.mutex);
  board_.progress.running = false;
  board_.progress.finished = true;
}

void Physics::go_on_after_end() {
  const SimulationSettings& settings = base_.settings.value;
  run_->stop("");
  run_->extend(settings.seconds > 0 ? settings.seconds
                                    : static_cast<double>(settings.steps) * run_->time_step());
  const std::scoped_lock lock(board_.mutex);
  board_.progress.finished = false;
}

void Physics::trouble(const std::string& what) {
  const std::scoped_lock lock(board_.mutex);
  board_.progress.running = false;
  board_.steps_wanted = 0;
  if (!what.empty()) board_.progress.trouble = what;
}

void Physics::complain(const std::string& what) {
  const std::scoped_lock lock(board_.mutex);
  board_.progress.trouble = what;
}

}  // namespace pliant::viewer
