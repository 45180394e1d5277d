#pragma once

#include "reproduce/e06.h"

// The cube of 1 m that 9.3 to 9.6 stretch, compress and shear.

namespace pliant::app::e06 {

/// A mesh of the cube: a file of the models, or cells of the built-in one.
struct CubeMesh {
  std::string name, file, cells;
};
CubeMesh cube_mesh(const Plan& plan, const std::string& model, int cells);

struct CubeCourse {
  std::size_t vertices = 0;
  std::vector<double> moved;               ///< strain or angle as the faces move
  std::vector<double> normal, tangential;  ///< flux, N
  double across = 0;                       ///< N, through a plane along the pull; stretch only
  std::vector<double> volumes;             ///< over that at rest
  std::vector<Vec3d> rest, end;            ///< positions
  std::string problem;                     ///< where it ran away

  double flux_normal() const { return normal.back(); }
  double flux_tangential() const { return tangential.back(); }
  double worst_volume() const;  ///< largest relative difference
};

/// scenes/stretch.lua or shear.lua until the faces have moved by `amount` and rested.
CubeCourse deform(const Plan& plan, const Law& law, const CubeMesh& mesh, const std::string& scene,
                  double amount, const Definitions& more = {});

/// The flux of a law with parts through positions that deform() has found: of E alone and G alone.
struct FluxParts {
  double elastic_normal = 0, elastic_tangential = 0, shear_normal = 0, shear_tangential = 0;  ///< N
};
FluxParts flux_parts(const Plan& plan, const Law& law, const CubeMesh& mesh,
                     const std::string& scene, const CubeCourse& course);

/// The normal or tangential flux with the whole surface led along x += angle * y, the inside at
/// rest: N.
CubeCourse shear_whole_surface(const Plan& plan, const Law& law, const CubeMesh& mesh,
                               double angle);

Cell newtons(double value);
/// "+3.2 %".
Cell deviation(double value, double from);

}  // namespace pliant::app::e06
