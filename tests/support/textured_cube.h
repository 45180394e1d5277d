#pragma once

#include "mesh/surface_look.h"
#include "render/picture.h"
#include "support/surfaces.h"

namespace pliant::test {

/// A picture of 2 x 2 pixels: red and green above, blue and white below.
inline std::string four_colours() {
  return render::png({2, 2, {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}});
}

/// A cube whose sides each show the whole picture; the two sides across x have a plain material,
/// and normals are split at all edges. Numbers are in the order in which readers have them.
inline Mesh textured_cube() {
  Mesh cube = cube_surface({-1, -1, -1}, 2);
  Appearance look;
  look.texture_points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  look.images = {{"four.png", four_colours()}};
  look.materials = {{.name = "picture", .roughness = 0.5, .image = 0},
                    {.name = "grey", .colour = {0.25, 0.5, 0.75, 1}, .metallic = 1}};
  for (const Triangle& t : cube.triangles.cells) {
    const auto& [a, b, c] = t;
    const Vec3d n =
        normalised(cross(cube.vertices[b] - cube.vertices[a], cube.vertices[c] - cube.vertices[a]));
    const int axis = std::abs(n.x) > 0.5 ? 0 : std::abs(n.y) > 0.5 ? 1 : 2;
    look.normals.push_back(n);
    const auto number = static_cast<Index>(look.normals.size() - 1);
    look.normal_corners.push_back({number, number, number});
    Triangle corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d& p = cube.vertices[t[k]];
      const bool right = p[axis == 0 ? 2 : 0] > 0, up = p[axis == 1 ? 2 : 1] > 0;
      corners[k] = up ? (right ? 2 : 3) : (right ? 1 : 0);
    }
    look.texture_corners.push_back(corners);
    look.triangle_materials.push_back(axis == 0 ? 1 : 0);
  }
  cube.appearance = std::move(look);
  tidy_appearance(cube);
  return cube;
}

/// What a corner of a triangle looks like, whatever its numbers are.
struct CornerLook {
  Vec3d place, normal;
  std::array<double, 2> texture;
  std::string material, picture;
  std::array<double, 4> colour;
  double metallic, roughness;
  bool operator==(const CornerLook&) const = default;
};

inline std::vector<CornerLook> corner_looks(const Mesh& mesh) {
  std::vector<CornerLook> all;
  const Appearance& look = mesh.appearance.value();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const SurfaceMaterial& m = look.materials.at(look.triangle_materials.at(t));
    for (std::size_t k = 0; k < 3; ++k)
      all.push_back({mesh.vertices[mesh.triangles[t][k]],
                     look.normals.at(look.normal_corners.at(t)[k]),
                     look.texture_points.at(look.texture_corners.at(t)[k]), m.name,
                     m.image == no_index ? "" : look.images.at(m.image).bytes, m.colour, m.metallic,
                     m.roughness});
  }
  return all;
}

}  // namespace pliant::test
