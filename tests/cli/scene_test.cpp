#include <gmock/gmock.h>
#include <pliant/io.h>
#include <pliant/probes.h>
#include <pliant/recording.h>
#include <pliant/shapes.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using testing::HasSubstr;
using SceneProgram = test::ProgramTest;

// E06 Listing 8.1, its dashes as Lua's.
constexpr const char* listing = R"(-- This is a comment
sim = Simulation:new()

-- Set simulation parameters
sim:setSaveSkip(4);
sim:setNumTimesteps(80001);
sim:setStepSize(0.0001)

-- Load a 3D model and set the density to 1200 kg/m3
sim:setStructure(Structure:new("balkmetgat.str",1200))

-- Add actions to the simulation
sim:addAction(ClearForces:new())
sim:addAction(Gravity:new(10.0))
sim:addAction(MaterialForces:new(3000000.0,1000000.0))
sim:addAction(LeapFrog:new())
--sim:addAction(Ground:new(0.0))
sim:addAction(GlobalDamping:new(0.99))
--sim:addAction(SimpleVolumeConstraint:new())
--sim:addAction(MoveSteady:new(0,0.0,2,0.0005,40000,true))

setupSimulation(sim)
)";

// A beam with a hole whose end lies in the plane x = 0.
void write_beam(const std::filesystem::path& file) {
  Mesh beam = make_shape("beam-with-hole", {{"cells", 3}});
  for (Vec3d& p : beam.vertices) p.x += 2;
  write_mesh(file, beam);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

constexpr const char* small_scene = R"(
local law = define("law", "MassSpringForces")
sim = Simulation{seconds = define("seconds", 0.02), time_step = 2e-4}
sim:addBody{name = "cube", mesh = "cube", settings = {cells = 3}, material = "rubber"}
sim:addAction(_G[law]{})
sim:addAction(Gravity())
sim:addAction(Probe{quantity = "lowest", every = 5})
sim:addAction(Record{every = 20, fields = {"volume_ratio"}})
)";

class ListingOfE06 : public SceneProgram, public testing::WithParamInterface<const char*> {};

