#include "model/mass_spring_sample.h"

#include <vector>

namespace pliant {

std::optional<TetMesh> sample_patches(const TetMesh& mesh, std::size_t tetrahedra,
                                      std::size_t patches) {
  const auto all = mesh.tetrahedra();
  if (all.size() <= tetrahedra) return std::nullopt;
  std::vector<char> taken(all.size(), 0);
  std::vector<Index> seen_from(mesh.vertices().size(), no_index);  // the last seed that reached it
  std::vector<Index> chosen;
  for (std::size_t patch = 0; patch < patches; ++patch) {
    const std::size_t enough = tetrahedra * (patch + 1) / patches;
    auto seed = static_cast<Index>((2 * patch + 1) * all.size() / (2 * patches));
    // Another seed where a part of the mesh is used up.
    while (chosen.size() < enough) {
      while (taken[seed]) seed = seed + 1 < all.size() ? seed + 1 : 0;
      std::vector<Index> queue{all[seed][0]};
      for (std::size_t next = 0; next < queue.size() && chosen.size() < enough; ++next)
        for (Index t : mesh.vertex_tetrahedra()[queue[next]]) {
          if (!taken[t]) chosen.push_back(t);
          taken[t] = 1;
          for (Index v : all[t]) {
            if (seen_from[v] == seed) continue;
            seen_from[v] = seed;
            queue.push_back(v);
          }
        }
    }
  }

  std::vector<Index> number(mesh.vertices().size(), no_index);
  Mesh sample;
  for (Index t : chosen) {
    Tetrahedron& copy = sample.tetrahedra.cells.emplace_back(all[t]);
    for (Index& v : copy) {
      if (number[v] == no_index) {
        number[v] = static_cast<Index>(sample.vertices.size());
        sample.vertices.push_back(mesh.vertices()[v]);
      }
      v = number[v];
    }
  }
  return TetMesh(std::move(sample));
}

}  // namespace pliant
