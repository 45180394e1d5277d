#include "support/saved_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(SavedState, GoesOnWithTheSameBits) {
  for (const ModelOptions& options : {in_single, in_double}) check_saved_states_go_on(options);
}
TEST(SavedState, DamagedBytesAreRefused) {
  for (const ModelOptions& options : {in_single, in_double})
    check_damaged_states_are_refused(options);
}
TEST(SavedState, KeepsGasAndSetsWithoutRelations) {
  Body body = balloon(make_shape("icosphere", {{"radius", 0.1}}), {});
  body.relations.push_back({"point_load", {}, {{1}, {1}, {1}}, {}});
  const Model model(body);
  State state(model), other(model);
  step(model, state, 50);
  other.restore(state.save());
  step(model, state, 50);
  step(model, other, 50);
  EXPECT_EQ(other.hash(), state.hash());
  EXPECT_TRUE(other.save() == state.save());
}
TEST(RelationForces, AddUpToThoseOnTheVertices) {
  for (const ModelOptions& options : {in_single, in_double}) check_relation_forces(options);
}

}  // namespace
}  // namespace pliant
