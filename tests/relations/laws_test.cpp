// What every law must keep, tested over the whole list: a law added there is tested here without
// a line more. What a law does not promise in its LawInfo is tested not to hold.

#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/laws.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "relations/diagonal_blocks.h"
#include "relations/list.h"
#include "support/law_samples.h"

namespace pliant {
namespace {

constexpr int repeats = 50;
constexpr double rounding = 1e-11;  // of the largest force, in double precision
constexpr double single_rounding = 100 * std::numeric_limits<float>::epsilon();
constexpr double deformations[] = {0.01, 0.3, 3};

template <class List>
struct AsTypes;
template <class... L>
struct AsTypes<LawList<L...>> {
  using Types = ::testing::Types<L...>;
};

struct LawName {
  template <class Law>
  static std::string GetName(int) {
    return std::string(Law::info.name);
  }
};

template <class Law>
class EveryLaw : public ::testing::Test {
 protected:
  /// Calls check(relation) for relations in random states, from little to largely deformed.
  template <class Check>
  void for_random_states(Check check) {
    for (const double amount : deformations)
      for (int i = 0; i < repeats; ++i) {
        SCOPED_TRACE(::testing::Message() << "state " << i << " deformed by " << amount);
        check(samples.deformed<Law>(amount));
      }
  }

