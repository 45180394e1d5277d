#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/recording.h>
#include <pliant/run.h>
#include <pliant/script.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

// What scenes tell of forces, torques and energies.

namespace pliant {
namespace {

using testing::HasSubstr;

Simulation simulation(const std::string& text) {
  return Scene("forces.lua", text, {}).simulation();
}

// A cube of 1 m and 1200 kg that stands on y = 0, with middle at x = z = 0.
std::string cube(const std::string& forces, int cells, int steps) {
  return "sim = Simulation{steps = " + std::to_string(steps) +
         ", time_step = 2e-4}\n"
         "sim:addBody{mesh = 'cube', density = 1200, name = 'cube', settings = {cells = " +
         std::to_string(cells) + ", tets_per_cell = 5}}\nsim:addAction(" + forces + ")\n";
}
// Two faces move apart with this speed each, for so many steps.
std::string faces(double speed, int steps) {
  std::string text;
  for (const int side : {-1, 1})
    text += "sim:addAction(MoveSteady(0, " + std::to_string(0.5 * side) + ", 0, " +
            std::to_string(side * speed) + ", " + std::to_string(steps) + ", true))\n";
  return text;
}
constexpr const char* damping = "sim:addAction(GlobalDamping(0.99))\n";

// Two faces are pushed together slowly; the volume is kept. What goes through the middle, what a
// face gets and the change of the energy with the way are one force.
TEST(Forces, ThroughAPlaneCountConstraints) {
  SceneRun run(simulation(cube("MassSpringForces{young = 3e6, poisson = 0.3}", 3, 5000) + damping +
                          faces(-0.1, 5000) +
                          "sim:addAction(SimpleVolumeConstraint())\n"
                          "sim:addAction(CalculateFlux(0, 0.05))\n"
                          "sim:addAction(Probe{quantity = 'reaction', group = "
                          "'plane:0.5,0,0,1,0,0'})\n"
                          "sim:addAction(Probe{quantity = 'energy'})\n"));
  run.advance(4500);
  const double before = run.measure("energy")[0];
  run.advance(200);
  const std::vector<double> flux = run.measure("flux");
  const double reaction = run.measure("reaction")[0];
  run.advance(200);
  const double slope = (run.measure("energy")[0] - before) / (400 * 2e-4 * 0.2);  // dE/ds
  EXPECT_GT(slope, 3e5);
  EXPECT_NEAR(-flux[0] / slope, 1, 0.03);
  EXPECT_NEAR(-reaction / slope, 1, 0.03);
  EXPECT_LT(flux[6], -0.1 * slope) << "the constraint carries a part of it";
  EXPECT_NEAR(flux[2] + flux[4] + flux[6], flux[0], 1e-6 * slope);
}

TEST(Forces, OfElementVolumesReachTheSupport) {
  SceneRun run(simulation(cube("MaterialForces3{young = 3e6, poisson = 0.3}", 2, 4000) + damping +
                          "sim:addAction(Gravity(10))\n"
                          "sim:addAction(ElementVolumeConstraint())\n"
                          "sim:addAction(Pin{group = 'plane:0,0,0,0,1,0'})\n"
                          "sim:addAction(Probe{quantity = 'reaction'})\n"));
  run.advance(3000);
  double mean = 0;  // of what the solver leaves of a step, the next gets more or less
  for (int k = 0; k < 1000; ++k) {
    run.advance(1);
    mean += run.measure("reaction")[1] / 1000;
  }
  EXPECT_NEAR(mean, 12000, 12);
  double most = 0;
  for (const Vec3d& f : run.bodies()[0].state.constraint_forces()) most = std::max(most, length(f));
  EXPECT_GT(most, 10) << "and constraints carry some of it";
}

// A beam that sticks out of a wall: its weight at half its length.
TEST(Forces, OfAWallHaveATorque) {
  SceneRun run(simulation(
      "sim = Simulation{seconds = 1}\n"
      "sim:addBody{mesh = 'beam', density = 1000, settings = {length = 2, height = 0.5, width = "
      "0.5, cells = 8}}\n"
      "sim:addAction(MassSpringForces{young = 1e7, poisson = 0.3})\n"
      "sim:addAction(Gravity(10))\n"
      "sim:addAction(GlobalDamping(0.99))\n"
      "sim:addAction(Pin{group = 'plane:-1,0,0,1,0,0'})\n"
      "sim:addAction(Probe{quantity = 'reaction'})\n"
      "sim:addAction(Probe{quantity = 'reaction_torque'})\n"
      "sim:addAction(Probe{quantity = 'reaction_torque', name = 'tip', about = {1, 0, 0}})\n"
      "sim:addAction(CalculateFlux(0, 0.05))\n"));
  run.advance(run.last_step());
  const double weight = 0.5 * 1000 * 10;
  EXPECT_NEAR(run.measure("reaction")[1], weight, 1e-3 * weight);
  EXPECT_NEAR(run.measure("reaction_torque")[2], weight, 0.02 * weight);  // an arm of 1 m
  EXPECT_NEAR(run.measure("tip")[2], -weight, 0.02 * weight);             // 1 m to the other side
  // Beyond the plane in the middle hangs nearly half of it, at an arm of about 0.5 m.
  const std::vector<double> flux = run.measure("flux");
  EXPECT_NEAR(flux[1], 0.45 * weight, 0.1 * weight);
  EXPECT_NEAR(-flux[9], 0.22 * weight, 0.08 * weight);
}

TEST(Forces, OfCpm1AndCpm2TurnABody) {
  for (const std::string forces : {"MaterialForces", "MaterialForces2", "MaterialForces3"}) {
    SCOPED_TRACE(forces);
    SceneRun run(simulation(cube(forces + "{young = 3e6, poisson = 0.3}", 3, 10) +
                            "sim:addAction(Probe{quantity = 'internal_torque'})\n"));
    State& state = run.bodies()[0].state;
    std::vector<Vec3d> x = state.positions();
    for (Vec3d& p : x) p = {p.x + 0.3 * p.y * p.y, p.y, p.z + 0.1 * p.x};
    state.set_positions(x);
    const std::vector<double> torque = run.measure("internal_torque");
    const double size = std::hypot(torque[0], torque[1], torque[2]);
    if (forces == "MaterialForces3")
      EXPECT_LT(size, 1);
    else
      EXPECT_GT(size, 100);
  }
}

// What a law does not have is an empty cell.
TEST(Energies, OfCpm1AndCpm2AreEmptyCells) {
  for (const std::string forces : {"MaterialForces", "MaterialForces2", "MaterialForces3"}) {
    SCOPED_TRACE(forces);
    const auto folder = std::filesystem::path(testing::TempDir()) / ("pliant-energies-" + forces);
    std::filesystem::remove_all(folder);
    std::string text =
        cube(forces + "{young = 3e6, poisson = 0.3}", 2, 10) + "sim:addAction(Gravity(10))\n";
    for (const char* quantity : {"elastic_energy", "energy", "kinetic_energy"})
      text += std::string("sim:addAction(Probe{quantity = '") + quantity + "'})\n";
    RunOptions options;
    options.output = folder;
    options.record = false;
    SceneRun run(simulation(text), options);
    run.advance(10);
    run.finish();
    const bool has = forces == "MaterialForces3";
    EXPECT_EQ(std::isnan(run.measure("elastic_energy")[0]), !has);
    EXPECT_EQ(std::isnan(run.measure("energy")[0]), !has);
    EXPECT_GT(run.measure("kinetic_energy")[0], 0);
    EXPECT_EQ(run.bodies()[0].state.energy().has_elastic, has);
    std::ifstream file(folder / "probes.csv");
    std::string line, last;
    while (std::getline(file, line)) last = line;
    EXPECT_EQ(last.find(",,,") != std::string::npos, !has) << last;
  }
}

// What E makes doubles with E and what G makes with G; for other laws it is along and across.
TEST(Flux, OfCpm1AndCpm2IsSplitByItsModuli) {
  const auto measured = [](const std::string& forces) {
    SceneRun run(simulation(cube(forces, 4, 10) + "sim:addAction(CalculateFlux(0, 0.1))\n"));
    State& state = run.bodies()[0].state;
    std::vector<Vec3d> x = state.positions();
    for (Vec3d& p : x) p = {1.04 * p.x, p.y + 0.03 * p.x, p.z + 0.01 * p.y * p.y};
    state.set_positions(x);
    return run.measure("flux");
  };
  for (const std::string law : {"MaterialForces", "MaterialForces2"}) {
    SCOPED_TRACE(law);
    const std::vector<double> once = measured(law + "(3e6, 1e6)"),
                              more = measured(law + "(6e6, 1e6)"),
                              stiff = measured(law + "(3e6, 2e6)");
    const double near = 1e-4 * std::abs(once[0]);
    EXPECT_GT(once[2], 0.2 * 0.04 * 3e6);
    EXPECT_GT(std::hypot(once[4], once[5]), 0.01 * once[0]);
    for (const std::size_t part : {2, 3}) {
      EXPECT_NEAR(more[part], 2 * once[part], near);
      EXPECT_NEAR(stiff[part], once[part], near);
    }
    for (const std::size_t part : {4, 5}) {
      EXPECT_NEAR(more[part], once[part], near);
      EXPECT_NEAR(stiff[part], 2 * once[part], near);
    }
    EXPECT_NEAR(once[2] + once[4], once[0], near);
  }
  const std::vector<double> whole = measured("MaterialForces3(3e6, 1.1e6)");
  EXPECT_NEAR(whole[2], whole[0], 1e-9 * whole[0]) << "along the normal";
  EXPECT_NEAR(whole[5], whole[1], 1e-9 * whole[0]) << "across it";
  EXPECT_EQ(whole[3], 0);
  EXPECT_EQ(whole[4], 0);
}

// The same in recordings: both parts make the whole, and laws without moduli have no numbers.
TEST(Record, SplitsTheForcesOfCpm1AndCpm2) {
  for (const std::string forces : {"MaterialForces", "MaterialForces2", "MaterialForces3"}) {
    SCOPED_TRACE(forces);
    const auto folder = std::filesystem::path(testing::TempDir()) / ("pliant-parts-" + forces);
    std::filesystem::remove_all(folder);
    {
      RunOptions options;
      options.output = folder;
      SceneRun run(
          simulation(cube(forces + "{young = 3e6, poisson = 0.3}", 2, 20) + faces(0.5, 20) +
                     "sim:addAction(Record{every = 20, fields = {'force', "
                     "'elastic_force', 'shear_force'}})\n"),
          options);
      run.advance(20);
      run.finish();
    }
    const RecordedFrame last = Recording(folder).read(1);
    const auto values = [&](const std::string& name) {
      const std::vector<RecordedField>& fields = last.bodies[0].fields;
      return std::ranges::find(fields, name, &RecordedField::name)->values;
    };
    const std::vector<float> force = values("force"), elastic = values("elastic_force"),
                             shear = values("shear_force");
    double most = 0, off = 0;
    for (std::size_t i = 0; i < force.size(); ++i) {
      most = std::max(most, std::abs(double(elastic[i])));
      off = std::max(off, std::abs(double(force[i]) - elastic[i] - shear[i]));
    }
    if (forces == "MaterialForces3") {
      EXPECT_TRUE(std::isnan(elastic[0]) && std::isnan(shear[0]));
    } else {
      EXPECT_GT(most, 100);
      EXPECT_LT(off, 1e-3 * most);
    }
  }
}

TEST(Notes, TellOfALimitThatHasNothingToHold) {
  const SceneRun run(simulation(cube("MaterialForces3{young = 3e6, poisson = 0.3}", 2, 10) +
                                "sim:addAction(StrainLimit(1.2))\n"));
  std::string all;
  for (const std::string& note : run.notes()) all += note;
  EXPECT_THAT(all, HasSubstr("has no springs"));
  EXPECT_EQ(run.bodies()[0].state.dynamics().strain_limit, 0);
}

}  // namespace
}  // namespace pliant
