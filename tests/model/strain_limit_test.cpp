#include <gtest/gtest.h>
#include <pliant/error.h>

#include "support/limit_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(StrainLimit, TakesEnergyAndNeverGivesAny) {
  for (const ModelOptions& options : {in_single, in_double}) check_limit_takes_energy(options, 0.5);
}

TEST(StrainLimit, HoldsWhatHangsAtEveryStepAndTheSupportCarriesIt) {
  for (const ModelOptions& options : {in_single, in_double}) check_limit_holds(options);
}

TEST(StrainLimit, LetsSpinWhatSpins) {
  for (const ModelOptions& options : {in_single, in_double}) check_limit_lets_spin(options);
}

// An undamped bar that hangs and is let fall into its limit, for a long time.
TEST(StrainLimit, HoldsForLong) {
  Body body = soft_bar(1e5);
  body.pinned = face(body, 0, false);
  const Model model(body, in_single);
  Dynamics d;
  d.time_step = 0.3 * stable_step(model, d);
  d.strain_limit = 1.1;
  State state(model, d);
  const double start = state.energy().total();
  double early = 0, late = 0, most = -1e300;
  for (int second = 0; second < 60; ++second) {
    step(model, state, static_cast<std::int64_t>(1 / d.time_step));
    const State::Energy energy = state.energy();
    (second < 10 ? early : late) = std::max(second < 10 ? early : late, energy.kinetic);
    most = std::max(most, energy.total());
  }
  EXPECT_LT(late, early);
  EXPECT_LT(most, start + 0.02 * early);
}

TEST(StrainLimit, SkipsWhatIsRemovedAndMovesWhatIsLedOnlyWhereItIsFree) {
  const Body body = chain(row_of_points(3), {1, 1e-9, 0});
  const Model model(body, in_double);
  Dynamics d = weightless(Integrator::euler_cromer, 1e-3);
  d.strain_limit = 1.2;
  State state(model, d);
  state.set_positions(std::vector<Vec3d>{{0, 0, 0}, {0, 2, 0}, {3, 2, 0}});
  state.add_drive({{1}, {false, true, true}, [](double) { return Pose{}; }});
  state.remove(0, std::vector<Index>{0});
  step(model, state);
  const std::vector<Vec3d> x = state.positions();
  EXPECT_LT(length(x[0]), 1e-8);
  EXPECT_NEAR(x[1].x, 0.9, 1e-6) << "of 1.8 that are too much, along x alone";
  EXPECT_NEAR(x[1].y, 2, 1e-12);
  EXPECT_NEAR(x[2].x, 2.1, 1e-6);
}

// Led away from the other across its only free direction, it could follow by a lever of a hundred.
TEST(StrainLimit, DoesNotLeverAwayWhatIsLed) {
  Body body = chain(row_of_points(2), {1, 1e-9, 0});
  body.pinned = {0};
  const Model model(body, in_double);
  Dynamics d = weightless(Integrator::verlet, 1e-3);
  d.strain_limit = 1.2;
  State state(model, d);
  state.set_positions(std::vector<Vec3d>{{0, 0, 0}, {1.2, 0, 0.012}});
  state.add_drive({{1}, {true, true, false}, [](double t) { return Pose{.shift = {t, 0, 0}}; }});
  step(model, state, 50);
  EXPECT_LT(std::abs(state.velocities()[1].z), 1e-6);
}

TEST(StrainLimit, IsRefusedWithoutSprings) {
  Body body = soft_cube(2);
  std::erase_if(body.relations, [](const Relations& set) { return law(set.law).arity == 2; });
  const Model model(body, in_double);
  Dynamics d;
  d.time_step = 1e-4;
  d.strain_limit = 1.2;
  EXPECT_THROW(State(model, d), InputError);
}

}  // namespace
}  // namespace pliant
