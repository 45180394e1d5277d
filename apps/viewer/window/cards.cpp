#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "render/gl/overlay.h"
#include "window/panels.h"
#include "window/style.h"
#include "window/widgets.h"
#include "window/words.h"

namespace pliant::viewer {

namespace {

constexpr ImGuiWindowFlags still =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing;

constexpr double margin = 12;  // between the viewport's edge and cards

float palette_height() {
  return ImGui::GetFrameHeight() + ImGui::GetStyle().WindowPadding.y;
}

std::string volume_and_change(const Moment& m) {
  return fmt::format("{}  {}", volume_words(m.volume), change_words(m.volume, m.rest_volume));
}

// Which of a recording's frames it is; empty for a simulation.
std::string frame_words(Workspace& w) {
  const std::vector<double>& times = w.show->times();
  if (w.show->live() != nullptr || times.empty()) return {};
  return fmt::format("{} of {}", nearest(times, w.shown->frame.time) + 1, times.size());
}

// Where a law has no energy, what can be told without it.
std::string energy_and_kind(const State::Energy& energy) {
  return energy.has_elastic ? energy_words(energy.total())
                            : energy_words(energy.kinetic) + " kinetic";
}

// Where contacts are shown and tell how near they are; else no number.
double least_gap(const std::vector<ContactPoint>& contacts) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactPoint& c : contacts) least = std::fmin(least, c.gap);
  return least;
}

void frame_table(const Moment& m, const std::string& frame, const std::string& speed, double rate) {
  if (!ImGui::BeginTable("##facts", 2, ImGuiTableFlags_SizingFixedFit)) return;
  const float letter = ImGui::GetFontSize();
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, 4.4f * letter);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthFixed, 9.6f * letter);
  if (!frame.empty()) fact("Frame", frame, false);
  fact("Time", time_words(m.frame.time, m.frame.time), false);
  fact("Step", fmt::format("{}", m.frame.step), false);
  if (m.rest_volume > 0) fact("Volume", volume_and_change(m), false);
  if (m.has_energy) fact("Energy", energy_and_kind(m.energy), false);
  if (m.selected > 0) fact("Active", active_words(m.active, m.selected), false);
  if (m.touching) fact("Touching", fmt::format("in {} places", *m.touching), false);
  if (const double gap = least_gap(m.contacts); std::isfinite(gap))
    fact("Least gap", length_words(gap), false);
  fact("Speed", speed, false);
  fact("Pictures", fmt::format("{:.0f} a second", rate), false);
  ImGui::EndTable();
}

// The same where there is little room.
void frame_lines(const Moment& m, const std::string& speed, double rate) {
  const std::string time = time_words(m.frame.time, m.frame.time);
  ImGui::TextUnformatted(fmt::format("{}, step {}", time, m.frame.step).c_str());
  std::string amounts = m.rest_volume > 0 ? volume_and_change(m) : "";
  if (m.has_energy) amounts += (amounts.empty() ? "" : ", ") + energy_and_kind(m.energy);
  if (!amounts.empty()) ImGui::TextUnformatted(amounts.c_str());
  ImGui::TextUnformatted(fmt::format("{}, {:.0f} pictures/s", speed, rate).c_str());
}

constexpr int strips = 48;  // of a legend

ImU32 legend_colour(const render::gl::ColourScale& scale, int strip) {
  const auto c = render::gl::colour_at(scale.kind, static_cast<double>(strip) / strips);
  return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, 1});
}

double part_of(const render::gl::ColourScale& scale, double tick) {
  return (tick * scale.unit - scale.low) / (scale.high - scale.low);
}

