#pragma once

#include <pliant/backends.h>

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "reproduce/report.h"

namespace pliant::app {

struct ReproduceSettings {
  std::string models;                    ///< folder of real meshes; empty: built-in shapes instead
  bool quick = false;                    ///< fewer steps and coarser searches
  Backend backend = Backend::automatic;  ///< automatic: the card, too, where there is one
  std::filesystem::path out = {};        ///< folder of the report, for what goes beside it
};

/// What can be computed of a paper by itself, by the name that --only takes.
struct Part {
  std::string name;
  std::function<void()> add;  ///< to the report
};

/// A paper whose results `pliant reproduce TAG` computes anew. To add one, write its function and
/// a line in papers(). The function fills in introduction and facts, and leaves all else to the
/// parts, which may use both arguments for as long as these live.
struct Paper {
  std::string tag;
  std::string title;
  std::vector<Part> (*parts)(const ReproduceSettings& settings, Report& report);
};
std::span<const Paper> papers();

std::vector<Part> reproduce_e06(const ReproduceSettings& settings, Report& report);
std::vector<Part> reproduce_l13(const ReproduceSettings& settings, Report& report);
std::vector<Part> reproduce_r06(const ReproduceSettings& settings, Report& report);
std::vector<Part> reproduce_s07(const ReproduceSettings& settings, Report& report);
std::vector<Part> reproduce_y10(const ReproduceSettings& settings, Report& report);

}  // namespace pliant::app
