#pragma once

#include <imgui.h>

#include "render/gl/view.h"

namespace pliant::viewer {

/// Colours beside those of Dear ImGui's own style.
struct Inks {
  ImVec4 accent, on_accent;
  ImVec4 panel, card;    ///< behind widgets; over the picture
  ImVec4 line, track;    ///< between parts; of the timeline
  ImVec4 warning, good;  ///< for words
};
/// Of the theme that was applied last.
const Inks& inks();

/// Sets colours, distances and sizes of the current ImGui context; `scale` 1 is a usual screen, in
/// the window's units.
void apply_style(render::gl::Theme theme, double scale);
/// Letters for a framebuffer that has `pixels` pixels for each unit of the window.
void load_font(double scale, double pixels);

}  // namespace pliant::viewer
