#include <gtest/gtest.h>

#include "support/models.h"
#include "support/reader_checks.h"

namespace pliant {
namespace {

using namespace test;

template <class Check>
void check_kinds(const Check& check) {
  {
    SCOPED_TRACE("mass-spring, single");
    ReadSlab slab(in_single, SlabModel::mass_spring, Integrator::euler_cromer);
    check(slab);
  }
  SCOPED_TRACE("CPM3, double");
  ReadSlab slab(in_double, SlabModel::cpm3, Integrator::euler_cromer);
  check(slab);
}

TEST(StateReader, TellsWhatTheStateDoesAsleepAndAwake) {
  check_kinds(check_reading_asleep_and_awake);
}
TEST(StateReader, TellsWhatTheStateDoesAfterChanges) {
  check_kinds(check_reading_changes);
}
TEST(StateReader, KnowsThatAStateIsAnother) {
  check_kinds(check_reading_another_state);
}
TEST(StateReader, ReadsWhatMovedAlone) {
  check_kinds(check_reading_little);
}

// Their velocities are between two times, or behind the positions.
TEST(StateReader, ReadsEveryIntegrator) {
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    ReadSlab slab(in_single, SlabModel::mass_spring, integrator, 16);
    check_reading_asleep_and_awake(slab);
  }
}

// Nothing sleeps in a fall: the origin follows.
TEST(StateReader, ReadsWhatFalls) {
  ReadSlab slab(in_single, SlabModel::mass_spring, Integrator::euler_cromer, 16);
  std::vector<Index> all(slab.model.vertex_count());
  for (std::size_t v = 0; v < all.size(); ++v) all[v] = static_cast<Index>(v);
  slab.state.release(all);
  Dynamics d = slab.state.dynamics();
  d.damping = 0;
  d.gravity = {0, -1000, 0};
  slab.state.set_dynamics(d);
  for (int i = 0; i < 40; ++i) {
    slab.steps(17);
    slab.expect_same("falling");
  }
}

}  // namespace
}  // namespace pliant
