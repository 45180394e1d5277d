#pragma once

#include <pliant/embedding.h>
#include <pliant/filling.h>
#include <pliant/mesher.h>
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
  std::string mesher{pliant::name(Mesher::fitted)};

  void declare(Options& app, const std::string& positional, const std::string& help);
  static void declare_mesher(Options& app, std::string& mesher);

  bool is_shape() const { return find_shape(name) != nullptr; }
  Mesh shape() const;
  /// The file, as large as it shall be but not yet turned, since it is filled before that; a name
  /// that can only be a misspelt shape is wrong usage.
  Mesh read() const;
  /// Fills a surface that read() gave with tetrahedra and turns them; tells the notes.
  Mesh fill(const Mesh& surface) const;
  bool embeds() const { return mesher == pliant::name(Mesher::embedding); }
  /// The cage of a surface that read() gave, turned; tells the notes.
  Cage cage(const Mesh& surface) const;

  /// Whatever it is, as a solid: surfaces are filled.
  struct Solid {
    TetMesh mesh;
    std::shared_ptr<const EmbeddedSurface> surface{};  ///< that was filled; null: none, or lost
    std::optional<Cage> cage{};                        ///< see FilledSurface
  };
  /// As finely as --tets and --edge say, with tetrahedra that end at the surface.
  TetMesh solid() const;
  /// As finely as another filling says, for a body of this material, by the mesher.
  Solid solid(const Filling& filling, const Material& material) const;

 private:
  Filling own() const { return {Fineness::fine, tetrahedra, edge}; }
  Solid as_it_is(Mesh mesh) const;
  FilledSurface fill(const Mesh& surface, Mesher with, MesherOptions options) const;
};

}  // namespace pliant::app