void legend_upwards(const render::gl::ColourScale& scale, float room) {
  const auto ticks = render::gl::ticks_between(scale.low / scale.unit, scale.high / scale.unit);
  const float letter = ImGui::GetFontSize(), wide = 1.1f * letter;
  const float tall = std::min(0.42f * room, 16 * letter);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float bottom = corner.y + 0.5f * letter + tall;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int i = 0; i < strips; ++i) {
    const float y = bottom - tall * static_cast<float>(i) / strips;
    const ImU32 low = legend_colour(scale, i), high = legend_colour(scale, i + 1);
    list.AddRectFilledMultiColor({corner.x, y - tall / strips}, {corner.x + wide, y}, high, high,
                                 low, low);
  }
  for (std::size_t i = 0; i < ticks.places.size(); ++i) {
    const float y = std::round(bottom - static_cast<float>(part_of(scale, ticks.places[i])) * tall);
    list.AddLine({corner.x + wide, y}, {corner.x + wide + 0.35f * letter, y},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled));
    list.AddText({corner.x + wide + 0.6f * letter, y - 0.5f * letter},
                 ImGui::GetColorU32(ImGuiCol_Text), ticks.words[i].c_str());
  }
  ImGui::Dummy({6 * letter, tall + letter});
}

void legend_across(const render::gl::ColourScale& scale, float room) {
  const auto ticks = render::gl::ticks_between(scale.low / scale.unit, scale.high / scale.unit);
  const float letter = ImGui::GetFontSize(), tall = 0.7f * letter;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int i = 0; i < strips; ++i) {
    const float x = corner.x + room * static_cast<float>(i) / strips;
    const ImU32 low = legend_colour(scale, i), high = legend_colour(scale, i + 1);
    list.AddRectFilledMultiColor({x, corner.y}, {x + room / strips, corner.y + tall}, low, high,
                                 high, low);
  }
  float free_from = corner.x;
  for (std::size_t i = 0; i < ticks.places.size(); ++i) {
    const float half = ImGui::CalcTextSize(ticks.words[i].c_str()).x / 2;
    const float place = corner.x + static_cast<float>(part_of(scale, ticks.places[i])) * room;
    const float x = std::clamp(place, corner.x + half, corner.x + room - half);
    if (x - half < free_from) continue;
    free_from = x + half + letter;
    list.AddText({x - half, corner.y + 1.1f * tall}, ImGui::GetColorU32(ImGuiCol_Text),
                 ticks.words[i].c_str());
  }
  ImGui::Dummy({room, tall + 1.1f * letter});
}

// One colour under the other, the most active first.
void legend_of_states(const render::gl::ColourScale& scale) {
  constexpr const char* words[] = {"asleep", "asleep, at the border", "active"};
  const float side = 0.9f * ImGui::GetFontSize();
  for (int state = 2; state >= 0; --state) {
    const auto c = render::gl::colour_at(scale.kind, state / scale.high);
    ImGui::ColorButton(words[state], {c.x, c.y, c.z, 1},
                       ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop,
                       {side, side});
    ImGui::SameLine();
    ImGui::TextUnformatted(words[state]);
  }
}

}  // namespace

void begin_fixed(const char* name, const Rectangle& place) {
  ImGui::SetNextWindowPos({static_cast<float>(place.left), static_cast<float>(place.top)});
  ImGui::SetNextWindowSize({static_cast<float>(place.width()), static_cast<float>(place.height())});
  ImGui::Begin(name, nullptr, still);
}

