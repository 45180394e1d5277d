#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "window/panels.h"
#include "window/widgets.h"

namespace pliant::viewer {

namespace {

using render::gl::VoronoiShown;

float column() {
  return ImGui::GetContentRegionAvail().x / 2;
}

void surface_switches(Workspace& w) {
  heading("Bodies");
  const float second = ImGui::GetCursorPosX() + column();
  check_box("Faces", w.look.faces);
  ImGui::SameLine(second);
  check_box("Edges", w.look.edges, "Lines of the mesh (E)");
  check_box("Points", w.look.points, "Vertices (P)");
  ImGui::SameLine(second);
  bool pairs = w.look.pairs;
  if (check_box("Pairs", pairs,
                "Edges of all tetrahedra, those inside too: which vertices act on which (I)"))
    w.show_pairs(pairs);
  check_box("Floor", w.look.floor);
  ImGui::SameLine(second);
  check_box("Shadows", w.look.shadows);
  if (w.scenery.has_skin())
    check_box("Fine surface", w.look.skin, "The surface that the coarse mesh carries");
}

std::string colour_words(const std::string& field) {
  if (field.empty()) return "Plain";
  std::string words = render::field_title(field).words;
  if (!words.empty())
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

void colour_range(Workspace& w) {
  const auto& colours = w.scenery.view().colours;
  const auto range = w.scenery.range();
  if (!colours || !range) return;
  double ends[2] = {range->low / colours->unit, range->high / colours->unit};
  const auto step = static_cast<float>(std::max(ends[1] - ends[0], 1e-12) / 200);
  ImGui::SetNextItemWidth(-1);
  const double previous[2] = {ends[0], ends[1]};
  ImGui::DragScalarN("##range", ImGuiDataType_Double, ends, 2, step, nullptr, nullptr, "%.4g");
  remember_place("Colour range");
  help_on_hover("What the ends of the colours stand for: drag, or double-click and type");
  if ((ends[0] != previous[0] || ends[1] != previous[1]) && ends[0] < ends[1])
    w.scenery.set_range({ends[0] * colours->unit, ends[1] * colours->unit});
  if (button("Fit colours", "To what is seen now")) w.scenery.fit_colours();
  ImGui::SameLine();
}

void colour_choice(Workspace& w) {
  heading("Colours");
  ImGui::SetNextItemWidth(-1);
  const bool open = ImGui::BeginCombo("##colours", colour_words(w.look.field).c_str(),
                                      ImGuiComboFlags_HeightLargest);
  remember_place("Colours");
  if (!open) {
    help_on_hover("What the colours of bodies tell (C: the next)");
  } else {
    std::vector<std::string> names = w.show->fields();
    names.insert(names.begin(), "");
    for (const std::string& name : names) {
      const std::string words = colour_words(name);
      if (ImGui::Selectable(words.c_str(), name == w.look.field)) w.colour_by(name);
      remember_place(words);
    }
    ImGui::EndCombo();
  }
  if (w.show->live() != nullptr) {
    bool active = w.look.active_nodes;
    if (check_box("Active nodes", active, "Which vertices are simulated and which sleep (A)"))
      w.show_active(active);
  }
  if (w.shown->touching) {
    bool contacts = w.look.contacts;
    if (check_box("Contacts", contacts, "Where bodies touch, and how hard they are pushed (K)"))
      w.show_contacts(contacts);
  }
  if (w.look.field.empty() || w.look.active_nodes) return;
  colour_range(w);
  check_box("Smooth", w.look.smooth, "Averages over the tetrahedra at each vertex");
}

void cut_direction(Workspace& w) {
  struct Direction {
    const char* words;
    Vec3d direction;
  };
  const Direction directions[] = {
      {"To me", w.camera.back()}, {"x", {1, 0, 0}}, {"y", {0, 1, 0}}, {"z", {0, 0, 1}}};
  const float gap = 0.2f * ImGui::GetFontSize(),
              wide = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
  for (const Direction& d : directions) {
    if (&d != directions) ImGui::SameLine(0, gap);
    const bool chosen = length(w.look.cut.direction - d.direction) < 1e-6;
    if (choice_button(d.words, chosen, {wide, 0}, "Which side is taken away"))
      w.look.cut.direction = d.direction;
  }
}

void slider(const char* words, const char* shown, double& value, double low, double high) {
  ImGui::SetNextItemWidth(-1);
  ImGui::PushID(words);
  ImGui::SliderScalar("##slider", ImGuiDataType_Double, &value, &low, &high, shown);
  ImGui::PopID();
  remember_place(words);
}

void inside_switches(Workspace& w) {
  heading("Inside");
  bool cut = w.look.cut_away;
  if (check_box("Cut away", cut, "Takes a part away to look inside (X)")) w.cut_away(cut);
  if (w.look.cut_away) {
    cut_direction(w);
    slider("Depth", "%.2f of it", w.look.cut.fraction, 0, 1);
  }
  bool shrunk = w.look.shrink < 1;
  if (check_box("Shrink tetrahedra", shrunk, "Every tetrahedron, smaller"))
    w.look.shrink = shrunk ? 0.8 : 1;
  if (shrunk) slider("Shrink", "to %.2f", w.look.shrink, 0.05, 0.99);
}

void voronoi_choice(Workspace& w) {
  struct Entry {
    VoronoiShown shown;
    const char* words;
  };
  constexpr Entry entries[] = {{VoronoiShown::none, "No Voronoi faces"},
                               {VoronoiShown::all, "All Voronoi faces"},
                               {VoronoiShown::one_face, "One Voronoi face"},
                               {VoronoiShown::one_cell, "One Voronoi cell"}};
  const auto now = std::ranges::find(entries, w.look.voronoi, &Entry::shown);
  ImGui::SetNextItemWidth(-1);
  const bool open = ImGui::BeginCombo("##voronoi", now->words);
  remember_place("Voronoi");
  if (open) {
    for (const Entry& e : entries) {
      if (ImGui::Selectable(e.words, e.shown == w.look.voronoi) && e.shown != w.look.voronoi) {
        w.look.voronoi = e.shown;
        w.look.faces = e.shown == VoronoiShown::none;
        w.look.edges = e.shown == VoronoiShown::one_face || e.shown == VoronoiShown::one_cell;
      }
      remember_place(e.words);
    }
    ImGui::EndCombo();
  }
  if (w.look.voronoi != VoronoiShown::one_face && w.look.voronoi != VoronoiShown::one_cell) return;
  auto number = static_cast<int>(w.look.voronoi_number);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputInt("##number", &number))
    w.look.voronoi_number = static_cast<std::size_t>(std::max(number, 0));
  remember_place("Voronoi number");
  help_on_hover(w.look.voronoi == VoronoiShown::one_face ? "Number of the face"
                                                         : "Number of the vertex whose cell it is");
}

}  // namespace

void show_tab(Workspace& w) {
  surface_switches(w);
  colour_choice(w);
  inside_switches(w);
  voronoi_choice(w);
  ImGui::Dummy({0, 0.25f * ImGui::GetFontSize()});
  if (button("See all", "Fits the view to the bodies (F)")) w.see_all();
}

}  // namespace pliant::viewer
