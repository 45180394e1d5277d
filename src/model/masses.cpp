#include "model/masses.h"

#include <pliant/quality.h>

#include <numeric>

namespace pliant {

std::vector<double> average_volume_masses(const TetMesh& mesh, double total_mass) {
  const std::vector<double> volumes = tetrahedron_volumes(mesh.mesh());
  std::vector<double> masses(mesh.vertices().size(), 0.0);
  for (std::size_t v = 0; v < masses.size(); ++v) {
    const auto touching = mesh.vertex_tetrahedra()[v];
    for (Index t : touching) masses[v] += volumes[t];
    if (!touching.empty()) masses[v] /= static_cast<double>(touching.size());
  }
  const double scale = total_mass / std::accumulate(masses.begin(), masses.end(), 0.0);
  for (double& m : masses) m *= scale;
  return masses;
}

}  // namespace pliant
