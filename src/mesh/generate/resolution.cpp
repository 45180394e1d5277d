#include "mesh/generate/resolution.h"

#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

#include "mesh/generate/count_search.h"
#include "mesh/generate/lattice.h"
#include "mesh/generate/stuffing.h"

namespace pliant::generate {

namespace {

double volume_of(const Box& box) {
  const Vec3d size = box.size();
  return size.x * size.y * size.z;
}

Filling fill_by_count(const Field& field, const MesherOptions& options) {
  const auto target = static_cast<double>(options.tetrahedra);
  const double spacing = std::max(std::cbrt(6 * volume_of(field.box()) / std::min(target, 4000.0)),
                                  finest_spacing(field.box(), modest_lattice));
  return CountSearch(field, options, target).run(aligned(field, spacing));
}

// How many cubes across the shortest side to begin with: the ordinary number, or where the box is
// thin so few that a full box would stay below the most tetrahedra that are made unasked.
double first_cubes(const Box& box) {
  const Vec3d size = box.size();
  const double longest = std::max({size.x, size.y, size.z});
  const double side = std::min({size.x, size.y, size.z});
  const double cubes = std::max(3.0, std::round(side / longest * 10));
  constexpr double tetrahedra_per_cube = 12;
  const double coarse =
      std::cbrt(tetrahedra_per_cube * volume_of(box) / double{most_default_tetrahedra});
  if (side / cubes >= coarse) return cubes;
  return side > coarse ? std::floor(side / coarse) : side / coarse;
}

double more_cubes(double cubes) {
  const double more = cubes * 1.35;
  return more < 1 ? more : std::max(std::round(more), std::floor(cubes) + 1);
}

// Refines until the volume is right to half a percent, or no longer changes by more where it is
// not known beforehand, or until there are too many tetrahedra.
Filling fill_by_volume(const Field& field, const MesherOptions& options, double volume) {
  constexpr double accuracy = 0.005;
  constexpr double most = most_default_tetrahedra;
  const Vec3d size = field.box().size();
  const double side = std::min({size.x, size.y, size.z});
  const double finest = finest_spacing(field.box(), modest_lattice);
  CountSearch search(field, options, 0.9 * most, most);
  double cubes = first_cubes(field.box());
  double expected = volume;
  for (int attempt = 0;; ++attempt) {
    const double spacing =
        std::min(std::max(side / cubes, finest), 0.95 * greatest_spacing(field.box()));
    Mesh mesh = stuff(field, spacing, options.graded, part_of(options.progress, attempt));
    const double got = total_volume(mesh.vertices, mesh.tetrahedra.cells);
    const auto count = static_cast<double>(mesh.tetrahedra.size());
    const bool right = expected > 0 && std::abs(got / expected - 1) < accuracy;
    const bool thin = count == 0 && cubes <= 1;
    if (count <= most && (right || (spacing == finest && !thin)))
      return {std::move(mesh), spacing, !right};
    if (volume == 0) expected = got;
    const double more = more_cubes(cubes);
    const double growth = more / cubes;
    search.add(std::move(mesh), spacing);
    // Tetrahedra grow with the square of the resolution at least.
    if (thin || count * growth * growth > most) {
      Filling filling = search.run();
      filling.capped = true;
      return filling;
    }
    cubes = more;
  }
}

}  // namespace

double finest_spacing(const Box& box, double most_points) {
  const Vec3d size = box.size();
  const double longest = std::max({size.x, size.y, size.z});
  double spacing = std::max(std::cbrt(2 * volume_of(box) / most_points), longest / most_points);
  for (;; spacing *= 1.1) {
    double points = 2;
    for (int axis = 0; axis < 3; ++axis) points *= size[axis] / spacing + 2 * block_cells;
    if (points < most_points) return spacing;
  }
}

Filling fill(const Field& field, const MesherOptions& options, double volume) {
  Filling filling;
  const double finest = finest_spacing(field.box(), lattice_of_thin_solid);
  if (options.edge == 0 && finest > greatest_spacing(field.box())) return {{}, finest, false};
  if (options.edge > 0)
    filling = {stuff(field, options.edge, options.graded, options.progress), options.edge, false};
  else if (options.tetrahedra > 0)
    filling = fill_by_count(field, options);
  else
    filling = fill_by_volume(field, options, volume);
  if (options.progress) options.progress(1, "done");
  return filling;
}

}  // namespace pliant::generate