void begin_card(const char* name, Point corner, Point pivot) {
  ImGui::SetNextWindowPos({static_cast<float>(corner.x), static_cast<float>(corner.y)}, 0,
                          {static_cast<float>(pivot.x), static_cast<float>(pivot.y)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, inks().card);
  ImGui::Begin(name, nullptr,
               still | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoScrollbar);
}

void end_card() {
  ImGui::End();
  ImGui::PopStyleColor();
}

void tool_palette(Workspace& w) {
  if (w.show->live() == nullptr) return;
  struct Tool {
    ToolKind kind;
    const char *words, *help;
  };
  constexpr Tool tools[] = {{ToolKind::look, "Look", "Turn the view (1)"},
                            {ToolKind::grab, "Grab", "Pull at a vertex; Shift keeps hold (2)"},
                            {ToolKind::pin, "Pin", "Hold vertices where they are (3)"},
                            {ToolKind::cut, "Cut", "Draw a stroke across the body (4)"},
                            {ToolKind::paint, "Paint", "Name parts of the body (5)"},
                            {ToolKind::poke, "Poke", "Push a ball into the body (6)"}};
  const double gap = (w.layout.small ? 0.6 : 1) * margin * w.scale;
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding.y / 2, padding.y / 2});
  begin_card("##tools", {w.layout.viewport.left + gap, w.layout.viewport.top + gap});
  for (const Tool& tool : tools) {
    if (tool.kind != ToolKind::look) ImGui::SameLine(0, 0.15f * ImGui::GetFontSize());
    if (choice_button(tool.words, w.toolbox.chosen() == tool.kind, {0, 0}, tool.help))
      w.choose_tool(tool.kind);
  }
  end_card();
  ImGui::PopStyleVar();
}

void frame_card(Workspace& w) {
  const double gap = (w.layout.small ? 0.6 : 1) * margin * w.scale;
  double top = w.layout.viewport.top + gap;
  if (w.show->live() != nullptr) top += static_cast<double>(palette_height()) + 0.6 * gap;
  begin_card("##frame", {w.layout.viewport.left + gap, top});
  const std::string speed = w.timeline.at_present() ? speed_words(w.progress, w.show->pace())
                                                    : std::string("looking back");
  if (w.layout.small)
    frame_lines(*w.shown, speed, w.frames_per_second);
  else
    frame_table(*w.shown, frame_words(w), speed, w.frames_per_second);
  if (w.too_slow()) coarser_button(w);
  end_card();
}

void viewport_notes(Workspace& w) {
  const auto& view = w.scenery.view();
  const Rectangle& v = w.layout.viewport;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float letter = ImGui::GetFontSize();
  const ImU32 ink = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  if (view.floor && !w.layout.small && !view.bodies.empty()) {
    const std::string words = "grid " + render::gl::metres(render::gl::grid_spacing(view.stage));
    list.AddText({static_cast<float>(v.left) + letter, static_cast<float>(v.bottom) - 2 * letter},
                 ink, words.c_str());
  }
  if (!view.bodies.empty() || !(w.progress.busy || w.scenery.waiting())) return;
  const std::string words = w.progress.busy && !w.progress.busy_with.empty()
                                ? w.progress.busy_with + " …"
                                : std::string("getting ready …");
  list.AddText({static_cast<float>(v.middle().x) - ImGui::CalcTextSize(words.c_str()).x / 2,
                static_cast<float>(v.middle().y) - letter / 2},
               ink, words.c_str());
}

void legend_card(Workspace& w) {
  const auto& view = w.scenery.view();
  // Voronoi faces have colours of their own.
  const bool hidden = w.look.voronoi != render::gl::VoronoiShown::none && !w.look.faces;
  if (!view.colours || !view.legend || hidden) return;
  const Rectangle& v = w.layout.viewport;
  const double gap = (w.layout.small ? 0.6 : 1) * margin * w.scale;
  // Beside the other cards where there is room, else below the body.
  if (w.layout.small)
    begin_card("##legend", {v.middle().x, v.bottom - gap}, {0.5, 1});
  else
    begin_card("##legend", {v.right - gap, v.top + gap}, {1, 0});
  ImGui::TextUnformatted(view.colours->title.c_str());
  if (view.colours->kind == render::gl::ColourMapKind::states) {
    legend_of_states(*view.colours);
  } else if (w.layout.small) {
    const auto room =
        static_cast<float>(v.width() - 2 * gap) - 2 * ImGui::GetStyle().WindowPadding.x;
    legend_across(*view.colours, room);
  } else {
    legend_upwards(*view.colours, static_cast<float>(v.height()));
  }
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  remember_place("Legend", {low.x, low.y, low.x + size.x, low.y + size.y});
  end_card();
}

}  // namespace pliant::viewer