  Samples samples{20261};
};
TYPED_TEST_SUITE(EveryLaw, AsTypes<Laws>::Types, LawName);

template <std::size_t N>
Vec3d sum(const std::array<Vec3d, N>& forces) {
  Vec3d total;
  for (const Vec3d& f : forces) total += f;
  return total;
}

/// About the origin, which is no special point of a relation.
template <class Law>
Vec3d torque(const Relation<Law, double>& relation, const std::array<Vec3d, Law::arity>& forces) {
  Vec3d total;
  for (std::size_t i = 0; i < forces.size(); ++i) total += cross(relation.x[i], forces[i]);
  return total;
}

template <class Law>
double power(const Relation<Law, double>& relation, const std::array<Vec3d, Law::arity>& forces) {
  double total = 0;
  for (std::size_t i = 0; i < forces.size(); ++i) total += dot(relation.v[i], forces[i]);
  return total;
}

/// The largest difference between derivatives of forces that would be equal if they had an energy.
template <class Law>
double asymmetry(const Relation<Law, double>& relation) {
  const auto f = relation.with_derivatives().forces();
  double most = 0;
  for (int i = 0; i < 3 * Law::arity; ++i)
    for (int j = 0; j < i; ++j)
      most =
          std::max(most, std::abs(f[i / 3][i % 3].derivative[j] - f[j / 3][j % 3].derivative[i]));
  return most;
}

template <class Law>
bool has_damping() {
  return std::ranges::any_of(Law::info.parameters,
                             [](const LawField& field) { return field.name == "damping"; });
}

TYPED_TEST(EveryLaw, NamesItsFields) {
  const LawInfo& info = TypeParam::info;
  EXPECT_EQ(info.arity, TypeParam::arity);
  EXPECT_EQ(info.rest.size(), rest_count<TypeParam>);
  EXPECT_EQ(info.parameters.size(), param_count<TypeParam>);
  EXPECT_FALSE(info.help.empty());
  for (const auto fields : {info.rest, info.parameters}) {
    std::set<std::string_view> names;
    for (const LawField& field : fields) {
      EXPECT_TRUE(names.insert(field.name).second) << field.name;
      EXPECT_FALSE(field.unit.empty()) << field.name;
      EXPECT_FALSE(field.help.empty()) << field.name;
    }
  }
}

TYPED_TEST(EveryLaw, ForceIsMinusTheGradientOfTheEnergyOrThereIsNone) {
  if (!TypeParam::info.has_energy) {
    double most = 0;
    this->for_random_states([&](const auto& relation) {
      most = std::max(most, asymmetry(relation.without_velocity()));
    });
    EXPECT_GT(most, 0.01) << "the forces have an energy: say so, and which";
    return;
  }
  this->for_random_states([](const auto& relation) {
    const auto still = relation.without_velocity();
    const auto f = still.forces();
    const auto energy = still.with_derivatives().energy();
    EXPECT_GT(largest(f), 0);
    EXPECT_NEAR(energy.value, still.energy(), rounding * std::abs(energy.value));
    for (int i = 0; i < TypeParam::arity; ++i)
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(f[i][k], -energy.derivative[3 * i + k], rounding * (1 + largest(f)));
  });
}

template <std::size_t N>
void expect_blocks(const Sym3<double> (&found)[N], const Sym3<double> (&expected)[N]) {
  double size = 1;
  for (const Sym3<double>& block : expected) size += std::sqrt(inner(block, block));
  for (std::size_t i = 0; i < N; ++i) {
    const Sym3<double> difference = found[i] + expected[i] * -1.0;
    EXPECT_LT(std::sqrt(inner(difference, difference)), rounding * size) << "vertex " << i;
  }
}

// By dual numbers of all vertices at once, of one after another, and as the law knows them itself.
TYPED_TEST(EveryLaw, GivesTheDiagonalBlocksOfItsStiffness) {
  this->for_random_states([](const auto& relation) {
    const auto f = relation.without_velocity().with_derivatives().forces();
    BlocksOf<TypeParam, double> expected, by_duals, blocks;
    for (std::size_t i = 0; i < std::size(expected); ++i) {
      const auto mean = [&](int j, int k) {
        const int v = 3 * static_cast<int>(i);
        return -0.5 * (f[i][j].derivative[v + k] + f[i][k].derivative[v + j]);
      };
      expected[i] = {mean(0, 0), mean(1, 1), mean(2, 2), mean(0, 1), mean(1, 2), mean(2, 0)};
    }
    blocks_by_duals<TypeParam>(relation.x, relation.rest, relation.param, by_duals);
    expect_blocks(by_duals, expected);
    diagonal_blocks<TypeParam>(relation.x, relation.rest, relation.param, blocks);
    expect_blocks(blocks, expected);
  });
}

TYPED_TEST(EveryLaw, HasNoForceAtRestWherePromised) {
  for (int i = 0; i < repeats; ++i) {
    const auto relation = this->samples.template at_rest<TypeParam>();
    const double force = largest(relation.without_velocity().forces());
    if (TypeParam::info.force_free_at_rest)
      EXPECT_LT(force, rounding);
    else
      EXPECT_GT(force, 0.01);
  }
}

TYPED_TEST(EveryLaw, NeverPushesFurtherFromItsRestSize) {
  if (!TypeParam::info.force_free_at_rest) return;
  for (const double size : {0.5, 0.9, 1.1, 2.0}) {
    auto relation = this->samples.template at_rest<TypeParam>().without_velocity();
    for (Vec3d& x : relation.x) x *= size;
    const auto f = relation.forces();
    double outward = 0;
    for (std::size_t i = 0; i < f.size(); ++i) outward += dot(f[i], relation.x[i] - relation.x[0]);
    EXPECT_LE(outward * (size - 1), rounding * largest(f)) << "at size " << size;
  }
}

template <class R, class Law>
void expect_absent(Relation<Law, R> relation) {
  relation.rest = Law::template absent<R>();
  for (const Vec3<R>& f : relation.forces()) EXPECT_EQ(f, Vec3<R>());
  EXPECT_EQ(relation.energy(), R(0));
}

template <class R, class Law>
void expect_finite(const Relation<Law, R>& relation) {
  for (const Vec3<R>& f : relation.forces()) EXPECT_TRUE(is_finite(f));
  EXPECT_TRUE(std::isfinite(relation.energy()));
}

TYPED_TEST(EveryLaw, VanishesWhereAbsentWhateverItsParameters) {
  this->for_random_states([this](auto relation) {
    std::array<double, param_count<TypeParam>> numbers;
    for (double& n : numbers) n = std::pow(10, this->samples.between(-15, 15));
    relation.param = std::bit_cast<typename TypeParam::template Param<double>>(numbers);
    expect_absent<double>(relation);
    expect_absent(relation.template as<float>());
    std::ranges::fill(relation.x, relation.x[0]);
    expect_absent<double>(relation);
    expect_absent(relation.template as<float>());
  });
}

TYPED_TEST(EveryLaw, StaysFiniteWhereAllVerticesCoincide) {
  this->for_random_states([](auto relation) {
    std::ranges::fill(relation.x, relation.x[0]);
    expect_finite<double>(relation);
    expect_finite(relation.template as<float>());
  });
}

TYPED_TEST(EveryLaw, TurnsItsForcesWithARigidMotionOrSaysThatItDoesNot) {
  bool differs = false;
  this->for_random_states([&](const auto& relation) {
    const RigidMotion motion{.axis = this->samples.unit_vector(),
                             .shift = this->samples.vector(2),
                             .angle = this->samples.between(-3, 3)};
    auto moved = relation;
    for (Vec3d& x : moved.x) x = motion.moved(x);
    for (Vec3d& v : moved.v) v = motion.turned(v);
    const auto before = relation.forces(), after = moved.forces();
    double most = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      most = std::max(most, length(after[i] - motion.turned(before[i])));
    if (!TypeParam::info.frame_indifferent) {
      differs = differs || most > 0.01;
      return;
    }
    EXPECT_LT(most, rounding * (1 + largest(before)));
    if (TypeParam::info.has_energy) {
      EXPECT_NEAR(moved.energy(), relation.energy(), rounding * (1 + relation.energy()));
    }
  });
  EXPECT_NE(differs, TypeParam::info.frame_indifferent) << "it turns along: say so";
}

TYPED_TEST(EveryLaw, ConservesLinearMomentumOrSaysThatItDoesNot) {
  this->for_random_states([](const auto& relation) {
    const auto f = relation.forces();
    if (TypeParam::info.conserves_linear_momentum)
      EXPECT_LT(length(sum(f)), rounding * (1 + largest(f)));
    else
      EXPECT_GT(length(sum(f)), 1e-4 * largest(f));
  });
}

TYPED_TEST(EveryLaw, ConservesAngularMomentumOrSaysThatItDoesNot) {
  double most = 0;
  this->for_random_states([&](const auto& relation) {
    const auto f = relation.forces();
    const double turning = length(torque(relation, f));
    most = std::max(most, turning);
    if (TypeParam::info.conserves_angular_momentum) {
      EXPECT_LT(turning, 10 * rounding * (1 + largest(f)));
    }
  });
  if (!TypeParam::info.conserves_angular_momentum) {
    EXPECT_GT(most, 0.01);
  }
}

// Without linear momentum conserved, power depends on who looks: the relation's mean velocity is
// taken to be at rest.
TYPED_TEST(EveryLaw, DampingTakesEnergyAway) {
  this->for_random_states([](auto relation) {
    Vec3d mean;
    for (const Vec3d& v : relation.v) mean += v / TypeParam::arity;
    if (!TypeParam::info.conserves_linear_momentum)
      for (Vec3d& v : relation.v) v -= mean;
    const double gained = power(relation, relation.damping_forces());
    if (has_damping<TypeParam>())
      EXPECT_LT(gained, 0);
    else
      EXPECT_LE(gained, rounding * (1 + largest(relation.forces())));
  });
}

TYPED_TEST(EveryLaw, DampingLeavesRigidMotionAlone) {
  this->for_random_states([this](auto relation) {
    const double usual = 1 + largest(relation.forces());
    const Vec3d speed = this->samples.vector(1), spin = this->samples.vector(1);
    if (TypeParam::info.conserves_linear_momentum) {
      std::ranges::fill(relation.v, speed);
      EXPECT_LT(largest(relation.damping_forces()), rounding * usual);
    }
    if (TypeParam::info.conserves_angular_momentum) {
      for (int i = 0; i < TypeParam::arity; ++i) relation.v[i] = cross(spin, relation.x[i]);
      EXPECT_LT(largest(relation.damping_forces()), 10 * rounding * usual);
    }
  });
}

TYPED_TEST(EveryLaw, FloatAgreesWithDouble) {
  this->for_random_states([](const auto& relation) {
    const auto low = relation.template as<float>();
    const auto high = low.template as<double>();
    const auto f = low.forces();
    const auto expected = high.forces();
    // Near rest a force is the small difference of large terms, which are of the order of one.
    for (std::size_t i = 0; i < f.size(); ++i)
      EXPECT_LT(length(converted<double>(f[i]) - expected[i]),
                single_rounding * (1 + largest(expected)));
    EXPECT_NEAR(low.energy(), high.energy(), single_rounding * (1 + std::abs(high.energy())));
  });
}

TYPED_TEST(EveryLaw, MeasuresStretchFromRestWhereItHasOne) {
  if constexpr (LimitsStretch<TypeParam>) {
    for (int i = 0; i < repeats; ++i) {
      auto relation = this->samples.template at_rest<TypeParam>();
      EXPECT_NEAR(TypeParam::stretch(relation.x, relation.rest), 1, rounding);
      for (Vec3d& x : relation.x) x *= 3;
      EXPECT_NEAR(TypeParam::stretch(relation.x, relation.rest), 3, rounding);
      EXPECT_EQ(TypeParam::stretch(relation.x, TypeParam::template absent<double>()), 0);
    }
  }
}

// The four faces of a tetrahedron, seen from outside.
constexpr int outward[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

TYPED_TEST(EveryLaw, IsConservativeOnAClosedSurfaceWherePromised) {
  if constexpr (TypeParam::info.conservative_when_closed) {
    static_assert(TypeParam::arity == 3, "a surface is made of triangles");
    for (int repeat = 0; repeat < repeats; ++repeat) {
      using D = Dual<double, 12>;
      const auto param = this->samples.template at_rest<TypeParam>().param;
      const auto corners = this->samples.template cell<VolumePreserve>();
      std::array<Vec3d, 4> forces;
      Vec3d torque;
      D energy;
      for (const auto& face : outward) {
        Relation<TypeParam, D> relation{};
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k)
            relation.x[i][k] =
                D::variable(corners[static_cast<std::size_t>(face[i])][k], 3 * face[i] + k);
        relation.rest = TypeParam::rest(relation.x);
        relation.param = converted<TypeParam::template Param, D>(param);
        energy += relation.energy();
        const auto f = relation.forces();
        for (std::size_t i = 0; i < 3; ++i) {
          const Vec3d force{f[i].x.value, f[i].y.value, f[i].z.value};
          const auto corner = static_cast<std::size_t>(face[i]);
          forces[corner] += force;
          torque += cross(corners[corner], force);
        }
      }
      ASSERT_GT(largest(forces), 0.01);
      EXPECT_LT(length(sum(forces)), rounding);
      EXPECT_LT(length(torque), rounding);
      for (int i = 0; i < 12; ++i)
        EXPECT_NEAR(forces[static_cast<std::size_t>(i / 3)][i % 3], -energy.derivative[i],
                    rounding);
    }
  }
}

TEST(Laws, AreFoundByTheirNames) {
  std::set<std::string_view> names;
  for (const LawInfo& info : laws()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name << " is there twice";
    EXPECT_EQ(&law(info.name), &info);
  }
  EXPECT_EQ(names.size(), Laws::size);
}

TEST(Laws, AnUnknownNameGetsTheNearestOne) {
  try {
    law("VolumePreserv");
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_EQ(error.problem(), "there is no law 'VolumePreserv'");
    EXPECT_EQ(error.cure(), "did you mean 'VolumePreserve'?");
  }
}

TEST(Laws, AreVisitedInTheirOrder) {
  std::size_t place = 0;
  Laws::for_each([&]<class Law>() {
    EXPECT_EQ(Laws::index<Law>, place);
    int calls = 0;
    Laws::visit(place, [&]<class Visited>() {
      ++calls;
      EXPECT_EQ(Visited::info.name, Law::info.name);
    });
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(laws()[place++].name, Law::info.name);
  });
  EXPECT_EQ(place, Laws::size);
  EXPECT_EQ(Laws::index<int>, Laws::size);
  Laws::visit(Laws::size, []<class>() { FAIL() << "there is no such place"; });
}

}  // namespace
}  // namespace pliant
