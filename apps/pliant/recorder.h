#pragma once

#include <pliant/model.h>

#include <memory>
#include <string>

namespace pliant::app {

/// What a recorder is told of a moment of a run.
struct Moment {
  double time;           ///< s
  const Mesh& mesh;      ///< with the positions of that time
  double volume;         ///< m³
  double lowest;         ///< m, the smallest y
  State::Energy energy;  ///< where it is wanted
};

/// Keeps moments of a run in a file.
class BodyRecorder {
 public:
  virtual ~BodyRecorder() = default;
  /// Whether moments need their energy, for which a run has to wait; positions come by themselves.
  virtual bool wants_energy() const = 0;
  virtual void add(const Moment& moment) = 0;
  /// Makes what was recorded so far readable; called at the end, also of a run that stops early.
  virtual void finish() = 0;
};

/// FILE.html: a page for any browser. FILE.pvd: a time series for ParaView, its frames in a folder
/// FILE beside it. FILE.csv: energies, volume and lowest point as a table. InputError where the
/// file cannot be made.
std::unique_ptr<BodyRecorder> make_recorder(const std::string& file);

}  // namespace pliant::app
