#include <imgui.h>
#include <imgui_stdlib.h>
#include <pliant/error.h>

#include <algorithm>

#include "tools/toolbox_parts.h"
#include "window/widgets.h"

namespace pliant::viewer {

namespace {

void help(const char* words) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled("%s", words);
  ImGui::PopTextWrapPos();
}

void brush_size(Brush& brush, const char* words) {
  float radius = static_cast<float>(brush.radius);
  ImGui::SetNextItemWidth(-7 * ImGui::GetFontSize());
  if (ImGui::SliderFloat(words, &radius, 1, 120, "%.0f", ImGuiSliderFlags_Logarithmic))
    brush.radius = radius;
  remember_place(words);
}

void grab_panel(const Bench& bench) {
  help(
      "Drag a point of the body. With Shift the hand stays where you let it go; take its dot to "
      "move or, without Shift, to end it.");
  ImGui::Text("Hands: %zu", bench.shown.held.size());
  if (button("Let all go", "Ends all hands", !bench.shown.held.empty())) bench.live.let_all_go();
}

void pin_panel(const Bench& bench, PinTool& tool) {
  help(
      "Click or drag over the body to hold it there. A stroke that begins on a pin takes pins "
      "out.");
  brush_size(tool.brush, "Pin size");
  std::size_t count = 0;
  for (const ShownBody& body : *bench.shown.bodies) count += body.pinned ? body.pinned->size() : 0;
  ImGui::Text("Pinned vertices: %zu", count);
  if (button("Unpin all", "Takes all pins out", count > 0))
    for (std::size_t b = 0; b < bench.shown.bodies->size(); ++b)
      if (bench.body(b).pinned && !bench.body(b).pinned->empty())
        bench.live.unpin(b, *bench.body(b).pinned);
}

bool poke_slider(const char* words, double& value, double low, double high, const char* shown,
                 const char* meaning) {
  ImGui::SetNextItemWidth(-7 * ImGui::GetFontSize());
  const bool moved = ImGui::SliderScalar(words, ImGuiDataType_Double, &value, &low, &high, shown);
  remember_place(words);
  help_on_hover(meaning);
  return moved;
}

void poke_panel(PokeTool& tool) {
  help(
      "Press on the body: a ball is pushed into it while you hold the button. The mouse moves it "
      "sideways, the wheel deeper or back.");
  double percent = 100 * tool.size;
  if (poke_slider("Ball size", percent, 1, 30, "%.0f %%", "Its radius over the size of the body"))
    tool.size = percent / 100;
  poke_slider("Push depth", tool.depth, 0, PokeTool::deepest, "%.2f radii",
              "How far it goes in; also the wheel while it is pushed");
}

void kind_choice(PaintTool& tool) {
  if (ImGui::RadioButton("Tetrahedra", tool.tetrahedra)) tool.tetrahedra = true;
  remember_place("Tetrahedra");
  ImGui::SameLine();
  if (ImGui::RadioButton("Vertices", !tool.tetrahedra)) tool.tetrahedra = false;
  remember_place("Vertices");
}

std::string size_of(const PaintedGroup& group) {
  return group.tetrahedra.empty() ? std::to_string(group.vertices.size()) + " vertices"
                                  : std::to_string(group.tetrahedra.size()) + " tetrahedra";
}

// One line of the list; returns true where the group is to go.
bool group_line(const PaintedGroup& group, std::size_t number, PaintTool& tool, bool& rigid,
                bool& rigid_changed) {
  const float letter = ImGui::GetFontSize();
  ImGui::PushID(group.name.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::ColorButton("##ink", ImGui::ColorConvertU32ToFloat4(group_ink(number)),
                     ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop,
                     {letter, letter});
  ImGui::SameLine();
  const float room = ImGui::GetContentRegionAvail().x - 7 * letter;
  if (ImGui::Selectable(group.name.c_str(), tool.group == group.name, 0,
                        {std::max(room, 4 * letter), 0}))
    tool.choose(group);
  remember_place("group " + group.name);
  help_on_hover(size_of(group).c_str());
  ImGui::SameLine();
  rigid_changed = ImGui::Checkbox("rigid", &rigid);
  remember_place("rigid " + group.name);
  help_on_hover("Does not bend when the body is made a spectral solid");
  ImGui::SameLine();
  const bool gone = ImGui::Button("×");
  remember_place("remove " + group.name);
  help_on_hover("Forget this group");
  ImGui::PopID();
  return gone;
}

void group_list(const Bench& bench, PaintTool& tool, std::set<std::string>& rigid) {
  const std::vector<PaintedGroup> groups = bench.live.groups();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    bool is_rigid = rigid.contains(groups[g].name), changed = false;
    if (group_line(groups[g], g, tool, is_rigid, changed))
      bench.live.paint({groups[g].name, groups[g].body});
    if (!changed) continue;
    if (is_rigid)
      rigid.insert(groups[g].name);
    else
      rigid.erase(groups[g].name);
  }
  if (button("New group", "The next stroke begins another group"))
    tool.group = PaintTool::free_name(bench.live);
}

void body_choice(const Bench& bench, std::size_t& chosen) {
  const auto& bodies = *bench.shown.bodies;
  if (chosen >= bodies.size()) chosen = 0;
  if (bodies.size() < 2) return;
  ImGui::SetNextItemWidth(-7 * ImGui::GetFontSize());
  const bool open = ImGui::BeginCombo("Body", bodies[chosen].name.c_str());
  remember_place("Body");
  if (!open) return;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (ImGui::Selectable(bodies[b].name.c_str(), b == chosen)) chosen = b;
    remember_place(bodies[b].name);
  }
  ImGui::EndCombo();
}

