#pragma once

#include <functional>

#include "cases/report.h"

namespace pliant::bench {

struct Settings {
  std::vector<std::string> cases;  ///< empty: the usual ones
  std::filesystem::path models;    ///< see models_folder()
  MeasureOptions options;          ///< its backend may be `automatic`; no precision: the usual ones
};

/// What a program shows while it measures; each may be left out.
struct Watcher {
  std::function<void(const std::string&)> stage = {};  ///< what begins now
  std::function<void(const Notes&)> notes = {};
  std::function<void(const std::string&)> table = {};  ///< its parts, as they come
};

/// Measures case after case. InputError for an unknown case, folder or backend before any work.
Report run(Settings settings, const Watcher& watcher);

}  // namespace pliant::bench
