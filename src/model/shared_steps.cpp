#include "model/shared_steps.h"

#include <algorithm>

namespace pliant {

void SharedSteps::choose(std::span<backend::CompiledState* const> states) {
  taken_.assign(states.size(), false);
  for (auto& [kind, group] : groups_) {
    group.states.clear();
    group.numbers.clear();
  }
  for (std::size_t i = 0; i < states.size(); ++i)
    if (const auto* const state = dynamic_cast<const backend::MayShareSteps*>(states[i]);
        state && !states[i]->dynamics.large_steps) {
      Group& group = groups_[state->kind_of_steps()];
      if (!group.steps) group.steps = state->make_shared_steps();
      group.states.push_back(states[i]);
      group.numbers.push_back(i);
    }
  std::erase_if(groups_, [](const auto& entry) { return entry.second.states.empty(); });
  for (auto& [kind, group] : groups_) {
    const std::vector<bool> takes = group.steps->choose(group.states);
    group.takes_any = std::ranges::find(takes, true) != takes.end();
    for (std::size_t i = 0; i < takes.size(); ++i)
      if (takes[i]) taken_[group.numbers[i]] = true;
  }
}

bool SharedSteps::has_any() const {
  return std::ranges::find(taken_, true) != taken_.end();
}

std::optional<std::int64_t> SharedSteps::backed_up_at() const {
  std::optional<std::int64_t> all;
  for (const auto& [kind, group] : groups_) {
    if (!group.takes_any) continue;
    const std::optional<std::int64_t> step = group.steps->backed_up_at();
    if (!step || (all && *all != *step)) return std::nullopt;
    all = step;
  }
  return all;
}

void SharedSteps::back_up() {
  for (const auto& [kind, group] : groups_) group.steps->back_up();
}
void SharedSteps::go_back() {
  for (const auto& [kind, group] : groups_) group.steps->go_back();
}
void SharedSteps::step(std::int64_t count, std::span<char> good) {
  for (const auto& [kind, group] : groups_) {
    std::vector<char> of_group(group.states.size(), 1);
    group.steps->step(count, of_group);
    for (std::size_t i = 0; i < of_group.size(); ++i)
      if (!of_group[i]) good[group.numbers[i]] = 0;
  }
}

}  // namespace pliant
