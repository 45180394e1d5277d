#pragma once

#include <pliant/mesh.h>

#include <string>

#include "drop_watch.h"
#include "json.h"
#include "options.h"

namespace pliant::app {

/// The files that `pliant drop` writes, and the options that ask for them.
struct DropOutput {
  std::string record, out, picture;
  double frames = 30;  ///< in a simulated second
  bool coarse = false;

  void declare(Options& app);
  /// Wrong usage and InputError before the work starts.
  void check() const;
  /// Writes the body as it is at the end, or the last good state where it diverged; returns the
  /// names of all files.
  Json write(const Mesh& mesh, const RunBody& body, const DropOutcome& outcome) const;
  /// Beside what would have been written.
  std::string last_good_file() const;

 private:
  /// The surface where a file holds no tetrahedra, the body otherwise.
  static Mesh as_written(const std::string& file, const Mesh& mesh, const RunBody& body);
};

}  // namespace pliant::app
