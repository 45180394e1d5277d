#pragma once

#include <pliant/run.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/export/output_stream.h"
#include "temporary_folder.h"

namespace pliant::app {

/// What is seen of a body that falls, at a moment.
struct Seen {
  double time = 0;           ///< s
  State::Energy energy{};    ///< where it is wanted
  double volume = 0;         ///< m³, of what is solid
  double lowest = 0;         ///< m, of its surface
  std::size_t inverted = 0;  ///< tetrahedra
};

/// What --record asks for. FILE.csv is a table that is written while the body falls. All else is a
/// recording, as `run` writes it, in a folder of its own: FILE.mp4, FILE.html and FILE.pvd are made
/// of one that is gone afterwards.
class DropRecord {
 public:
  /// InputError where it cannot be made; what a film needs is looked for here.
  explicit DropRecord(const std::string& file);

  /// For RunOptions::output; empty: none.
  std::filesystem::path folder() const;
  /// Probes of the run, for its table.
  void add_probes(Stage& stage);
  /// Whether what it takes shall tell the energy.
  bool wants_energy() const;
  void take(SceneRun& run, const Seen& seen);
  /// Makes what is asked for of a run that is finished.
  void finish();

 private:
  bool is_made() const;  // of a recording

  std::string file_;
  std::unique_ptr<TemporaryFolder> passing_;
  std::optional<record::OutputStream> table_;
  std::vector<std::size_t> probes_;
  Seen seen_;  // of which they tell
};

/// Wrong usage unless a DropRecord knows what to do with this name.
void need_recordable(const std::string& file);

}  // namespace pliant::app
