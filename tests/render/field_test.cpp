#include "render/field.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "support/recordings.h"

namespace pliant {
namespace {

using namespace render;
using testing::ElementsAre;
using testing::FloatEq;

BodyFrame stretched(const Mesh& mesh) {
  BodyFrame frame;
  for (const Vec3d& p : mesh.vertices) frame.positions.push_back({2 * p.x, p.y, p.z});
  return frame;
}

TEST(Field, FollowsFromPositionsWhereItWasNotRecorded) {
  const Mesh mesh = test::two_tetrahedra();
  BodyFrame frame = stretched(mesh);
  EXPECT_THAT(field_names(mesh, frame), ElementsAre("displacement", "volume_ratio"));
  EXPECT_THAT(scalar_field(mesh, frame, "volume_ratio")->values, ElementsAre(2, 2));
  EXPECT_THAT(scalar_field(mesh, frame, "displacement")->values, ElementsAre(0, 1, 0, 0, 1));
  EXPECT_FALSE(scalar_field(mesh, frame, "speed"));
  frame.velocities.assign(5, {3, 0, 4});
  EXPECT_THAT(scalar_field(mesh, frame, "speed")->values, ElementsAre(5, 5, 5, 5, 5));
  EXPECT_FALSE(scalar_field(mesh, frame, "warmth"));
}

TEST(Field, OfManyNumbersBecomesOne) {
  const Mesh mesh = test::two_tetrahedra();
  BodyFrame frame = stretched(mesh);
  // Pure tension of 7 Pa, and pure shear of 1 Pa: von Mises' stress 7 and sqrt(3).
  frame.fields = {{"stress", 6, FieldPlace::tetrahedra, {7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0}},
                  {"force", 3, FieldPlace::vertices, std::vector<float>(15, 1)}};
  EXPECT_THAT(scalar_field(mesh, frame, "stress")->values,
              ElementsAre(FloatEq(7), FloatEq(std::sqrt(3.0f))));
  EXPECT_THAT(scalar_field(mesh, frame, "force")->values, testing::Each(FloatEq(std::sqrt(3.0f))));
}

TEST(Field, OfAbsentTetrahedraDoesNotCount) {
  const Mesh mesh = test::two_tetrahedra();
  const std::vector<bool> absent{false, true};
  const ScalarField smooth = on_vertices(mesh, {FieldPlace::tetrahedra, {1, 4}}, &absent);
  EXPECT_THAT(smooth.values, ElementsAre(1, 1, 1, 1, 0));  // the last vertex has no other
}

// As the stress of what is rigid.
TEST(Field, ThatIsNotKnownSomewhereIsThatOfTheRestElsewhere) {
  const Mesh mesh = test::two_tetrahedra();
  const ScalarField smooth = on_vertices(mesh, {FieldPlace::tetrahedra, {1, std::nanf("")}});
  for (int v = 0; v < 4; ++v) EXPECT_EQ(smooth.values[static_cast<std::size_t>(v)], 1);
  EXPECT_TRUE(std::isnan(smooth.values[4]));
}

TEST(Field, IsAveragedByVolume) {
  const Mesh mesh = test::two_tetrahedra();
  const double a = 1.0 / 6, b = signed_volume(mesh.vertices[1], mesh.vertices[2], mesh.vertices[3],
                                              mesh.vertices[4]);
  const ScalarField smooth = on_vertices(mesh, {FieldPlace::tetrahedra, {1, 4}});
  const auto both = static_cast<float>((a + 4 * std::abs(b)) / (a + std::abs(b)));
  EXPECT_EQ(smooth.place, FieldPlace::vertices);
  EXPECT_THAT(smooth.values,
              ElementsAre(FloatEq(1), FloatEq(both), FloatEq(both), FloatEq(both), FloatEq(4)));
}

TEST(Field, RangesLeaveOutWhatIsFarOut) {
  std::vector<float> values;
  for (int i = 0; i <= 1000; ++i) values.push_back(static_cast<float>(i));
  values.push_back(std::numeric_limits<float>::infinity());
  values.push_back(std::nanf(""));
  values[3] = 1e9f;
  const Range range = range_of(values, field_title("speed"));
  EXPECT_EQ(range.low, 0);
  EXPECT_NEAR(range.high, 980, 2);
  const Range states = range_of({0, 0, 0}, field_title("active"));  // whether or not any is awake
  EXPECT_EQ(states.low, 0);
  EXPECT_EQ(states.high, 2);
  const Range ratio = range_of({0.9f, 1, 1.02f}, field_title("volume_ratio"));
  EXPECT_NEAR(ratio.low + ratio.high, 2, 1e-12);
  for (const std::vector<float>& odd : {std::vector<float>{}, {5, 5, 5}, {0, 0}, {-2, -2}}) {
    const Range r = range_of(odd, field_title("warmth"));
    EXPECT_LT(r.low, r.high);
  }
}

}  // namespace
}  // namespace pliant
