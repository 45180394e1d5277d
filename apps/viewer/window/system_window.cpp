#include "window/system_window.h"

#include <epoxy/gl.h>
// After epoxy, which has OpenGL's own header.
#include <GLFW/glfw3.h>
#include <pliant/error.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text.h"

// Absent from builds of GLFW for other window systems than X11.
extern "C" __attribute__((weak)) unsigned long glfwGetX11Window(GLFWwindow* window);

namespace pliant::viewer {

namespace {

constexpr const char* cure =
    "'pliant render' draws recordings without a display, 'pliant export' makes a web page";

std::string last_words() {
  const char* words = nullptr;
  glfwGetError(&words);
  return words != nullptr ? words : "";
}

bool has_display() {
  const auto given = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return given("DISPLAY") || given("WAYLAND_DISPLAY");
}

void start_glfw() {
  SystemWindow::need_display();
  if (glfwInit() != GLFW_TRUE)
    throw InputError("", 0, text("no window can be opened here (", last_words(), ')'), cure);
}

bool draws_in_software(const std::string& renderer) {
  return std::ranges::any_of(
      std::initializer_list<const char*>{"llvmpipe", "softpipe", "swrast", "SWR", "Software"},
      [&](const char* name) { return renderer.find(name) != renderer.npos; });
}

Modifiers modifiers_of(int bits) {
  return {(bits & GLFW_MOD_SHIFT) != 0, (bits & GLFW_MOD_CONTROL) != 0, (bits & GLFW_MOD_ALT) != 0};
}

Modifiers modifiers_now(GLFWwindow* window) {
  const auto down = [&](int left, int right) {
    return glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS;
  };
  return {down(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT),
          down(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL),
          down(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT)};
}

Point cursor(GLFWwindow* window) {
  Point at;
  glfwGetCursorPos(window, &at.x, &at.y);
  return at;
}

}  // namespace

struct Callbacks {
  static SystemWindow& of(GLFWwindow* window) {
    return *static_cast<SystemWindow*>(glfwGetWindowUserPointer(window));
  }
  static void button(GLFWwindow* window, int button, int action, int bits) {
    of(window).mouse_.push_back(
        {action == GLFW_PRESS ? MouseEvent::Kind::press : MouseEvent::Kind::release, cursor(window),
         button, 0, modifiers_of(bits)});
  }
  static void move(GLFWwindow* window, double x, double y) {
    of(window).mouse_.push_back({MouseEvent::Kind::move, {x, y}, 0, 0, modifiers_now(window)});
  }
  static void wheel(GLFWwindow* window, double, double y) {
    of(window).mouse_.push_back(
        {MouseEvent::Kind::wheel, cursor(window), 0, y, modifiers_now(window)});
  }
  static void key(GLFWwindow* window, int key, int, int action, int bits) {
    if (action != GLFW_RELEASE)
      of(window).keys_.push_back({key, modifiers_of(bits), action == GLFW_REPEAT});
  }
  static void drop(GLFWwindow* window, int count, const char** paths) {
    of(window).files_.insert(of(window).files_.end(), paths, paths + count);
  }
};

void SystemWindow::need_display() {
  if (!has_display())
    throw InputError("", 0, "there is no display here for a window (DISPLAY is not set)", cure);
}

SystemWindow::SystemWindow(const std::string& title, int width, int height) {
  start_glfw();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "pliant");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "pliant");
  window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) {
    const std::string words = last_words();
    glfwTerminate();
    throw InputError(
        "", 0, text("a window needs OpenGL 3.3, which is not to be had here (", words, ')'), cure);
  }
  glfwSetWindowSizeLimits(window_, 480, 360, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window_);
  renderer_ = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  software_ = draws_in_software(renderer_);
  glfwSwapInterval(software_ ? 0 : 1);
  glfwSetWindowUserPointer(window_, this);
  glfwSetMouseButtonCallback(window_, Callbacks::button);
  glfwSetCursorPosCallback(window_, Callbacks::move);
  glfwSetScrollCallback(window_, Callbacks::wheel);
  glfwSetKeyCallback(window_, Callbacks::key);
  glfwSetDropCallback(window_, Callbacks::drop);
}

SystemWindow::~SystemWindow() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

unsigned long SystemWindow::x11() const {
  return glfwGetX11Window != nullptr ? glfwGetX11Window(window_) : 0;
}

SystemWindow::Size SystemWindow::size() const {
  Size s;
  glfwGetWindowSize(window_, &s.width, &s.height);
  glfwGetFramebufferSize(window_, &s.columns, &s.rows);
  return s;
}

double SystemWindow::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::clamp(static_cast<double>(std::max(x, y)), 0.5, 8.0);
}

bool SystemWindow::to_be_closed() const {
  return glfwWindowShouldClose(window_) == GLFW_TRUE;
}
void SystemWindow::close() {
  glfwSetWindowShouldClose(window_, GLFW_TRUE);
}
void SystemWindow::set_title(const std::string& title) {
  glfwSetWindowTitle(window_, title.c_str());
}
void SystemWindow::hide() {
  glfwHideWindow(window_);
}

void SystemWindow::poll(double seconds) {
  if (seconds > 0)
    glfwWaitEventsTimeout(seconds);
  else
    glfwPollEvents();
}

void SystemWindow::swap() {
  glfwSwapBuffers(window_);
}

std::vector<MouseEvent> SystemWindow::take_mouse() {
  return std::exchange(mouse_, {});
}
std::vector<KeyEvent> SystemWindow::take_keys() {
  return std::exchange(keys_, {});
}
std::vector<std::string> SystemWindow::take_files() {
  return std::exchange(files_, {});
}

}  // namespace pliant::viewer
