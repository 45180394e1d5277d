#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include <cmath>
#include <numbers>

#include "support/long_tests.h"
#include "support/touching.h"

// Worlds of very many bodies, bodies at one place, and places and speeds that make no sense.

namespace pliant {
namespace {

using namespace test;

const Material soft = make_material(2e4, 0.3, 1000, 1e-3);

Body tetrahedron() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  return make_solid(TetMesh(mesh), SolidLaw::elastic, soft);
}

std::vector<Body> lattice(int side, double spacing) {
  const Body one = tetrahedron();
  std::vector<Body> bodies;
  for (int i = 0; i < side * side * side; ++i)
    bodies.push_back(moved(one, Vec3d(i % side, i / side % side, i / side / side) * spacing));
  return bodies;
}

TEST(ManyBodies, TouchWithoutBeingComparedWithEachOther) {
  const Model model(lattice(12, 0.12));
  State state(model);
  state.set_contact(Contact{});
  step(model, state, 3);
  // Pairs of neighbours alone: 26 of each at most, and itself.
  EXPECT_LT(state.contact_counts().searches, 14 * 12 * 12 * 12);
}

TEST(ManyBodies, AHundredThousandTouch) {
  if (!long_tests()) GTEST_SKIP() << "set PLIANT_LARGE";
  const Model model(lattice(47, 0.12));
  State state(model);
  state.set_contact(Contact{});
  step(model, state, 2);
  EXPECT_LT(state.contact_counts().searches, 14 * 47 * 47 * 47);
}

// A plate that is led up and down on another: at every stroke more than a thousand places touch and
// part again. What is kept and what is searched for is the same at the last stroke as at the third.
TEST(ManyContacts, ComeAndGoWithoutLeavingAnythingBehind) {
  const Body plate = block({0.48, 0.02, 0.48}, 24, soft);
  const Model model(std::vector<Body>{pinned(plate), moved(plate, {0.007, 0.04, 0.004})});
  Dynamics d;
  d.time_step = 1e-3;
  State state(model, d);
  state.set_contact(Contact{});
  Drive drive;
  for (Index v = 0; v < plate.vertices.size(); ++v) drive.vertices.push_back(v);
  drive.path = [](double t) {
    return Pose{.shift = {0, -0.0195 * 0.5 * (1 - std::cos(2 * std::numbers::pi * t / 0.05)), 0}};
  };
  state.body(1).add_drive(drive);
  std::vector<std::size_t> most, saved;
  std::vector<std::int64_t> searched;
  for (int stroke = 0; stroke < 20; ++stroke) {
    const std::int64_t before = state.contact_counts().searches;
    std::size_t touching = 0;
    for (int i = 0; i < 50; ++i) {
      step(model, state, 1);
      touching = std::max(touching, state.contact_counts().touching);
    }
    EXPECT_EQ(state.contact_counts().touching, 0u);
    most.push_back(touching);
    saved.push_back(state.save().size());
    searched.push_back(state.contact_counts().searches - before);
  }
  EXPECT_GT(most.back(), 1000u);
  EXPECT_EQ(most.back(), most[2]);
  EXPECT_EQ(saved.back(), saved[2]);
  EXPECT_EQ(searched.back(), searched[2]);
}

TEST(ManyBodies, AtOnePlaceAreRefusedBeforeAllPairsAreLookedAt) {
  const Model model(lattice(7, 0));
  State state(model);
  for (const IntersectedAtStart at_start :
       {IntersectedAtStart::refuse, IntersectedAtStart::ignore, IntersectedAtStart::repair}) {
    Contact contact;
    contact.at_start = at_start;
    try {
      state.set_contact(contact);
      ADD_FAILURE() << "it was taken";
    } catch (const InputError& e) {
      EXPECT_THAT(e.what(), testing::AllOf(testing::HasSubstr("body 0 and body 1 intersect"),
                                           testing::HasSubstr("at least 19999 other pairs"),
                                           testing::HasSubstr("move them apart")));
    }
  }
}

TEST(ManyBodies, StrangePlacesAndSpeedsEndInAnErrorOrNone) {
  const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
  const Model model(std::vector<Body>{cube, moved(cube, {0.3, 0, 0})}, in_double);
  for (const double far : {1e6, 1e15, 1e100, 1e300}) {
    State state(model);
    state.set_contact(Contact{});
    State& body = state.body(1);
    std::vector<Vec3d> x = body.positions();
    for (Vec3d& p : x) p.x += far;
    const auto try_steps = [&] {
      try {
        step(model, state, 20);
      } catch (const Diverged&) {
      }
    };
    body.set_positions(x);
    try_steps();
    throw_body(body, {far, 0, 0});
    try_steps();
    x[0].x = std::nan("");
    EXPECT_THROW(body.set_positions(x), InputError);
    EXPECT_THROW(throw_body(body, {0, std::nan(""), 0}), InputError);
  }
}

}  // namespace
}  // namespace pliant
