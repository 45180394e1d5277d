#include <pliant/error.h>

#include <algorithm>

#include "base/text.h"
#include "session/simulated.h"

// Edits with their undo, as the window sees them.

namespace pliant::viewer {

namespace {

constexpr auto slider_pause = std::chrono::seconds(1);

}  // namespace

template <class Change>
void Simulated::edit(std::string name, const Change& change, const std::optional<CutRequest>& cut) {
  hear_refusals();
  tell("");
  auto after = std::make_shared<Document>(*document_);
  change(*after);
  done_.push_back({std::move(name), document_, after});
  undone_.clear();
  document_ = std::move(after);
  send(cut);
  done_.back().version = version_;
}

void Simulated::send(const std::optional<CutRequest>& cut) {
  {
    const std::scoped_lock lock(board_.mutex);
    board_.newest_version = ++version_;
  }
  leave([document = document_, version = version_, cut](Physics& physics) {
    physics.apply(document, version, cut);
  });
}

// What cannot be is taken back, with all that was built on it.
void Simulated::hear_refusals() const {
  std::vector<Board::Refusal> refusals;
  {
    const std::scoped_lock lock(board_.mutex);
    refusals.swap(board_.refusals);
  }
  for (const Board::Refusal& refusal : refusals) {
    const auto found = std::ranges::find(done_, refusal.version, &Edit::version);
    if (!refusal.stays) {
      if (found != done_.end()) done_.erase(found);
      continue;
    }
    done_.erase(found, done_.end());
    if (refusal.version == version_) document_ = refusal.stays;
  }
}

void Simulated::hold(std::size_t body, const std::vector<Index>& vertices, bool pinned) {
  if (vertices.empty()) return;
  edit(text(pinned ? "pin " : "unpin ", plural(vertices.size(), "vertex", "vertices")),
       [&](Document& document) {
         for (const Index v : vertices) document.holds[body][v] = pinned;
       });
}

void Simulated::pin(std::size_t body, const std::vector<Index>& vertices) {
  hold(body, vertices, true);
}
void Simulated::unpin(std::size_t body, const std::vector<Index>& vertices) {
  hold(body, vertices, false);
}

void Simulated::cut(std::size_t body, const CuttingWedge& wedge) {
  const CutRequest request{next_cut_++, body, wedge};
  edit(
      "cut", [&](Document& document) { document.cuts.push_back(request.number); }, request);
}

void Simulated::make_spectral(std::size_t body, const std::vector<std::string>& rigid,
                              std::int64_t modes) {
  const MomentPointer moment = newest();
  if (body >= moment->bodies->size()) return;
  std::vector<std::string> names;
  for (const ShownBody& shown : *moment->bodies) names.push_back(shown.name);
  try {
    auto actions = spectral_actions(document_->actions, names, body, rigid, modes);
    edit("rebuild as spectral solid",
         [&](Document& document) { document.actions = std::move(actions); });
  } catch (const InputError& e) {
    tell(e.what());
  }
}

void Simulated::paint(PaintedGroup group) {
  const MomentPointer moment = newest();
  if (group.body < moment->bodies->size() &&
      (*moment->bodies)[group.body].mesh->groups.contains(group.name))
    return tell(text("the mesh has a group '", group.name, "' already; choose another name"));
  edit(text("paint ", group.name), [&](Document& document) {
    std::erase_if(document.groups, [&](const PaintedGroup& other) {
      return other.name == group.name && other.body == group.body;
    });
    if (!group.tetrahedra.empty() || !group.vertices.empty())
      document.groups.push_back(std::move(group));
  });
}

// One that is drawn along a slider is one edit.
void Simulated::set_parameter(std::size_t number, const std::string& parameter,
                              const Value& value) {
  if (number >= actions().size()) return;
  std::shared_ptr<Action> changed = actions()[number]->copy();
  try {
    changed->set(parameter, value);
  } catch (const InputError& e) {
    return tell(e.what());
  }
  const std::string slider = text(number, ' ', parameter);
  const auto now = std::chrono::steady_clock::now();
  const bool goes_on = !done_.empty() && done_.back().slider == slider && undone_.empty() &&
                       now - done_.back().when < slider_pause;
  const DocumentPointer before = goes_on ? done_.back().before : nullptr;
  edit(text(parameter, " = ", text_of(value)),
       [&](Document& document) { document.actions[number] = changed; });
  if (goes_on) {
    done_.erase(done_.end() - 2);
    done_.back().before = before;
  }
  done_.back().slider = slider;
  done_.back().when = now;
}

void Simulated::add_action(std::shared_ptr<const Action> action) {
  edit(text("add ", action->declaration().name),
       [&](Document& document) { document.actions.push_back(action); });
}

void Simulated::remove_action(std::size_t number) {
  if (number >= actions().size()) return;
  edit(text("remove ", actions()[number]->declaration().name), [&](Document& document) {
    document.actions.erase(document.actions.begin() + static_cast<std::ptrdiff_t>(number));
  });
}

void Simulated::undo() {
  hear_refusals();
  if (done_.empty()) return;
  tell("");
  document_ = done_.back().before;
  undone_.push_back(std::move(done_.back()));
  done_.pop_back();
  send();
}

void Simulated::redo() {
  hear_refusals();
  if (undone_.empty()) return;
  tell("");
  document_ = undone_.back().after;
  done_.push_back(std::move(undone_.back()));
  undone_.pop_back();
  send();
  done_.back().version = version_;
}

std::string Simulated::undo_name() const {
  hear_refusals();
  return done_.empty() ? "" : done_.back().name;
}
std::string Simulated::redo_name() const {
  return undone_.empty() ? "" : undone_.back().name;
}

const std::vector<std::shared_ptr<const Action>>& Simulated::actions() const {
  hear_refusals();
  return document_->actions;
}
const std::vector<PaintedGroup>& Simulated::groups() const {
  hear_refusals();
  return document_->groups;
}

}  // namespace pliant::viewer
