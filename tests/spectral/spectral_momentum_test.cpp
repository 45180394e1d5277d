#include <gtest/gtest.h>

#include "spectral/spectral_solids.h"
#include "spectral/spectral_state.h"

// What a free spectral solid keeps: its frame's momentum to rounding. The vertices' own differs
// from it by what warping does to the centre and by the inertia that deformation changes, which the
// frame does not know.

namespace pliant {
namespace {

using namespace test;

struct Flight {
  double frame = 0, frame_spin = 0;  // largest changes of the frame's momenta, relative
  double linear = 0, angular = 0;    // of those of the vertices, relative
  double early = 0, late = 0;        // m that the vertices' centre strays, in each half
  double swing = 0;                  // m, how far the end moves in the frame
};

// It flies, spins and bends, the bending by `amplitude` m/s at its ends.
Flight fly(double amplitude, bool hybrid = true) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  SpectralOptions options{.modes = 40};
  if (hybrid) options.rigid = {between(mesh, 0, 1)};
  const Body body = body_of(mesh, make_material(1e6, 0.3, 1000), options);
  const Model model(body, in_double);
  Dynamics dynamics;
  dynamics.time_step = 0.001;
  dynamics.gravity = {};
  State state(model, dynamics);
  std::vector<Vec3d> v;
  for (const Vec3d& x : mesh.vertices())
    v.push_back(Vec3d{1, 0, 0} + cross(Vec3d{0, 1, 0.5}, x) +
                Vec3d{0, amplitude * (4 * x.x * x.x - 0.33), 0.5 * amplitude * x.x * x.x});
  state.set_velocities(v);
  const auto& motion = spectral::spectral_state(state.compiled()).motion;
  const Vec3d velocity = motion.velocity, spin = motion.spin;
  const double mass = motion.velocity.x != 0 ? 40 : 0;
  const Vec3d start = centre_of(state.positions(), body.masses);
  Flight out;
  for (int i = 1; i <= 400; ++i) {
    step(model, state, 25);
    out.frame = std::max(out.frame, length(motion.velocity - velocity) / length(velocity));
    out.frame_spin = std::max(out.frame_spin, length(motion.spin - spin) / length(spin));
    const std::vector<Vec3d> x = state.positions();
    const Vec3d centre = centre_of(x, body.masses), p = state.momentum();
    out.linear = std::max(out.linear, length(p / mass - velocity) / length(velocity));
    const Vec3d own = state.angular_momentum() - cross(centre, p);
    out.angular = std::max(out.angular, length(own - spin) / length(spin));
    double& strays = i <= 200 ? out.early : out.late;
    strays = std::max(strays, length(centre - start - velocity * state.time()));
    out.swing = std::max(out.swing, length(motion.displacement({0, 0})));
  }
  return out;
}

TEST(SpectralMomentum, TheFramesIsKeptToRounding) {
  const Flight flight = fly(1);
  EXPECT_LT(flight.frame, 1e-13);
  EXPECT_LT(flight.frame_spin, 1e-13);
  EXPECT_GT(flight.swing, 0.01);
}

TEST(SpectralMomentum, ThatOfTheVerticesDiffersByProductsOfWhatItBendsAndTurns) {
  const Flight flight = fly(1, false), gentle = fly(0.5, false);
  EXPECT_GT(flight.linear, 1e-5);
  EXPECT_LT(flight.linear, 1e-3);
  EXPECT_LT(gentle.linear, 0.45 * flight.linear);
  // By the inertia that bending and spinning change: no faster than in proportion.
  EXPECT_LT(flight.angular, 0.1);
  EXPECT_LT(gentle.angular, 0.7 * flight.angular);
}

// And where it is hybrid by what its boundaries part, which is in proportion.
TEST(SpectralMomentum, ThatOfAHybridSolidDiffersInProportion) {
  const Flight flight = fly(1), gentle = fly(0.5);
  EXPECT_LT(flight.linear, 0.02);
  EXPECT_LT(gentle.linear, 0.6 * flight.linear);
}

// It swings about the frame's and does not drift from it.
TEST(SpectralMomentum, TheCentreOfTheVerticesFollowsTheFrame) {
  const Flight flight = fly(1);
  EXPECT_LT(flight.early, 1e-3);
  EXPECT_LT(flight.late, 1.1 * flight.early);
}

}  // namespace
}  // namespace pliant