// "saved", or what went wrong.
std::string saved(Live& live, std::size_t body, const std::string& file) {
  try {
    std::string words = "Saved " + file;
    for (const std::string& note : live.save_mesh(body, file)) words += "\n" + note;
    return words;
  } catch (const std::exception& error) {
    return error.what();
  }
}

void save_fields(const Bench& bench, std::size_t body, std::string& file, std::string& message) {
  if (file.empty()) file = bench.body(body).name + ".vtu";
  heading("Save the mesh with its groups");
  ImGui::SetNextItemWidth(-7 * ImGui::GetFontSize());
  ImGui::InputText("##mesh file", &file);
  remember_place("mesh file");
  help_on_hover("The ending tells the format: .vtu, .msh, .str, .node ...");
  ImGui::SameLine();
  if (button("Save mesh")) message = saved(bench.live, body, file);
  if (message.empty()) return;
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(message.c_str());
  ImGui::PopTextWrapPos();
}

void spectral_fields(const Bench& bench, std::size_t body, const std::set<std::string>& rigid,
                     int& modes) {
  heading("Spectral solid");
  ImGui::SetNextItemWidth(-7 * ImGui::GetFontSize());
  ImGui::SliderInt("Modes", &modes, 1, 500, "%d", ImGuiSliderFlags_Logarithmic);
  remember_place("Modes");
  help_on_hover("How many vibrations the deformable part may make");
  if (!button("Rebuild as spectral solid",
              "Computes modes of the body; groups that are marked rigid do not bend. Then grab it "
              "to drag its handles."))
    return;
  std::vector<std::string> names;
  for (const PaintedGroup& group : bench.live.groups())
    if (group.body == body && rigid.contains(group.name)) names.push_back(group.name);
  bench.live.make_spectral(body, names, std::max(modes, 1));
}

}  // namespace

void Toolbox::panel(const Bench& bench) {
  Parts& parts = *parts_;
  parts.meet(bench.live);
  if (!bench.present && parts.chosen != ToolKind::look)
    help("This is a recorded moment. Go back to now to change something.");
  switch (parts.chosen) {
    case ToolKind::look:
      return help("Drag to turn, right button to move, wheel to come nearer.");
    case ToolKind::grab:
      return grab_panel(bench);
    case ToolKind::pin:
      return pin_panel(bench, parts.pin);
    case ToolKind::cut:
      return help(
          "Draw a straight line across the body: what lies behind it is cut. Esc gives "
          "it up.");
    case ToolKind::poke:
      return poke_panel(parts.poke);
    case ToolKind::paint:
      break;
  }
  help(
      "Paint parts of the body; Ctrl erases. A group has a name and can be saved, made rigid, or "
      "used by actions.");
  ImGui::SetNextItemWidth(-7 * ImGui::GetFontSize());
  ImGui::InputText("Group", &parts.paint.group);
  remember_place("Group");
  kind_choice(parts.paint);
  brush_size(parts.paint.brush, "Brush");
  check_box("Through the body", parts.paint.brush.through, "Also what is hidden behind the brush");
  check_box("Erase", parts.paint.erase, "As with Ctrl");
  group_list(bench, parts.paint, parts.rigid);
  if (bench.shown.bodies->empty()) return;
  body_choice(bench, parts.body);
  save_fields(bench, parts.body, parts.file, parts.message);
  spectral_fields(bench, parts.body, parts.rigid, parts.modes);
}

}  // namespace pliant::viewer
