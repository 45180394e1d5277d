#pragma once

#include "scene_options.h"

namespace pliant::app {

/// How a run was started, kept in its folder (run.json) beside the scene (scene.lua), so that it
/// can be resumed.
struct RunFolder {
  SceneOptions scene;
  double checkpoint_seconds = 0;        // 0: none but when it is stopped
  bool compare_full = false;            // --compare-full
  bool stop_when_energy_rises = false;  // --stop-when-energy-rises
  std::string steps{}, chosen_steps{};  ///< that were asked for; that the run chose; empty: neither
  bool begun = true;                    // false: as long as it is being built
  bool finished = false;
  bool with_io = false;  // it was started with --allow-io, which run.json cannot give again
};

void write_run_folder(const std::filesystem::path& folder, const RunFolder& run,
                      const std::string& scene_text);
/// InputError where there is none, or it is damaged. What the script may do is not among it: who
/// resumes a run may have it from someone else.
RunFolder read_run_folder(const std::filesystem::path& folder);
std::string scene_text(const std::filesystem::path& folder);
/// Whether there is an earlier run, or a recording, that a new one would be laid over; not where a
/// run was killed before it began.
bool has_earlier_run(const std::filesystem::path& folder);
/// Removes all but the scene, which the next run replaces and which may be its own.
void remove_run_folder(const std::filesystem::path& folder);

/// "10s", "5min", "2h", "500ms" or a number of seconds, in seconds. Above zero, else wrong usage.
double parse_duration(const std::string& text);

}  // namespace pliant::app
