#pragma once

#include <pliant/backends.h>

#include <string>

#include "options.h"

namespace pliant::app {

/// The option --backend of a command.
struct BackendOption {
  std::string word = "auto";

  /// What steps the bodies, for help; `word` is what is taken when nothing is given.
  void declare(Options& app);
  Backend backend() const { return backend_named(word); }
  /// What it means here: cpu or cuda. An instruction set is one of the CPU: `auto` is that then,
  /// and `cuda` is wrong usage. InputError for `cuda` without a card.
  Backend usable(const std::string& instruction_set = {}) const;
};

/// "NVIDIA H200, sm_90" or "2 threads, avx512".
std::string where_it_runs(Backend backend, const std::string& instruction_set);

}  // namespace pliant::app
