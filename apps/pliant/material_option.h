#pragma once

#include <pliant/material.h>

#include <CLI/CLI.hpp>
#include <string>

namespace pliant::app {

/// The options --material, --young, --poisson and --density of a command.
struct MaterialOption {
  std::string name = "rubber";
  double young = 0, poisson = 0, density = 0;
  bool has_poisson = false;

  void declare(CLI::App& app);
  /// Numbers out of range and misspelt names are wrong usage.
  Material material() const;
};

}  // namespace pliant::app
