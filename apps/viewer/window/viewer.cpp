#include "window/viewer.h"

#include <imgui.h>
#include <pliant/error.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "window/gui.h"
#include "window/keys.h"
#include "window/panels.h"
#include "window/viewport.h"
#include "window/widgets.h"

namespace pliant::viewer {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr double software_interval = 1.0 / 30;  // s between pictures that no card draws
constexpr double idle_wait = 0.1;               // s, for signals and simulations that wake up
constexpr double lingering = 0.8;               // s that are drawn after the last motion: tooltips

}  // namespace

struct Viewer::Parts {
  ViewerOptions options;
  SystemWindow window;
  Gui gui;
  Workspace work;
  Viewport viewport;
  std::map<std::string, Rectangle> places;
  Clock::time_point last_frame = Clock::now();
  bool waited = false;

  Parts(std::unique_ptr<Show> show, const ViewerOptions& given)
      : options(given),
        window(show->title() + " – Pliant", given.width, given.height),
        gui(window),
        viewport(window.software()) {
    work.renderer = window.renderer();
    work.look.theme = options.theme.value_or(render::gl::Theme::light);
    work.take(std::move(show), options.play);
  }

  // Where things are; false while the window has no size.
  bool arrange() {
    const SystemWindow::Size size = window.size();
    if (size.columns <= 0 || size.rows <= 0) return false;
    const double content = options.scale > 0 ? options.scale : window.content_scale();
    work.scale = content / size.pixels();
    gui.dress(work.look.theme, work.scale, size.pixels());
    const Layout before = work.layout;
    work.layout = Layout::of(size.width, size.height, work.scale, work.panel_open);
    if (work.shown && before.viewport.width() != work.layout.viewport.width() && !work.camera_free)
      work.fit_view();
    return true;
  }

  void take_input() {
    if (!gui.takes_keys() && !work.saving) {
      for (const KeyEvent& event : window.take_keys()) press_key(event, work);
      if (gui.question_typed()) work.keys_open = !work.keys_open;
    }
    window.take_keys();
    viewport.take_mouse(window.take_mouse(), gui, work);
  }

  void panels() {
    viewport.draw_marks(work);
    tool_palette(work);
    frame_card(work);
    legend_card(work);
    viewport_notes(work);
    unit_card(work);
    side_panel(work);
    transport_bar(work);
    work.messages.draw(work.layout.viewport);
    keys_window(work);
    save_dialog(work);
  }

  void draw_into(GLuint framebuffer) {
    const SystemWindow::Size size = window.size();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, size.columns, size.rows);
    viewport.copy_to(framebuffer, work, size);
    gui.draw();
  }

  void measure() {
    const double seconds = seconds_since(last_frame);
    last_frame = Clock::now();
    if (seconds <= 0 || waited) return;
    const double weight = std::min(1.0, 3 * seconds);
    double& rate = work.frames_per_second;
    rate = rate <= 0 ? 1 / seconds : 1 / ((1 - weight) / rate + weight * seconds);
  }

  void open(const std::string& file, const OpenOptions& with) {
    try {
      work.take(viewer::open(file, with), options.play);
      window.set_title(work.show->title() + " – Pliant");
    } catch (const InputError& e) {
      work.messages.error(e.what());
    }
  }

  // The answer is for this mesh only: the next one may be in another unit.
  void open_in_unit(const std::string& unit) {
    OpenOptions with = options.open;
    with.pose.unit = unit;
    open(work.show->file(), with);
  }

  bool to_stop() const {
    return window.to_be_closed() || work.closing || (options.stop && options.stop());
  }

  // Nothing moves by itself.
  bool at_rest() const {
    return !work.progress.running && !work.progress.busy && viewport.at_rest() &&
           viewport.refined() && !work.scenery.waiting() && !work.messages.passing() &&
           !gui.takes_keys();
  }

  // Something is to be drawn although no one touched the window.
  bool has_news() {
    const Progress now = work.show->progress();
    return to_stop() || now.running || now.busy || now.trouble != work.progress.trouble ||
           (work.timeline.at_present() && work.show->now() != work.shown);
  }
};

Viewer::Viewer(std::unique_ptr<Show> show, const ViewerOptions& options)
    : parts_(std::make_unique<Parts>(std::move(show), options)) {}

void Viewer::need_display() {
  SystemWindow::need_display();
}

Viewer::~Viewer() {
  parts_->window.hide();  // what the session still has to write nobody needs to watch
}

bool Viewer::frame() {
  Parts& p = *parts_;
  Workspace& w = p.work;
  p.window.poll(0);
  if (p.to_stop()) return false;
  for (const std::string& file : p.window.take_files()) drop(file);
  if (!w.unit_answer.empty()) p.open_in_unit(std::exchange(w.unit_answer, {}));
  if (!p.arrange()) return true;
  w.progress = w.show->progress();
  w.messages.trouble(w.progress.trouble);
  w.watch_pace(std::chrono::duration<double>(Clock::now().time_since_epoch()).count());
  w.shown = w.timeline.moment(*w.show);
  p.gui.begin();
  p.take_input();
  w.shown = w.timeline.moment(*w.show);
  p.viewport.update(w, p.window.size());
  p.panels();
  p.gui.end();
  p.places = take_places();
  p.viewport.draw();
  p.draw_into(0);
  p.window.swap();
  p.measure();
  return true;
}

void Viewer::run() {
  Parts& p = *parts_;
  auto last_motion = Clock::now();
  while (true) {
    const auto start = Clock::now();
    if (!frame()) return;
    if (!p.at_rest()) last_motion = Clock::now();
    p.waited = seconds_since(last_motion) > lingering;
    const double pause = p.waited              ? idle_wait
                         : p.window.software() ? software_interval - seconds_since(start)
                                               : 0;
    if (pause <= 0) continue;
    // Nothing is drawn while nothing can have changed.
    do {
      const auto waiting = Clock::now();
      p.window.poll(pause);
      if (p.waited && seconds_since(waiting) < 0.9 * pause) last_motion = Clock::now();
    } while (p.waited && seconds_since(last_motion) > lingering && !p.has_news());
  }
}

void Viewer::drop(const std::string& file) {
  parts_->open(file, parts_->options.open);
}

Show& Viewer::show() {
  return *parts_->work.show;
}
Look& Viewer::look() {
  return parts_->work.look;
}
Toolbox& Viewer::toolbox() {
  return parts_->work.toolbox;
}
render::gl::Camera& Viewer::camera() {
  return parts_->work.camera;
}
Sight Viewer::sight() const {
  return parts_->work.sight();
}
MomentPointer Viewer::shown() const {
  return parts_->work.shown;
}
double Viewer::coarseness() const {
  return parts_->viewport.coarseness();
}
bool Viewer::at_present() const {
  return parts_->work.timeline.at_present();
}
std::optional<Rectangle> Viewer::place_of(const std::string& widget) const {
  const auto found = parts_->places.find(widget);
  return found != parts_->places.end() ? std::optional(found->second) : std::nullopt;
}
std::vector<std::string> Viewer::messages() const {
  return parts_->work.messages.shown();
}
unsigned long Viewer::x11_window() const {
  return parts_->window.x11();
}

render::Image Viewer::picture() {
  if (!parts_->work.shown) frame();
  Parts& p = *parts_;
  const SystemWindow::Size size = p.window.size();
  Canvas target;
  target.bind(size.columns, size.rows, 0);
  p.draw_into(target.name());
  return target.read();
}

}  // namespace pliant::viewer
