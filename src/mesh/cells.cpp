#include "mesh/cells.h"

namespace pliant {

void renumber(Mesh& mesh, const std::vector<Index>& number) {
  const auto apply = [&](auto& cells) {
    for (auto& cell : cells.cells)
      for (Index& v : cell) v = number[v];
  };
  apply(mesh.lines);
  apply(mesh.triangles);
  apply(mesh.tetrahedra);
  apply(mesh.hexahedra);
  for (auto& [name, members] : mesh.groups) {
    for (Index& v : members) v = number[v];
    std::erase(members, no_index);
    std::ranges::sort(members);
    members.erase(std::unique(members.begin(), members.end()), members.end());
  }
}

}  // namespace pliant