TEST_P(ListingOfE06, RunsWithAllItsLines) {
  std::string text = replaced(listing, "MaterialForces", GetParam());
  text = replaced(text, "--sim:", "sim:");
  text = replaced(text, "80001", "81");
  write("listing.lua", text);
  write_beam(path("balkmetgat.str"));
  const auto checked = pliant("check listing.lua --json");
  ASSERT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(nlohmann::json::parse(checked.out)["steps"], 81);
  EXPECT_EQ(nlohmann::json::parse(checked.out)["actions"].size(), 8);
  const auto outcome = pliant("run listing.lua -o out --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["steps"], 81);
  const Recording recording(path("out"));
  ASSERT_EQ(recording.frames(), 22);  // every four steps, and the last
  EXPECT_EQ(recording.steps().back(), 81);
  const auto& rest = recording.bodies()[0].mesh.vertices;
  const auto last = recording.read(20).bodies[0].positions;
  for (std::size_t v = 0; v < rest.size(); ++v)
    if (rest[v].x == 0) {
      EXPECT_NEAR(last[v].z - rest[v].z, 0.0005 * 80 * 0.0001, 1e-6);
    }
}

INSTANTIATE_TEST_SUITE_P(Laws, ListingOfE06,
                         testing::Values("MaterialForces", "MaterialForces2", "MaterialForces3",
                                         "MassSpringForces"));

TEST_F(SceneProgram, RunWritesRecordingAndProbesAndTellsAboutIt) {
  write("small.lua", small_scene);
  const auto outcome = pliant("run small.lua --hash --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["steps"], 100);
  EXPECT_TRUE(report["completed"].get<bool>());
  EXPECT_EQ(report["output"], "small.run");
  const Recording recording(path("small.run"));
  EXPECT_EQ(recording.frames(), 6);
  EXPECT_EQ(recording.bodies()[0].name, "cube");
  EXPECT_EQ(recording.info().scene, small_scene);
  EXPECT_EQ(recording.read(1).bodies[0].fields.at(0).name, "volume_ratio");
  const ProbeData probes = read_probes(path("small.run/probes.csv"));
  ASSERT_EQ(probes.columns.size(), 1u);
  EXPECT_EQ(probes.columns[0].name, "lowest");
  EXPECT_EQ(probes.columns[0].unit, "m");
  EXPECT_EQ(probes.steps.size(), 21u);
  EXPECT_NEAR(probes.values[0].back(), -0.5 * 9.81 * 0.02 * 0.02, 2e-4);

  const auto told = pliant("info small.run");
  EXPECT_EQ(told.code, 0) << told.err;
  for (const char* part : {"small.lua (finished)", "cube: 64 vertices", "6 frames from 0 s to 0.02",
                           "volume_ratio", "lowest [m]", "21 rows"})
    EXPECT_THAT(told.out, HasSubstr(part));

  const auto again = pliant("run small.lua");
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("--overwrite"));
  const auto same = pliant("run small.lua --overwrite --hash --json --threads 1");
  ASSERT_EQ(same.code, 0) << same.err;
  EXPECT_EQ(nlohmann::json::parse(same.out)["bodies"][0]["hash"], report["bodies"][0]["hash"]);
}

// Explicit Euler without damping gains energy with every step.
TEST_F(SceneProgram, EnergyThatNoWorkExplainsIsWarnedOf) {
  write("rises.lua",
        "sim = Simulation{seconds = 0.6, time_step = 2e-4}\n"
        "sim:addBody{name = 'cube', mesh = 'cube', settings = {cells = 4}, density = 1000}\n"
        "sim:addAction(MassSpringForces{young = 1e6, poisson = 0.3, damping_time = 0})\n"
        "sim:addAction(Gravity())\n"
        "sim:addAction(Euler())\n"
        "sim:addAction(EventForces{{vertex = 3, step = 2, force = {0, 5000, 0}}})\n");
  const auto warned = pliant("run rises.lua --json");
  EXPECT_EQ(warned.code, 0) << warned.err;
  EXPECT_THAT(warned.err, HasSubstr("body 'cube' has gained"));
  EXPECT_EQ(nlohmann::json::parse(warned.out)["warnings"].size(), 1);
  EXPECT_EQ(nlohmann::json::parse(warned.out)["steps"], 3000);
  const auto stopped = pliant("run rises.lua --json --overwrite --stop-when-energy-rises");
  EXPECT_EQ(stopped.code, 1) << stopped.err;
  EXPECT_LT(nlohmann::json::parse(stopped.out)["steps"], 3000);
  EXPECT_THAT(nlohmann::json::parse(stopped.out)["stopped"].dump(), HasSubstr("has gained"));
}

TEST_F(SceneProgram, RecordingsKnowTheFloor) {
  write("free.lua", small_scene);
  write("floor.lua", std::string(small_scene) + "sim:addAction(Ground(-0.25))\n");
  ASSERT_EQ(pliant("run free.lua").code, 0);
  ASSERT_EQ(pliant("run floor.lua").code, 0);
  EXPECT_FALSE(Recording(path("free.run")).info().floor);
  EXPECT_EQ(Recording(path("floor.run")).info().floor, -0.25);
}

TEST_F(SceneProgram, DefinitionsReachTheScript) {
  write("small.lua", small_scene);
  const auto outcome = pliant("check small.lua -D seconds=0.01 -D law=MassSpringForces --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["steps"], 50);
  EXPECT_EQ(report["definitions"]["seconds"], "0.01");
  EXPECT_GT(report["memory"].get<double>(), 1000);
  EXPECT_GT(report["bodies"][0]["stable_step"].get<double>(), 2e-4);
  EXPECT_EQ(pliant("check small.lua -D law=NoSuchForces").code, 1);
  EXPECT_EQ(pliant("check small.lua -D lw=x").code, 1);
  EXPECT_EQ(pliant("check small.lua -D nothing").code, 2);
}

TEST_F(SceneProgram, BadScenesExitWithOneAndLeaveNothingBroken) {
  const std::string body =
      "sim = Simulation{seconds = 0.01}\n"
      "sim:addBody{mesh = 'cube', settings = {cells = 2}, material = 'rubber'}\n"
      "sim:addAction(MassSpringForces())\n";
  const std::pair<std::string, const char*> scenes[] = {
      {"sim = Simulation{seconds = 1} sim:setStructure(Structure:new('no.str', 1200))", "no.str"},
      {"Gravvity()", "did you mean 'Gravity'?"},
      {body + "sim:addAction(Pin{group = 'left'})", "there is no group 'left'"},
      {"s = Structure:new('cube', -1)", "'density'"},
      {body + "sim:setStepSize(0)", "'time_step'"},
      {body + "sim:addAction(Drive{group = 'all', path = function() return 0, 0/0, 0 end})", "nan"},
      {body + "sim:addAction(Drive{group = 'box:9,9,9,10,10,10', path = {0, 1, 0}})",
       "no vertex is in the group"},
      {"while true", "bad.lua:1: "},
  };
  for (const auto& [text, message] : scenes) {
    write("bad.lua", text);
    const auto outcome = pliant("run bad.lua -o out");
    EXPECT_EQ(outcome.code, 1) << text;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << text;
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("unexpected"))) << text;
    if (has_recording(path("out"))) {  // a function fails when it is called
      EXPECT_EQ(Recording(path("out")).frames(), 1);
    }
    std::filesystem::remove_all(path("out"));
  }
  EXPECT_EQ(pliant("run nowhere.lua").code, 1);
}

