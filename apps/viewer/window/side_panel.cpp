#include <imgui.h>
#include <imgui_stdlib.h>

#include <cctype>

#include "window/panels.h"
#include "window/style.h"
#include "window/widgets.h"
#include "window/words.h"

namespace pliant::viewer {

namespace {

void tabs(Workspace& w) {
  struct Entry {
    Tab tab;
    const char* words;
  };
  constexpr Entry entries[] = {{Tab::show, "Show"},
                               {Tab::tools, "Tools"},
                               {Tab::actions, "Actions"},
                               {Tab::simulation, "Simulation"}};
  const bool live = w.show->live() != nullptr;
  const float gap = 0.2f * ImGui::GetFontSize();
  float words = 0;
  int count = 0;
  for (const Entry& e : entries) {
    if (!live && (e.tab == Tab::tools || e.tab == Tab::actions)) continue;
    words += ImGui::CalcTextSize(e.words).x;
    ++count;
  }
  const float room = ImGui::GetContentRegionAvail().x - gap * static_cast<float>(count - 1);
  const float around = std::max((room - words) / static_cast<float>(count), 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  bool first = true;
  for (const Entry& e : entries) {
    if (!live && (e.tab == Tab::tools || e.tab == Tab::actions)) continue;
    if (!first) ImGui::SameLine(0, gap);
    first = false;
    if (choice_button(e.words, w.tab == e.tab, {ImGui::CalcTextSize(e.words).x + around, 0}))
      w.tab = e.tab;
  }
  ImGui::PopStyleVar();
}

std::string capital(std::string words) {
  if (!words.empty())
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

void simulation_tab(Workspace& w) {
  if (Live* live = w.show->live()) resolution_choice(w, *live);
  heading("This");
  if (ImGui::BeginTable("##facts", 2)) {
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, 6.6f * ImGui::GetFontSize());
    fact("Title", w.show->title());
    for (const auto& [name, value] : w.show->facts()) fact(capital(name).c_str(), value);
    if (w.shown->selected > 0) fact("Active", active_words(w.shown->active, w.shown->selected));
    fact("Drawn by", w.renderer);
    ImGui::EndTable();
  }
  if (Live* live = w.show->live()) {
    bool selects = live->selects();
    if (check_box("Simulate only what moves", selects,
                  "What has come to rest sleeps, and wakes when something disturbs it"))
      live->select(selects);
    heading("Recording");
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(live->recording().string().c_str());
    ImGui::PopTextWrapPos();
    if (button("Save recording…", "Keeps what was recorded in a folder of your choice (Ctrl+S)"))
      w.ask_where_to_save();
  }
}

void actions_tab(Workspace& w, Live& live) {
  const std::string back = live.undo_name(), again = live.redo_name();
  if (button("Undo", back.empty() ? nullptr : back.c_str(), !back.empty())) w.undo();
  ImGui::SameLine();
  if (button("Redo", again.empty() ? nullptr : again.c_str(), !again.empty())) w.redo();
  actions_panel(live, *w.shown->bodies);
}

}  // namespace

void side_panel(Workspace& w) {
  if (!w.panel_open) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  begin_fixed("##panel", w.layout.panel);
  const auto left = static_cast<float>(w.layout.panel.left);
  edge(left, 0, left, static_cast<float>(w.layout.panel.bottom));
  tabs(w);
  ImGui::BeginChild("##tab");
  if (w.tab == Tab::tools || w.tab == Tab::actions) ImGui::Dummy({0, 0.25f * ImGui::GetFontSize()});
  Live* live = w.show->live();
  if (live == nullptr && (w.tab == Tab::tools || w.tab == Tab::actions)) w.tab = Tab::show;
  const Sight sight = w.sight();
  switch (w.tab) {
    case Tab::show:
      show_tab(w);
      break;
    case Tab::tools:
      w.toolbox.panel(w.bench(sight));
      break;
    case Tab::actions:
      actions_tab(w, *live);
      break;
    case Tab::simulation:
      simulation_tab(w);
  }
  ImGui::EndChild();
  ImGui::End();
  ImGui::PopStyleVar();
}

void save_dialog(Workspace& w) {
  constexpr const char* title = "Save recording";
  if (w.saving && !ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, 0, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(title, nullptr,
                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                  ImGuiWindowFlags_NoMove))
    return;
  ImGui::TextUnformatted("Folder");
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(22 * ImGui::GetFontSize());
  const bool entered =
      ImGui::InputText("##folder", &w.folder, ImGuiInputTextFlags_EnterReturnsTrue);
  remember_place("Folder");
  if (button("Save", nullptr, !w.folder.empty()) || (entered && !w.folder.empty())) w.save();
  ImGui::SameLine();
  if (button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
    w.saving = false;
  if (!w.saving) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace pliant::viewer
