#pragma once

#include <pliant/body_look.h>
#include <pliant/embedding.h>
#include <pliant/mesh.h>

#include <memory>
#include <string>

#include "json.h"
#include "options.h"
#include "run_body.h"

namespace pliant::app {

/// The files that `pliant drop` writes, and the options that ask for them.
struct DropOutput {
  std::string record, out, picture;
  double frames = 30;  ///< in a simulated second
  BodyLook look{};     ///< of the body that is drawn
  bool coarse = false;
  /// That it was filled from, where that is drawn; null: its own outside is.
  std::shared_ptr<const EmbeddedSurface> surface{};

  void declare(Options& app);
  /// Wrong usage and InputError before the work starts.
  void check() const;
  /// Null where nothing is recorded.
  std::unique_ptr<BodyRecorder> recorder() const;
  /// Writes the body as it is at the end, or the last good state where it diverged; returns the
  /// names of all files.
  Json write(const Mesh& mesh, const RunOutcome& outcome) const;
  /// Beside what would have been written.
  std::string last_good_file() const;

 private:
  /// The surface where a file holds no tetrahedra, the body otherwise.
  Mesh as_written(const std::string& file, const Mesh& mesh) const;
};

}  // namespace pliant::app
