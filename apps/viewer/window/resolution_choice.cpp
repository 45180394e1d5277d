#include <imgui.h>

#include <algorithm>

#include "session/fall.h"
#include "window/panels.h"
#include "window/widgets.h"

namespace pliant::viewer {

namespace {

std::size_t tetrahedra_of(const Moment& moment) {
  return moment.bodies->empty() ? 0 : (*moment.bodies)[0].mesh->tetrahedra.size();
}

void words_choice(Live& live, const Filling& now) {
  struct Entry {
    Fineness fineness;
    const char *words, *help;
  };
  constexpr Entry entries[] = {
      {Fineness::real_time, "Real-time", "As fine as this machine computes in real time"},
      {Fineness::film, "Film", "What looks good in a film: 20 000 tetrahedra"},
      {Fineness::fine, "Fine", "The volume right to half a percent"}};
  const float gap = 0.2f * ImGui::GetFontSize();
  const float wide = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  for (const Entry& e : entries) {
    if (e.fineness != Fineness::real_time) ImGui::SameLine(0, gap);
    const bool chosen = !now.by_number() && now.fineness == e.fineness;
    if (choice_button(e.words, chosen, {wide, 0}, e.help) && !chosen) live.fill({e.fineness});
  }
}

}  // namespace

void resolution_choice(Workspace& w, Live& live) {
  const auto now = live.filling();
  if (!now) return;
  heading("Quality");
  words_choice(live, *now);
  auto count = static_cast<int>(tetrahedra_of(*w.shown));
  ImGui::SetNextItemWidth(-7 * ImGui::GetFontSize());
  ImGui::InputInt("tetrahedra", &count, 0, 0, ImGuiInputTextFlags_CharsDecimal);
  remember_place("Wanted tetrahedra");
  help_on_hover("About so many: type a number and press Enter; it falls anew");
  if (ImGui::IsItemDeactivatedAfterEdit() && count > 0)
    live.fill({now->fineness, static_cast<double>(count)});
}

void coarser_button(Workspace& w) {
  Live* const live = w.show->live();
  const auto now = live ? live->filling() : std::nullopt;
  if (!now) return;
  if (button("Coarser", "Fewer tetrahedra, so that it keeps real time; it falls anew"))
    live->fill(coarser(*now, tetrahedra_of(*w.shown)));
}

}  // namespace pliant::viewer
