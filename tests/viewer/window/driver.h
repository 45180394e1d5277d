#pragma once

#include <memory>
#include <string>

#include "tools/sight.h"

namespace pliant::viewer {

class Viewer;

/// A user with a mouse and a keyboard: real events of the X server, through a connection of its
/// own. Every function draws pictures until the window has heard of what was done.
class Driver {
 public:
  Driver(Viewer& viewer, const std::string& display);
  ~Driver();

  void move(Point to);
  void press(int button = 1);
  void release(int button = 1);
  void click(Point at, int button = 1);
  /// By small steps, as a hand does.
  void drag(Point from, Point to, int button = 1);
  void wheel(Point at, int clicks);  ///< above 0: away from the user

  /// By X's name for it: "space", "z", "Escape".
  void key(const std::string& name);
  void hold(const std::string& name);  ///< "Shift_L", "Control_L"
  void let_go(const std::string& name);
  void type(const std::string& words);
  /// What a window manager sends when its close button is pressed.
  void ask_to_close();
  void resize(int width, int height);

  void frames(int count);

 private:
  struct Connection;
  Viewer& viewer_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace pliant::viewer
