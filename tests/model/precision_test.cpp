#include <gmock/gmock.h>
#include <pliant/bodies.h>
#include <pliant/precision.h>
#include <pliant/shapes.h>

#include <cmath>

namespace pliant {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr double step_length = 0.002;

Model cube(double size, Precision precision) {
  const TetMesh mesh(make_shape("cube", {{"cells", 2}, {"size", size}}));
  const Material as_stiff = make_material(1e5 * size, 0.3, 1000);
  return Model(mass_spring_solid(mesh, as_stiff), {.precision = precision});
}

// How far it falls within a second over g t² / 2, with what Euler-Cromer's steps add to it.
double fall(const Model& model) {
  State state(model, {.time_step = step_length});
  const double before = state.positions()[0].y;
  step(model, state, 500);
  return (before - state.positions()[0].y) / (0.5 * 9.81 * (1 + step_length));
}

TEST(Precision, LargeBodiesLoseTheirMotionInSinglePrecisionOnly) {
  const Dynamics dynamics{.time_step = step_length};
  for (const double size : {1.0, 1e4}) {
    const Model model = cube(size, Precision::single_precision);
    EXPECT_FALSE(loses_motion(model, dynamics)) << size;
    EXPECT_NEAR(fall(model), 1, 0.01) << size;
  }
  const Model lost = cube(1e6, Precision::single_precision);
  EXPECT_TRUE(loses_motion(lost, dynamics));
  EXPECT_LT(fall(lost), 0.9);
  const Model kept = cube(1e6, Precision::double_precision);
  EXPECT_FALSE(loses_motion(kept, dynamics));
  EXPECT_NEAR(fall(kept), 1, 1e-6);
}

TEST(Precision, TheSlowestMotionIsHalfTheNextNumberAStep) {
  // Places are up to 0.5 m from the middle, where floats are 2⁻²⁴ m apart.
  EXPECT_DOUBLE_EQ(slowest_motion(1, Precision::single_precision, 0.5), std::ldexp(1, -24));
  EXPECT_DOUBLE_EQ(slowest_motion(1, Precision::double_precision, 0.5), std::ldexp(1, -53));
}

TEST(Precision, ShortStepsAndWeakGravityCountToo) {
  const Model model = cube(100, Precision::single_precision);
  EXPECT_FALSE(loses_motion(model, {.time_step = 1e-4}));
  EXPECT_TRUE(loses_motion(model, {.time_step = 1e-6}));
  EXPECT_TRUE(loses_motion(model, {.time_step = 1e-4, .gravity = {0, -1e-3, 0}}));
  EXPECT_FALSE(loses_motion(model, {.time_step = 1e-4, .gravity = {}}));
}

TEST(Precision, TheNoteSaysWhatIsDone) {
  const Model model = cube(1e6, Precision::single_precision);
  const Dynamics dynamics{.time_step = step_length};
  EXPECT_THAT(precision_note("cube", model, dynamics, true).value_or(""),
              AllOf(HasSubstr("body 'cube' is 1e+06 m large"), HasSubstr("slower than 14.9 m/s"),
                    HasSubstr("computed in double precision")));
  EXPECT_THAT(precision_note("cube", model, dynamics, false).value_or(""),
              HasSubstr("take double precision"));
  EXPECT_FALSE(precision_note("cube", cube(1, Precision::single_precision), dynamics, true));
}

}  // namespace
}  // namespace pliant
