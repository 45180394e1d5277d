#include <pliant/cut.h>

#include <algorithm>

#include "session/physics.h"

namespace pliant::viewer {

namespace {

std::vector<std::pair<const LawInfo*, std::size_t>> sets_of(const Model& model) {
  std::vector<std::pair<const LawInfo*, std::size_t>> out;
  for (std::size_t set = 0; set < model.set_count(); ++set)
    out.emplace_back(&model.law(set), model.relation_count(set));
  return out;
}

}  // namespace

void Physics::cut_by_hand(const Document& before, const Document& after) {
  const auto has = [](const Document& document, std::size_t number) {
    return std::ranges::find(document.cuts, number) != document.cuts.end();
  };
  for (const std::size_t number : before.cuts) {
    const auto found = cuts_.find(number);
    if (found == cuts_.end() || has(after, number) || !found->second.made) continue;
    CutRecord& cut = found->second;
    State& state = run_->bodies()[cut.request.body].state;
    for (std::size_t set = 0; set < cut.relations.size(); ++set)
      if (cut.sets == sets_of(state.model())) state.put_back(set, cut.relations[set]);
    cut.made = false;
  }
  for (const std::size_t number : after.cuts) {
    const auto found = cuts_.find(number);
    if (found == cuts_.end() || found->second.made) continue;
    CutRecord& cut = found->second;
    if (cut.request.body >= run_->bodies().size()) continue;
    State& state = run_->bodies()[cut.request.body].state;
    if (cut.sets.empty()) {
      cut.relations = relations_in(state, cut.request.wedge);
      cut.sets = sets_of(state.model());
    }
    // Of another model its relations are others: it waits until that is gone again.
    if (cut.sets != sets_of(state.model())) continue;
    for (std::size_t set = 0; set < cut.relations.size(); ++set)
      state.remove(set, cut.relations[set]);
    cut.made = true;
  }
}

}  // namespace pliant::viewer
