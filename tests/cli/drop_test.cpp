#include <gmock/gmock.h>
#include <pliant/io.h>
#include <pliant/model.h>
#include <pliant/published.h>
#include <pliant/quality.h>
#include <pliant/recording.h>
#include <pliant/shapes.h>
#include <signal.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Drop = test::ProgramTest;

// A few hundred tetrahedra that are done in no time.
constexpr const char* small = "drop cube cells=3 --material jelly --seconds 0.5 ";

double lowest(const Mesh& mesh) {
  double y = 1e300;
  for (const Vec3d& p : mesh.vertices) y = std::min(y, p.y);
  return y;
}

TEST_F(Drop, ABodyFallsOnTheFloorAndLeavesItsNumbers) {
  const auto outcome =
      pliant(std::string(small) + "-o end.vtu --picture end.png --record fall.csv --json --hash");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["vertices"], 64);
  EXPECT_EQ(report["tetrahedra"], 162);
  EXPECT_TRUE(report["completed"]);
  EXPECT_NEAR(report["simulated_seconds"].get<double>(), 0.5, 0.01);
  EXPECT_EQ(report["hash"].get<std::string>().size(), 16u);
  // It started half its size above the floor: 9.81 · 1020 kg · (0.5 + 0.5) m.
  EXPECT_NEAR(report["energy"]["start"]["total"].get<double>(), 9.81 * 1020, 1);
  EXPECT_LT(report["energy"]["end"]["total"], report["energy"]["start"]["total"]);
  EXPECT_NEAR(lowest(read_mesh(path("end.vtu"))), 0, 1e-6);
  EXPECT_EQ(text_of("end.png").substr(1, 3), "PNG");
  const std::string table = text_of("fall.csv");
  EXPECT_EQ(table.substr(0, 7), "time_s,");
  EXPECT_EQ(std::ranges::count(table, '\n'), 1 + 1 + 15);  // head, start, 30 frames a second
}

TEST_F(Drop, RecordsAFolderThatOtherCommandsTake) {
  const std::string command = "drop cube cells=3 --material jelly --seconds 0.2 --record fall ";
  ASSERT_EQ(pliant(command).code, 0);
  const Recording recording(path("fall"));
  EXPECT_EQ(recording.frames(), 7);
  EXPECT_EQ(recording.info().floor, 0.0);
  EXPECT_EQ(recording.bodies()[0].look.material, "jelly");
  EXPECT_EQ(pliant("info fall").code, 0);
  EXPECT_EQ(pliant("export fall fall.glb").code, 0);
  const auto again = pliant(command);
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("there is a recording in this folder already"));
  EXPECT_EQ(pliant("drop cube --record fall.xyz").code, 2);
}

TEST_F(Drop, RecordsAFilm) {
  const auto outcome = pliant("drop cube cells=3 --seconds 0.1 --record fall.mp4");
  if (outcome.code == 1 && outcome.err.find("fall.mp4: ") != std::string::npos)
    GTEST_SKIP() << outcome.err;  // neither ffmpeg nor OpenGL, which it says
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(text_of("fall.mp4").substr(4, 4), "ftyp");
}

