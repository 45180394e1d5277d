#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/groups.h>
#include <pliant/modes.h>
#include <pliant/quality.h>
#include <pliant/spectral.h>
#include <pliant/stress.h>

#include <cmath>

#include "support/scenes.h"

namespace pliant {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// A bar of 1 m along x with its last half rigid, held at the other end; line 6 is the solid.
std::string bar(const std::string& solid, const std::string& rest = "",
                const std::string& body = "density = 1000") {
  return "sim = Simulation{seconds = 1, time_step = 0.002}\n"
         "sim:addBody{name = 'bar', mesh = 'grid', " +
         body +
         ", settings = {length = 1, height = 0.2,\n"
         "  width = 0.2, cells_x = 10, cells_y = 2, cells_z = 2, tets_per_cell = 5}}\n"
         "sim:addGroup{name = 'half', low = {-1e-6, -1, -1}, high = {1, 1, 1}}\n"
         "sim:addGroup{name = 'wall', point = {-0.5, 0, 0}, normal = {1, 0, 0}}\n"
         "sim:addAction(SpectralSolid{" +
         solid + "})\n" + rest;
}
const std::string good = "modes = 30, rigid = {'half'}, fixed = 'wall', young = 1e6, poisson = 0.3";

TEST(SpectralScenes, SaysWhatIsWrongWhereAndHowToMendIt) {
  const auto wrong = [](const std::string& script, const char* line, const char* what,
                        const char* cure) {
    EXPECT_THAT(test::problem(script), AllOf(HasSubstr(line), HasSubstr(what), HasSubstr(cure)))
        << script;
  };
  EXPECT_EQ(test::problem(bar(good, "sim:addAction(Gravity())")), "");
  // 54 vertices are deformable, of which nine are fixed.
  wrong(bar("modes = 200, rigid = {'half'}, fixed = 'wall', young = 1e6, poisson = 0.3"),
        "scene.lua:6", "200 modes are wanted of a deformable region with 135 degrees of freedom",
        "take at most 135");
  wrong(bar("modes = 3, rigid = {'half'}, young = 1e6, poisson = 0.3"), "scene.lua:6",
        "3 modes are too few", "take at least 6");
  wrong(bar("modes = 30, rigid = {'nearest:0,0,0,3'}, young = 1e6, poisson = 0.3"), "scene.lua:6",
        "holds no tetrahedron", "take a larger group");
  wrong(bar("modes = 30, rigid = {'bone'}, young = 1e6, poisson = 0.3"), "scene.lua:6",
        "there is no group 'bone'", "");
  wrong(bar("modes = 30, rigid = {'region:7'}, young = 1e6, poisson = 0.3"), "scene.lua:6",
        "holds no tetrahedron", "");
  wrong(bar("modes = 30, fixed = 'box:5,5,5,6,6,6', young = 1e6, poisson = 0.3"), "scene.lua:6",
        "no vertex is in the group", "");
  wrong(bar("modes = 30"), "scene.lua:6", "no material", "young");
  wrong(bar(good,
            "sim:addAction(Orient{group = 'half', start = 0.9,\n"
            "  rotation = function(t) return t end})"),
        "scene.lua:8", "the function of time gave a nil", "return three numbers");
  wrong(bar(good, "", "density = 0"), "scene.lua:6", "no density", "density");
  wrong(bar(good, "sim:addAction(SpectralSolid{modes = 30, young = 1e6, poisson = 0.3})"),
        "scene.lua:7", "is a spectral solid already", "add one");
}

TEST(SpectralScenes, OtherForcesAreToldToLeave) {
  const std::string other = "sim:addAction(MassSpringForces{young = 1e6, poisson = 0.3})";
  const auto refused = [](const std::string& line) {
    return AllOf(HasSubstr(line), HasSubstr("is a spectral solid"), HasSubstr("leave"));
  };
  EXPECT_THAT(test::problem(bar(good, other)), refused("scene.lua:7"));
  EXPECT_THAT(test::problem(bar(good, "sim:addAction(StrainLimit(1.2))")), refused("scene.lua:7"));
  EXPECT_THAT(test::problem(bar(good, "sim:addAction(SimpleVolumeConstraint())")),
              refused("scene.lua:7"));
  EXPECT_THAT(test::problem(bar(good, "sim:addAction(Pressure{group = 'wall', pressure = 1})")),
              refused("scene.lua:7"));
  EXPECT_THAT(test::problem(bar(good,
                                "sim:addAction(Cut{point = {0, 0, 0}, normal = {1, 0, 0}, "
                                "time = 0.5})")),
              AllOf(HasSubstr("scene.lua:7"), HasSubstr("cannot be cut"), HasSubstr("use ")));
  EXPECT_THAT(test::problem(bar(good, "sim:addAction(CalculateFlux{axis = 0, position = -0.2})")),
              AllOf(HasSubstr("scene.lua:7"), HasSubstr("no relations cross")));
  EXPECT_THAT(test::problem(bar(good, "sim:addAction(ElementVolumeConstraint())")),
              HasSubstr("scene.lua:7"));
}

TEST(SpectralScenes, AnIntegratorIsLeftOutWithANote) {
  const Scene scene = test::scene(bar(good, "sim:addAction(LeapFrog())"));
  SceneRun run(scene.simulation());
  ASSERT_EQ(run.notes().size(), 1u);
  EXPECT_THAT(run.notes()[0], HasSubstr("steps by itself"));
  const Scene without = test::scene(bar(good));
  SceneRun other(without.simulation());
  run.advance(20);
  other.advance(20);
  EXPECT_EQ(run.bodies()[0].state.positions(), other.bodies()[0].state.positions());
}

TEST(SpectralScenes, AnyStepIsStableAndALongOneNoted) {
  const Scene scene = test::scene(bar(good,
                                      "sim:addAction(Gravity())\nsim.time_step = 0.1\n"
                                      "sim.seconds = 100"));
  SceneRun run(scene.simulation());
  ASSERT_EQ(run.notes().size(), 1u);
  EXPECT_THAT(run.notes()[0], HasSubstr("too long to follow"));
  run.advance(run.last_step());
  for (const Vec3d& x : run.bodies()[0].state.positions()) EXPECT_LT(length(x), 1.5);
}

// Two ends of what is rigid are pulled apart.
TEST(SpectralScenes, HandlesThatContradictEachOtherAreNamed) {
  const auto pulled = [](double speed) {
    return test::problem(bar(
        good, text("sim:addAction(Drive{group = 'nearest:0.1,0.1,0', path = function(t) return "
                   "-",
                   speed,
                   " * t, 0, 0 end})\n"
                   "sim:addAction(Drive{group = 'nearest:0.5,0.1,0', path = function(t) return ",
                   speed, " * t, 0, 0 end})")));
  };
  EXPECT_THAT(pulled(10), AllOf(HasSubstr("scene.lua:6"), HasSubstr("contradict"),
                                HasSubstr("release one of them")));
  EXPECT_EQ(pulled(0), "");
}

TEST(SpectralScenes, PiecesThatDoNotHangTogetherAreRefused) {
  Mesh two;
  two.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                  {5, 0, 0}, {6, 0, 0}, {5, 1, 0}, {5, 0, 1}};
  two.tetrahedra.cells = {{0, 1, 2, 3}, {4, 5, 6, 7}};
  Simulation sim;
  sim.add_body({.density = 1000, .solid = std::make_shared<const TetMesh>(two)});
  sim.settings.value.seconds = 1;
  sim.add(action::SpectralSolid{.modes = 6, .young = 1e6, .poisson = 0.3});
  try {
    SceneRun run(sim);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("falls into 2 pieces"), HasSubstr("body of its own")));
  }
}

