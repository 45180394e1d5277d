#include <gmock/gmock.h>
#include <pliant/bodies.h>
#include <pliant/doubts.h>
#include <pliant/error.h>
#include <pliant/shapes.h>

#include <cmath>

// Numbers without sense are refused or told, whichever way they come in.

namespace pliant {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TetMesh cube(double size = 1) {
  return TetMesh(make_shape("cube", {{"cells", 1}, {"size", size}}));
}

Body cube_body() {
  return mass_spring_solid(cube(), material("rubber"));
}

template <class Work>
std::string refusal(const Work& work) {
  try {
    work();
  } catch (const InputError& error) {
    EXPECT_NE(error.cure(), "");
    return error.what();
  }
  return "";
}

TEST(Ranges, MaterialsBeyondWhatCanBeComputedAreRefused) {
  const auto refused = [](const Material& m) { return refusal([&] { check(m); }); };
  EXPECT_EQ(refused({"", 1e6, 0.3, 1000, 0.01}), "");
  EXPECT_THAT(refused({"", 1e300, 0.3, 1000, 0}), HasSubstr("Young's modulus is 1e+300"));
  EXPECT_THAT(refused({"", 1e-7, 0.3, 1000, 0}), HasSubstr("from 1e-06 to 1e+15 Pa"));
  EXPECT_THAT(refused({"", 1e6, 0.3, 1e300, 0}), HasSubstr("density is 1e+300"));
  EXPECT_THAT(refused({"", 1e6, 0.3, 1e-300, 0}), HasSubstr("density"));
  EXPECT_THAT(refused({"", 1e6, 0.3, 1000, 1e7}), HasSubstr("damping time"));
  EXPECT_THAT(refused({"", 1e6, 0.3, 1000, 0, 1e16}), HasSubstr("shear modulus"));
}

TEST(Ranges, MaterialsUnlikeAnyAreToldOnce) {
  for (const Material& known : materials()) EXPECT_THAT(doubts({&known, 1}), IsEmpty());
  const std::vector<Material> stiff(5, Material{"mine", 3e13, 0.3, 1000, 0});
  EXPECT_THAT(doubts(stiff), ElementsAre(HasSubstr("Young's modulus of material 'mine' is 3e+13")));
  const Material heavy{"", 1e6, 0.3, 1e5, 0}, slow{"", 1e6, 0.3, 1000, 1000};
  EXPECT_THAT(doubts({&heavy, 1}), ElementsAre(HasSubstr("the density is 1e+05 kg/m³")));
  EXPECT_THAT(doubts({&slow, 1}), ElementsAre(HasSubstr("the damping time is 1000 s")));
  Notes springs, continuum;
  mass_spring_solid(cube(), heavy, {}, &springs);
  continuum_solid(cube(), ContinuumModel::corotated, heavy, {}, {}, &continuum);
  EXPECT_THAT(springs, Contains(HasSubstr("the density is")));
  EXPECT_THAT(continuum, Contains(HasSubstr("the density is")));
}

TEST(Ranges, OptionsOfSolidsAreNumbersOfAtLeastZero) {
  const auto refused = [](const SolidOptions& options) {
    const std::string springs =
        refusal([&] { mass_spring_solid(cube(), material("rubber"), options); });
    EXPECT_EQ(springs, refusal([&] {
                continuum_solid(cube(), ContinuumModel::corotated, material("rubber"), options);
              }));
    return springs;
  };
  EXPECT_EQ(refused({}), "");
  EXPECT_THAT(refused({.largest_inverse_mass = -1}), HasSubstr("the largest inverse mass is -1"));
  EXPECT_THAT(refused({.fastest = std::nan("")}), HasSubstr("'fastest' is nan"));
  EXPECT_THAT(refused({.most_damping = -0.5}), HasSubstr("the most damping"));
}

TEST(Ranges, BodiesOfImpossibleSizeOrMassAreRefused) {
  const auto refused = [](Body body, double scale, double mass) {
    for (Vec3d& p : body.vertices) p *= scale;
    for (double& m : body.masses) m *= mass;
    return refusal([&] { Model(body, {}); });
  };
  EXPECT_EQ(refused(cube_body(), 1, 1), "");
  EXPECT_THAT(refused(cube_body(), 1e10, 1), HasSubstr("the body is 1e+10 m large"));
  EXPECT_THAT(refused(cube_body(), 1e18, 1), HasSubstr("m from the origin"));
  EXPECT_THAT(refused(cube_body(), 1e-10, 1), HasSubstr("m large"));
  EXPECT_THAT(refused(cube_body(), 1, 1e300), HasSubstr("has the mass"));
  EXPECT_THAT(doubts("cube", cube_body()), IsEmpty());
  Body large = cube_body();
  for (Vec3d& p : large.vertices) p *= 1e5;
  EXPECT_THAT(doubts("cube", large), ElementsAre(HasSubstr("the size of body 'cube' is 1e+05 m")));
}

TEST(Ranges, NumbersOfLawsAreWithinWhatSinglePrecisionHolds) {
  Body body = cube_body();
  body.relations[0].parameters[0][3] = 1e31;
  EXPECT_THAT(refusal([&] { Model(body, {}); }), HasSubstr("DistanceSpring 3: stiffness is 1e+31"));
  const Model model(cube_body());
  State state(model);
  EXPECT_THAT(refusal([&] { state.set_parameter(0, "stiffness", 1e31); }),
              HasSubstr("stiffness is 1e+31"));
}

TEST(Ranges, GravityAndStepsAreChecked) {
  const Model model(cube_body());
  const auto refused = [&](const Dynamics& d) { return refusal([&] { State(model, d); }); };
  EXPECT_EQ(refused({.time_step = 1e-4}), "");
  EXPECT_THAT(refused({.time_step = 1e-4, .gravity = {0, -1e7, 0}}), HasSubstr("gravity is 1e+07"));
  EXPECT_THAT(refused({.time_step = 1e-20}), HasSubstr("the time step is 1e-20"));
  EXPECT_THAT(doubts(Dynamics{}), IsEmpty());
  EXPECT_THAT(doubts(Dynamics{.gravity = {0, -9810, 0}}),
              ElementsAre(HasSubstr("gravity is 9810")));
}

}  // namespace
}  // namespace pliant
