#pragma once

#include <pliant/model.h>

#include <string>

#include "backend_option.h"
#include "options.h"

namespace pliant::app {

/// The option --precision.
struct PrecisionOption {
  std::string word = "auto";

  void declare(Options& app);
  void apply(ModelOptions& options) const;
};

/// On what a command computes, and how exactly: the same options for all that simulate.
struct MachineOptions {
  PrecisionOption precision;
  BackendOption backend;
  std::string instruction_set;

  /// With --threads.
  void declare(Options& app);
  /// InputError and wrong usage as BackendOption::usable().
  ModelOptions model_options() const;
};

}  // namespace pliant::app
