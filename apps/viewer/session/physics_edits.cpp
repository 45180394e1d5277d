#include <pliant/actions.h>

#include <algorithm>

#include "base/text.h"
#include "session/busy.h"
#include "session/physics.h"

// What users change while it runs.

namespace pliant::viewer {

namespace {

using Actions = std::vector<std::shared_ptr<const Action>>;

bool names(const Value& value, const std::string& group) {
  if (const auto* word = std::get_if<std::string>(&value.is)) return *word == group;
  const auto* const list = std::get_if<Value::List>(&value.is);
  return list && std::ranges::any_of(*list, [&](const Value& item) { return names(item, group); });
}

bool uses(const Actions& actions, const std::string& group) {
  return std::ranges::any_of(actions, [&](const auto& action) {
    return std::ranges::any_of(action->declaration().parameters, [&](const Parameter& p) {
      return (p.kind == Kind::group || p.kind == Kind::texts) && names(action->get(p.name), group);
    });
  });
}

// Whether a model must be made anew: actions are others, or what they refer to is.
bool needs_rebuilding(const Document& before, const Document& after) {
  if (before.actions != after.actions) return true;
  const auto has_changed = [&](const PaintedGroup& group, const Document& other) {
    return std::ranges::find(other.groups, group) == other.groups.end() &&
           uses(after.actions, group.name);
  };
  return std::ranges::any_of(after.groups,
                             [&](const auto& group) { return has_changed(group, before); }) ||
         std::ranges::any_of(before.groups,
                             [&](const auto& group) { return has_changed(group, after); });
}

std::string building(const Actions& actions) {
  for (const auto& action : actions) {
    if (const auto* const solid = action_as<action::SpectralSolid>(*action))
      return text("computing ", solid->modes, " modes");
  }
  return "rebuilding the model";
}

}  // namespace

void Physics::apply(DocumentPointer document, std::size_t version,
                    const std::optional<CutRequest>& cut) {
  const auto refuse = [&](DocumentPointer stays) {
    const std::scoped_lock lock(board_.mutex);
    board_.refusals.push_back({version, std::move(stays)});
  };
  if (cut) cuts_[cut->number] = {*cut, {}, {}, false};
  maker_.look_again();
  if (run_ && is_outdated(version) && needs_rebuilding(*document_, *document)) return;
  const DocumentPointer before = document_;
  document_ = std::move(document);
  if (!run_) return;  // it is built from the document by reset()
  try {
    change_to(*before, *document_);
  } catch (const std::exception& e) {
    document_ = before;
    complain(e.what());
    return refuse(before);
  }
  if (cut && std::ranges::all_of(cuts_[cut->number].relations, &std::vector<Index>::empty))
    refuse(nullptr);
}

// A newer document waits already: there is no need to build what this one wants.
bool Physics::is_outdated(std::size_t version) const {
  const std::scoped_lock lock(board_.mutex);
  return version < board_.newest_version;
}

void Physics::change_to(const Document& before, const Document& after) {
  if (needs_rebuilding(before, after)) return rebuild();
  hold_by_hand(before, after);
  cut_by_hand(before, after);
}

void Physics::rebuild() {
  const Busy busy(board_, building(document_->actions));
  const std::vector<HeldVertex> held = hands_.held();
  std::unique_ptr<SceneRun> next;
  try {
    next = std::make_unique<SceneRun>(simulation_now(), run_options(), *run_);
  } catch (...) {
    maker_.begin(*run_);
    throw;
  }
  run_ = std::move(next);
  broken_ = false;
  was_running_ = false;
  hands_.begin(*run_);
  pokes_.begin(*run_);
  selection_.begin(*run_);
  hold_by_hand({}, *document_);
  Document cut_before;  // relations that are alike are still removed
  for (const auto& [number, cut] : cuts_)
    if (cut.made) cut_before.cuts.push_back(number);
  cut_by_hand(cut_before, *document_);
  for (auto& [number, cut] : cuts_) cut.made = false;
  cut_by_hand({}, *document_);
  for (const HeldVertex& one : held) hands_.grab(*run_, one);
  describe();
}

void Physics::hold_by_hand(const Document& before, const Document& after) {
  for (std::size_t b = 0; b < run_->bodies().size(); ++b) {
    const auto of = [&](const Document& document) {
      const auto found = document.holds.find(b);
      return found == document.holds.end() ? std::map<Index, bool>{} : found->second;
    };
    const std::map<Index, bool> old = of(before), wanted = of(after);
    std::vector<Index> pinned, released;
    for (const auto& [vertex, hold] : wanted)
      if (const auto was = old.find(vertex); was == old.end() || was->second != hold)
        (hold ? pinned : released).push_back(vertex);
    for (const auto& [vertex, hold] : old)
      if (!wanted.contains(vertex)) (hold ? released : pinned).push_back(vertex);
    State& state = run_->bodies()[b].state;
    if (!pinned.empty()) state.pin(pinned);
    if (!released.empty()) state.release(released);
  }
}

}  // namespace pliant::viewer
