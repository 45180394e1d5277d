#pragma once

#include <span>

#include "window/system_window.h"
#include "window/workspace.h"

namespace pliant::viewer {

/// Does what a key stands for, if anything.
void press_key(const KeyEvent& event, Workspace& workspace);

/// The list of all keys and of what the mouse does, while it is open.
void keys_window(Workspace& workspace);

}  // namespace pliant::viewer
