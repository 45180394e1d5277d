#pragma once

#include <pliant/mesh.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace pliant::render {

/// Pixels in rows from the top, red green blue.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
};

struct PictureOptions {
  int width = 800, height = 600;
  double yaw = -35, pitch = 15;  ///< where the eye stands around and above the object, degrees
  bool edges = true;             ///< draw the edges of the faces
  /// Cut away the part of the body nearer to the eye than this fraction of its depth; the
  /// tetrahedra behind stay whole. 0: nothing is cut.
  double cut = 0;
};

/// Draws a mesh as seen from far away, without a window or a graphics card: the boundary of its
/// tetrahedra and hexahedra, its triangles and its lines. An angle that is not finite counts as 0.
Image draw(const Mesh& mesh, const PictureOptions& options = {});

/// The bytes of a PNG file.
std::string png(const Image& image);

/// Throws InputError when the file cannot be written; what was there before stays then.
void write_png(const std::filesystem::path& file, const Image& image);

}  // namespace pliant::render
