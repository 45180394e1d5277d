#include <gtest/gtest.h>

#include "tools/sight.h"

namespace pliant::viewer {
namespace {

Sight some_sight() {
  Sight sight;
  sight.camera.target = {1, 2, -3};
  sight.camera.yaw = 40;
  sight.camera.pitch = -25;
  sight.camera.distance = 5;
  sight.camera.shift = 0.3;
  sight.corner = {120, 30};
  sight.width = 700;
  sight.height = 500;
  return sight;
}

// Where OpenGL draws it.
Point drawn_at(const Sight& sight, const Vec3d& place) {
  const auto m = sight.camera.matrix(sight.width / sight.height, {});
  double clip[4];
  for (int row = 0; row < 4; ++row)
    clip[row] =
        m.at(row, 0) * place.x + m.at(row, 1) * place.y + m.at(row, 2) * place.z + m.at(row, 3);
  return {sight.corner.x + (clip[0] / clip[3] + 1) / 2 * sight.width,
          sight.corner.y + (1 - clip[1] / clip[3]) / 2 * sight.height};
}

TEST(Sight, SeesPlacesWhereTheyAreDrawn) {
  const Sight sight = some_sight();
  for (const Vec3d& place : {Vec3d{1, 2, -3}, Vec3d{1.5, 2.2, -2.6}, Vec3d{0, 1, -4}}) {
    const auto seen = sight.seen_at(place);
    ASSERT_TRUE(seen);
    EXPECT_NEAR(seen->x, drawn_at(sight, place).x, 1e-9);
    EXPECT_NEAR(seen->y, drawn_at(sight, place).y, 1e-9);
  }
}

TEST(Sight, SeesNothingBehindTheEye) {
  const Sight sight = some_sight();
  EXPECT_FALSE(sight.seen_at(sight.camera.eye() + sight.camera.back()));
  EXPECT_FALSE(sight.seen_at(sight.camera.eye()));
}

TEST(Sight, RaysPassThroughWhatIsSeenThere) {
  const Sight sight = some_sight();
  const Vec3d place{1.5, 2.2, -2.6};
  const Ray ray = sight.ray(drawn_at(sight, place));
  EXPECT_NEAR(length(ray.direction), 1, 1e-14);
  EXPECT_LT(length(cross(ray.direction, place - ray.from)), 1e-12);
  EXPECT_GT(dot(ray.direction, place - ray.from), 0);
}

TEST(Sight, KeepsTheDepthOfAPlaceThatIsDragged) {
  const Sight sight = some_sight();
  const Vec3d start{1.5, 2.2, -2.6};
  const Vec3d moved = sight.at_depth({400, 333}, start);
  EXPECT_NEAR(sight.depth(moved), sight.depth(start), 1e-12);
  EXPECT_NEAR(drawn_at(sight, moved).x, 400, 1e-9);
  EXPECT_NEAR(drawn_at(sight, moved).y, 333, 1e-9);
}

TEST(Sight, KnowsHowLargeThingsAreSeen) {
  const Sight sight = some_sight();
  const Vec3d place{1.5, 2.2, -2.6};
  const Point seen = drawn_at(sight, place);
  const double unit = sight.unit_at(place);
  EXPECT_NEAR(drawn_at(sight, place + sight.camera.up() * unit).y, seen.y - 1, 1e-9);
  EXPECT_NEAR(drawn_at(sight, place + sight.camera.right() * unit).x, seen.x + 1, 1e-9);
}

TEST(Sight, IsAsExactFarFromTheOrigin) {
  Sight sight = some_sight();
  sight.camera.target = {1e6, -1e6, 1e6};
  const Vec3d place = sight.camera.target + Vec3d{0.3, 0.1, 0.2};
  const Vec3d back = sight.at_depth(sight.seen_at(place).value(), place);
  EXPECT_LT(length(back - place), 1e-8);
}

}  // namespace
}  // namespace pliant::viewer
