#include "reproduce/measure.h"

#include <pliant/error.h>
#include <pliant/threads.h>

#include <algorithm>
#include <chrono>
#include <fstream>

namespace pliant::app {

std::string processor() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("model name") && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  return "unknown processor";
}

MeasuredCard measured_card(const ReproduceSettings& settings) {
  if (settings.backend == Backend::cpu)
    return {"", "The card was not measured: the processor alone was asked for."};
  const Card card = cuda_card();
  if (card.usable()) return {card.name, ""};
  if (settings.backend == Backend::cuda)
    throw InputError("", 0, "no backend 'cuda' here", card.why_not);
  return {"", "The card was not measured: " + card.why_not + '.'};
}

Cell or_nothing(const std::optional<double>& value, Cell (*cell)(double, int), int digits) {
  return value ? cell(*value, digits) : nothing();
}

State start_of(const Model& model, const Motion& motion) {
  State state(model, motion.dynamics);
  if (!motion.start.empty()) state.set_positions(motion.start);
  return state;
}

namespace {

double seconds_of(const State& start, std::int64_t steps) {
  State state = start;
  step(state.model(), state, 1);  // takes the copy to go back to, which is no part of a step
  const auto begin = std::chrono::steady_clock::now();
  step(state.model(), state, steps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

double time_of_step(const Model& model, const Motion& motion, const Patience& patience) {
  const State start = start_of(model, motion);
  std::int64_t steps = 4;
  double time = seconds_of(start, steps);
  for (; time < patience.seconds; time = seconds_of(start, steps)) {
    const double growth = std::clamp(1.1 * patience.seconds / std::max(time, 1e-7), 1.5, 16.0);
    steps = static_cast<std::int64_t>(static_cast<double>(steps) * growth);
  }
  for (int round = 1; round < patience.rounds; ++round)
    time = std::min(time, seconds_of(start, steps));
  return time / static_cast<double>(steps);
}

StepTimes step_times(const Motion& motion, bool on_card, const Patience& patience) {
  StepTimes times;
  const Model model(motion.body);
  const int threads = thread_count();
  set_thread_count(1);
  times.one_thread = time_of_step(model, motion, patience);
  set_thread_count(threads);
  times.all_threads = threads == 1 ? times.one_thread : time_of_step(model, motion, patience);
  if (on_card)
    times.card = time_of_step(Model(motion.body, {.backend = Backend::cuda}), motion, patience);
  return times;
}

}  // namespace pliant::app
