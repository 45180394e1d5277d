#pragma once

#include <pliant/pose.h>

#include <string>

#include "options.h"

namespace pliant::app {

/// The options --unit, --scale, --size, --up and --rotate of a command.
struct PoseOption {
  MeshPose pose;

  void declare(Options& app);
  bool given() const { return pose != MeshPose{}; }
  /// Makes the mesh as large as it shall be. One from a file that is of an unusual size then is
  /// asked about in a note.
  void resize(const std::string& name, bool from_file, Mesh& mesh) const;
  void turn(Mesh& mesh) const { pliant::turn(mesh, pose); }
  /// Both, for a mesh that was read from a file.
  void apply(const std::string& file, Mesh& mesh) const;

 private:
  void take_rotation(const std::string& words);
};

}  // namespace pliant::app
