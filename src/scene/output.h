#pragma once

#include <pliant/probes.h>
#include <pliant/recording.h>
#include <pliant/run.h>

namespace pliant {

/// What Record can write beside positions and velocities.
inline const std::vector<std::string> recordable_fields{
    "volume_ratio",     "displacement", "force",  "elastic_force", "shear_force", "contact_force",
    "contact_pressure", "contact_gap",  "stress", "von_mises",     "active"};

/// s, between recorded frames where a scene does not say.
inline constexpr double default_frame_seconds = 1.0 / 30;

/// The folder that a run writes: recording.h5 with its .xdmf, probes.csv.
struct SceneRun::Output {
  /// Changes nothing on the disk.
  Output(const SceneRun& run, const RunOptions& options);
  /// Makes the folder if need be; InputError where it cannot be, or holds a recording that is not
  /// to be resumed. With a checkpoint it goes on after what was written until then. To be called
  /// before anything is added.
  void open(const Checkpoint* checkpoint);

  /// Whether its recording can go on with the bodies of another run; InputError where not.
  void check_goes_on(const SceneRun& run) const;
  /// The run that adds to it from now on. Where its probes are others, their table ends here.
  void go_on_with(const SceneRun& run, Notes& notes);

  void add_frame(const SceneRun& run, bool velocities, const std::vector<std::string>& fields);
  /// Whether the last frame is of this step.
  bool ends_at(std::int64_t step) const { return step == last_frame_; }
  /// A step has one row: a second one is left out.
  void add_row(std::int64_t step, double time, std::span<const double> values);
  /// How many frames and rows there are.
  void count(Checkpoint& checkpoint) const;
  /// Puts all that is written so far on the disk, then the checkpoint.
  void save(const Checkpoint& checkpoint);
  /// Puts all that is written on the disk, with the recording in one piece.
  void finish();

 private:
  /// The tetrahedra that are gone, found anew where relations were removed since the last frame.
  const std::vector<bool>& removed_of(const RunBody& body, std::size_t number);

  std::filesystem::path folder_;
  RecordingInfo info_;
  RecorderOptions recorder_options_;
  bool resume_;
  std::optional<Recorder> recorder_;              // from the first frame on
  std::vector<ProbeColumn> columns_;              // of the probes
  std::optional<ProbeTable> table_;               // where there are probes
  std::int64_t last_frame_ = -1, last_row_ = -1;  // their steps
  struct Cut {                                    // of a body
    std::vector<std::vector<bool>> relations;     // that are removed, by set
    std::vector<bool> tetrahedra;
  };
  std::vector<Cut> cuts_;
};

}  // namespace pliant
