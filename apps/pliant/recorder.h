#pragma once

#include <pliant/body_look.h>
#include <pliant/embedding.h>
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

/// Wrong usage unless make_recorder() knows what to do with this name.
void need_recordable(const std::string& file);

/// FILE.mp4: a film. FILE.html: a page for any browser. FILE.pvd: a time series for ParaView, its
/// frames in a folder FILE beside it. FILE.csv: energies, volume and lowest point as a table. A
/// name without an extension: a folder with a recording and probes, as `run` writes it. InputError
/// where it cannot be made; what a film needs is looked for before the run. `surface` moves with
/// the body and is what is shown; null: the body's outside.
std::unique_ptr<BodyRecorder> make_recorder(const std::string& file, const BodyLook& look,
                                            std::shared_ptr<const EmbeddedSurface> surface = {});

}  // namespace pliant::app
