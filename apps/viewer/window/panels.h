#pragma once

#include "window/workspace.h"

namespace pliant::viewer {

// The parts of the window around the picture and over it. Each makes its own ImGui window.

/// What the left mouse button does; only for simulations.
void tool_palette(Workspace& workspace);
/// Time, step, volume, energy, speed, pictures a second.
void frame_card(Workspace& workspace);
/// What the colours stand for.
void legend_card(Workspace& workspace);
/// How large the squares of the floor are, and what is waited for before there is something to see.
void viewport_notes(Workspace& workspace);
/// Asks for the unit of a mesh whose size is doubtful.
void unit_card(Workspace& workspace);
/// Switches, tools, actions and facts, in tabs.
void side_panel(Workspace& workspace);
/// Start, pause, step, reset, speed and the timeline.
void transport_bar(Workspace& workspace);
/// Asks for the folder of a recording, while that is asked.
void save_dialog(Workspace& workspace);

/// How finely the body is filled: words, a number.
void resolution_choice(Workspace& workspace, Live& live);
/// Fills it coarser, as it is too slow.
void coarser_button(Workspace& workspace);
/// The content of the tab "Show".
void show_tab(Workspace& workspace);
/// The track with its handle, over the whole width that is left.
void timeline_track(Workspace& workspace);

/// A window that cannot be moved and has no title, at this place.
void begin_fixed(const char* name, const Rectangle& place);
/// A small one over the picture, as large as its content.
void begin_card(const char* name, Point corner, Point pivot = {});
void end_card();

}  // namespace pliant::viewer
