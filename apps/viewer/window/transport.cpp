#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "render/gl/overlay.h"
#include "window/panels.h"
#include "window/style.h"
#include "window/widgets.h"
#include "window/words.h"

namespace pliant::viewer {

namespace {

constexpr Pace paces[] = {{true, 1},    {false, 4},    {false, 2},   {false, 1},
                          {false, 0.5}, {false, 0.25}, {false, 0.1}, {false, 0.01}};

void pace_choice(Workspace& w) {
  const Pace now = w.show->pace();
  ImGui::SetNextItemWidth((w.layout.small ? 8.5f : 10) * ImGui::GetFontSize());
  const bool open =
      ImGui::BeginCombo("##speed", pace_words(now).c_str(), ImGuiComboFlags_HeightLargest);
  remember_place("Speed");
  if (!open) return help_on_hover("How fast it goes");
  for (const Pace& pace : paces) {
    const std::string words = pace_words(pace);
    const bool chosen = pace.unlimited == now.unlimited && pace.speed == now.speed;
    if (ImGui::Selectable(words.c_str(), chosen)) w.show->set_pace(pace);
    remember_place(words);
  }
  ImGui::EndCombo();
}

// What is recorded begins and ends here; a live one also has the present, which may be later.
struct Span {
  double low = 0, high = 0;
  double part(double time) const { return high > low ? (time - low) / (high - low) : 0; }
};

Span span_of(Workspace& w) {
  const std::vector<double>& times = w.show->times();
  const double now = w.show->now()->frame.time;
  Span span{times.empty() ? 0 : times.front(), times.empty() ? now : times.back()};
  if (w.show->live() != nullptr) span.high = std::max(span.high, now);
  return span;
}

void draw_ticks(ImDrawList& list, const Span& span, ImVec2 low, ImVec2 high) {
  const float letter = ImGui::GetFontSize();
  const ImU32 ink = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  const auto ticks = render::gl::ticks_between(span.low, span.high);
  float free_from = low.x - letter;
  for (std::size_t i = 0; i < ticks.places.size(); ++i) {
    const auto part = static_cast<float>(span.part(ticks.places[i]));
    const float x = std::round(low.x + part * (high.x - low.x));
    const float half = ImGui::CalcTextSize(ticks.words[i].c_str()).x * 0.4f;
    if (x - half < free_from || x + half > high.x + letter) continue;
    free_from = x + half + letter;
    list.AddLine({x, high.y}, {x, high.y + 0.2f * letter}, ink);
    list.AddText(ImGui::GetFont(), 0.8f * letter, {x - half, high.y + 0.2f * letter}, ink,
                 ticks.words[i].c_str());
  }
}

}  // namespace

void timeline_track(Workspace& w) {
  const float letter = ImGui::GetFontSize();
  const Span span = span_of(w);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, 1.9f * letter};
  ImGui::InvisibleButton("##timeline", size);
  remember_place("Timeline");
  const float inset = 0.45f * letter;  // half of the handle
  const float left = corner.x + inset, right = corner.x + size.x - inset;
  if (ImGui::IsItemActive() && !w.show->times().empty()) {
    const float part = std::clamp((ImGui::GetIO().MousePos.x - left) / (right - left), 0.0f, 1.0f);
    w.timeline.go_to(*w.show, span.low + static_cast<double>(part) * (span.high - span.low));
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = corner.y + 0.5f * letter, half = 0.16f * letter;
  const auto x_of = [&](double time) {
    return left + static_cast<float>(std::clamp(span.part(time), 0.0, 1.0)) * (right - left);
  };
  const float handle = x_of(w.shown->frame.time), now = x_of(w.show->now()->frame.time);
  const ImU32 accent = ImGui::ColorConvertFloat4ToU32(inks().accent);
  ImVec4 faint = inks().accent;
  faint.w = 0.35f;
  list.AddRectFilled({left, middle - half}, {right, middle + half},
                     ImGui::ColorConvertFloat4ToU32(inks().track), half);
  if (!w.show->times().empty()) {
    const float first = x_of(w.show->times().front()), last = x_of(w.show->times().back());
    list.AddRectFilled({first, middle - half}, {std::max(last, handle), middle + half},
                       ImGui::ColorConvertFloat4ToU32(faint), half);
  }
  list.AddRectFilled({left, middle - half}, {handle, middle + half}, accent, half);
  draw_ticks(list, span, {left, middle - half}, {right, middle + 2.2f * half});
  if (!w.timeline.at_present())
    list.AddRectFilled({now - 1, middle - 0.4f * letter}, {now + 1, middle + 0.4f * letter},
                       accent);
  const bool near = ImGui::IsItemHovered() || ImGui::IsItemActive();
  list.AddCircleFilled({handle, middle}, (near ? 0.5f : 0.42f) * letter, accent, 24);
  list.AddCircleFilled({handle, middle}, (near ? 0.22f : 0.16f) * letter,
                       ImGui::ColorConvertFloat4ToU32(inks().on_accent), 16);
}

void transport_bar(Workspace& w) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  begin_fixed("##bar", w.layout.bar);
  const auto top = static_cast<float>(w.layout.bar.top);
  edge(0, top, static_cast<float>(w.layout.bar.right), top);
  timeline_track(w);
  const float letter = ImGui::GetFontSize();
  const bool running = w.progress.running;
  if (icon_button(Icon::reset, "Reset", "From the start again (R)")) w.reset();
  ImGui::SameLine(0, 0.3f * letter);
  if (running ? icon_button(Icon::pause, "Pause", "Pause (space)")
              : icon_button(Icon::play, "Play", "Start (space)"))
    w.play_or_pause();
  ImGui::SameLine(0, 0.3f * letter);
  if (icon_button(Icon::step, "Step", "One step (S)")) w.step();
  ImGui::SameLine();
  if (w.show->live() != nullptr) {
    if (button("Now", "Back to the present (End)", !w.timeline.at_present())) w.to_present();
    ImGui::SameLine();
  }
  pace_choice(w);
  ImGui::SameLine(0, letter);
  ImGui::AlignTextToFramePadding();
  const std::string time = time_words(w.shown->frame.time, w.shown->frame.time);
  ImGui::TextUnformatted(time.c_str());
  const std::string speed = w.timeline.at_present() ? speed_words(w.progress, w.show->pace())
                                                    : std::string("looking back");
  const float side = 1.25f * ImGui::GetFrameHeight(), gap = 0.3f * letter;
  const float icons = 3 * side + 2 * gap;
  const float from = ImGui::GetWindowWidth() - icons - ImGui::GetStyle().WindowPadding.x;
  ImGui::SameLine(0, letter);
  if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(speed.c_str()).x + letter < from) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", speed.c_str());
    ImGui::SameLine();
  }
  ImGui::SetCursorPosX(from);
  const bool light = w.look.theme == render::gl::Theme::light;
  if (icon_button(light ? Icon::moon : Icon::sun, "Theme", "Light or dark (T)")) w.switch_theme();
  ImGui::SameLine(0, gap);
  if (icon_button(Icon::help, "?", "All keys (? or F1)")) w.keys_open = !w.keys_open;
  ImGui::SameLine(0, gap);
  if (icon_button(Icon::panel, "Panel", "Show or hide the panel (Tab)"))
    w.panel_open = !w.panel_open;
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace pliant::viewer
