#pragma once

#include <imgui.h>

#include <set>

#include "tools/toolbox.h"
#include "tools/tools.h"

namespace pliant::viewer {

/// As many colours are told apart; then they begin anew.
inline constexpr std::size_t group_inks = 8;
/// The colour in which the n-th painted group is marked; ColourMapKind::groups has the same.
ImU32 group_ink(std::size_t number);

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
