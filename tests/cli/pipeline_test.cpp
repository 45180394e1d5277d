#include <gmock/gmock.h>
#include <pliant/io.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Pipeline = test::ProgramTest;

TEST_F(Pipeline, FromADamagedSurfaceToASoundBodyAndItsPicture) {
  ASSERT_EQ(pliant("mesh icosphere levels=3 -o ball.obj").code, 0);
  // Take a face away and turn another one round.
  Mesh surface = read_mesh(path("ball.obj"));
  surface.triangles.cells.pop_back();
  std::swap(surface.triangles[5][0], surface.triangles[5][1]);
  write_mesh(path("damaged.obj"), surface);

  const auto found = pliant("check damaged.obj --json");
  EXPECT_EQ(found.code, 1);
  EXPECT_FALSE(json::parse(found.out)["check"]["sound"]);
  EXPECT_THAT(pliant("check damaged.obj").out, HasSubstr("ERROR open edges              3"));

  const auto mended = pliant("check damaged.obj --repair mended.obj --json");
  EXPECT_EQ(mended.code, 0);
  EXPECT_TRUE(json::parse(mended.out)["repair"]["check"]["sound"]);

  const auto filled = pliant("mesh mended.obj -o body.vtu --tets 3000 --picture body.png --json");
  ASSERT_EQ(filled.code, 0);
  const json report = json::parse(filled.out);
  EXPECT_NEAR(report["tetrahedra"].get<double>(), 3000, 300);
  EXPECT_NEAR(report["volume"].get<double>() / report["surface_volume"].get<double>(), 1, 0.02);
  EXPECT_GE(report["smallest_dihedral_angle"], 10.7);
  EXPECT_LE(report["largest_dihedral_angle"], 164.8);
  EXPECT_EQ(text_of("body.png").substr(1, 3), "PNG");
  EXPECT_EQ(pliant("check body.vtu").code, 0);
}

TEST_F(Pipeline, TheMeshDoesNotDependOnTheNumberOfThreads) {
  ASSERT_EQ(pliant("mesh critter --tets 20000 -o default.node").code, 0);
  for (const char* threads : {"1", "2", "3"}) {
    setenv("PLIANT_THREADS", threads, 1);
    EXPECT_EQ(pliant("mesh critter --tets 20000 -o again.node").code, 0);
    EXPECT_EQ(text_of("again.node"), text_of("default.node")) << threads;
    EXPECT_EQ(text_of("again.ele"), text_of("default.ele")) << threads;
  }
  unsetenv("PLIANT_THREADS");
}

TEST_F(Pipeline, EveryShapeIsListedAndMade) {
  const json shapes = json::parse(pliant("shapes --json").out);
  EXPECT_GE(shapes.size(), 14u);
  for (const auto& shape : shapes) {
    const std::string name = shape["name"];
    EXPECT_EQ(pliant("mesh " + name + " -o shape.vtu").code, 0) << name;
    EXPECT_EQ(pliant("info shape.vtu").code, 0) << name;
    EXPECT_THAT(pliant("shapes " + name).out, HasSubstr(name));
  }
}

TEST_F(Pipeline, MistakesAreNamed) {
  EXPECT_THAT(pliant("mesh cubr -o a.vtu").err, HasSubstr("cube"));
  EXPECT_EQ(pliant("mesh cubr -o a.vtu").code, 2);
  EXPECT_THAT(pliant("mesh cube cels=3 -o a.vtu").err, HasSubstr("cells"));
  EXPECT_EQ(pliant("mesh cube cells=-3 -o a.vtu").code, 2);
  EXPECT_EQ(pliant("mesh cube cells=3 cells=4 -o a.vtu").code, 2);
  EXPECT_EQ(pliant("mesh cube cells -o a.vtu").code, 2);
  EXPECT_EQ(pliant("mesh cube --edge 0.1 -o a.vtu").code, 2);
  EXPECT_EQ(pliant("mesh critter --tets 900 --edge 0.1 -o a.vtu").code, 2);
  EXPECT_EQ(pliant("mesh cube -o a.nothing").code, 2);
  EXPECT_EQ(pliant("mesh cube -o nowhere/a.vtu").code, 1);
  EXPECT_FALSE(std::filesystem::exists(path("a.vtu")));
}

TEST_F(Pipeline, AFineSurfaceFollowsACoarseBody) {
  ASSERT_EQ(pliant("mesh icosphere levels=3 -o fine.obj").code, 0);
  ASSERT_EQ(pliant("mesh fine.obj --tets 500 -o rest.vtu").code, 0);
  const auto bend = [](Vec3d p) { return Vec3d{2 * p.x + p.y, p.y, p.z - p.x}; };  // affine
  Mesh body = read_mesh(path("rest.vtu"));
  for (Vec3d& v : body.vertices) v = bend(v);
  write_mesh(path("bent.vtu"), body);
  ASSERT_EQ(pliant("carry fine.obj rest.vtu bent.vtu -o moved.obj").code, 0);
  const Mesh before = read_mesh(path("fine.obj")), after = read_mesh(path("moved.obj"));
  ASSERT_EQ(before.vertices.size(), after.vertices.size());
  for (std::size_t i = 0; i < before.vertices.size(); ++i)
    EXPECT_LT(length(after.vertices[i] - bend(before.vertices[i])), 1e-12);
  EXPECT_EQ(pliant("carry fine.obj rest.vtu fine.obj -o moved.obj").code, 1);
}

TEST_F(Pipeline, GroupsAreNamedAndKept) {
  ASSERT_EQ(pliant("mesh cube cells=2 -o cube.vtu").code, 0);
  ASSERT_EQ(pliant("convert cube.vtu marked.vtu --group bottom=plane:0,0,0,0,1,0 "
                   "--group corner=nearest:9,9,9")
                .code,
            0);
  const json report = json::parse(pliant("info marked.vtu --json").out);
  EXPECT_EQ(report["groups"]["bottom"], 9);
  EXPECT_EQ(report["groups"]["corner"], 1);
  EXPECT_EQ(pliant("convert cube.vtu marked.vtu --group bottom").code, 2);
  EXPECT_EQ(pliant("convert cube.vtu marked.vtu --group bottom=box:1,2").code, 1);
}

TEST_F(Pipeline, VoronoiCellsFillTheBody) {
  ASSERT_EQ(pliant("mesh sphere -o ball.vtu").code, 0);
  const json report = json::parse(pliant("voronoi ball.vtu -o ball.str --json").out);
  EXPECT_NEAR(report["cell_volume_sum"].get<double>() / report["body_volume"].get<double>(), 1,
              1e-12);
  const Mesh mesh = read_mesh(path("ball.str"));
  ASSERT_TRUE(mesh.voronoi.has_value());
  EXPECT_EQ(mesh.voronoi->cell_faces.size(), mesh.vertices.size());
  EXPECT_EQ(pliant("voronoi ball.vtu -o ball.str --kind circumcentre").code, 0);
  ASSERT_EQ(pliant("mesh icosphere -o hollow.obj").code, 0);
  EXPECT_EQ(pliant("voronoi hollow.obj -o hollow.str").code, 1);
}

}  // namespace
}  // namespace pliant
