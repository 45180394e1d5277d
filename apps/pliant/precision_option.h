#pragma once

#include <pliant/model.h>

#include <string>

#include "options.h"

namespace pliant::app {

/// The option --precision of a command.
struct PrecisionOption {
  std::string word = "auto";

  void declare(Options& app);
  void apply(ModelOptions& options) const;
};

}  // namespace pliant::app
