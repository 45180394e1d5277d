#include <pliant/error.h>
#include <pliant/published.h>

#include <algorithm>
#include <cmath>

#include "base/nearest_name.h"
#include "base/text.h"
#include "mesh/cells.h"

namespace pliant {

namespace {

std::vector<double> masses_of(const TetMesh& mesh, const PublishedSolid& c) {
  if (!(std::isfinite(c.mass) && c.mass > 0))
    throw InputError("", 0, text("the mass is ", c.mass), "give a positive number of kilograms");
  std::vector<double> masses = c.masses == MassDistribution::average_volume
                                   ? average_volume_masses(mesh, c.mass)
                                   : vertex_masses(mesh, c.mass / mesh.volume(), c.masses);
  if (c.largest_inverse_mass > 0) truncate_inverse_masses(masses, c.largest_inverse_mass);
  return masses;
}

}  // namespace

Body published_solid(const TetMesh& mesh, const PublishedSolid& c) {
  Body body;
  body.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  body.tetrahedra.assign(mesh.tetrahedra().begin(), mesh.tetrahedra().end());
  body.masses = masses_of(mesh, c);
  body.relations.push_back(
      {"DistanceSpringAsPublished", flat(mesh.edges()), {{c.distance}, {c.distance_damping}}, {}});
  body.relations.push_back(
      {c.normal_damping ? "VolumePreserveNormalDamping" : "VolumePreserveAsPublished",
       flat(mesh.tetrahedra()),
       {{c.volume}, {c.volume_damping}},
       {}});
  return body;
}

std::span<const PublishedBody> published_bodies() {
  // kg, 1/kg, k_D and its damping, k_V and its damping, s.
  static const PublishedBody bodies[] = {
      {"cube", {50, 0, 50, 0.001, 25, 0.01}, 0.008},
      {"bunny", {75, 500, 50, 0.001, 20, 0.01}, 0.005},
      {"bunny2", {100, 500, 50, 0.001, 20, 0.01}, 0.005},
      {"dragon", {200, 250, 30, 0.001, 20, 0.002}, 0.0025},
      {"armadillo", {200, 2000, 40, 0.00001, 20, 0.001}, 0.0025},
  };
  return bodies;
}

const PublishedBody& published_body(std::string_view name) {
  std::vector<std::string> names;
  for (const PublishedBody& body : published_bodies()) {
    if (body.name == name) return body;
    names.emplace_back(body.name);
  }
  throw InputError("", 0, text("L13 has no body '", name.substr(0, 64), "'"),
                   nearest_name(name, names));
}

}  // namespace pliant
