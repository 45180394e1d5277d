#include "viewer/window/driver.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "window/viewer.h"

namespace pliant::viewer {

namespace {

using Clock = std::chrono::steady_clock;

template <class Condition>
void draw_until(Viewer& viewer, const char* what, const Condition& holds) {
  const auto end = Clock::now() + std::chrono::seconds(20);
  while (!holds()) {
    if (Clock::now() > end) throw std::runtime_error(std::string("the window never saw ") + what);
    viewer.frame();
  }
}

// X counts left, middle, right from 1.
int number_in_imgui(int button) {
  return button == 3 ? 1 : button == 2 ? 2 : 0;
}

}  // namespace

struct Driver::Connection {
  Display* display;
  Window window;

  explicit Connection(const std::string& name, unsigned long of)
      : display(XOpenDisplay(name.c_str())), window(of) {
    if (display == nullptr) throw std::runtime_error("no connection to display " + name);
  }
  ~Connection() { XCloseDisplay(display); }

  bool viewable() const {
    XWindowAttributes attributes;
    return XGetWindowAttributes(display, window, &attributes) != 0 &&
           attributes.map_state == IsViewable;
  }
  void focus() const {
    XSetInputFocus(display, window, RevertToParent, CurrentTime);
    XSync(display, False);
  }
  KeyCode code(KeySym symbol) const { return XKeysymToKeycode(display, symbol); }
  KeySym symbol(const std::string& name) const {
    const KeySym found = XStringToKeysym(name.c_str());
    if (found == NoSymbol || code(found) == 0) throw std::runtime_error("no key " + name);
    return found;
  }
  void key(KeyCode of, bool down) const {
    XTestFakeKeyEvent(display, of, down ? True : False, CurrentTime);
    XSync(display, False);
  }
};

Driver::Driver(Viewer& viewer, const std::string& display)
    : viewer_(viewer), connection_(std::make_unique<Connection>(display, viewer.x11_window())) {
  draw_until(viewer_, "its own mapping", [&] { return connection_->viewable(); });
  connection_->focus();  // there is no window manager to do it
  frames(2);
}

Driver::~Driver() = default;

void Driver::frames(int count) {
  for (int i = 0; i < count; ++i) viewer_.frame();
}

void Driver::move(Point to) {
  int x = 0, y = 0;
  Window child = 0;
  Display* const d = connection_->display;
  // Whole pixels: the window is compared with where the mouse really is.
  const Point there{std::round(to.x), std::round(to.y)};
  XTranslateCoordinates(d, connection_->window, DefaultRootWindow(d), static_cast<int>(there.x),
                        static_cast<int>(there.y), &x, &y, &child);
  XTestFakeMotionEvent(d, -1, x, y, CurrentTime);
  XSync(d, False);
  draw_until(viewer_, "the mouse move", [&] {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return std::abs(mouse.x - static_cast<float>(there.x)) < 1 &&
           std::abs(mouse.y - static_cast<float>(there.y)) < 1;
  });
  frames(1);
}

void Driver::press(int button) {
  XTestFakeButtonEvent(connection_->display, static_cast<unsigned>(button), True, CurrentTime);
  XSync(connection_->display, False);
  const int number = number_in_imgui(button);
  draw_until(viewer_, "the mouse button", [&] { return ImGui::GetIO().MouseDown[number]; });
  frames(1);
}

void Driver::release(int button) {
  XTestFakeButtonEvent(connection_->display, static_cast<unsigned>(button), False, CurrentTime);
  XSync(connection_->display, False);
  const int number = number_in_imgui(button);
  draw_until(viewer_, "the button's end", [&] { return !ImGui::GetIO().MouseDown[number]; });
  frames(1);
}

void Driver::click(Point at, int button) {
  move(at);
  press(button);
  release(button);
}

void Driver::drag(Point from, Point to, int button) {
  constexpr int steps = 4;
  move(from);
  press(button);
  for (int i = 1; i <= steps; ++i) {
    const double part = static_cast<double>(i) / steps;
    move({std::lerp(from.x, to.x, part), std::lerp(from.y, to.y, part)});
  }
  release(button);
}

void Driver::wheel(Point at, int clicks) {
  move(at);
  const unsigned button = clicks > 0 ? 4 : 5;
  for (int i = 0; i < std::abs(clicks); ++i) {
    XTestFakeButtonEvent(connection_->display, button, True, CurrentTime);
    XTestFakeButtonEvent(connection_->display, button, False, CurrentTime);
  }
  XSync(connection_->display, False);
  frames(3);
}

void Driver::hold(const std::string& name) {
  connection_->key(connection_->code(connection_->symbol(name)), true);
  draw_until(viewer_, "the key", [&] {
    return std::ranges::any_of(ImGui::GetIO().KeysDown, [](bool down) { return down; });
  });
}

void Driver::let_go(const std::string& name) {
  connection_->key(connection_->code(connection_->symbol(name)), false);
  frames(2);
}

void Driver::key(const std::string& name) {
  hold(name);
  frames(1);
  let_go(name);
}

void Driver::type(const std::string& words) {
  for (const char c : words) {
    const auto symbol = static_cast<KeySym>(static_cast<unsigned char>(c));
    const KeyCode code = connection_->code(symbol);
    if (code == 0) throw std::runtime_error(std::string("no key for ") + c);
    const bool shifted = XkbKeycodeToKeysym(connection_->display, code, 0, 0) != symbol;
    const KeyCode shift = connection_->code(connection_->symbol("Shift_L"));
    if (shifted) connection_->key(shift, true);
    connection_->key(code, true);
    connection_->key(code, false);
    if (shifted) connection_->key(shift, false);
    frames(2);
  }
}

void Driver::ask_to_close() {
  Display* const d = connection_->display;
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = connection_->window;
  event.xclient.message_type = XInternAtom(d, "WM_PROTOCOLS", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = static_cast<long>(XInternAtom(d, "WM_DELETE_WINDOW", False));
  XSendEvent(d, connection_->window, False, NoEventMask, &event);
  XSync(d, False);
}

void Driver::resize(int width, int height) {
  XResizeWindow(connection_->display, connection_->window, static_cast<unsigned>(width),
                static_cast<unsigned>(height));
  XSync(connection_->display, False);
  draw_until(viewer_, "its new size", [&] {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    return size.x == static_cast<float>(width) && size.y == static_cast<float>(height);
  });
}

}  // namespace pliant::viewer
