#include "cases/fan.h"

#include <pliant/masses.h>
#include <pliant/material.h>
#include <pliant/quality.h>

#include "model/mass_spring_fit.h"

namespace pliant::bench {

namespace {

template <class Cells>
std::vector<Index> flat(const Cells& cells) {
  std::vector<Index> out;
  for (const auto& cell : cells) out.insert(out.end(), cell.begin(), cell.end());
  return out;
}

// A set of relations with energies of `young` times the volume of each, and damping alike.
Relations stiff_as(std::string law, std::vector<Index> vertices, std::vector<double> volumes,
                   const Material& material) {
  std::vector<double> damping = volumes;
  for (double& k : volumes) k *= material.young;
  for (double& c : damping) c *= material.young * material.damping_time;
  return {std::move(law), std::move(vertices), {std::move(volumes), std::move(damping)}, {}};
}

}  // namespace

Body fan_body(const TetMesh& mesh) {
  const Material rubber = material("rubber");
  Body body;
  body.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  body.masses = vertex_masses(mesh, rubber.density, MassDistribution::lumped);
  body.relations.push_back(
      stiff_as("DistanceSpring", flat(mesh.edges()), edge_volumes(mesh), rubber));
  body.relations.push_back(stiff_as("VolumePreserve", flat(mesh.tetrahedra()),
                                    tetrahedron_volumes(mesh.mesh()), rubber));
  return body;
}

}  // namespace pliant::bench
