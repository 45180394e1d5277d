#pragma once

#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include <map>
#include <string>
#include <vector>

#include "options.h"

namespace pliant::app {

/// The built-in shape of this name, or null.
const ShapeInfo* find_shape(const std::string& name);

/// Makes a shape; a misspelt name and a number out of range are wrong usage here.
Mesh shape_or_usage(const std::string& name, const std::map<std::string, double>& parameters);

/// A mesh as the command line names it: a file, or a built-in shape with NAME=NUMBER settings.
struct MeshSource {
  std::string name;
  std::vector<std::string> words;
  double edge = 0, tetrahedra = 0;
  bool graded = false;

  void declare(Options& app, const std::string& positional, const std::string& help);

  bool is_shape() const { return find_shape(name) != nullptr; }
  Mesh shape() const;
  /// The file; a name that can only be a misspelt shape is wrong usage.
  Mesh read() const;
  /// Fills a surface that this source gave with tetrahedra; tells the notes.
  Mesh fill(const Mesh& surface) const;
  /// Whatever it is, as a tetrahedral mesh: surfaces are filled.
  TetMesh solid() const;
};

}  // namespace pliant::app
