#include "mesh/generate/resolution.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "mesh/generate/stuffing.h"
#include "mesh/generate/warped_lattice.h"

namespace pliant::generate {

namespace {

double shortest_side(const Field& field) {
  const Vec3d size = field.box().size();
  return std::min({size.x, size.y, size.z});
}

// A whole number of cubes across the shortest side puts the faces of a box on lattice planes.
// Takes the nearest such spacing where it is near enough not to matter.
double aligned(const Field& field, double spacing) {
  const double side = shortest_side(field);
  const double whole = side / std::max(1.0, std::round(side / spacing));
  return std::abs(whole / spacing - 1) < 0.02 ? whole : spacing;
}

// About the finest spacing with no more than this many lattice points.
double finest_spacing(const Field& field, double most_points) {
  const Vec3d size = field.box().size();
  double spacing = std::cbrt(2 * size.x * size.y * size.z / most_points);
  for (;; spacing *= 1.1) {
    double points = 2;
    for (int axis = 0; axis < 3; ++axis) points *= size[axis] / spacing + 2 * block_cells;
    if (points < most_points) return spacing;
  }
}

// Where nobody asked for a fine mesh, no lattice gets larger than this.
constexpr double modest_lattice = 2e7;

// The share of one attempt of several in the whole work: each gets half of what is left.
Progress part_of(const Progress& progress, int attempt) {
  if (!progress) return {};
  return [&progress, attempt](double fraction, std::string_view what) {
    progress(1 - std::ldexp(1 - fraction / 2, -attempt), what);
  };
}

// Finds the spacing from a few meshes, coarse ones first: between two of them the number of
// tetrahedra follows a power of the spacing.
Mesh fill_by_count(const Field& field, const MesherOptions& options) {
  const auto target = static_cast<double>(options.tetrahedra);
  const double finest = finest_spacing(field, static_cast<double>(most_lattice_points));
  const double modest = finest_spacing(field, modest_lattice);
  const Vec3d size = field.box().size();
  double spacing = std::cbrt(6 * size.x * size.y * size.z / std::min(target, 4000.0));
  double power = 2.8, last_spacing = 0, last_count = 0, least_error = 1e300;
  Mesh best;
  for (int attempt = 0; attempt < 12; ++attempt) {
    spacing = aligned(field, spacing);
    Mesh mesh = stuff(field, spacing, options.graded, part_of(options.progress, attempt));
    const auto count = static_cast<double>(mesh.tetrahedra.size());
    if (count == 0) {
      spacing *= 0.6;
      if (spacing < modest) break;
      continue;
    }
    const double error = std::abs(std::log(count / target));
    if (error < least_error) {
      least_error = error;
      best = std::move(mesh);
    }
    if (error < 0.05 || (attempt > 5 && error < 0.09)) break;
    if (last_count > 0 && std::abs(std::log(spacing / last_spacing)) > 0.05)
      power = std::clamp(std::log(count / last_count) / std::log(last_spacing / spacing), 1.5, 4.0);
    if (spacing * std::pow(count / target, 1 / power) < finest)
      throw InputError("", 0,
                       text(options.tetrahedra, " tetrahedra need a lattice of more than ",
                            most_lattice_points, " points"),
                       "ask for fewer tetrahedra");
    last_spacing = spacing;
    last_count = count;
    spacing *= std::pow(count / std::min(target, 16 * count), 1 / power);
  }
  return best;
}

// Refines until the volume is right to half a percent, or no longer changes by more where it is
// not known beforehand.
Mesh fill_by_volume(const Field& field, const MesherOptions& options, double volume) {
  constexpr double accuracy = 0.005;
  constexpr std::size_t enough = 2'000'000;  // tetrahedra
  const Vec3d size = field.box().size();
  const double longest = std::max({size.x, size.y, size.z}), side = shortest_side(field);
  const double finest = finest_spacing(field, modest_lattice);
  double cubes = std::max(3.0, std::round(side / longest * 10));
  double expected = volume;
  for (int attempt = 0;; ++attempt) {
    const double spacing = std::max(side / cubes, finest);
    Mesh mesh = stuff(field, spacing, options.graded, part_of(options.progress, attempt));
    const double got = volume_of(mesh);
    const bool right = expected > 0 && std::abs(got / expected - 1) < accuracy;
    if (right || mesh.tetrahedra.size() > enough || spacing == finest) return mesh;
    if (volume == 0) expected = got;
    cubes = std::round(cubes * 1.35);
  }
}

}  // namespace

double volume_of(const Mesh& mesh) {
  double sum = 0;
  for (const auto& [a, b, c, d] : mesh.tetrahedra.cells)
    sum += signed_volume(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c], mesh.vertices[d]);
  return sum;
}

Mesh fill(const Field& field, const MesherOptions& options, double volume) {
  Mesh mesh = options.edge > 0 ? stuff(field, options.edge, options.graded, options.progress)
              : options.tetrahedra > 0 ? fill_by_count(field, options)
                                       : fill_by_volume(field, options, volume);
  if (options.progress) options.progress(1, "done");
  return mesh;
}

}  // namespace pliant::generate
