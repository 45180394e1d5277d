#pragma once

#include <pliant/voronoi_diagram.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pliant {

/// The bytes of a picture file, PNG or JPEG.
struct TextureImage {
  std::string name;  ///< of the file, without folders; may be empty
  std::string bytes;

  bool operator==(const TextureImage&) const = default;
};

/// What a part of a surface looks like: the metallic-roughness material of glTF 2.0.
struct SurfaceMaterial {
  std::string name;
  std::array<double, 4> colour{1, 1, 1, 1};  ///< linear red, green, blue, then opacity
  double metallic = 0, roughness = 0.8;      ///< 0 to 1
  Index image = no_index;                    ///< whose colours multiply `colour`

  bool operator==(const SurfaceMaterial&) const = default;
};

/// What the triangles of a mesh look like at rest. Corners have texture points and normals of their
/// own, so that a vertex on a seam or a sharp edge is one vertex still. A list by triangle is empty
/// or as long as the mesh's triangles; no_index stands for none.
struct Appearance {
  using Corners = std::array<Index, 3>;

  std::vector<std::array<double, 2>> texture_points;  ///< from the image's lower left: right, up
  std::vector<Vec3d> normals;                         ///< of any length
  std::vector<Corners> texture_corners;               ///< by triangle: of texture_points
  std::vector<Corners> normal_corners;                ///< by triangle: of normals
  std::vector<Index> triangle_materials;              ///< by triangle
  std::vector<SurfaceMaterial> materials;
  std::vector<TextureImage> images;

  bool operator==(const Appearance&) const = default;
};

/// Pixels in rows from the top: red, green, blue, opacity.
struct TexturePixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};
inline constexpr int largest_texture = 8192;  ///< pixels across and down

}  // namespace pliant
