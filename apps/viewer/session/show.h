#pragma once

#include "session/moment.h"

namespace pliant::viewer {

class Live;

/// How fast a show goes.
struct Pace {
  bool unlimited = false;  ///< as fast as it can be computed
  double speed = 1;        ///< simulated over real seconds, otherwise
};

/// How a show is doing.
struct Progress {
  bool running = false;
  bool finished = false;    ///< a scene that has come to its end; play() goes on after it
  bool busy = false;        ///< builds or rebuilds a model; steps go on when it is done
  std::string busy_with{};  ///< "computing 50 modes"
  double achieved = 0;      ///< simulated over real seconds, lately
  double steps_per_second = 0;
  std::string trouble{};  ///< what stopped it, with cure; empty: nothing
};

/// What a window shows: a simulation or a recording. All functions return at once, whatever the
/// computation is at; they are for one thread, that of the window.
class Show {
 public:
  virtual ~Show() = default;

  virtual std::string title() const = 0;
  /// Which unit a mesh is in, where that is doubtful, and the file to be opened again with the
  /// answer; empty: there is nothing to ask.
  virtual std::string question() const { return {}; }
  virtual std::string file() const { return {}; }
  /// Height of the floor, m, where there is one.
  virtual std::optional<double> floor() const = 0;
  /// Lines for the panel "Simulation": what it is, how large, where it runs.
  virtual std::vector<std::pair<std::string, std::string>> facts() const = 0;

  virtual void play() = 0;
  virtual void pause() = 0;
  virtual void step() = 0;   ///< one step of a simulation, one frame of a recording
  virtual void reset() = 0;  ///< to the start
  /// Goes on from the recorded moment nearest to this time, s. False: it cannot, as a simulation.
  virtual bool seek(double /*time*/) { return false; }
  virtual void set_pace(Pace pace) = 0;
  virtual Pace pace() const = 0;
  virtual Progress progress() const = 0;

  /// The newest moment; never null.
  virtual MomentPointer now() = 0;
  /// Recorded moments: those of the timeline, in order. They may become fewer when memory is short
  /// (every second one goes), so numbers hold until the next call of times().
  virtual const std::vector<double>& times() = 0;  ///< s
  virtual MomentPointer recorded(std::size_t number) = 0;
  /// Fields of this name shall come with moments from now on (see recordable fields); empty: none.
  virtual void want_field(const std::string& name) = 0;
  /// Those that can be wanted or follow from positions, for the list of colours.
  virtual std::vector<std::string> fields() const = 0;

  /// The simulation behind it, where there is one.
  virtual Live* live() { return nullptr; }
};

}  // namespace pliant::viewer
