#pragma once

#include <pliant/backends.h>

#include <filesystem>
#include <span>
#include <string>

#include "reproduce/report.h"

namespace pliant::app {

struct ReproduceSettings {
  std::string models;                    ///< folder of real meshes; empty: built-in shapes instead
  bool quick = false;                    ///< fewer steps and coarser searches
  Backend backend = Backend::automatic;  ///< automatic: the card, too, where there is one
  std::filesystem::path out = {};        ///< folder of the report, for what goes beside it
};

/// A paper whose results `pliant reproduce TAG` computes anew. To add one, write its function and
/// a line in papers().
struct Paper {
  std::string tag;
  std::string title;
  void (*reproduce)(const ReproduceSettings& settings, Report& report);
};
std::span<const Paper> papers();

void reproduce_e06(const ReproduceSettings& settings, Report& report);
void reproduce_l13(const ReproduceSettings& settings, Report& report);
void reproduce_r06(const ReproduceSettings& settings, Report& report);
void reproduce_y10(const ReproduceSettings& settings, Report& report);

}  // namespace pliant::app
