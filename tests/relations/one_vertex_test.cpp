#include "relations/one_vertex.h"

#include <gtest/gtest.h>

#include "relations/list.h"
#include "support/law_samples.h"

namespace pliant {
namespace {

template <class L>
struct AllLaws;
template <class... L>
struct AllLaws<LawList<L...>> {
  using Types = testing::Types<L...>;
};
template <class Law>
class OneVertexOfEveryLaw : public testing::Test {};
TYPED_TEST_SUITE(OneVertexOfEveryLaw, AllLaws<Laws>::Types);

constexpr double rate = 3;  // 1/s

template <class Law>
OneVertex<Law, double> deformed(Samples& samples) {
  const auto relation = samples.deformed<Law>(0.2);
  OneVertex<Law, double> out;
  out.rest = relation.rest;
  out.param = relation.param;
  out.rate = rate;
  for (int i = 0; i < Law::arity; ++i) {
    out.x[i] = relation.x[i];
    out.before[i] = relation.x[i] + samples.vector(0.05);
  }
  return out;
}

template <class Law>
std::array<Vec3d, Law::arity> forces(const OneVertex<Law, double>& at) {
  Vec3d v[Law::arity], f[Law::arity];
  for (int i = 0; i < Law::arity; ++i) v[i] = (at.x[i] - at.before[i]) * at.rate;
  Law::force(at.x, v, at.rest, at.param, f);
  return std::to_array(f);
}

double norm(const Sym3<double>& a) {
  return std::sqrt(inner(a, a));
}

// The force on a corner is that of the law, and its block how that changes, by differences.
TYPED_TEST(OneVertexOfEveryLaw, IsWhatTheRelationDoesToIt) {
  Samples samples(5);
  for (int sample = 0; sample < 20; ++sample) {
    auto at = deformed<TypeParam>(samples);
    const auto expected = forces(at);
    const double size = largest(expected);
    for (int corner = 0; corner < pushed_count<TypeParam>; ++corner) {
      const auto i = static_cast<std::size_t>(corner);
      const Reaction<double> found = reaction_at(at, double(corner));
      EXPECT_LT(length(found.force - expected[i]), 1e-11 * size);
      Vec3d columns[3];
      for (int k = 0; k < 3; ++k) {
        constexpr double small = 1e-6;
        const double here = at.x[corner][k];
        at.x[corner][k] = here + small;
        const Vec3d after = forces(at)[i];
        at.x[corner][k] = here - small;
        columns[k] = (forces(at)[i] - after) * (0.5 / small);
        at.x[corner][k] = here;
      }
      const auto mean = [&](int j, int k) { return 0.5 * (columns[j][k] + columns[k][j]); };
      const Sym3<double> block{mean(0, 0), mean(1, 1), mean(2, 2),
                               mean(0, 1), mean(1, 2), mean(2, 0)};
      EXPECT_LT(norm(found.block + block * -1.0), 1e-6 * (norm(block) + size));
    }
  }
}

// Where corners are alike, any may be put last.
TYPED_TEST(OneVertexOfEveryLaw, MayBeTheLast) {
  using Law = TypeParam;
  if constexpr (corners_alike<Law>) {
    Samples samples(6);
    for (int sample = 0; sample < 20; ++sample) {
      const auto at = deformed<Law>(samples);
      const double size = largest(forces(at));
      for (int corner = 0; corner < 4; ++corner) {
        OneVertex<Law, double> turned = at;
        for (int i = 0; i < 4; ++i) {
          turned.x[i] = at.x[last_corner[corner][i]];
          turned.before[i] = at.before[last_corner[corner][i]];
        }
        turned.rest = with_last(at.rest, corner);
        const Reaction<double> expected = reaction_at(at, double(corner));
        const Reaction<double> duals = reaction_at(turned, 3.0);
        EXPECT_LT(length(duals.force - expected.force), 1e-10 * size);
        EXPECT_LT(norm(duals.block + expected.block * -1.0), 1e-9 * norm(expected.block));
        if constexpr (KnowsItsLast<Law>) {
          EXPECT_LT(length(last_reaction(turned, true).force - expected.force), 1e-10 * size);
          turned.rate = 0;
          const Reaction<double> still = reaction_at(turned, 3.0);
          const Reaction<double> found = last_reaction(turned, false);
          EXPECT_LT(length(found.force - still.force), 1e-10 * size);
          EXPECT_LT(norm(found.block + still.block * -1.0), 1e-9 * norm(still.block));
        }
      }
    }
  }
}

// What damping adds to a block in closed form leaves out how the rate of the strain changes with
// the deformation: nothing of a relation that does not move yet.
TYPED_TEST(OneVertexOfEveryLaw, KnowsItsDampingAsItBegins) {
  using Law = TypeParam;
  if constexpr (KnowsItsLast<Law>) {
    Samples samples(7);
    for (int sample = 0; sample < 20; ++sample) {
      auto at = deformed<Law>(samples);
      for (int i = 0; i < 4; ++i) at.before[i] = at.x[i];
      const Sym3<double> expected = reaction_at(at, 3.0).block;
      EXPECT_LT(norm(last_reaction(at, true).block + expected * -1.0), 1e-9 * norm(expected));
    }
  }
}

TYPED_TEST(OneVertexOfEveryLaw, OfAnAbsentRelationIsNothing) {
  using Law = TypeParam;
  if constexpr (corners_alike<Law>) {
    Samples samples(8);
    auto at = deformed<Law>(samples);
    at.rest = with_last(Law::template absent<double>(), 1);
    const Reaction<double> found = reaction_at(at, 3.0);
    EXPECT_EQ(length(found.force), 0);
    EXPECT_EQ(norm(found.block), 0);
  }
}

}  // namespace
}  // namespace pliant