// How far the end comes down in a solid of linear tetrahedra whose second half is 10⁴ times as
// stiff, under the weight of its vertices in a gravity of 1 m/s².
double end_by_statics(const RunBody& body) {
  std::vector<Material> materials;
  for (const Tetrahedron& t : body.mesh->tetrahedra()) {
    double x = 0;
    for (const Index v : t) x += body.mesh->vertices()[v].x / 4;
    materials.push_back(make_material(x > 0 ? 1e10 : 1e6, 0.3, 1000));
  }
  std::vector<Index> fixed;
  std::vector<Vec3d> forces;
  for (std::size_t v = 0; v < body.masses.size(); ++v) {
    forces.push_back({0, -body.masses[v], 0});
    if (body.mesh->vertices()[v].x < -0.499) fixed.push_back(static_cast<Index>(v));
  }
  const std::vector<Vec3d> u = static_displacements(body.mesh->vertices(), body.mesh->tetrahedra(),
                                                    materials, fixed, forces);
  return -u[nearest_vertices(body.mesh->mesh(), {0.5, 0.1, 0}, 1)[0]].y;
}

TEST(SpectralScenes, TheRigidHalfStaysAsItIsAndTheSoftOneBends) {
  const Scene scene = test::scene(bar(good + ", damping_time = 0.05",
                                      "sim:addAction(Gravity(1))\n"
                                      "sim:addAction(GlobalDamping(0.98))\n"
                                      "sim.seconds = 4"));
  SceneRun run(scene.simulation());
  run.advance(run.last_step());
  const RunBody& body = run.bodies()[0];
  const std::vector<Vec3d> x = body.state.positions();
  const auto rest = body.mesh->vertices();
  double longest = 0;
  for (std::size_t a = 0; a < x.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b)
      if (rest[a].x > -1e-6 && rest[b].x > -1e-6)
        longest = std::max(longest, std::abs(length(x[a] - x[b]) - length(rest[a] - rest[b])));
  }
  EXPECT_LT(longest, 1e-5);
  const Index end = nearest_vertices(body.mesh->mesh(), {0.5, 0.1, 0}, 1)[0];
  const double expected = end_by_statics(body);
  EXPECT_GT(expected, 0.01);
  EXPECT_NEAR(rest[end].y - x[end].y, expected, 0.05 * expected);
  EXPECT_NEAR(total_volume(x, body.mesh->tetrahedra()) / body.mesh->volume(), 1, 0.01);
  EXPECT_LT(boundary_deviation(body.state), 1e-3);
}

