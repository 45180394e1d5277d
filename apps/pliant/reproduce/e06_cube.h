#pragma once

#include "reproduce/e06.h"
#include "gnuplot.h"

// The cube of 1 m that 9.3 to 9.6 stretch, compress and shear.

namespace pliant::app::e06 {

/// A mesh of the cube: a file of the models, or cells of the built-in one.
struct CubeMesh {
  std::string name, file, cells;
};
CubeMesh cube_mesh(const Plan& plan, const std::string& model, int cells);

/// The force through a plane, N: along the axis that E06 looks at, that is across the plane in 9.3
/// and along it in 9.4; and the sum of the lengths of what single relations carry.
struct Flux {
  double along = 0, lengths = 0;
};

struct CubeCourse {
  std::size_t vertices = 0, tetrahedra = 0, edges = 0;
  std::vector<double> times, moved;  ///< s; strain or angle as the faces move
  std::vector<Flux> all;             ///< of all forces, damping included
  std::vector<Flux> elastic, shear;  ///< of E alone and of G alone; empty for laws without parts
  std::vector<double> volumes;       ///< over that at rest
  std::vector<Vec3d> rest, end;      ///< positions
  double force = 0;                  ///< N, as `all`, and what constraints carry; stretch only
  double torque = 0;                 ///< N m, of the internal forces, at the end
  std::string problem;               ///< where it ran away
  std::shared_ptr<const TetMesh> mesh;

  double flux() const { return all.back().along; }
  double worst_volume() const;  ///< largest relative difference
  std::string counts() const;   ///< "150 / 522 / 787"
};

/// scenes/stretch.lua or shear.lua until the faces have moved by `amount` and rested.
CubeCourse deform(const Plan& plan, const Law& law, const CubeMesh& mesh, const std::string& scene,
                  double amount, const Definitions& more = {}, const Settings& settings = {});

/// The flux with the whole surface led along x += angle * y, the inside at rest.
CubeCourse shear_whole_surface(const Plan& plan, const Law& law, const CubeMesh& mesh,
                               double angle);

/// Curves over time, in kN: of a part's flux, times a sign.
Series curve(const std::string& name, const std::vector<Flux>& part, double sign,
             const std::string& colour, bool dashed = false);
/// All over the same times; those that ended early have gaps.
Plot flux_plot(const std::string& title, const std::string& name, const CubeCourse& longest,
               std::vector<Series> series);

/// By more than a thousandth and 100 N: by less, two curves in one plot are the same.
bool clearly_more(double a, double b);

Cell newtons(double value);
/// "+3.2 %".
Cell deviation(double value, double from);

}  // namespace pliant::app::e06
