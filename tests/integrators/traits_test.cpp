#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/integrators.h>

#include "integrators/integrators.h"

// What integrators say of themselves, compared with what they do.

namespace pliant {
namespace {

constexpr double h = 0.01;

template <class I, int stage = 0>
void advance_stages(Motion<double>& m, double a, bool first,
                    std::vector<double>* places = nullptr) {
  I::template advance<stage>(m, {a, 0, 0}, h, first);
  if (places) places->push_back(m.x.x);
  if constexpr (stage + 1 < I::stages) advance_stages<I, stage + 1>(m, a, first, places);
}

template <class I>
class Traits : public testing::Test {};
template <class List>
struct TypesOf;
template <class... I>
struct TypesOf<IntegratorList<I...>> {
  using Type = testing::Types<I...>;
};
TYPED_TEST_SUITE(Traits, TypesOf<Integrators>::Type);

TYPED_TEST(Traits, PositionsAfterStages) {
  IntegratorTraits traits{};
  traits.half_stages = TypeParam::half_stages;
  Motion<double> m{{0, 0, 0}, {3, 0, 0}, {}};
  std::vector<double> places;
  advance_stages<TypeParam>(m, 0, true, &places);
  ASSERT_EQ(places.size(), std::size_t(TypeParam::stages));
  for (std::uint32_t s = 0; s < places.size(); ++s)
    EXPECT_DOUBLE_EQ(places[s], traits.part_after(s) * h * 3) << s;
}

// Numbers behind those it keeps do not count; of these only a displacement goes on to other steps.
TYPED_TEST(Traits, WhatIsKept) {
  Motion<double> m{{1, 0, 0}, {3, 0, 0}, {{0.5, 0, 0}, {7, 0, 0}, {7, 0, 0}, {7, 0, 0}}};
  advance_stages<TypeParam>(m, 2, false);
  for (int i = TypeParam::kept; i < 4; ++i) EXPECT_EQ(m.kept[i].x, i == 0 ? 0.5 : 7);
  Motion<double> other{{1, 0, 0}, {3, 0, 0}, {{0.25, 0, 0}, {6, 0, 0}, {6, 0, 0}, {6, 0, 0}}};
  advance_stages<TypeParam>(other, 2, false);
  EXPECT_EQ(other.x.x != m.x.x, TypeParam::keeps_move);
  if (TypeParam::keeps_move) {
    EXPECT_DOUBLE_EQ(m.kept[0].x, m.x.x - 1);
  }
}

TYPED_TEST(Traits, FirstStepAndLag) {
  Motion<double> first{{0, 0, 0}, {3, 0, 0}, {}}, later{{0, 0, 0}, {3, 0, 0}, {{3 * h, 0, 0}}};
  advance_stages<TypeParam>(first, 2, true);
  advance_stages<TypeParam>(later, 2, false);
  EXPECT_EQ(first.x.x != later.x.x, TypeParam::begins_halved);
  EXPECT_DOUBLE_EQ(first.v.x, 3 + 2 * h * (1 - TypeParam::lag));
}

// A kick as the step begins, against what pulls during it: the velocity with which the vertex stays
// where it is.
TYPED_TEST(Traits, VelocityOfWhatHangsStill) {
  constexpr double pull = 5;
  const auto moved = [&](double v) {
    Motion<double> m{{0, 0, 0}, {v, 0, 0}, {}};
    (TypeParam::keeps_move ? m.kept[0].x : m.v.x) +=
        TypeParam::keeps_move ? h * h * pull : h * pull;
    advance_stages<TypeParam>(m, -pull, false);
    return m;
  };
  double still = moved(0).v.x;
  if (!TypeParam::keeps_move) still = -moved(0).x.x / (moved(1).x.x - moved(0).x.x);
  EXPECT_NEAR(moved(still).x.x, 0, 1e-15);
  EXPECT_NEAR(still + TypeParam::still_part * h * pull, 0, 1e-12);
}

TEST(ListOfIntegrators, HasNamesAndTypes) {
  EXPECT_EQ(integrators().size(), Integrators::size);
  for (const Integrator i : integrators()) EXPECT_EQ(integrator(name(i)), i);
  EXPECT_EQ(traits_of(Integrator::runge_kutta_4).stages, 4u);
  EXPECT_TRUE(traits_of(Integrator::verlet).keeps_move);
  EXPECT_EQ(traits_of(Integrator::leap_frog).lag, 0.5);
  EXPECT_THROW(integrator("velocity_verlet"), InputError);
}

}  // namespace
}  // namespace pliant
