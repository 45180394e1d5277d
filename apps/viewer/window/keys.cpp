#include "window/keys.h"

#include <epoxy/gl.h>
// After epoxy, which has OpenGL's own header.
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>

#include "window/widgets.h"

namespace pliant::viewer {

namespace {

struct Key {
  int key;
  bool control, shift;
  void (*act)(Workspace&);
  bool repeats = false;
};

constexpr Key table[] = {
    {GLFW_KEY_SPACE, false, false, [](Workspace& w) { w.play_or_pause(); }},
    {GLFW_KEY_RIGHT, false, false, [](Workspace& w) { w.step(); }, true},
    {GLFW_KEY_S, false, false, [](Workspace& w) { w.step(); }, true},
    {GLFW_KEY_LEFT, false, false, [](Workspace& w) { w.step_back(); }, true},
    {GLFW_KEY_HOME, false, false, [](Workspace& w) { w.to_start(); }},
    {GLFW_KEY_END, false, false, [](Workspace& w) { w.to_present(); }},
    {GLFW_KEY_R, false, false, [](Workspace& w) { w.reset(); }},
    {GLFW_KEY_F, false, false, [](Workspace& w) { w.see_all(); }},
    {GLFW_KEY_E, false, false, [](Workspace& w) { w.look.edges = !w.look.edges; }},
    {GLFW_KEY_P, false, false, [](Workspace& w) { w.look.points = !w.look.points; }},
    {GLFW_KEY_I, false, false, [](Workspace& w) { w.show_pairs(!w.look.pairs); }},
    {GLFW_KEY_X, false, false, [](Workspace& w) { w.cut_away(!w.look.cut_away); }},
    {GLFW_KEY_C, false, false, [](Workspace& w) { w.next_colours(); }},
    {GLFW_KEY_T, false, false, [](Workspace& w) { w.switch_theme(); }},
    {GLFW_KEY_1, false, false, [](Workspace& w) { w.choose_tool(ToolKind::look); }},
    {GLFW_KEY_2, false, false, [](Workspace& w) { w.choose_tool(ToolKind::grab); }},
    {GLFW_KEY_3, false, false, [](Workspace& w) { w.choose_tool(ToolKind::pin); }},
    {GLFW_KEY_4, false, false, [](Workspace& w) { w.choose_tool(ToolKind::cut); }},
    {GLFW_KEY_5, false, false, [](Workspace& w) { w.choose_tool(ToolKind::paint); }},
    {GLFW_KEY_6, false, false, [](Workspace& w) { w.choose_tool(ToolKind::poke); }},
    {GLFW_KEY_A, false, false, [](Workspace& w) { w.show_active(!w.look.active_nodes); }},
    {GLFW_KEY_K, false, false, [](Workspace& w) { w.show_contacts(!w.look.contacts); }},
    {GLFW_KEY_TAB, false, false, [](Workspace& w) { w.panel_open = !w.panel_open; }},
    {GLFW_KEY_F1, false, false, [](Workspace& w) { w.keys_open = !w.keys_open; }},
    {GLFW_KEY_Z, true, false, [](Workspace& w) { w.undo(); }, true},
    {GLFW_KEY_Z, true, true, [](Workspace& w) { w.redo(); }, true},
    {GLFW_KEY_Y, true, false, [](Workspace& w) { w.redo(); }, true},
    {GLFW_KEY_S, true, false, [](Workspace& w) { w.ask_where_to_save(); }},
    {GLFW_KEY_Q, true, false, [](Workspace& w) { w.closing = true; }},
};

struct Words {
  const char *keys, *meaning;
};

constexpr Words running[] = {{"Space", "start or pause"},
                             {"S, →", "one step; in the past, one frame on"},
                             {"←", "one frame back"},
                             {"Home, End", "the start; back to now"},
                             {"R", "from the start again"}};
constexpr Words looking[] = {{"drag", "turn"},
                             {"middle drag", "turn as a ball, roll at its rim"},
                             {"right drag", "move; also Shift"},
                             {"wheel", "nearer, farther"},
                             {"F", "see all of it"},
                             {"E, P, I", "edges, points, pairs inside"},
                             {"X", "cut away"},
                             {"C", "next colours"},
                             {"A", "which nodes are active"},
                             {"K", "where bodies touch"},
                             {"T", "light or dark"},
                             {"Tab", "panel"}};
constexpr Words working[] = {{"1", "look"},
                             {"2", "grab; Shift keeps hold"},
                             {"3", "pin"},
                             {"4", "cut"},
                             {"5", "paint"},
                             {"6", "poke; wheel: deeper"},
                             {"Esc", "give up a stroke"},
                             {"Ctrl+Z", "undo"},
                             {"Ctrl+Shift+Z", "redo"},
                             {"Ctrl+S", "save the recording"},
                             {"Ctrl+Q", "close"}};

// A key's number on layouts where it is written on another key: Ctrl+Z is by the letter.
int key_by_letter(int key) {
  const int code = glfwGetKeyScancode(key);
  const char* name = key == GLFW_KEY_UNKNOWN ? nullptr : glfwGetKeyName(key, code);
  if (name == nullptr || name[0] == '\0' || name[1] != '\0') return key;
  if (name[0] >= 'a' && name[0] <= 'z') return GLFW_KEY_A + (name[0] - 'a');
  return key;
}

void list(const char* title, std::span<const Words> words) {
  heading(title);
  if (!ImGui::BeginTable(title, 2, ImGuiTableFlags_SizingFixedFit)) return;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, 7.2f * ImGui::GetFontSize());
  for (const Words& w : words) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(w.keys);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(w.meaning);
  }
  ImGui::EndTable();
}

}  // namespace

void press_key(const KeyEvent& event, Workspace& workspace) {
  if (event.key == GLFW_KEY_ESCAPE) {
    if (workspace.keys_open)
      workspace.keys_open = false;
    else if (workspace.show->live() != nullptr) {
      const Sight sight = workspace.sight();
      workspace.toolbox.cancel(workspace.bench(sight));
    }
    return;
  }
  const int key = key_by_letter(event.key);
  for (const Key& k : table)
    if (k.key == key && k.control == event.modifiers.control && k.shift == event.modifiers.shift &&
        !event.modifiers.alt && (k.repeats || !event.repeated))
      return k.act(workspace);
}

void keys_window(Workspace& workspace) {
  if (!workspace.keys_open) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float letter = ImGui::GetFontSize();
  const bool wide = screen.x > 50 * letter;
  ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, 0, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x - 2 * letter, screen.y - 2 * letter});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyle().Colors[ImGuiCol_PopupBg]);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {1.4f * letter, letter});
  ImGui::Begin("Keys", &workspace.keys_open,
               ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoNav);
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  remember_place("Keys", {corner.x, corner.y, corner.x + size.x, corner.y + size.y});
  ImGui::BeginGroup();
  list("Time", running);
  list("View", looking);
  ImGui::EndGroup();
  if (wide) ImGui::SameLine(0, 2 * letter);
  ImGui::BeginGroup();
  list("Tools", working);
  ImGui::Dummy({0, 0.4f * letter});
  if (button("Close")) workspace.keys_open = false;
  ImGui::EndGroup();
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
}

}  // namespace pliant::viewer
