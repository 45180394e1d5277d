#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/io.h>
#include <pliant/quality.h>
#include <pliant/run.h>
#include <pliant/shapes.h>

#include "support/folder_test.h"
#include "support/scenes.h"

namespace pliant {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// A block of 300 x 100 x 200, as drawn in millimetres with z up, in a file of the test's own.
class PoseScene : public test::FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    Mesh mesh = make_shape("cube", {{"cells", 1}});
    for (Vec3d& p : mesh.vertices) p = {300 * p.x, 100 * p.y, 200 * p.z};
    file_ = folder() / "block.vtu";
    write_mesh(file_, mesh);
  }

  SceneRun run(const std::string& settings) const {
    return SceneRun(test::scene("sim = Simulation{seconds = 0.001}\n"
                                "sim:addBody{mesh = '" +
                                file_.string() + "', material = 'rubber'" + settings +
                                "}\nsim:addAction(MassSpringForces())")
                        .simulation());
  }
  Vec3d size_with(const std::string& settings) const {
    return bounding_box(run(settings).bodies()[0].mesh->vertices()).size();
  }

  std::filesystem::path file_;
};

void expect_size(const Vec3d& size, double x, double y, double z) {
  EXPECT_NEAR(size.x, x, 1e-9);
  EXPECT_NEAR(size.y, y, 1e-9);
  EXPECT_NEAR(size.z, z, 1e-9);
}

TEST_F(PoseScene, UnitSizeAndUp) {
  expect_size(size_with(", unit = 'mm'"), 0.3, 0.1, 0.2);
  expect_size(size_with(", unit = 'mm', up = 'z'"), 0.3, 0.2, 0.1);
  expect_size(size_with(", size = 0.6, rotation = {0, 0, 90}"), 0.2, 0.6, 0.4);
  expect_size(size_with(", unit = 'cm', scale = 0.5"), 1.5, 0.5, 1);
}

TEST_F(PoseScene, AsksForTheUnitOnce) {
  const auto question = HasSubstr("is 300 m long: is it in millimetres? unit = \"mm\"");
  EXPECT_THAT(run("").notes(), Contains(question));
  EXPECT_THAT(run(", unit = 'mm'").notes(), Not(Contains(HasSubstr("is it in"))));
  EXPECT_THAT(run(", unit = 'm'").notes(), Not(Contains(HasSubstr("is it in"))));
}

TEST_F(PoseScene, ObstaclesToo) {
  const Scene scene = test::scene(
      test::cube_scene("sim:addAction(SolidObstacle{mesh = '" + file_.string() +
                       "', unit = 'mm', up = 'z', position = {0, -5, 0}})\nsim.seconds = 0.001"));
  SceneRun run(scene.simulation());
  const auto drawn = drawn_obstacles(run.bodies());
  ASSERT_EQ(drawn.size(), 1u);
  expect_size(bounding_box(drawn[0].surface.vertices).size(), 0.3, 0.2, 0.1);
}

}  // namespace
}  // namespace pliant
