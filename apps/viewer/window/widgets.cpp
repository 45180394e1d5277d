#include "window/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "window/style.h"

namespace pliant::viewer {

namespace {

std::map<std::string, Rectangle>& places() {
  static std::map<std::string, Rectangle> remembered;
  return remembered;
}

void draw_triangle(ImDrawList& list, ImVec2 middle, float size, ImU32 ink) {
  list.AddTriangleFilled({middle.x - 0.45f * size, middle.y - 0.55f * size},
                         {middle.x + 0.6f * size, middle.y},
                         {middle.x - 0.45f * size, middle.y + 0.55f * size}, ink);
}

// A circle with an opening at the upper right, and the head of an arrow that closes it.
void draw_turn(ImDrawList& list, ImVec2 middle, float size, ImU32 ink) {
  constexpr float pi = std::numbers::pi_v<float>;
  const float r = 0.48f * size, begin = -0.15f * pi;
  list.PathArcTo(middle, r, begin, 1.5f * pi, 28);
  list.PathStroke(ink, 0, 0.15f * size);
  const ImVec2 tip{middle.x + 0.06f * size, middle.y - r};
  const float head = 0.34f * size;
  list.AddTriangleFilled({tip.x - 0.1f * head, tip.y - head}, {tip.x + 1.15f * head, tip.y},
                         {tip.x - 0.1f * head, tip.y + head}, ink);
}

void draw_sun(ImDrawList& list, ImVec2 middle, float size, ImU32 ink) {
  list.AddCircleFilled(middle, 0.28f * size, ink, 20);
  for (int i = 0; i < 8; ++i) {
    const float a = static_cast<float>(i) * std::numbers::pi_v<float> / 4;
    const float x = std::cos(a), y = std::sin(a);
    list.AddLine({middle.x + 0.42f * size * x, middle.y + 0.42f * size * y},
                 {middle.x + 0.62f * size * x, middle.y + 0.62f * size * y}, ink, 0.13f * size);
  }
}

// A disk, and another of the background's colour that hides a part of it.
void draw_moon(ImDrawList& list, ImVec2 middle, float size, ImU32 ink, ImU32 background) {
  list.AddCircleFilled(middle, 0.52f * size, ink, 32);
  list.AddCircleFilled({middle.x + 0.3f * size, middle.y - 0.2f * size}, 0.44f * size, background,
                       32);
}

void draw_icon(Icon icon, ImDrawList& list, ImVec2 middle, float size, ImU32 ink,
               ImU32 background) {
  const auto box = [&](float left, float top, float right, float bottom) {
    list.AddRectFilled({middle.x + left * size, middle.y + top * size},
                       {middle.x + right * size, middle.y + bottom * size}, ink, 0.06f * size);
  };
  switch (icon) {
    case Icon::play:
      return draw_triangle(list, middle, size, ink);
    case Icon::pause:
      box(-0.42f, -0.5f, -0.12f, 0.5f);
      return box(0.12f, -0.5f, 0.42f, 0.5f);
    case Icon::step:
      draw_triangle(list, {middle.x - 0.12f * size, middle.y}, 0.9f * size, ink);
      return box(0.38f, -0.5f, 0.56f, 0.5f);
    case Icon::reset:
      return draw_turn(list, middle, size, ink);
    case Icon::sun:
      return draw_sun(list, middle, size, ink);
    case Icon::moon:
      return draw_moon(list, middle, size, ink, background);
    case Icon::help: {
      const ImVec2 letter = ImGui::CalcTextSize("?");
      return list.AddText({middle.x - letter.x / 2, middle.y - letter.y / 2}, ink, "?");
    }
    case Icon::panel:
      list.AddRect({middle.x - 0.6f * size, middle.y - 0.5f * size},
                   {middle.x + 0.6f * size, middle.y + 0.5f * size}, ink, 0.12f * size, 0,
                   0.12f * size);
      return box(0.12f, -0.5f, 0.6f, 0.5f);
    case Icon::close:
      for (const float s : {-1.0f, 1.0f})
        list.AddLine({middle.x - 0.34f * size, middle.y - s * 0.34f * size},
                     {middle.x + 0.34f * size, middle.y + s * 0.34f * size}, ink, 0.14f * size);
  }
}

}  // namespace

void remember_place(const std::string& words, const Rectangle& place) {
  if (place.width() > 1 && place.height() > 1) places()[words] = place;
}

void remember_place(const std::string& words) {
  ImRect item(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  item.ClipWith(ImGui::GetCurrentWindow()->ClipRect);
  if (item.IsInverted()) return;
  remember_place(words, {item.Min.x, item.Min.y, item.Max.x, item.Max.y});
}

std::map<std::string, Rectangle> take_places() {
  return std::exchange(places(), {});
}

void help_on_hover(const char* words) {
  if (words == nullptr || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  if (GImGui->HoveredIdTimer < 0.5f) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(22 * ImGui::GetFontSize());
  ImGui::TextUnformatted(words);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

bool check_box(const char* words, bool& on, const char* help) {
  const bool changed = ImGui::Checkbox(words, &on);
  remember_place(words);
  help_on_hover(help);
  return changed;
}

bool button(const char* words, const char* help, bool enabled) {
  if (!enabled) ImGui::BeginDisabled();
  const bool pressed = ImGui::Button(words);
  if (!enabled) ImGui::EndDisabled();
  remember_place(words);
  help_on_hover(help);
  return pressed;
}

bool choice_button(const char* words, bool chosen, const ImVec2& size, const char* help) {
  ImGui::PushStyleColor(ImGuiCol_Button, chosen ? inks().accent : ImVec4(0, 0, 0, 0));
  if (chosen) {
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, inks().accent);
    ImGui::PushStyleColor(ImGuiCol_Text, inks().on_accent);
  }
  const bool pressed = ImGui::Button(words, size);
  ImGui::PopStyleColor(chosen ? 3 : 1);
  remember_place(words);
  help_on_hover(help);
  return pressed;
}

bool icon_button(Icon icon, const char* words, const char* help, bool enabled) {
  const float side = ImGui::GetFrameHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (!enabled) ImGui::BeginDisabled();
  ImGui::PushID(words);
  const bool pressed = ImGui::Button("##icon", {1.25f * side, side});
  ImGui::PopID();
  draw_icon(icon, *ImGui::GetWindowDrawList(), {corner.x + 0.625f * side, corner.y + side / 2},
            0.52f * side, ImGui::GetColorU32(ImGuiCol_Text),
            ImGui::GetColorU32(ImGui::IsItemActive()    ? ImGuiCol_ButtonActive
                               : ImGui::IsItemHovered() ? ImGuiCol_ButtonHovered
                                                        : ImGuiCol_Button));
  if (!enabled) ImGui::EndDisabled();
  remember_place(words);
  help_on_hover(help);
  return pressed;
}

void heading(const char* words) {
  ImGui::Dummy({0, 0.25f * ImGui::GetFontSize()});
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
  ImGui::TextUnformatted(words);
  ImGui::PopStyleColor();
}

void fact(const char* name, const std::string& value, bool wrap) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (wrap) ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled("%s", name);
  if (wrap) ImGui::PopTextWrapPos();
  ImGui::TableNextColumn();
  if (wrap) ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(value.c_str());
  if (wrap) ImGui::PopTextWrapPos();
}

void edge(float left, float top, float right, float bottom) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddLine({left, top}, {right, bottom}, ImGui::ColorConvertFloat4ToU32(inks().line));
  list.PopClipRect();
}

}  // namespace pliant::viewer
