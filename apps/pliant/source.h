#pragma once

#include <pliant/cage.h>
#include <pliant/embedding.h>
#include <pliant/filling.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "options.h"
#include "pose_option.h"

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
  PoseOption pose;
  std::string mesher = "fitted";

  void declare(Options& app, const std::string& positional, const std::string& help);

  bool is_shape() const { return find_shape(name) != nullptr; }
  Mesh shape() const;
  /// The file, as large as it shall be but not yet turned, since it is filled before that; a name
  /// that can only be a misspelt shape is wrong usage.
  Mesh read() const;
  /// Fills a surface that read() gave with tetrahedra and turns them; tells the notes.
  Mesh fill(const Mesh& surface) const { return fill(surface, mesher_options(own(), surface, {})); }
  bool embeds() const { return mesher == "embedding"; }
  /// The cage of a surface that read() gave, turned; tells the notes.
  Cage cage(const Mesh& surface) const;
  /// Whatever it is, as a tetrahedral mesh: surfaces are filled, as finely as --tets and --edge
  /// say.
  TetMesh solid() const { return solid(own(), {}); }
  /// The same as finely as another filling says, for a body of this material; with the surface that
  /// was filled, where that is asked for and it was one.
  TetMesh solid(const Filling& filling, const Material& material,
                std::shared_ptr<const EmbeddedSurface>* surface = nullptr) const;

 private:
  Filling own() const { return {Fineness::fine, tetrahedra, edge}; }
  Mesh fill(const Mesh& surface, MesherOptions options) const;
};

}  // namespace pliant::app
