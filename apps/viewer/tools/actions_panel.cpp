#include <imgui.h>
#include <pliant/error.h>

#include <algorithm>
#include <map>

#include "tools/parameter_widget.h"
#include "tools/toolbox.h"
#include "window/widgets.h"

namespace pliant::viewer {

namespace {

// An action that is being filled in before it is added.
struct NewAction {
  std::shared_ptr<Action> action;
  const Live* live = nullptr;
  const ImGuiContext* context = nullptr;
  std::string problem;
};

NewAction& new_action(const Live& live) {
  static NewAction current;
  if (current.live != &live || current.context != ImGui::GetCurrentContext())
    current = {nullptr, &live, ImGui::GetCurrentContext(), {}};
  return current;
}

KnownNames known_names(const Live& live, const std::vector<ShownBody>& bodies) {
  KnownNames names;
  names.groups.push_back("all");
  for (const PaintedGroup& group : live.groups()) names.groups.push_back(group.name);
  for (const ShownBody& body : bodies) {
    names.bodies.push_back(body.name);
    for (const auto& [name, vertices] : body.mesh->groups) names.groups.push_back(name);
  }
  std::ranges::sort(names.groups);
  names.groups.erase(std::unique(names.groups.begin(), names.groups.end()), names.groups.end());
  return names;
}

// True while it shall stay.
bool header(const std::string& title, const std::string& id, const std::string& help, bool& open) {
  bool stays = true;
  open = ImGui::CollapsingHeader((title + "###" + id).c_str(), &stays);
  remember_place(title);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const double side = ImGui::GetFontSize();
  const double left = high.x - 2 * ImGui::GetStyle().FramePadding.x - side;
  remember_place("remove " + title, {left, low.y, left + side, low.y + side});
  help_on_hover(help.c_str());
  return stays;
}

void show_actions(Live& live, const KnownNames& names) {
  const auto actions = live.actions();
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Declaration& d = actions[i]->declaration();
    const int number = ++seen[d.name];
    const std::string title = number == 1 ? d.name : d.name + " " + std::to_string(number);
    bool open = false;
    if (!header(title, "action" + std::to_string(i), d.help, open)) {
      live.remove_action(i);
      return;
    }
    if (!open) continue;
    if (d.parameters.empty()) ImGui::TextDisabled("no parameters");
    for (const Parameter& p : d.parameters) {
      const Value now = actions[i]->get(p.name);
      const std::string used = automatic_words(p, now).empty() ? "" : live.in_force(i, p.name);
      if (const auto value = parameter_widget(p, now, title + "." + p.name, names, used))
        live.set_parameter(i, p.name, *value);
    }
  }
}

void choose_new(NewAction& made) {
  if (button("Add an action")) ImGui::OpenPopup("actions to add");
  if (!ImGui::BeginPopup("actions to add")) return;
  std::map<std::string, std::vector<const ActionType*>> by_group;
  for (const ActionType* type : actions()) by_group[type->declaration.group].push_back(type);
  for (const auto& [group, types] : by_group) {
    const bool open = ImGui::BeginMenu(group.c_str());
    remember_place("add: " + group);
    if (!open) continue;
    for (const ActionType* type : types) {
      if (ImGui::MenuItem(type->declaration.name.c_str())) {
        made.action = type->make(*type);
        made.problem.clear();
      }
      remember_place("add: " + type->declaration.name);
      help_on_hover(type->declaration.help.c_str());
    }
    ImGui::EndMenu();
  }
  ImGui::EndPopup();
}

void fill_in_new(Live& live, NewAction& made, const KnownNames& names) {
  const Declaration& d = made.action->declaration();
  heading(("New: " + d.name).c_str());
  for (const Parameter& p : d.parameters)
    if (const auto value = parameter_widget(p, made.action->get(p.name), "new." + p.name, names)) {
      try {
        made.action->set(p.name, *value);
        made.problem.clear();
      } catch (const InputError& error) {
        made.problem = error.what();
      }
    }
  if (!made.problem.empty()) ImGui::TextWrapped("%s", made.problem.c_str());
  const std::string words = "Add " + d.name;
  const bool add = button(words.c_str());
  ImGui::SameLine();
  const bool discard = button("Discard");
  if (add) live.add_action(made.action);
  if (add || discard) made.action.reset();
}

}  // namespace

void actions_panel(Live& live, const std::vector<ShownBody>& bodies) {
  const KnownNames names = known_names(live, bodies);
  NewAction& made = new_action(live);
  show_actions(live, names);
  choose_new(made);
  if (made.action) fill_in_new(live, made, names);
}

}  // namespace pliant::viewer
