#include <gmock/gmock.h>
#include <pliant/actions.h>
#include <pliant/probes.h>
#include <pliant/recording.h>

#include <cmath>
#include <fstream>

#include "support/folder_test.h"
#include "support/intersections.h"
#include "support/recordings.h"
#include "support/scenes.h"

// Bodies that touch, as scenes have them.

namespace pliant {
namespace {

using test::problem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double side = 0.1, density = 1000, gap = 0.002;       // m, kg/m³, m
constexpr double weight = side * side * side * density * 9.81;  // N

// Two cubes of 10 cm, one 2 mm above the other.
std::string two_cubes(const std::string& rest, double seconds = 0.02) {
  return text("sim = Simulation{seconds = ", seconds,
              "}\n"
              "for i, name in ipairs{'lower', 'upper'} do\n"
              "  sim:addBody{name = name, mesh = 'cube', density = 1000, settings = {size = 0.1, "
              "cells = 2}, position = {0, (i - 1) * 0.102, 0}}\n"
              "end\n"
              "sim:addAction(ElasticForces{young = 1e5, poisson = 0.3, damping_time = 0.005})\n"
              "sim:addAction(Gravity())\n"
              "sim:addAction(Ground())\n",
              rest);
}

class ContactScene : public test::FolderTest {};

TEST_F(ContactScene, SeveralBodiesTouchWithoutBeingAsked) {
  const Scene scene = test::scene(two_cubes("", 0.5));
  SceneRun run(scene.simulation());
  EXPECT_THAT(run.notes(), Contains(AllOf(HasSubstr("both bodies touch each other (friction 0.5"),
                                          HasSubstr("Contact{touch = false}"))));
  ASSERT_TRUE(run.world().contact());
  EXPECT_FALSE(run.world().contact()->self);
  run.advance(run.last_step());
  // Where nothing touched it would have come to lie in the lower one.
  double lowest = 1;
  for (const Vec3d& x : run.bodies()[1].positions()) lowest = std::min(lowest, x.y);
  EXPECT_GT(lowest, 0.9 * side);
  EXPECT_EQ(test::Intersections(run).left_out(), 0u);
}

TEST_F(ContactScene, OneBodyTouchesItselfWhereThatIsAskedForAlone) {
  const std::string cube = test::cube_scene("sim.seconds = 0.001\n", 2);
  const Scene plain = test::scene(cube);
  EXPECT_FALSE(SceneRun(plain.simulation()).world().contact());
  const Scene asked = test::scene(cube + "sim:addAction(Contact())\n");
  const SceneRun run(asked.simulation());
  ASSERT_TRUE(run.world().contact());
  EXPECT_TRUE(run.world().contact()->self);
  EXPECT_THAT(run.notes(), Not(Contains(HasSubstr("touch each other"))));
  const Scene others = test::scene(cube + "sim:addAction(Contact{self = false})\n");
  EXPECT_FALSE(SceneRun(others.simulation()).world().contact());
}

TEST_F(ContactScene, ItIsSwitchedOffForAllOrForTwo) {
  const Scene off = test::scene(two_cubes("sim:addAction(Contact{touch = false})\n"));
  const SceneRun without(off.simulation());
  EXPECT_FALSE(without.world().contact());
  EXPECT_THAT(without.notes(), Not(Contains(HasSubstr("Contact"))));
  const Scene two =
      test::scene(two_cubes("sim:addAction(Contact{between = {'upper', 'lower'}, touch = false})\n"
                            "sim:addAction(ContactForce{between = {'lower', 'upper'}})\n",
                            0.3));
  SceneRun run(two.simulation());
  ASSERT_TRUE(run.world().contact());
  EXPECT_THAT(run.world().contact()->pairs,
              ElementsAre(ContactPair{.first = 1, .second = 0, .touches = false}));
  run.advance(run.last_step());
  for (const double number : run.measure("contact")) EXPECT_TRUE(std::isnan(number));
  double lowest = 1;
  for (const Vec3d& x : run.bodies()[1].positions()) lowest = std::min(lowest, x.y);
  EXPECT_LT(lowest, 0.5 * side);
}

TEST_F(ContactScene, SettingsComeToTheWorldAsTheyWereGiven) {
  const Scene scene = test::scene(
      two_cubes("sim:addAction(Contact{friction = 0.3, sliding_friction = 0.2, damping = 0.5, "
                "thickness = 0.004, self = false, at_start = 'ignore'})\n"
                "sim:addAction(Contact{between = {'lower', 'upper'}, friction = 0.1})\n"));
  const SceneRun run(scene.simulation());
  Contact wanted{.friction = 0.3,
                 .sliding_friction = 0.2,
                 .damping = 0.5,
                 .thickness = 0.004,
                 .self = false,
                 .pairs = {{.first = 0, .second = 1, .friction = 0.1}}};
  ASSERT_TRUE(run.world().contact());
  wanted.at_start = run.world().contact()->at_start;
  EXPECT_EQ(*run.world().contact(), wanted);
}

TEST_F(ContactScene, FrictionFollowsMaterialsPairsAndGroups) {
  std::string script = "sim = Simulation{seconds = 0.01}\n";
  const auto body = [&](const char* name, const char* material, double x) {
    script += text("sim:addBody{name = '", name, "', mesh = 'cube', material = '", material,
                   "', settings = {size = 0.1, cells = 2}, position = {", x,
                   ", 0, 0}, forces = ElasticForces{}}\n");
  };
  body("a", "rubber", 0);
  body("b", "cork", 1);
  body("c", "rubber", 2);
  const Scene scene = test::scene(
      script +
      "sim:addAction(Contact{materials = {'cork', 'rubber'}, friction = 0.8, sliding_friction = "
      "0.7})\n"
      "sim:addAction(Contact{materials = {'rubber', 'rubber'}, friction = 1.2})\n"
      "sim:addAction(Contact{materials = {'foam', 'rubber'}, friction = 0.4})\n"
      "sim:addAction(Contact{between = {'c', 'b'}, friction = 0.2, thickness = 0.01})\n"
      "sim:addAction(Contact{group = 'plane:0,0,0,0,1,0', body = 'a', friction = 0.1, touch = "
      "false})\n"
      "sim:addAction(Contact{friction = 0.3})\n");
  const SceneRun run(scene.simulation());
  ASSERT_TRUE(run.world().contact());
  const Contact contact = *run.world().contact();
  EXPECT_THAT(
      contact.pairs,
      ElementsAre(ContactPair{.first = 2, .second = 1, .friction = 0.2, .thickness = 0.01},
                  ContactPair{.first = 1, .second = 0, .friction = 0.8, .sliding_friction = 0.7},
                  ContactPair{.first = 0, .second = 0, .friction = 1.2},
                  ContactPair{.first = 0, .second = 2, .friction = 1.2},
                  ContactPair{.first = 2, .second = 2, .friction = 1.2}));
  ASSERT_EQ(contact.groups.size(), 1u);
  EXPECT_EQ(contact.groups[0].body, 0u);
  EXPECT_EQ(contact.groups[0].vertices.size(), 9u);
  EXPECT_EQ(contact.groups[0].friction, 0.1);
  EXPECT_FALSE(contact.groups[0].touches);
  EXPECT_THAT(run.notes(), Contains(HasSubstr("no body is of 'foam'")));
}

TEST_F(ContactScene, BadInputIsToldWithItsCure) {
  const auto with = [](const std::string& contact) {
    return problem(two_cubes("sim:addAction(" + contact + ")\n"));
  };
  EXPECT_THAT(with("Contact{friction = -1}"), HasSubstr("'friction'"));
  EXPECT_THAT(with("Contact{damping = 2}"), HasSubstr("'damping'"));
  EXPECT_THAT(with("Contact{friction = 0.1, sliding_friction = 0.2}"),
              HasSubstr("more than the 0.1"));
  EXPECT_THAT(
      with("Contact{thickness = 0.2}"),
      AllOf(HasSubstr("scene.lua:8"), HasSubstr("body 'lower'"), HasSubstr("at most 0.05")));
  EXPECT_THAT(with("Contact{between = {'lower', 'uper'}}"), HasSubstr("did you mean 'upper'?"));
  EXPECT_THAT(with("Contact{between = {'lower'}}"), HasSubstr("names 1 bodies, not two"));
  EXPECT_THAT(with("Contact{between = {'lower', 'lower'}}"), HasSubstr("twice"));
  EXPECT_THAT(with("Contact{between = {'lower', 'upper'}, damping = 0.1}"),
              HasSubstr("'damping' is not for two bodies alone"));
  EXPECT_THAT(with("Contact{between = {'lower', 'upper'}, thickness = 0.1}"),
              HasSubstr("at most 0.05"));
  EXPECT_THAT(with("Contact{group = 'sole', friction = 1}"), HasSubstr("no group 'sole'"));
  EXPECT_THAT(with("Contact{group = 'all', thickness = 0.01}"),
              HasSubstr("'thickness' is not for a group alone"));
  EXPECT_THAT(with("Contact{group = 'all', body = 'uper'}"), HasSubstr("did you mean 'upper'?"));
  EXPECT_THAT(with("Contact{body = 'upper', friction = 1}"), HasSubstr("give 'group'"));
  EXPECT_THAT(with("Contact{group = 'all', materials = {'cork', 'cork'}}"),
              HasSubstr("two materials and for a group at once"));
  EXPECT_THAT(with("Contact{materials = {'rubber'}}"), HasSubstr("names 1, not two"));
  EXPECT_THAT(with("Contact{materials = {'ruber', 'cork'}}"), HasSubstr("'rubber'"));
  EXPECT_THAT(with("Contact{materials = {'rubber', 'cork'}, friction = -0.1}"),
              HasSubstr("'friction'"));
  EXPECT_THAT(with("Contact{materials = {'rubber', 'cork'}}) sim:addAction(Contact{materials = "
                   "{'cork', 'rubber'}}"),
              HasSubstr("of their own already"));
  EXPECT_THAT(with("Contact()) sim:addAction(Contact()"), HasSubstr("second one"));
  EXPECT_THAT(with("Contact{between = {'lower', 'upper'}}) sim:addAction(Contact{between = "
                   "{'upper', 'lower'}}"),
              HasSubstr("of their own already"));
  EXPECT_THAT(with("Contact{at_start = 'mend'}"), HasSubstr("refuse"));
  EXPECT_THAT(with("ContactForce{between = {'lower', 'cube'}}"), HasSubstr("no body 'cube'"));
}

std::string overlapping(const std::string& rest) {
  return two_cubes(
      "sim:addBody{name = 'third', mesh = 'cube', density = 1000, position = {0.03, "
      "0.05, 0.02}, settings = {size = 0.1, cells = 2}, forces = ElasticForces{young "
      "= 1e5, poisson = 0.3}}\n" +
      rest);
}

TEST_F(ContactScene, BodiesInEachOtherAreRefusedWhereContactIsAskedFor) {
  EXPECT_THAT(problem(overlapping("sim:addAction(Contact())\n")),
              AllOf(HasSubstr("body 'lower' and body 'third' intersect"),
                    HasSubstr("at_start = \"ignore\"")));
  for (const char* const contact : {"", "sim:addAction(Contact{at_start = 'ignore'})\n"}) {
    const Scene scene = test::scene(overlapping(contact));
    SceneRun run(scene.simulation());
    EXPECT_THAT(run.notes(), Contains(AllOf(HasSubstr("body 'lower' and body 'third' intersect"),
                                            HasSubstr("does not touch"))));
    run.advance(100);
  }
}

TEST_F(ContactScene, BodiesInEachOtherArePushedApartWhereThatIsAskedFor) {
  const Scene scene =
      test::scene(overlapping("sim:addAction(Contact{at_start = 'repair'})\nsim.seconds = 0.6\n"));
  SceneRun run(scene.simulation());
  EXPECT_THAT(run.notes(), Contains(AllOf(HasSubstr("body 'lower' and body 'third' intersect"),
                                          HasSubstr("another pair"), HasSubstr("pushed apart"))));
  EXPECT_EQ(run.world().contact_counts().intersecting, 2u);
  run.advance(run.last_step());
  EXPECT_EQ(run.world().contact_counts().intersecting, 0u);
  EXPECT_THAT(run.notes(), Contains(HasSubstr("came apart by")));
  EXPECT_THAT(run.warnings(), IsEmpty());
  EXPECT_EQ(test::Intersections(run).left_out(), 0u);
}

// A spectral solid falls onto the two cubes and comes to rest on them.
TEST_F(ContactScene, SpectralSolidsTakePart) {
  std::string script = two_cubes(
      "sim:addBody{name = 'modes', mesh = 'cube', density = 1000, position = {0.01, 0.204, 0}, "
      "settings = {size = 0.1, cells = 2}}\n",
      1.2);
  // ElasticForces are for all bodies: written anew for two of them.
  const std::string all =
      "sim:addAction(ElasticForces{young = 1e5, poisson = 0.3, damping_time = 0.005})\n";
  script.replace(script.find(all), all.size(),
                 "for _, name in ipairs{'lower', 'upper'} do\n"
                 "  sim:addAction(ElasticForces{young = 1e5, poisson = 0.3, damping_time = 0.005, "
                 "body = name})\nend\n"
                 "sim:addAction(SpectralSolid{modes = 10, young = 1e5, poisson = 0.3, "
                 "damping_time = 0.005, body = 'modes'})\n");
  script +=
      "sim:addAction(ContactForce{between = {'modes', 'upper'}, name = 'up'})\n"
      "sim:addAction(Probe{quantity = 'contact_force', body = 'modes', name = 'modal'})\n";
  const Scene scene = test::scene(script);
  SceneRun run(scene.simulation());
  EXPECT_THAT(run.notes(), Contains(HasSubstr("all 3 bodies touch each other")));
  while (!run.finished()) {
    run.advance(20);
    ASSERT_EQ(test::Intersections(run).left_out(), 0u);
  }
  // It still swings a little on its skin.
  EXPECT_NEAR(run.measure("up")[1], weight, 0.04 * weight);
  EXPECT_NEAR(run.measure("modal")[1], weight, 0.04 * weight);
  EXPECT_THAT(run.warnings(), IsEmpty());
}

// A wall of a millimetre: a coarse cube would sink in between its vertices.
TEST_F(ContactScene, BodiesTouchTheFacesAndEdgesOfASolidObstacle) {
  std::ofstream wall(folder() / "wall.obj");
  for (const char* const corner :
       {"-0.0005 -1 -0.3", "0.0005 -1 -0.3", "0.0005 0 -0.3", "-0.0005 0 -0.3", "-0.0005 -1 0.4",
        "0.0005 -1 0.4", "0.0005 0 0.4", "-0.0005 0 0.4"})
    wall << "v " << corner << '\n';
  wall << "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
  wall.close();
  const auto lowest_with = [&](const std::string& obstacle, const std::string& contact) {
    std::ofstream(folder() / "wall.lua")
        << "sim = Simulation{seconds = 0.4}\n"
           "sim:addBody{mesh = 'cube', density = 1000, settings = {size = 0.2, cells = 1}, "
           "position = {0, 0.01, 0}}\n"
           "sim:addAction(ElasticForces{young = 1e5, poisson = 0.3, damping_time = 0.01})\n"
           "sim:addAction(Gravity())\n"
        << "sim:addAction(SolidObstacle{mesh = 'wall.obj', friction = 0.5" << obstacle << "})\n"
        << contact;
    const Scene scene(folder() / "wall.lua", {});
    SceneRun run(scene.simulation());
    run.advance(run.last_step());
    double low = 1;
    for (const Vec3d& x : run.bodies()[0].positions()) low = std::min(low, x.y);
    return low;
  };
  EXPECT_GT(lowest_with("", "sim:addAction(Contact{self = false})\n"), -0.02);
  EXPECT_GT(lowest_with(", response = 'contact'", ""), -0.02);
  EXPECT_LT(lowest_with("", ""), -0.1) << "its vertices alone are kept out";
  EXPECT_LT(lowest_with(", response = 'constraint'", "sim:addAction(Contact{self = false})\n"),
            -0.1);
  EXPECT_THAT(problem("sim = Simulation{}\nsim:addBody{mesh = 'cube', density = 1000}\n"
                      "sim:addAction(ElasticForces{young = 1e5, poisson = 0.3})\n"
                      "sim:addAction(SolidObstacle{mesh = 'cube', bounce = 0.5, response = "
                      "'contact'})\n"),
              HasSubstr("no bounce"));
}

// At rest the lower one carries the upper one's weight, whatever the contact is like.
TEST_F(ContactScene, ProbesTellTheWeightThatRestsOnABody) {
  const Scene scene = test::scene(
      two_cubes("sim.time_step = 2e-4\n"
                "sim:addAction(Contact())\n"
                "sim:addAction(ContactForce{between = {'upper', 'lower'}, name = 'up'})\n"
                "sim:addAction(ContactForce{between = {'lower', 'upper'}, name = 'down'})\n"
                "sim:addAction(Probe{quantity = 'contact_force', body = 'upper', name = 'all'})\n"
                "sim:addAction(Probe{quantity = 'contact_pressure', group = "
                "'plane:0,0.102,0,0,1,0', body = 'upper', name = 'sole'})\n"
                "sim:addAction(Probe{quantity = 'contact_pressure', group = "
                "'plane:0,0.202,0,0,1,0', body = 'upper', name = 'top'})\n"
                "sim:addAction(Probe{quantity = 'contact_pressure', group = "
                "'nearest:0,0.102,0,2', body = 'upper', name = 'no_face'})\n"
                "sim:addAction(Probe{quantity = 'energy'})\n"
                "sim:addAction(Probe{quantity = 'contact_energy'})\n"
                "sim:addAction(Probe{quantity = 'contact_energy', body = 'upper', name = 'one'})\n",
                2));
  SceneRun run(scene.simulation());
  const std::vector<double> before = run.measure("up");
  EXPECT_EQ(before[1], 0);
  EXPECT_EQ(before[3], 0);
  EXPECT_TRUE(std::isnan(before[4]));  // they are apart
  run.advance(run.last_step());
  const std::vector<double> up = run.measure("up"), down = run.measure("down");
  EXPECT_NEAR(up[1], weight, 0.001 * weight);
  for (int i : {0, 1, 2}) EXPECT_NEAR(up[i], -down[i], 1e-9 * weight);
  EXPECT_NEAR(run.measure("all")[1], up[1], 1e-6 * weight);
  EXPECT_NEAR(run.measure("sole")[0], weight / (side * side), 0.01 * weight / (side * side));
  EXPECT_EQ(run.measure("top")[0], 0);
  EXPECT_TRUE(std::isnan(run.measure("no_face")[0]));
  EXPECT_GE(up[3], 4);
  EXPECT_GT(up[4], 0);
  EXPECT_LT(up[4], run.world().contact_counts().thickness);
  EXPECT_EQ(run.world().contact_counts().touching, static_cast<std::size_t>(std::lround(up[3])));
  const double stored = run.world().energy().contact;
  EXPECT_GT(stored, 0);
  EXPECT_EQ(run.measure("contact_energy")[0], stored);
  EXPECT_TRUE(std::isnan(run.measure("one")[0]));
  EXPECT_NEAR(run.measure("energy")[0], run.world().energy().total(), 1e-12);
}

TEST_F(ContactScene, FramesHaveTheForcesByVertex) {
  const Scene scene =
      test::scene(two_cubes("sim:addAction(Contact{damping = 1})\n"
                            "sim:addAction(Record{seconds = 0.1, fields = {'contact_force', "
                            "'contact_pressure', 'contact_gap'}})\n",
                            0.4));
  RunOptions options;
  options.output = folder() / "out";
  std::vector<Vec3d> forces;
  double thickness = 0;
  {
    SceneRun run(scene.simulation(), options);
    run.advance(run.last_step());
    forces = run.world().contact_forces();
    thickness = run.world().contact_counts().thickness;
    run.finish();
  }
  const Recording recording(options.output);
  const RecordedFrame end = recording.read(recording.steps().size() - 1);
  const RecordedField& upper = end.bodies[1].fields.at(0);
  ASSERT_EQ(upper.name, "contact_force");
  ASSERT_EQ(upper.values.size() / 3, forces.size() / 2);
  const RecordedField& pressure = end.bodies[1].fields.at(2);
  ASSERT_EQ(pressure.name, "contact_pressure");
  ASSERT_EQ(pressure.values.size(), forces.size() / 2);
  const RecordedField& gap_field = end.bodies[1].fields.at(1);
  ASSERT_EQ(gap_field.name, "contact_gap");
  for (std::size_t v = 0; v < gap_field.values.size(); ++v) {
    const bool pushed = length(forces[forces.size() / 2 + v]) > 0;
    EXPECT_EQ(std::isnan(gap_field.values[v]), !pushed) << v;
    if (pushed) {
      EXPECT_GT(gap_field.values[v], 0);
      EXPECT_LT(gap_field.values[v], thickness);
    }
  }
  double most = 0;
  for (std::size_t v = 0; v < upper.values.size() / 3; ++v)
    for (int i = 0; i < 3; ++i) {
      const double told = upper.values[3 * v + static_cast<std::size_t>(i)];
      EXPECT_NEAR(told, forces[forces.size() / 2 + v][i], 1e-6 * weight);
      most = std::max(most, std::abs(told));
    }
  EXPECT_GT(most, 0.01 * weight);
}

TEST_F(ContactScene, WithoutContactTheFieldHasNoNumbers) {
  const Scene scene =
      test::scene(two_cubes("sim:addAction(Contact{touch = false})\n"
                            "sim:addAction(Record{seconds = 0.01, fields = {'contact_force'}})\n"
                            "sim:addAction(Probe{quantity = 'contact_energy'})\n"
                            "sim:addAction(Probe{quantity = 'contact_force'})\n"));
  RunOptions options;
  options.output = folder() / "out";
  SceneRun run(scene.simulation(), options);
  run.advance(run.last_step());
  run.finish();
  const RecordedFrame first = Recording(options.output).read(0);
  for (const float number : first.bodies[0].fields.at(0).values) EXPECT_TRUE(std::isnan(number));
  for (const char* const probe : {"contact_energy", "contact_force"})
    for (const double number : run.measure(probe)) EXPECT_TRUE(std::isnan(number)) << probe;
}

std::string thrown() {
  return "sim = Simulation{seconds = 0.2}\n"
         "for side = -1, 1, 2 do\n"
         "  sim:addBody{name = side < 0 and 'left' or 'right', mesh = 'sphere', density = 1000,\n"
         "    settings = {radius = 0.1, cells = 2}, position = {0.15 * side, 0.01, 0.01 * side},\n"
         "    velocity = {-2 * side, 0, 0}}\n"
         "end\n"
         "sim:addAction(ElasticForces{young = 1e5, poisson = 0.3, damping_time = 0.001})\n"
         "sim:addAction(Gravity())\n"
         "sim:addAction(Ground{friction = 0.3})\n"
         "sim:addAction(Record{seconds = 0.02})\n"
         "sim:addAction(ContactForce{between = {'left', 'right'}})\n";
}

TEST_F(ContactScene, ARunThatIsResumedHasTheSameBits) {
  const Scene scene = test::scene(thrown());
  RunOptions options;
  options.output = folder() / "whole";
  std::uint64_t whole = 0;
  std::int64_t last = 0;
  {
    SceneRun run(scene.simulation(), options);
    run.advance(run.last_step());
    run.finish();
    whole = run.world().hash();
    last = run.last_step();
    EXPECT_GT(run.world().contact_counts().searches, 0);
  }
  // Before, while and after they touch.
  for (const double part : {0.1, 0.3, 0.35, 0.4, 0.8}) {
    SCOPED_TRACE(part);
    options.output = folder() / text("part", part);
    options.resume = false;
    {
      SceneRun run(scene.simulation(), options);
      run.advance(static_cast<std::int64_t>(part * static_cast<double>(last)));
      run.halt();
    }
    options.resume = true;
    SceneRun run(scene.simulation(), options);
    run.advance(run.last_step());
    run.finish();
    EXPECT_EQ(run.world().hash(), whole);
    EXPECT_EQ(test::bytes_of(options.output / "probes.csv"),
              test::bytes_of(folder() / "whole" / "probes.csv"));
  }
}

TEST_F(ContactScene, ARunThatGoesOnWithTheSameActionsHasTheSameBits) {
  const Scene scene = test::scene(thrown() + "sim.time_step = 2e-4\n");
  SceneRun whole(scene.simulation());
  whole.advance(whole.last_step());
  SceneRun first(scene.simulation());
  first.advance(whole.last_step() / 3);
  SceneRun second(scene.simulation(), {}, first);
  second.advance(second.last_step());
  EXPECT_EQ(second.step(), whole.step());
  EXPECT_EQ(second.world().hash(), whole.world().hash());
}

// Each gets energy from the other at once; together they have no more than before.
TEST_F(ContactScene, ACollisionIsNoEnergyFromNowhere) {
  const Scene scene = test::scene(
      "sim = Simulation{seconds = 0.15}\n"
      "for i, name in ipairs{'rests', 'comes'} do\n"
      "  sim:addBody{name = name, mesh = 'sphere', density = 1000, settings = {radius = 0.1, cells "
      "= 2}, position = {0.25 * (i - 1), 0, 0}, velocity = {-3 * (i - 1), 0, 0}}\n"
      "end\n"
      "sim:addAction(ElasticForces{young = 1e5, poisson = 0.3, damping_time = 0})\n"
      "sim:addAction(Contact{friction = 0})\n"
      "sim:addAction(WatchEnergy{every = 1})\n");
  SceneRun run(scene.simulation());
  const State::Energy start = run.world().energy();
  const Vec3d momentum = run.world().momentum();
  run.advance(run.last_step());
  EXPECT_THAT(run.warnings(), IsEmpty());
  const State::Energy end = run.world().energy();
  EXPECT_GT(run.bodies()[0].kinetic_energy(), 0.2 * start.kinetic);  // it was hit
  EXPECT_LE(end.total(), 1.001 * start.total());
  EXPECT_LT(length(run.world().momentum() - momentum), 1e-4 * length(momentum));
}

}  // namespace
}  // namespace pliant
