#pragma once

#include "gnuplot.h"
#include "reproduce/e06.h"

// The cube of 1 m that 9.3 to 9.6 stretch, compress and shear.

namespace pliant::app::e06 {

/// A mesh of the cube: a file of the models, or cells of the built-in one.
struct CubeMesh {
  std::string name, file, cells;
};
CubeMesh cube_mesh(const Plan& plan, const std::string& model, int cells);

/// Forces through a plane, N, are along x: across the plane in 9.3, along it in 9.4.
struct CubeCourse {
  std::size_t vertices = 0, tetrahedra = 0, edges = 0;
  std::vector<double> times, moved;  ///< s; strain or angle as the faces move
  std::vector<double> all;           ///< of all relations, damping included
  /// What is left of it without G, and the rest; of a law without parts as CalculateFlux has them.
  std::vector<double> elastic, shear;
  std::vector<double> volumes;   ///< over that at rest
  std::vector<Vec3d> rest, end;  ///< positions
  double force = 0;              ///< N, as `all`, and what constraints carry
  double torque = 0;             ///< N m, of the internal forces, at the end
  std::string problem;           ///< where it ran away
  std::shared_ptr<const TetMesh> mesh;

  double flux() const { return all.back(); }
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
Series curve(const std::string& name, const std::vector<double>& part, double sign,
             const std::string& colour, bool dashed = false);
/// All over the same times; those that ended early have gaps.
Plot flux_plot(const std::string& title, const std::string& name, const CubeCourse& longest,
               std::vector<Series> series);

/// By more than a thousandth and 100 N: by less, two curves in one plot are the same.
bool clearly_more(double a, double b);

/// Which part of the flux E06 looks at, times a sign, and what it expects of it.
struct FluxRow {
  double expected, sign;
  std::vector<double> CubeCourse::*main;
  std::vector<double> CubeCourse::*other;
};
/// What rows of 9.3 and 9.4 begin with: law, counts, what is expected; that part and its deviation,
/// the other part; both together and their deviation.
std::vector<Cell> flux_cells(const Law& law, const CubeCourse& course, const FluxRow& row);

Cell newtons(double value);
/// "+3.2 %".
Cell deviation(double value, double from);

}  // namespace pliant::app::e06
