#include <pliant/continuum.h>
#include <pliant/error.h>

#include <array>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "model/fibre_rest.h"
#include "relations/muscle_fibre.h"

namespace pliant {

void check_directions(const TetMesh& mesh, std::span<const Vec3d> directions) {
  if (directions.size() != 1 && directions.size() != mesh.tetrahedra().size())
    throw InputError("", 0,
                     text(directions.size(), " directions of fibres for ", mesh.tetrahedra().size(),
                          " tetrahedra"),
                     "give one, or one a tetrahedron");
  for (const Vec3d& direction : directions)
    if (!(squared_length(direction) > 0) || !is_finite(direction))
      throw InputError("", 0, "a direction of fibres has no length", "give a vector");
}

std::vector<Index> all_tetrahedra(const TetMesh& mesh) {
  std::vector<Index> all(mesh.tetrahedra().size());
  std::iota(all.begin(), all.end(), Index(0));
  return all;
}

std::vector<std::vector<double>> fibre_rest(const TetMesh& mesh, std::span<const Vec3d> directions,
                                            std::span<const Index> tetrahedra) {
  constexpr std::size_t count = rest_count<CorotatedFibre>;
  std::vector<std::vector<double>> rest(count);
  for (const Index t : tetrahedra) {
    Vec3d x[4];
    for (std::size_t i = 0; i < 4; ++i) x[i] = mesh.vertices()[mesh.tetrahedra()[t][i]];
    const Vec3d direction = directions[directions.size() == 1 ? 0 : t];
    const auto one = std::bit_cast<std::array<double, count>>(
        CorotatedFibre::rest_along(x, normalised(direction)));
    for (std::size_t i = 0; i < count; ++i) rest[i].push_back(one[i]);
  }
  return rest;
}

Relations muscle_relations(const TetMesh& mesh, const Muscle& muscle,
                           std::span<const Index> tetrahedra) {
  check_directions(mesh, muscle.directions);
  for (const auto& [name, value] : {std::pair("tension", muscle.tension),
                                    {"stiffness", muscle.stiffness},
                                    {"damping time", muscle.damping_time}})
    if (!(value >= 0) || !std::isfinite(value))
      throw InputError("", 0, text("the ", name, " of a muscle is ", value),
                       "give a number of at least zero");
  Relations set{std::string(MuscleFibre::info.name), {}, {}, {}};
  for (const Index t : tetrahedra)
    for (std::size_t i = 0; i < 4; ++i) set.vertices.push_back(mesh.tetrahedra()[t][i]);
  set.parameters = {{muscle.stiffness}, {muscle.tension}, {muscle.damping_time}};
  set.rest = fibre_rest(mesh, muscle.directions, tetrahedra);
  return set;
}

}  // namespace pliant