TEST_F(Drop, SaysTheSameInWords) {
  const auto outcome = pliant("drop cube cells=3 --material silicone --seconds 0.5 --hash");
  EXPECT_EQ(outcome.code, 0);
  for (const char* part :
       {"tetrahedra        162", "silicone", "times real time", "volume change", "energy", "hash"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Drop, FreeFallIsThatOfGalilei) {
  const json report = json::parse(
      pliant("drop cube cells=2 --height 2 --seconds 0.5 --step 1e-4 --precision double --json")
          .out);
  // Euler-Cromer falls g h² n (n + 1) / 2 in n steps.
  const double fallen = 9.81 * 1e-8 * 5000 * 5001 / 2;
  EXPECT_NEAR(report["lowest_point"].get<double>(), 2 - fallen, 1e-9);
}

// L13's cube, scaled and lifted as scenes/l13.lua does it.
TEST_F(Drop, AsPublishedIsTheSolidOfCpp) {
  Mesh mesh = make_shape("cube", {{"cells", 4}, {"tets_per_cell", 6}});
  const double factor = published_median_edge / median_edge(mesh.vertices, mesh.tetrahedra.cells);
  for (Vec3d& p : mesh.vertices) p *= factor;
  const double rise = 0.25 - lowest(mesh);
  for (Vec3d& p : mesh.vertices) p.y += rise;
  PublishedSolid solid = published_body("cube").solid;
  const auto hash_of = [&](double step_size, std::int64_t steps) {
    const Model model(published_solid(TetMesh(mesh), solid));
    State state(model, {.integrator = Integrator::verlet,
                        .time_step = step_size,
                        .gravity = {0, -published_gravity, 0},
                        .obstacles = {{Floor{}}}});
    step(model, state, steps);
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx",
                  static_cast<unsigned long long>(state.hash()));
    return std::string(digits.data());
  };
  const std::string drop =
      "drop cube cells=4 tets_per_cell=6 --as-published cube --height 0.25 --hash --json ";
  const auto outcome = pliant(drop + "--seconds 0.8");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("half of the edges are longer than 1.5 m"));
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["hash"], hash_of(0.008, 100));
  EXPECT_EQ(report["material"]["mass"], 50);
  EXPECT_EQ(report["material"]["k_volume"], 25);

  solid.mass = 40;
  solid.largest_inverse_mass = 6;
  solid.distance = 60;
  solid.volume = 10;
  solid.volume_damping = 0;
  solid.normal_damping = true;
  const auto other =
      pliant(drop +
             "--mass 40 --largest-inverse-mass 6 --k-distance 60 --k-volume 10 --volume-damping 0 "
             "--normal-damping --step 0.004 --seconds 0.4");
  ASSERT_EQ(other.code, 0) << other.err;
  EXPECT_EQ(json::parse(other.out)["hash"], hash_of(0.004, 100));
}

