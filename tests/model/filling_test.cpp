#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/filling.h>
#include <pliant/shapes.h>

#include <cmath>

namespace pliant {
namespace {

TEST(Filling, WordsAreReadAndWritten) {
  for (const Fineness one : finenesses()) EXPECT_EQ(fineness(name(one)), one);
  try {
    (void)fineness("films");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'film'"), std::string::npos);
  }
}

TEST(Filling, NumbersOverrideWords) {
  const Mesh ball = make_shape("icosphere");
  const Material rubber = material("rubber");
  EXPECT_EQ(mesher_options({Fineness::film}, ball, rubber).tetrahedra, film_tetrahedra);
  EXPECT_EQ(mesher_options({Fineness::fine}, ball, rubber).tetrahedra, 0u);
  EXPECT_EQ(mesher_options({Fineness::film, 700}, ball, rubber).tetrahedra, 700u);
  const MesherOptions by_edge = mesher_options({Fineness::film, 0, 0.1}, ball, rubber);
  EXPECT_EQ(by_edge.tetrahedra, 0u);
  EXPECT_EQ(by_edge.edge, 0.1);
}

TEST(Filling, PaceFallsAsTheFourThirdsPowerOfTheNumber) {
  const double just = 1 / real_time_share;
  EXPECT_EQ(tetrahedra_at_pace(4000, just), 4000u);
  EXPECT_NEAR(static_cast<double>(tetrahedra_at_pace(1000, just * std::pow(8, 4.0 / 3))), 8000, 1);
  EXPECT_EQ(tetrahedra_at_pace(1000, 1e-6), least_real_time_tetrahedra);
  EXPECT_EQ(tetrahedra_at_pace(1000, 1e9), most_real_time_tetrahedra);
}

// Steps of a thousandth take about a thousand times as long for a second.
TEST(Filling, PaceIsMeasuredBySteps) {
  const TetMesh cube(make_shape("cube", {{"cells", 6}}));
  Material undamped = material("rubber");
  undamped.damping_time = 0;
  const Model model(continuum_solid(cube, ContinuumModel::corotated, undamped));
  const double pace = measured_pace(State(model, {.time_step = 1e-4}));
  const double slower = measured_pace(State(model, {.time_step = 1e-7}));
  EXPECT_GT(slower, 0);
  EXPECT_GT(pace, 5 * slower);  // others may have the processor for most of the time
}

TEST(Filling, StiffBodiesGetFewer) {
  const Mesh ball = make_shape("icosphere");
  Material soft = material("jelly"), stiff = soft;
  stiff.young *= 1e4;
  const std::size_t few = real_time_tetrahedra(ball, stiff),
                    many = real_time_tetrahedra(ball, soft);
  EXPECT_LT(few, many);
  EXPECT_GE(few, least_real_time_tetrahedra);
  EXPECT_LE(many, most_real_time_tetrahedra);
}

}  // namespace
}  // namespace pliant
