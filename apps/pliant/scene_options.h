#pragma once

#include <pliant/run.h>
#include <pliant/script.h>

#include "machine_options.h"

namespace pliant::app {

/// What commands that build a scene have in common.
struct SceneOptions : MachineOptions {
  std::string file;
  std::vector<std::string> defines;
  double memory = 256;  ///< MB
  bool allow_io = false;

  /// All but the scene itself.
  void declare(Options& app);
  /// Of these what a script may do, which is never read from a file.
  void declare_permissions(Options& app);
  /// Runs the script; Ctrl-C stops it.
  Scene load() const;
  /// The same for a text in the place of the file.
  Scene load(const std::string& text) const;
  /// With more definitions; without a word on what it is doing.
  Scene load_with(const std::vector<std::string>& more) const;
  RunOptions run_options() const;
  ScriptOptions script_options() const;
};

}  // namespace pliant::app
