#pragma once

#include <gtest/gtest.h>
#include <pliant/cut.h>
#include <pliant/solids.h>

#include <numeric>

#include "support/direct_forces.h"
#include "support/dynamics.h"

// Patches of tetrahedra that keep their volume (VolumePatch), on whichever backend.

namespace pliant::test {

/// A cut leaves parts of patches; what is put back is whole again.
inline void check_cut_patches_as_on_the_cpu(const ModelOptions& options) {
  const TetMesh mesh = cube_mesh(4);
  const Body body = make_solid(mesh, SolidLaw::neo_hookean, make_material(1e5, 0.49, 1000));
  ASSERT_EQ(body.relations.size(), 2u);
  const Model model(body, options), reference(body, {options.precision, ""});
  const Dynamics d = weightless(Integrator::verlet, 0.5 * stable_step(reference));
  State state(model, d), expected(reference, d);
  shake(expected, 0.02, 1);
  state.set_positions(expected.positions());
  state.set_velocities(expected.velocities());
  const double tolerance = options.precision == Precision::double_precision ? 1e-10 : 1e-3;
  const auto expect_same = [&](const char* when) {
    const std::vector<Vec3d> forces = expected.forces();
    EXPECT_LT(largest_difference(state.forces(), forces), tolerance * largest_length(forces))
        << when;
    EXPECT_EQ(state.removed(), expected.removed()) << when;
  };
  expect_same("whole");
  const CuttingPlane plane{{0.1, 0.5, 0.1}, {1, 0.3, 0.2}};
  EXPECT_EQ(cut(state, plane), cut(expected, plane));
  expect_same("cut");
  step(model, state, 20);
  step(reference, expected, 20);
  expect_same("cut, and on its way");
  std::vector<Index> all(mesh.tetrahedra().size());
  std::iota(all.begin(), all.end(), Index(0));
  state.put_back(0, all);
  expected.put_back(0, all);
  expect_same("whole again");
}

}  // namespace pliant::test
