#pragma once

#include <pliant/material.h>

#include <string>

#include "command.h"
#include "json.h"
#include "options.h"

namespace pliant::app {

/// The options --material, --young, --poisson and --density of a command.
struct MaterialOption {
  std::string name = "rubber";
  double young = 0, poisson = 0, density = 0;
  bool has_poisson = false;

  void declare(Options& app);
  /// Numbers out of range and misspelt names are wrong usage.
  Material material() const;
  static Json describe(const Material& material);
  static std::string in_words(const Json& described);
};

}  // namespace pliant::app
