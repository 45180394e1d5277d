#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/pose.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <algorithm>

namespace pliant {
namespace {

using testing::HasSubstr;

Mesh block() {
  Mesh mesh = make_shape("cube", {{"cells", 1}});
  for (Vec3d& p : mesh.vertices) p = {4 * p.x, 2 * p.y, 8 * p.z};
  return mesh;
}

Vec3d size_with(const MeshPose& pose) {
  Mesh mesh = block();
  apply(pose, mesh);
  return bounding_box(mesh.vertices).size();
}

void expect_near(const Vec3d& a, const Vec3d& b) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-12) << k;
}

TEST(Pose, OneThatSaysNothingChangesNoBit) {
  Mesh mesh = make_shape("critter", {{"tets", 500}});
  const Mesh before = mesh;
  apply({}, mesh);
  EXPECT_EQ(mesh, before);
}

TEST(Pose, UnitsScaleAndSize) {
  expect_near(size_with({.unit = "mm"}), {0.004, 0.002, 0.008});
  expect_near(size_with({.unit = "cm", .scale = 2}), {0.08, 0.04, 0.16});
  expect_near(size_with({.unit = "inch"}), {0.1016, 0.0508, 0.2032});
  expect_near(size_with({.unit = "m"}), {4, 2, 8});
  expect_near(size_with({.size = 0.4}), {0.2, 0.1, 0.4});
}

// Which corner of the block goes where, by hand.
TEST(Pose, TheAxisThatIsUpThenRotations) {
  EXPECT_EQ(turned(Vec3d{1, 2, 3}, MeshPose{.up = "z"}), (Vec3d{1, 3, -2}));
  expect_near(turned(Vec3d{1, 2, 3}, MeshPose{.rotation = {90, 0, 0}}), {1, -3, 2});
  expect_near(turned(Vec3d{1, 2, 3}, MeshPose{.rotation = {0, 90, 0}}), {3, 2, -1});
  expect_near(turned(Vec3d{1, 2, 3}, MeshPose{.rotation = {0, 0, 90}}), {-2, 1, 3});
  expect_near(turned(Vec3d{1, 2, 3}, MeshPose{.rotation = {90, 90, 0}}), {2, -3, -1});
  // Turned away again it is as it was; the size is that of the unturned one.
  expect_near(turned(Vec3d{1, 2, 3}, MeshPose{.up = "z", .rotation = {90, 0, 0}}), {1, 2, 3});
  expect_near(size_with({.size = 0.4, .rotation = {0, 0, 90}}), {0.1, 0.2, 0.4});
}

TEST(Pose, KeepsTheVolumeOfWhatItTurns) {
  Mesh mesh = block();
  const double before = total_volume(mesh.vertices, mesh.tetrahedra.cells);
  apply({.unit = "cm", .up = "z", .rotation = {10, 20, 30}}, mesh);
  EXPECT_NEAR(total_volume(mesh.vertices, mesh.tetrahedra.cells), before * 1e-6, 1e-15);
}

TEST(Pose, SaysWhatIsWrong) {
  const auto problem = [](const MeshPose& pose) -> std::string {
    try {
      (void)size_with(pose);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(problem({.unit = "km"}), HasSubstr("'km'"));
  EXPECT_THAT(problem({.up = "x"}), HasSubstr("say y or z"));
  EXPECT_THAT(problem({.scale = -1}), HasSubstr("-1"));
  EXPECT_THAT(problem({.size = -1}), HasSubstr("-1"));
  EXPECT_THAT(problem({.unit = "mm", .size = 1}), HasSubstr("both 'size' and 'unit'"));
  EXPECT_THAT(problem({.scale = 2, .size = 1}), HasSubstr("both 'size' and 'scale'"));
  EXPECT_THAT(problem({.rotation = {0, NAN, 0}}), HasSubstr("not finite"));
  Mesh point;
  point.vertices = {{1, 2, 3}};
  EXPECT_THROW(apply({.size = 1}, point), InputError);
}

Box box_of(double x, double y, double z) {
  return {{0, 0, 0}, {x, y, z}};
}

TEST(Pose, AsksForTheUnitOfWhatIsHardlyThatLarge) {
  EXPECT_EQ(unit_question("cow.obj", {}, box_of(100, 340, 200)),
            "cow.obj is 340 m high: is it in millimetres? --unit mm makes that 0.34 m");
  EXPECT_EQ(unit_question("cow.obj", {}, box_of(400, 340, 200), true),
            "cow.obj is 400 m long: is it in millimetres? unit = \"mm\" makes that 0.4 m");
  EXPECT_THAT(unit_question("a", {}, box_of(1e6, 1, 1)).value_or(""), HasSubstr("--size 0.3"));
  EXPECT_THAT(unit_question("a", {}, box_of(1e-4, 1e-4, 1e-4)).value_or(""),
              HasSubstr("--size 0.3"));
  // Millimetres were the wrong answer.
  EXPECT_THAT(unit_question("a", {.unit = "mm"}, box_of(3e-4, 1e-4, 1e-4)).value_or(""),
              HasSubstr("is it in metres? --unit m makes that 0.3 m"));
  for (const double usual : {1e-3, 0.1, 20.0})
    EXPECT_FALSE(unit_question("a", {}, box_of(usual, usual / 2, 0)));
  // Who has said it is not asked.
  for (const MeshPose& pose : {MeshPose{.unit = "m"}, MeshPose{.scale = 3}, MeshPose{.size = 300}})
    EXPECT_FALSE(unit_question("a", pose, box_of(300, 100, 100)));
}

}  // namespace
}  // namespace pliant
