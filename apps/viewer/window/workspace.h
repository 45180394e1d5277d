#pragma once

#include "tools/toolbox.h"
#include "window/layout.h"
#include "window/messages.h"
#include "window/scenery.h"
#include "window/timeline.h"

namespace pliant::viewer {

enum class Tab { show, tools, actions, simulation };

/// What panels, keys and mouse read and change.
struct Workspace {
  std::unique_ptr<Show> show;
  Look look;
  render::gl::Camera camera;
  Toolbox toolbox;
  Timeline timeline;
  Messages messages;
  Scenery scenery;

  // Of this picture.
  MomentPointer shown;
  Progress progress;
  Layout layout;
  double scale = 1;  ///< of text and lines, in the window's units
  double frames_per_second = 0;
  std::string renderer;

  Tab tab = Tab::show;
  bool panel_open = true, keys_open = false, saving = false, closing = false;
  bool camera_free = false;  ///< the user has moved it; it is not fitted by itself any more
  bool to_fit = true;        ///< as soon as there is something to see
  std::string folder;        ///< in the dialog that saves
  std::string unit_answer;   ///< the unit that was chosen for the shown mesh; to be opened again
  bool unit_asked = false;   ///< the question was answered or put away

  Sight sight() const;
  /// What tools work with; only where there is a simulation.
  Bench bench(const Sight& sight) const;

  // What keys and buttons do.
  void play_or_pause();
  void step();
  void step_back();
  void reset();
  void to_start();
  void to_present();
  void fit_view();
  void see_all();  ///< fits the view, also when the window changes its size
  /// Begins with the side that is towards the eye.
  void cut_away(bool on);
  /// Without faces, which would hide what is inside.
  void show_pairs(bool on);
  void next_colours();
  void colour_by(const std::string& field);
  /// Colours by what is simulated and what sleeps.
  void show_active(bool on);
  void show_contacts(bool on);
  void switch_theme();
  void choose_tool(ToolKind kind);
  void undo();
  void redo();
  void ask_where_to_save();
  void save();
  /// Shows something else; nothing of what was before is kept but the look.
  void take(std::unique_ptr<Show> next, bool play);
  /// A pixel spans this much on the bodies, m; the simulation is told when it has changed.
  void see_pixel(double size);
  /// Looks whether a simulation keeps to its pace; `seconds` is a clock's time.
  void watch_pace(double seconds);
  /// It has been slower than that for some seconds, and could be filled coarser.
  bool too_slow() const { return too_slow_; }

 private:
  /// Some frames of a recording, so that the view is made for all of it.
  void look_over();

  double pixel_ = 0;      // that the simulation was told
  double kept_pace_ = 0;  // s; when it did last
  bool too_slow_ = false;
};

}  // namespace pliant::viewer