TEST_F(Drop, AsPublishedSaysWhatDoesNotGoWithIt) {
  for (const auto& [arguments, words] :
       {std::pair("--as-published rabbit", "rabbit"),
        std::pair("--as-published bunny --material rubber", "--material"),
        std::pair("--mass 3", "--as-published"), std::pair("--k-volume 3", "--as-published"),
        std::pair("--as-published bunny --mass 0", "0")}) {
    const auto outcome = pliant(std::string("drop cube ") + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
  }
}

TEST_F(Drop, IsASceneThatCanBeWrittenInLua) {
  const std::string options = "--seconds 0.6 --hash --json ";
  const auto dropped = [&](const std::string& words) {
    const auto outcome = pliant("drop cube cells=3 " + options + words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return json::parse(outcome.out)["hash"].get<std::string>();
  };
  const auto run = [&](const std::string& forces) {
    write("fall.lua",
          "sim = Simulation{seconds = 0.6}\n"
          "sim:addBody{mesh = 'cube', settings = {cells = 3}, material = 'jelly', lowest = 0.5}\n"
          "sim:addAction(Gravity())\nsim:addAction(Ground{friction = 0.5})\n" +
              forces);
    const auto outcome = pliant("run fall.lua --overwrite --hash --json");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return json::parse(outcome.out)["bodies"][0]["hash"].get<std::string>();
  };
  EXPECT_EQ(dropped("--material jelly"), run("sim:addAction(ElasticForces())"));
  EXPECT_EQ(dropped("--material jelly --young 9000 --law cpm3 --integrator verlet --damping 2"),
            run("sim:addAction(MaterialForces3{young = 9000})\nsim:addAction(Verlet())\n"
                "sim:addAction(GlobalDamping{rate = 2})"));
}

TEST_F(Drop, ThreadsFramesAndRecordingDoNotChangeTheResult) {
  const std::string one =
      "drop critter --material silicone --seconds 0.3 --tets 2000 --hash --json ";
  std::vector<std::string> hashes;
  for (const char* more :
       {"--threads 1", "--threads 2", "--threads 3", "--fps 7", "--fps 1000 --record energy.csv"}) {
    const auto outcome = pliant(one + more);
    ASSERT_EQ(outcome.code, 0) << more << outcome.err;
    hashes.push_back(json::parse(outcome.out)["hash"]);
  }
  const auto before = pliant("--threads 2 " + one);
  EXPECT_EQ(json::parse(before.out)["threads"], 2);
  hashes.push_back(json::parse(before.out)["hash"]);
  for (const std::string& hash : hashes) EXPECT_EQ(hash, hashes.front());
  EXPECT_NE(json::parse(pliant(one + "--precision double").out)["hash"], hashes.front());
}

TEST_F(Drop, RecordsATimeSeriesForParaview) {
  ASSERT_EQ(pliant(std::string(small) + "--record 'fall & rise.pvd' --fps 10").code, 0);
  const std::string series = text_of("fall & rise.pvd");
  EXPECT_THAT(series, HasSubstr("timestep=\"0\""));
  EXPECT_THAT(series, HasSubstr("file=\"fall &amp; rise/fall &amp; rise_00005.vtu\""));
  const Mesh first = read_mesh(path("fall & rise/fall & rise_00000.vtu"));
  const Mesh last = read_mesh(path("fall & rise/fall & rise_00005.vtu"));
  EXPECT_EQ(first.tetrahedra, last.tetrahedra);
  EXPECT_NEAR(lowest(first), 0.5, 1e-6);
  EXPECT_NEAR(lowest(last), 0, 1e-6);
}

TEST_F(Drop, SurfacesAreFilled) {
  ASSERT_EQ(pliant("mesh icosphere levels=2 -o ball.obj").code, 0);
  const auto outcome = pliant("drop ball.obj --tets 300 --material foam --seconds 0.1 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(json::parse(outcome.out)["tetrahedra"].get<double>(), 300, 60);
  const auto film = pliant("drop ball.obj --material foam --seconds 0.01 --json");
  EXPECT_NEAR(json::parse(film.out)["tetrahedra"].get<double>(), 20'000, 2000);
  const auto quick = pliant("drop ball.obj --quality real-time --seconds 0.01 --json");
  EXPECT_LT(json::parse(quick.out)["tetrahedra"].get<double>(), 70'000);
}

TEST_F(Drop, ALargeStepWarnsRunsAwayAndLeavesTheLastGoodState) {
  const auto outcome =
      pliant("drop cube cells=3 --seconds 1 --step 0.01 -o end.vtu --record fall.pvd --json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("larger than the largest stable one"));
  EXPECT_THAT(outcome.err, HasSubstr("the last good state is in end-last-good.vtu"));
  const json report = json::parse(outcome.out);
  EXPECT_FALSE(report["completed"]);
  EXPECT_GT(report["diverged"]["time"], 0);
  for (const Vec3d& p : read_mesh(path("end-last-good.vtu")).vertices) EXPECT_TRUE(is_finite(p));
  EXPECT_FALSE(std::filesystem::exists(path("end.vtu")));
  EXPECT_THAT(text_of("fall.pvd"), HasSubstr("</VTKFile>"));
}

TEST_F(Drop, ATinyStepIsTakenAsItIs) {
  const auto outcome =
      pliant("drop cube cells=2 --seconds 1e-5 --step 1e-9 --precision double --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["steps"], 10000);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Drop, ASquashedBodyGetsASmallerStepByItself) {
  const auto outcome = pliant(
      "drop critter tets=1500 --young 1000 --poisson 0.45 --density 1040 --seconds 0.8 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(outcome.out);
  EXPECT_TRUE(report["completed"]);
  EXPECT_LT(report["shortest_step"], report["step"]);
  EXPECT_EQ(report["inverted_tetrahedra"], 0);
  EXPECT_GT(report["volume_change"]["largest"], -0.3);
  EXPECT_LT(report["energy"]["end"]["total"], report["energy"]["start"]["total"]);
}

TEST_F(Drop, AMaterialThatCannotCarryItselfIsNoted) {
  const auto dropped = [&](const char* young) {
    return pliant(std::string("drop cube cells=2 --seconds 0.01 --poisson 0.3 --density 1000 ") +
                  "--json --young " + young);
  };
  // A metre of it presses with 9810 Pa.
  const auto soft = dropped("9800");
  EXPECT_EQ(soft.code, 0) << soft.err;
  EXPECT_THAT(soft.err, HasSubstr("note: body 'cube' is too soft for its size: its own weight "
                                  "presses with 9810 Pa"));
  EXPECT_THAT(json::parse(soft.out)["notes"].dump(), HasSubstr("pressed flat"));
  EXPECT_THAT(dropped("9820").err, testing::Not(HasSubstr("too soft")));
}

TEST_F(Drop, ABodyThatIsFlatAtTheEndIsWarnedOf) {
  const auto flat = pliant("drop cube cells=3 --law mass_spring --seconds 1 --young 1 --json");
  EXPECT_EQ(flat.code, 0) << flat.err;
  EXPECT_THAT(flat.err, HasSubstr("too soft"));
  EXPECT_THAT(flat.err, HasSubstr("% of its volume"));
}

// In single precision a body of 1000 km falls 3.4 m.
TEST_F(Drop, PrecisionFollowsTheSizeOfTheBody) {
  const std::string large =
      "drop cube cells=2 size=1e6 --young 1e12 --height 100 --seconds 1 --json ";
  const auto chosen = pliant(large);
  ASSERT_EQ(chosen.code, 0) << chosen.err;
  EXPECT_THAT(chosen.err, HasSubstr("it is computed in double precision"));
  EXPECT_EQ(json::parse(chosen.out)["precision"], "double");
  EXPECT_NEAR(json::parse(chosen.out)["lowest_point"], 100 - 0.5 * 9.81 * 1.002, 1e-3);
  const auto asked = pliant(large + "--precision single");
  ASSERT_EQ(asked.code, 0) << asked.err;
  EXPECT_THAT(asked.err, HasSubstr("take double precision"));
  EXPECT_EQ(json::parse(asked.out)["precision"], "single");
  const auto usual = json::parse(pliant("drop cube cells=2 --seconds 0.01 --json").out);
  EXPECT_EQ(usual["precision"], "single");
}

// The mesh of a file may be of any size.
TEST_F(Drop, ABodyOfImpossibleSizeIsRefused) {
  write("huge.node", "4 3 0 0\n0 0 0 0\n1 1e18 0 0\n2 0 1e18 0\n3 0 0 1e18\n");
  write("huge.ele", "1 4 0\n0 0 1 2 3\n");
  const auto outcome = pliant("drop huge.node");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("huge.node"));
}

TEST_F(Drop, WrongUsageExitsWithTwo) {
  for (const char* arguments : {"drop",
                                "drop cube --material rubbr",
                                "drop cube --poisson 0.5",
                                "drop cube --young 0",
                                "drop cube --density nan",
                                "drop cube --density 1e300",
                                "drop cube --young 1e300",
                                "drop cube size=1e18",
                                "drop cube --seconds 0",
                                "drop cube --step -1",
                                "drop cube --height -1",
                                "drop cube --integrator newton",
                                "drop cube --strain-limit 0.9",
                                "drop cube --strain-limit x",
                                "drop cube --strain-limit 1.3",
                                "drop cube --damping -1",
                                "drop cube --precision half",
                                "drop cube --threads 0",
                                "--threads x drop cube",
                                "drop cube --instruction-set mmx",
                                "drop cube --record fall.avi",
                                "drop cube --fps 0",
                                "drop cube -o end.png",
                                "drop cube --picture end.vtu",
                                "drop cubr",
                                "drop cube cels=3",
                                "drop a.node cells=3"}) {
    const auto outcome = pliant(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("--help")) << arguments;
  }
  EXPECT_THAT(pliant("drop cube --material rubbr").err, HasSubstr("rubber"));
}

TEST_F(Drop, FaultyInputExitsWithOne) {
  write("b.node", "2 3 0 0\n0 0 0 0\n1 oops 0 0\n");
  const auto broken = pliant("drop b.node");
  EXPECT_EQ(broken.code, 1);
  EXPECT_THAT(broken.err, HasSubstr("b.node:3: expected a number, found 'oops'"));
  EXPECT_EQ(pliant("drop nowhere.vtu").code, 1);
  EXPECT_EQ(pliant("drop cube -o nowhere/end.vtu").code, 1);
  EXPECT_EQ(pliant("drop cube --record nowhere/fall.csv").code, 1);
  write("lines.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n");
  EXPECT_THAT(pliant("drop lines.obj").err, HasSubstr("neither tetrahedra nor triangles"));
  // A vertex that belongs to nothing has no mass.
  write("stray.node", "5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 9 9 9\n");
  write("stray.ele", "1 4 0\n0 0 1 2 3\n");
  const auto stray = pliant("drop stray.node");
  EXPECT_EQ(stray.code, 1);
  EXPECT_THAT(stray.err, HasSubstr("stray.node: "));
}

TEST_F(Drop, CtrlCStopsCleanlyAndReports) {
  const pid_t child = start("drop cube cells=4 --seconds 1e6 --record fall.csv -o end.vtu --json");
  for (int i = 0; i < 3000 && std::ranges::count(text_of("fall.csv.part"), '\n') < 3; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  kill(child, SIGINT);
  const auto outcome = finish(child);
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("stopped after"));
  const json report = json::parse(outcome.out);
  EXPECT_FALSE(report["completed"]);
  EXPECT_GT(report["steps"], 0);
  EXPECT_NO_THROW(read_mesh(path("end.vtu")));
}

}  // namespace
}  // namespace pliant
