#pragma once

#include <map>
#include <string>

#include "window/rectangle.h"

struct ImVec2;

namespace pliant::viewer {

/// Remembers where the last widget was, under these words, until the next picture: for tests and
/// pictures that click on it. Call it after each widget that one can click.
void remember_place(const std::string& words);
/// The same for a part of the window that is no widget of its own.
void remember_place(const std::string& words, const Rectangle& place);

/// Where widgets were since the last call; only what can be seen.
std::map<std::string, Rectangle> take_places();

/// Widgets with their places remembered.
bool check_box(const char* words, bool& on, const char* help = nullptr);
bool button(const char* words, const char* help = nullptr, bool enabled = true);
/// A button of a row that shows which of several is chosen.
bool choice_button(const char* words, bool chosen, const ImVec2& size, const char* help = nullptr);

enum class Icon { play, pause, step, reset, sun, moon, help, panel, close };
bool icon_button(Icon icon, const char* words, const char* help, bool enabled = true);

/// A line of small letters over a part of a panel.
void heading(const char* words);
/// A name and what is to be said of it, in the table that is open.
void fact(const char* name, const std::string& value, bool wrap = true);
/// A line along the side of a panel.
void edge(float left, float top, float right, float bottom);
/// Words beside the last widget while the mouse rests on it.
void help_on_hover(const char* words);

}  // namespace pliant::viewer
