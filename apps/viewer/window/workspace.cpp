#include "window/workspace.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace pliant::viewer {

namespace {

// The first of NAME.run, NAME-2.run, ... that is not there.
std::string free_folder(const std::string& title) {
  const std::string name = std::filesystem::path(title).stem().string();
  const std::string stem = name.empty() ? "recording" : name;
  for (int i = 1;; ++i) {
    std::string folder = i == 1 ? stem + ".run" : fmt::format("{}-{}.run", stem, i);
    std::error_code error;
    if (!std::filesystem::exists(folder, error)) return folder;
  }
}

}  // namespace

Sight Workspace::sight() const {
  const Rectangle& v = layout.viewport;
  return {camera, {v.left, v.top}, v.width(), v.height()};
}

Bench Workspace::bench(const Sight& sight) const {
  return {*show->live(),
          *shown,
          sight,
          timeline.at_present(),
          look.cut_away ? std::optional(look.cut) : std::nullopt,
          look.skin,
          look.contacts};
}

void Workspace::play_or_pause() {
  if (show->progress().running) return show->pause();
  timeline.go_to_present();
  show->play();
}

void Workspace::step() {
  if (!timeline.at_present()) return timeline.go_by(*show, 1);
  if (show->progress().running) show->pause();
  show->step();
}

void Workspace::step_back() {
  if (show->live() == nullptr && show->progress().running) show->pause();
  timeline.go_by(*show, -1);
}

void Workspace::reset() {
  timeline.go_to_present();
  scenery.fit_colours();
  show->reset();
}

void Workspace::to_start() {
  const std::vector<double>& times = show->times();
  if (!times.empty()) timeline.go_to(*show, times.front());
}

void Workspace::to_present() {
  timeline.go_to_present();
  const std::vector<double>& times = show->times();
  if (show->live() == nullptr && !times.empty()) show->seek(times.back());
}

void Workspace::fit_view() {
  const Rectangle& v = layout.viewport;
  if (v.height() < 1) return;
  const bool plain = look.field.empty() && !look.active_nodes;
  const double legend = plain || layout.small ? 0 : 170 * scale / v.width();
  camera.fit(scenery.reach(), v.width() / v.height(), 1, std::min(legend, 0.4));
}

void Workspace::see_all() {
  camera_free = false;
  camera.roll = 0;
  fit_view();
}

void Workspace::cut_away(bool on) {
  if (on) look.cut.direction = camera.back();
  look.cut_away = on;
}

void Workspace::show_pairs(bool on) {
  look.pairs = on;
  look.faces = !on;
}

void Workspace::colour_by(const std::string& field) {
  look.field = field;
  show->want_field(field);
  if (look.active_nodes) show_active(false);
}

void Workspace::show_active(bool on) {
  Live* live = show->live();
  look.active_nodes = on && live != nullptr;
  if (live != nullptr) live->want_states(on);
}

void Workspace::show_contacts(bool on) {
  Live* live = show->live();
  look.contacts = on;  // recordings have them in every frame, or not at all
  if (live != nullptr) live->want_contacts(on);
}

void Workspace::see_pixel(double size) {
  Live* live = show->live();
  const bool about_the_same = size < 1.2 * pixel_ && pixel_ < 1.2 * size;
  if (live == nullptr || about_the_same || !(size > 0) || !std::isfinite(size)) return;
  pixel_ = size;
  live->set_pixel(size);
}

void Workspace::watch_pace(double seconds) {
  constexpr double patience = 3;  // s
  constexpr double enough = 0.85;
  Live* live = show->live();
  const Pace pace = show->pace();
  const bool slow = live != nullptr && live->filling() && progress.running && !progress.busy &&
                    !pace.unlimited && progress.achieved > 0 &&
                    progress.achieved < enough * std::min(pace.speed, 1.0);
  if (!slow) kept_pace_ = seconds;
  too_slow_ = seconds - kept_pace_ > patience;
}

void Workspace::next_colours() {
  std::vector<std::string> names = show->fields();
  names.insert(names.begin(), "");
  const auto at = std::ranges::find(names, look.field);
  const bool last = at == names.end() || at + 1 == names.end();
  colour_by(last ? "" : *(at + 1));
}

void Workspace::switch_theme() {
  using render::gl::Theme;
  look.theme = look.theme == Theme::light ? Theme::dark : Theme::light;
}

void Workspace::choose_tool(ToolKind kind) {
  if (show->live() == nullptr) return;
  toolbox.choose(kind);
  if (kind != ToolKind::look) tab = Tab::tools;
}

void Workspace::undo() {
  if (Live* live = show->live()) live->undo();
}

void Workspace::redo() {
  if (Live* live = show->live()) live->redo();
}

void Workspace::ask_where_to_save() {
  if (show->live() == nullptr) return messages.note("This is a recording; it is on the disk.");
  folder = free_folder(show->title());
  saving = true;
}

void Workspace::save() {
  saving = false;
  try {
    show->live()->save_recording(folder);
    messages.note(fmt::format("Saved in {}", folder));
  } catch (const InputError& e) {
    messages.error(e.what());
  }
}

void Workspace::look_over() {
  constexpr std::size_t most = 12;
  const std::size_t frames = show->times().size(), count = std::min(frames, most);
  for (std::size_t i = 0; i < count; ++i)
    scenery.expect(*show->recorded(count == 1 ? 0 : i * (frames - 1) / (count - 1)));
}

void Workspace::take(std::unique_ptr<Show> next, bool play) {
  unit_asked = false;
  shown = nullptr;
  show = std::move(next);
  timeline = {};
  scenery.forget();
  camera_free = false;
  camera.roll = 0;
  to_fit = true;
  toolbox.choose(show->live() ? ToolKind::grab : ToolKind::look);
  if (show->live() == nullptr && (tab == Tab::tools || tab == Tab::actions)) tab = Tab::show;
  const std::vector<std::string> names = show->fields();
  if (std::ranges::find(names, look.field) == names.end()) look.field.clear();
  show->want_field(look.field);
  show_active(look.active_nodes);
  show_contacts(look.contacts);
  pixel_ = 0;
  if (show->live() == nullptr) look_over();
  if (play) show->play();
}

}  // namespace pliant::viewer
