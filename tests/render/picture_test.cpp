#include "render/picture.h"

#include <gtest/gtest.h>

#include "support/meshes.h"

namespace pliant {
namespace {

using render::Image;
using render::PictureOptions;

// Pixels that differ from the corner's, which shows the background.
std::size_t covered(const Image& image) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < image.pixels.size(); i += 3)
    count += !std::equal(&image.pixels[i], &image.pixels[i] + 3, image.pixels.data());
  return count;
}

TEST(Picture, FaceOnSquareCoversItsPixels) {
  Mesh square;
  square.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  square.triangles.cells = {{0, 1, 2}, {0, 2, 3}};
  const Image image = render::draw(square, {.width = 100, .height = 100, .yaw = 0, .pitch = 0});
  EXPECT_EQ(image.pixels.size(), 30000u);
  EXPECT_NEAR(static_cast<double>(covered(image)), 90.0 * 90.0, 200);
}

TEST(Picture, NearFacesHideFarOnes) {
  Mesh mesh;  // a far triangle behind a near one of the same outline, wound the other way
  mesh.vertices = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles.cells = {{0, 1, 2}};
  const PictureOptions front{.width = 60, .height = 60, .yaw = 0, .pitch = 0, .edges = false};
  const Image alone = render::draw(mesh, front);
  mesh.triangles.cells = {{0, 1, 2}, {3, 5, 4}};
  EXPECT_EQ(render::draw(mesh, front).pixels, alone.pixels);
  mesh.triangles.cells = {{3, 5, 4}};
  EXPECT_NE(render::draw(mesh, front).pixels, alone.pixels);
}

TEST(Picture, DegenerateMeshesAreDrawnWithoutHarm) {
  Mesh points;
  points.vertices = {{1, 1, 1}};
  points.triangles.cells = {{0, 0, 0}};
  points.lines.cells = {{0, 0}};
  EXPECT_EQ(render::draw(points, {.width = 32, .height = 32}).pixels.size(), 32u * 32 * 3);
  EXPECT_EQ(covered(render::draw(Mesh{}, {.width = 32, .height = 32})), 0u);
}

TEST(Picture, ACutLaysTheInsideOpen) {
  Mesh mesh = test::single_tetrahedron();
  mesh.vertices.push_back({0, 0, -1});
  mesh.tetrahedra.cells.push_back({0, 2, 1, 4});
  const PictureOptions whole{.width = 80, .height = 80, .yaw = 0, .pitch = 0};
  PictureOptions cut = whole;
  cut.cut = 0.5;
  EXPECT_NE(render::draw(mesh, cut).pixels, render::draw(mesh, whole).pixels);
}

}  // namespace
}  // namespace pliant
