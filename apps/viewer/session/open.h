#pragma once

#include <pliant/filling.h>
#include <pliant/run.h>
#include <pliant/script.h>

#include "session/fall.h"
#include "session/live.h"

namespace pliant::viewer {

struct OpenOptions {
  ScriptOptions script{};
  ModelOptions model{};
  /// For the recording: this folder, or the first of NAME-2, NAME-3, ... that holds none. Empty: a
  /// folder in the user's cache, where the last run that was looked at is kept.
  std::filesystem::path output{};
  /// Of meshes that fall on a floor.
  std::string material = Fall{}.material, law = Fall{}.law, mesher = Fall{}.mesher;
  MeshPose pose{};
  Filling filling{Fineness::real_time};                ///< of surfaces that fall
  std::size_t history_bytes = std::size_t{512} << 20;  ///< for the timeline
};

/// Opens a scene (.lua), a recording (its folder or file), a mesh or surface, or a built-in shape:
/// the last three fall on a floor. InputError with cure. A simulation is built by its own thread;
/// what goes wrong there is told by Progress::trouble. Paused until play().
std::unique_ptr<Show> open(const std::string& source, const OpenOptions& options = {});

/// A simulation made in C++.
std::unique_ptr<Live> simulate(Simulation simulation, std::string title,
                               const OpenOptions& options = {});

}  // namespace pliant::viewer
