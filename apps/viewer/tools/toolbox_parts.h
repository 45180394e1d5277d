#pragma once

#include "tools/cut_tool.h"
#include "tools/grab_tool.h"
#include "tools/paint_tool.h"
#include "tools/pin_tool.h"
#include "tools/poke_tool.h"
#include "tools/toolbox.h"

namespace pliant::viewer {

struct Toolbox::Parts {
  ToolKind chosen = ToolKind::grab;
  Picker picker;
  GrabTool grab;
  PinTool pin;
  CutTool cut;
  PaintTool paint;
  PokeTool poke;
  Tool* busy = nullptr;  // the one that has taken a press
  // What is under the mouse, told anew for each picture.
  struct Hover {
    Point at;
    std::optional<Hit> hit;
  };
  std::optional<Hover> hover{};

  // For the panel of the paint tool.
  std::set<std::string> rigid{};
  int modes = 50;
  std::size_t body = 0;
  std::string file{}, message{};

  const Live* live = nullptr;

  Tool* tool();
  // How far around the mouse the tool reaches, in units of the window; 0: it does not.
  double ring(const Bench& bench) const;
  // Forgets what belongs to another simulation.
  void meet(const Live& other);
};

}  // namespace pliant::viewer
