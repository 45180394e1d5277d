#include "render/picture.h"

#include <gtest/gtest.h>
#include <pliant/error.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <limits>
#include <random>

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

TEST(Picture, FacesThatMeetLeaveNoCrack) {
  // A square cut into a grid of triangles with shifted inner corners, so that edges meet samples
  // in every way; the aligned columns and rows pass through the middles of samples.
  for (const double shift : {0.0, 0.4}) {
    Mesh mesh;
    constexpr int n = 27;
    std::mt19937 random(7);
    std::uniform_real_distribution<double> off(-shift, shift);
    for (int y = 0; y <= n; ++y)
      for (int x = 0; x <= n; ++x) {
        const bool inner = x > 0 && y > 0 && x < n && y < n;
        mesh.vertices.push_back({x + (inner ? off(random) : 0), y + (inner ? off(random) : 0), 0});
      }
    for (Index y = 0; y < n; ++y)
      for (Index x = 0; x < n; ++x) {
        const Index a = y * (n + 1) + x, b = a + 1, c = b + n + 1, d = c - 1;
        mesh.triangles.cells.push_back({a, b, c});
        mesh.triangles.cells.push_back({a, c, d});
      }
    const Image image =
        render::draw(mesh, {.width = 90, .height = 90, .yaw = 0, .pitch = 0, .edges = false});
    const std::uint8_t* middle = &image.pixels[3 * (45 * 90 + 45)];
    for (int y = 5; y < 85; ++y)
      for (int x = 5; x < 85; ++x)
        EXPECT_EQ(std::memcmp(&image.pixels[3 * (y * 90 + x)], middle, 3), 0) << x << ' ' << y;
  }
}

TEST(Picture, FacesThatCutEachOtherHideEachOtherInPart) {
  Mesh mesh;  // z = 0 in front of z = x where x < 0; the second is tilted and so of another shade
  mesh.vertices = {{-1, -1, 0},  {1, -1, 0}, {1, 1, 0}, {-1, 1, 0},
                   {-1, -1, -1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, -1}};
  mesh.triangles.cells = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}};
  const Image image =
      render::draw(mesh, {.width = 100, .height = 100, .yaw = 0, .pitch = 0, .edges = false});
  const auto pixel = [&](int x, int y) { return &image.pixels[3 * (y * 100 + x)]; };
  ASSERT_NE(std::memcmp(pixel(25, 50), pixel(75, 50), 3), 0);
  for (int y = 10; y < 90; ++y)
    for (int x = 10; x < 90; ++x) {
      if (x >= 49 && x <= 51) continue;
      EXPECT_EQ(std::memcmp(pixel(x, y), pixel(x < 50 ? 25 : 75, 50), 3), 0) << x << ' ' << y;
    }
}

TEST(Picture, OptionsAndPlacesThatAreNotFiniteDoNoHarm) {
  const Mesh mesh = test::single_tetrahedron();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const PictureOptions plain{.width = 40, .height = 40, .yaw = 0, .pitch = 0};
  const Image expected = render::draw(mesh, plain);
  for (const double odd : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity}) {
    PictureOptions options = plain;
    options.yaw = options.pitch = odd;
    EXPECT_EQ(render::draw(mesh, options).pixels, expected.pixels);
    options.cut = odd;
    const Image cut = render::draw(mesh, options);
    EXPECT_EQ(covered(cut), odd > 0 ? 0u : covered(expected));
  }
  PictureOptions far_round = plain;
  far_round.yaw = 1e308;
  EXPECT_GT(covered(render::draw(mesh, far_round)), 0u);
  for (const double odd : {std::numeric_limits<double>::quiet_NaN(), infinity, 1e308, 1e-310}) {
    Mesh odd_mesh = mesh;
    odd_mesh.vertices[1].x = odd;
    odd_mesh.vertices[2].y = -odd;
    odd_mesh.lines.cells = {{0, 1}, {1, 2}};
    EXPECT_EQ(render::draw(odd_mesh, plain).pixels.size(), expected.pixels.size());
  }
}

TEST(Picture, IsWrittenWholeOrNotAtAll) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("pliant_picture_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const Image image = render::draw(test::single_tetrahedron(), {.width = 40, .height = 30});
  render::write_png(folder / "a.png", image);
  std::ifstream file(folder / "a.png", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  ASSERT_GE(bytes.size(), 45u);  // signature, IHDR with width and height, ..., IEND
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(bytes.substr(16, 8), std::string("\0\0\0\x28\0\0\0\x1e", 8));
  EXPECT_EQ(bytes.substr(bytes.size() - 8, 4), "IEND");
  EXPECT_THROW(render::write_png("/dev/full", image), InputError);
  EXPECT_THROW(render::write_png(folder / "missing" / "a.png", image), InputError);
  std::filesystem::remove_all(folder);
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
