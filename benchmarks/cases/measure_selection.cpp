#include "cases/measure_selection.h"

#include <pliant/box.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "base/text.h"
#include "cases/selection_states.h"
#include "cases/stopwatch.h"

namespace pliant::bench {

namespace {

constexpr std::int64_t forever = std::numeric_limits<std::int64_t>::max() / 2;
// From its start: the first look at all nodes is after step 32 and lets none sleep. The first step,
// in which a state makes a copy to go back to, is not measured.
constexpr std::int64_t steps_all_awake = 31;
constexpr std::int64_t steps_at_rest = 1'000'000;
// A card's are of whole launches, and calls cost more there.
constexpr std::int64_t steps_of_turn = 256, steps_of_turn_on_card = 1024;

// One way to step the body.
class Way {
 public:
  struct Turns {
    std::int64_t steps;  // of one
    std::int64_t last;   // so many steps can be measured from a beginning
    std::function<void(State&)> begin = {};
  };

  Way(Timing timing, const State& start, Turns turns)
      : timing_(std::move(timing)), start_(&start), turns_(std::move(turns)), state_(start) {
    begin();
  }

  /// Seconds of it.
  double turn() {
    set_thread_count(timing_.threads);
    if (measured_ + turns_.steps > turns_.last) begin();
    const SelectionCosts before = state_.selection_costs();
    const double time = seconds_of(
        [this](std::int64_t steps) { step(state_.model(), state_, steps); }, turns_.steps);
    measured_ += turns_.steps;
    const SelectionCosts after = state_.selection_costs();
    costs_.selecting += after.selecting - before.selecting;
    costs_.stepping += after.stepping - before.stepping;
    round_time_ += time;
    round_steps_ += turns_.steps;
    return time;
  }
  void begin_round() { round_time_ = 0, round_steps_ = 0; }
  void end_round(const Way& full) {
    times_.push_back(round_time_ / static_cast<double>(round_steps_));
    ratios_.push_back(full.times_.back() / times_.back());
  }
  Timing result() {
    std::ranges::sort(times_);
    std::ranges::sort(ratios_);
    timing_.best = times_.front();
    timing_.median = times_[times_.size() / 2];
    timing_.ratio = ratios_[ratios_.size() / 2];
    timing_.selection = {state_.active_count(),
                         costs_.stepping > 0 ? costs_.selecting / costs_.stepping : 0};
    return timing_;
  }
  void forget_costs() { costs_ = {}; }

 private:
  void begin() {
    state_ = *start_;
    if (turns_.begin) turns_.begin(state_);
    measured_ = 0;
  }

  Timing timing_;
  const State* start_;
  Turns turns_;
  State state_;
  SelectionCosts costs_;
  std::int64_t measured_ = 0;  // steps since the beginning
  double round_time_ = 0;
  std::int64_t round_steps_ = 0;
  std::vector<double> times_, ratios_;  // of the rounds
};

std::string percent_active(double share) {
  return text(100 * share, " % active");
}

// All ways with one precision and number of threads. The first is the full step.
std::vector<Way> ways_of(const SelectionStates& states, const Case& which, int threads,
                         Backend backend) {
  const bool on_card = backend == Backend::cuda;
  const auto timing = [&](std::string part) {
    return Timing{.engine = "pliant",
                  .part = std::move(part),
                  .precision = states.model().precision(),
                  .backend = backend,
                  .threads = threads};
  };
  const std::int64_t turn = on_card ? steps_of_turn_on_card : steps_of_turn;
  const Way::Turns from_start{steps_all_awake, steps_all_awake,
                              [&states](State& s) { step(states.model(), s, 1); }};
  std::vector<Way> out;
  out.emplace_back(timing("full step"), states.full(),
                   on_card ? Way::Turns{turn, forever} : from_start);
  if (!on_card) out.emplace_back(timing("all awake"), states.awake(), from_start);
  for (const double share : which.active_shares)
    out.emplace_back(
        timing(percent_active(share)), states.asleep(),
        Way::Turns{turn, SelectionStates::steps_disturbed,
                   [&states, ball = states.ball(share)](State& s) { states.disturb(s, ball); }});
  out.emplace_back(timing("at rest"), states.asleep(), Way::Turns{steps_at_rest, forever});
  return out;
}

// There and back again: who comes after one that leaves cores idle finds them slow.
void measure_round(std::vector<Way>& ways, double seconds) {
  for (Way& way : ways) way.begin_round();
  double of_full = 0;
  do {
    of_full += ways.front().turn();
    for (std::size_t i = 1; i < ways.size(); ++i) ways[i].turn();
    for (std::size_t i = ways.size(); --i > 0;) ways[i].turn();
    of_full += ways.front().turn();
  } while (of_full < seconds);
  for (Way& way : ways) way.end_round(ways.front());
}

}  // namespace

void lay_to_rest(Case& which, std::vector<double> active_shares) {
  Box box;
  for (const Vec3d& p : which.body.vertices) box.add(p);
  const double underside = box.low.y + 1e-6 * box.size().y;
  for (std::size_t v = 0; v < which.body.vertices.size(); ++v)
    if (which.body.vertices[v].y < underside) which.body.pinned.push_back(static_cast<Index>(v));
  which.dynamics.gravity = {};
  which.dynamics.obstacles.clear();
  which.active_shares = std::move(active_shares);
}

Measured measure_selection(const Case& which, const MeasureOptions& options) {
  const KeepThreads keep_threads;
  const auto tell = [&](double fraction, const char* what) {
    if (options.progress) options.progress(fraction, text(what, " ", which.name));
  };
  tell(0, "preparing");
  std::vector<std::unique_ptr<SelectionStates>> states;
  std::vector<std::vector<Way>> groups;
  for (const Precision precision : options.precisions) {
    const double time_step = states.empty() ? 0 : states.front()->time_step();
    states.push_back(std::make_unique<SelectionStates>(
        which, ModelOptions{precision, options.instruction_set, options.backend}, time_step));
    for (const int threads : measured_threads(options.threads, options.backend == Backend::cuda))
      groups.push_back(ways_of(*states.back(), which, threads, options.backend));
  }
  tell(0.1, "warming up");
  for (std::vector<Way>& ways : groups)
    for (Way& way : ways) {
      way.turn();
      way.forget_costs();
    }
  for (int round = 0; round < options.rounds; ++round) {
    tell(0.1 + 0.9 * round / options.rounds, "measuring");
    for (std::vector<Way>& ways : groups) measure_round(ways, options.seconds_each);
  }
  Measured out;
  out.instruction_set = states.front()->model().instruction_set();
  out.time_step = states.front()->time_step();
  for (std::vector<Way>& ways : groups)
    for (Way& way : ways) out.timings.push_back(way.result());
  return out;
}

}  // namespace pliant::bench
