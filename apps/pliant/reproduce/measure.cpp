#include "reproduce/measure.h"

#include <fmt/format.h>
#include <pliant/threads.h>
#include <pliant/version.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "cases/machine.h"
#include "command.h"
#include "json.h"

namespace pliant::app {

namespace {

std::string processor() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("model name") && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  return "unknown processor";
}

}  // namespace

MeasuredCard measured_card(const ReproduceSettings& settings) {
  if (settings.backend == Backend::cpu)
    return {"", "The card was not measured: the processor alone was asked for."};
  const Card card = cuda_card();
  if (usable_backend(settings.backend) == Backend::cuda) return {card.name, ""};
  return {"", "The card was not measured: " + card.why_not + '.'};
}

std::string measured_on(const MeasuredCard& card) {
  return fmt::format("Pliant {} on {} ({}, single precision){}", PLIANT_VERSION, processor(),
                     all_threads(), card.measured() ? " and on " + card.name : "");
}

Json facts_of(const MeasuredCard& card, const ReproduceSettings& settings) {
  return {{"pliant", PLIANT_VERSION},
          {"machine", processor()},
          {"threads", thread_count()},
          {"card", card.measured() ? Json(card.name) : nullptr},
          {"quick", settings.quick}};
}

std::optional<double> by_card(double dividend, const std::optional<double>& time) {
  return time ? std::optional(dividend / *time) : std::nullopt;
}

Cell or_nothing(const std::optional<double>& value, Cell (*cell)(double, int), int digits) {
  return value ? cell(*value, digits) : nothing();
}

State start_of(const Model& model, const Motion& motion) {
  State state(model, motion.dynamics);
  if (!motion.start.empty()) state.set_positions(motion.start);
  return state;
}

Patience patience(const ReproduceSettings& settings) {
  return settings.quick ? Patience{.seconds = 0.002, .rounds = 1} : Patience{};
}

std::string told(const Patience& patience) {
  return fmt::format("{}of as many steps as take {:.0f} ms or more.",
                     patience.rounds == 1
                         ? std::string("One call ")
                         : fmt::format("The best of {} calls, each ", patience.rounds),
                     1e3 * patience.seconds);
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

double time_of_step(const State& start, const Patience& patience) {
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
  const State start = start_of(Model(motion.body), motion);
  const int threads = thread_count();
  set_thread_count(1);
  times.one_thread = time_of_step(start, patience);
  set_thread_count(threads);
  times.all_threads = threads == 1 ? times.one_thread : time_of_step(start, patience);
  if (on_card)
    times.card =
        time_of_step(start_of(Model(motion.body, {.backend = Backend::cuda}), motion), patience);
  return times;
}

}  // namespace pliant::app
