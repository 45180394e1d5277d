#include "session/live_selection.h"

namespace pliant::viewer {

void LiveSelection::begin(SceneRun& run) {
  scenes_.clear();
  for (const RunBody& body : run.bodies()) scenes_.push_back(body.state.dynamics().selection);
  apply(run);
}

std::optional<DynamicSelection> LiveSelection::wanted(std::size_t body) const {
  if (wish_ == Wish::none) return std::nullopt;
  std::optional<DynamicSelection> selection = scenes_[body];
  if (!selection && wish_ == Wish::all) selection.emplace();
  if (selection && selection->criterion == Equilibrium::automatic && pixel_ > 0)
    selection->pixel = pixel_;
  return selection;
}

void LiveSelection::apply(SceneRun& run) const {
  for (std::size_t b = 0; b < scenes_.size(); ++b) {
    RunBody& body = run.bodies()[b];
    if (body.model.is_spectral()) continue;
    const auto selection = wanted(b);
    if (selection != body.state.dynamics().selection) body.state.set_selection(selection);
  }
}

}  // namespace pliant::viewer