TEST_F(SceneProgram, AStepThatIsTooLargeDivergesAndKeepsTheLastGoodState) {
  write("wild.lua",
        "sim = Simulation{steps = 5000, time_step = 0.02}\n"
        "sim:addBody{name = 'cube', mesh = 'cube', settings = {cells = 2}, material = 'rubber'}\n"
        "sim:addAction(MassSpringForces()) sim:addAction(Gravity())\n"
        "sim:addAction(Pin{group = 'plane:0,1,0,0,1,0'})");
  const auto outcome = pliant("run wild.lua -o out");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("larger than the largest stable one"));
  EXPECT_TRUE(std::filesystem::exists(path("out/cube-last-good.vtu")));
}

TEST_F(SceneProgram, CtrlCStopsAScriptAndARun) {
  write("endless.lua", "while true do pcall(function() while true do end end) end");
  const pid_t script = start("run endless.lua -o a");
  usleep(300000);
  kill(script, SIGINT);
  EXPECT_EQ(finish(script).code, 130);

  write("long.lua", replaced(small_scene, "0.02)", "1e6)"));
  const pid_t run = start("run long.lua -o b");
  for (int i = 0; i < 100 && !std::filesystem::exists(path("b/probes.csv")); ++i) usleep(50000);
  usleep(200000);
  kill(run, SIGINT);
  const auto outcome = finish(run);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_GT(Recording(path("b")).frames(), 1);
}

TEST_F(SceneProgram, ActionsAreListedExplainedAndDocumented) {
  EXPECT_THAT(pliant("actions").out, HasSubstr("  Gravity "));
  const auto gravity = pliant("actions Gravity");
  EXPECT_THAT(gravity.out, HasSubstr("number (m/s2); default 9.81"));
  EXPECT_THAT(gravity.out, HasSubstr("Gravity(strength, direction, body)"));
  const auto unknown = pliant("actions Gravit");
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'Gravity'?"));
  std::ifstream in(PLIANT_SOURCE "/docs/actions.md", std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(pliant("actions --markdown").out, page)
      << "write it anew: pliant actions --markdown > docs/actions.md";
}

TEST_F(SceneProgram, EveryExampleInTheHelpIsAsItShouldBe) {
  const auto all = nlohmann::json::parse(pliant("actions --json").out);
  std::string script = "sim = Simulation()\n";
  for (const auto& action : all) script += action["example"].get<std::string>() + "\n";
  write("examples.lua", script);
  const auto outcome = pliant("check examples.lua");
  EXPECT_THAT(outcome.err, HasSubstr("the simulation has no body")) << outcome.err;
}

TEST_F(SceneProgram, ScenesThatComeAlongCanBeBuilt) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PLIANT_SOURCE "/scenes")) {
    if (entry.path().extension() != ".lua") continue;
    const auto outcome = pliant("check '" + entry.path().string() + "'");
    EXPECT_EQ(outcome.code, 0) << entry.path() << outcome.err;
    ++count;
  }
  EXPECT_GE(count, 2);
}

TEST_F(SceneProgram, ScenesThatSelectSleepInBetweenAndStayNearTheWhole) {
  for (const std::string name : {"poked_critter", "massage", "bridge"}) {
    SCOPED_TRACE(name);
    const auto outcome =
        pliant("run '" PLIANT_SOURCE "/scenes/" + name + ".lua' --compare-full --json -o " + name);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto report = nlohmann::json::parse(outcome.out);
    EXPECT_TRUE(report["completed"].get<bool>());
    EXPECT_LT(report["compare_full"]["largest"]["most"].get<double>(), 0.01);
    const ProbeData probes = read_probes(path(name + "/probes.csv"));
    EXPECT_EQ(probes.columns[0].name, "active");
    std::size_t fewest = report["bodies"][0]["vertices"].get<std::size_t>();
    for (const double active : probes.values[0])
      if (std::isfinite(active)) fewest = std::min(fewest, static_cast<std::size_t>(active));
    EXPECT_LT(fewest, report["bodies"][0]["vertices"].get<std::size_t>() / 2);
    EXPECT_EQ(Recording(path(name)).read(0).bodies[0].fields.at(0).name, "active");
  }
}

}  // namespace
}  // namespace pliant