TEST(SpectralScenes, OrientTurnsTheEndAndLetsGo) {
  const auto turned = [](const std::string& orient, double seconds) {
    const Scene scene = test::scene(
        bar(good + ", damping_time = 0.05",
            "sim:addAction(Orient{group = 'nearest:0.5,0,0', " + orient + "})\nsim.seconds = 3"));
    SceneRun run(scene.simulation());
    run.advance(run.step_at(seconds));
    const RunBody& body = run.bodies()[0];
    const auto rows =
        orientation(body.state, nearest_vertices(body.mesh->mesh(), {0.5, 0, 0}, 1)[0]);
    return std::atan2(rows[2].y, rows[1].y);  // about x
  };
  EXPECT_NEAR(turned("rotation = {0.6, 0, 0}, seconds = 1", 0.5), 0.3, 0.01);
  EXPECT_NEAR(turned("rotation = {0.6, 0, 0}, seconds = 1", 2), 0.6, 1e-3);
  EXPECT_NEAR(turned("rotation = function(t) return 0.3 * t, 0, 0 end, start = 0.5", 1.5), 0.3,
              0.01);
  EXPECT_LT(turned("rotation = {0.6, 0, 0}, seconds = 1, hold = false", 1.2), 0.5);
  EXPECT_THAT(test::problem(test::cube_scene("sim:addAction(Orient{group = 'nearest:0,0,0', "
                                             "rotation = {1, 0, 0}})\nsim.seconds = 1")),
              AllOf(HasSubstr("is no spectral solid"), HasSubstr("Rotate")));
}

TEST(SpectralScenes, JointsLinesAndStabilisationAreRead) {
  const std::string parts =
      "sim:addGroup{name = 'thigh', low = {-0.31, -1, -1}, high = {-0.09, 1, 1}}\n"
      "sim:addGroup{name = 'shin', low = {0.09, -1, -1}, high = {0.31, 1, 1}}\n"
      "sim:addAction(SpectralSolid{modes = 30, rigid = {'thigh', 'shin'}, young = 1e6, poisson = "
      "0.3, fixed = 'wall', ";
  const auto said = [&](const std::string& rest) {
    std::string script = bar("", "", "density = 1000");
    script.resize(script.rfind("sim:addAction"));
    return test::problem(script + parts + rest + "})");
  };
  EXPECT_EQ(said("joints = {'hinge:thigh,shin,0,0,0,0,0,1'}, p1 = 50, p2 = 50"), "");
  EXPECT_EQ(said("joints = {'ball:shin,thigh,0,0,0'}, lines = {'nearest:0,0,0,3'}"), "");
  const auto wrong = [&](const std::string& rest, const char* what) {
    EXPECT_THAT(said(rest), AllOf(HasSubstr("scene.lua:8"), HasSubstr(what)));
  };
  wrong("joints = {'slide:thigh,shin,0,0,0'}", "is neither a ball nor a hinge");
  wrong("joints = {'ball:thigh,shin,0,0'}", "has 'shin' for a number");
  wrong("joints = {'ball:thigh,shin,0,zero,0'}", "has 'zero' for a number");
  wrong("joints = {'hinge:thigh,shin,0,0,0,0,0,0'}", "axis without length");
  wrong("joints = {'ball:thigh,foot,0,0,0'}", "is not between two groups of 'rigid'");
  wrong("lines = {'nearest:0,0,0'}", "fewer than two vertices");
  wrong("lines = {'wall'}, p1 = 3", "p1 without p2");
}

TEST(SpectralScenes, ASupportBearsTheWeightAndTheStressIsRecorded) {
  const Scene scene = test::scene(
      bar(good + ", damping_time = 0.05",
          "sim:addAction(Gravity())\nsim:addAction(GlobalDamping(0.98))\n"
          "sim:addAction(Probe{quantity = 'reaction', group = 'wall'})\nsim.seconds = 4"));
  SceneRun run(scene.simulation());
  run.advance(run.last_step());
  EXPECT_NEAR(run.measure("reaction")[1], 9.81 * 40, 0.05);
  std::size_t stressed = 0, unknown = 0;
  for (const Stress& s : element_stresses(*run.bodies()[0].mesh, run.bodies()[0].state)) {
    stressed += von_mises(s) > 100;
    unknown += std::isnan(von_mises(s));
  }
  EXPECT_GT(stressed, 50u);
  EXPECT_EQ(unknown, 100u);  // the rigid half
}

TEST(SpectralScenes, EAndGAreNotedWhereTheyKeepTheVolume) {
  const auto notes = [](const std::string& shear) {
    const Scene scene =
        test::scene(bar("modes = 30, fixed = 'wall', young = 3e6, shear = " + shear));
    return SceneRun(scene.simulation()).notes();
  };
  EXPECT_TRUE(notes("1.2e6").empty());
  ASSERT_EQ(notes("1e6").size(), 1u);
  EXPECT_THAT(notes("1e6")[0], HasSubstr("keeps its volume"));
}

}  // namespace
}  // namespace pliant
