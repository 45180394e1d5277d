#include "reproduce/r06_meshes.h"

#include <pliant/shapes.h>

namespace pliant::app::r06 {

std::span<const PublishedMesh> triangle_meshes() {
  static const PublishedMesh meshes[] = {
      {8321, 16384, 108, 90, "sheet, 64 × 64", "cloth", {{"cells_x", 64}, {"cells_z", 64}}},
      {24578, 49152, 31, 20, "sphere from a cube", "icosphere", {{"faces", 12}, {"levels", 6}}},
      {33025, 65536, 29, 15, "sheet, 128 × 128", "cloth", {{"cells_x", 128}, {"cells_z", 128}}},
      {65538,
       131072,
       15,
       7,
       "sphere from an octahedron",
       "icosphere",
       {{"faces", 8}, {"levels", 7}}},
      {131585, 262144, 8, 3, "sheet, 256 × 256", "cloth", {{"cells_x", 256}, {"cells_z", 256}}}};
  return meshes;
}

std::span<const PublishedMesh> tetrahedral_meshes() {
  const auto cube = [](double cells) {
    return std::map<std::string, double>{{"cells", cells}, {"tets_per_cell", 6}};
  };
  static const PublishedMesh meshes[] = {
      {2783,
       13200,
       70,
       48,
       "grid, 10 × 10 × 22",
       "grid",
       {{"cells_x", 10}, {"cells_y", 10}, {"cells_z", 22}, {"width", 2.2}, {"tets_per_cell", 6}}},
      {3375, 16464, 57, 39, "grid, 14³", "cube", cube(14)},
      {4096, 20250, 48, 31, "grid, 15³", "cube", cube(15)},
      {9261, 48000, 28, 13, "grid, 20³", "cube", cube(20)},
      {12167, 63888, 22, 9, "grid, 22³", "cube", cube(22)},
      {17576, 93750, 16, 6, "grid, 25³", "cube", cube(25)},
      {29791, 162000, 10, 4, "grid, 30³", "cube", cube(30)}};
  return meshes;
}

std::span<const PublishedMesh> fans() {
  static const PublishedMesh meshes[] = {{2562, 5120, 64, 84, "ball", "fan", {{"levels", 4}}},
                                         {10242, 20480, 42, 19, "ball", "fan", {{"levels", 5}}}};
  return meshes;
}

Mesh grid_beside_fan(std::size_t fan) {
  if (fan == 0)
    return make_shape(
        "grid",
        {{"cells_x", 8}, {"cells_y", 8}, {"cells_z", 16}, {"width", 2}, {"tets_per_cell", 5}});
  return make_shape("cube", {{"cells", 16}, {"tets_per_cell", 5}});
}

}  // namespace pliant::app::r06
