#include <imgui.h>
#include <pliant/pose.h>

#include <string>

#include "window/panels.h"
#include "window/widgets.h"

namespace pliant::viewer {

void unit_card(Workspace& w) {
  const std::string question = w.unit_asked ? std::string() : w.show->question();
  if (question.empty()) return;
  const Rectangle& v = w.layout.viewport;
  begin_card("##unit", {v.middle().x, v.top + 3 * ImGui::GetFontSize()}, {0.5, 0});
  // What the command line would say is what the buttons are for.
  ImGui::TextUnformatted(question.substr(0, question.rfind(" --")).c_str());
  for (const LengthUnit& unit : length_units()) {
    const std::string words = std::string("in ") + std::string(unit.name);
    if (button(words.c_str(), "Opens it again in this unit")) {
      w.unit_asked = true;
      w.unit_answer = unit.name;
    }
    ImGui::SameLine();
  }
  if (button("As it is")) w.unit_asked = true;
  end_card();
}

}  // namespace pliant::viewer
