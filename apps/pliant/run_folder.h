#pragma once

#include "scene_options.h"

namespace pliant::app {

/// How a run was started, kept in its folder (run.json) beside the scene (scene.lua), so that it
/// can be resumed.
struct RunFolder {
  SceneOptions scene;
  double checkpoint_seconds = 0;  // 0: none but when it is stopped
  bool compare_full = false;      // --compare-full
  bool finished = false;
};

void write_run_folder(const std::filesystem::path& folder, const RunFolder& run,
                      const std::string& scene_text);
/// InputError where there is none, or it is damaged.
RunFolder read_run_folder(const std::filesystem::path& folder);
std::string scene_text(const std::filesystem::path& folder);
/// Removes these files and the checkpoint.
void remove_run_folder(const std::filesystem::path& folder);

/// "10s", "5min", "2h", "500ms" or a number of seconds, in seconds. Above zero, else wrong usage.
double parse_duration(const std::string& text);

}  // namespace pliant::app
