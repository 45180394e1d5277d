#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/toolbox.h"

struct GLFWwindow;

namespace pliant::viewer {

/// What the mouse did, in the order in which it happened: nothing is lost between two pictures.
struct MouseEvent {
  enum class Kind { press, release, move, wheel } kind = Kind::move;
  Point at{};
  int button = 0;  ///< 0 left, 1 right, 2 middle
  double wheel = 0;
  Modifiers modifiers{};
};

/// A key that went down, or goes on being held.
struct KeyEvent {
  int key = 0;  ///< as GLFW numbers them
  Modifiers modifiers{};
  bool repeated = false;
};

/// A window of the window system with an OpenGL 3.3 context, which is current.
class SystemWindow {
 public:
  /// InputError with a cure where there is no display, or its OpenGL is older than 3.3.
  SystemWindow(const std::string& title, int width, int height);
  ~SystemWindow();
  SystemWindow(const SystemWindow&) = delete;
  SystemWindow& operator=(const SystemWindow&) = delete;

  /// InputError where none is set in the environment.
  static void need_display();

  GLFWwindow* handle() const { return window_; }
  bool software() const { return software_; }                ///< no card draws
  const std::string& renderer() const { return renderer_; }  ///< in the driver's words
  unsigned long x11() const;

  struct Size {
    int width = 0, height = 0;  ///< in the window's units
    int columns = 0, rows = 0;  ///< pixels of the framebuffer
    double pixels() const { return width > 0 ? static_cast<double>(columns) / width : 1; }
  };
  Size size() const;
  /// How much larger than on a usual screen things should be, in pixels.
  double content_scale() const;
  bool to_be_closed() const;
  void close();
  void set_title(const std::string& title);
  void hide();

  /// Takes what came from the window system, waiting this long at most for something, s.
  void poll(double seconds);
  void swap();

  std::vector<MouseEvent> take_mouse();
  std::vector<KeyEvent> take_keys();
  std::vector<std::string> take_files();  ///< that were dropped on it

 private:
  GLFWwindow* window_ = nullptr;
  bool software_ = false;
  std::string renderer_;
  std::vector<MouseEvent> mouse_;
  std::vector<KeyEvent> keys_;
  std::vector<std::string> files_;

  friend struct Callbacks;
};

}  // namespace pliant::viewer
