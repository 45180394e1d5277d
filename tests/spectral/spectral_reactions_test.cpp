#include <gtest/gtest.h>
#include <pliant/stress.h>

#include "spectral/spectral_solids.h"

// What spectral solids are held with, and what they bear inside.

namespace pliant {
namespace {

using namespace test;

const Material soft = make_material(1e7, 0.3, 1000);

Dynamics falling(double h, double damping) {
  Dynamics dynamics;
  dynamics.time_step = h;
  dynamics.damping = damping;
  return dynamics;
}

Vec3d sum_of(const std::vector<Vec3d>& forces) {
  Vec3d sum;
  for (const Vec3d& f : forces) sum += f;
  return sum;
}

double mass_of(const Body& body) {
  double sum = 0;
  for (const double mass : body.masses) sum += mass;
  return sum;
}

enum class Support { pinned, driven, fixed, fixed_rigid };

Body supported_body(const TetMesh& mesh, Support support) {
  SpectralOptions options{.modes = 24};
  options.rigid = {between(mesh, support == Support::fixed_rigid ? -1 : 0.1,
                           support == Support::fixed_rigid ? -0.1 : 1)};
  if (support == Support::fixed || support == Support::fixed_rigid)
    options.fixed = at_x(mesh, -0.5);
  return body_of(mesh, soft, options);
}

void hold(State& state, const TetMesh& mesh, Support support) {
  if (support == Support::pinned) state.pin(at_x(mesh, -0.5));
  if (support == Support::driven)
    state.add_drive({.vertices = at_x(mesh, -0.5), .path = [](double) { return Pose{}; }});
}

TEST(SpectralReactions, ASupportBearsTheWeightAtRest) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  for (const Support support :
       {Support::pinned, Support::driven, Support::fixed, Support::fixed_rigid}) {
    const Body body = supported_body(mesh, support);
    const Model model(body, in_double);
    State state(model, falling(0.005, 6));
    hold(state, mesh, support);
    step(model, state, 1600);
    const double weight = 9.81 * mass_of(body);
    EXPECT_LT(length(sum_of(state.support_forces()) - Vec3d{0, weight, 0}), 1e-3 * weight)
        << static_cast<int>(support);
    // And their moments are in balance, as far as warping keeps the centre where the frame has it.
    Vec3d torque;
    const std::vector<Vec3d> forces = state.support_forces(), x = state.positions();
    for (std::size_t v = 0; v < x.size(); ++v)
      torque += cross(x[v], forces[v] + Vec3d{0, -9.81, 0} * body.masses[v]);
    EXPECT_LT(length(torque), 5e-3 * weight) << static_cast<int>(support);
  }
}

TEST(SpectralReactions, ASupportBearsTheWeightOnAverageWhileItSwings) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  for (const Support support : {Support::pinned, Support::fixed, Support::fixed_rigid}) {
    const Body body = supported_body(mesh, support);
    const Model model(body, in_double);
    State state(model, falling(0.002, 0));
    hold(state, mesh, support);
    const double weight = 9.81 * mass_of(body);
    const Vec3d before = state.momentum();
    Vec3d given;
    double least = weight, most = weight;
    for (int i = 0; i < 3000; ++i) {
      const Vec3d now = sum_of(state.support_forces());
      given += now * 0.002;
      least = std::min(least, now.y);
      most = std::max(most, now.y);
      step(model, state);
    }
    // Newton's law over the whole time.
    const Vec3d change = state.momentum() - before;
    const Vec3d shall = change + Vec3d{0, weight * state.time(), 0};
    EXPECT_LT(length(given - shall), 3e-3 * weight * state.time()) << static_cast<int>(support);
    EXPECT_NEAR(given.y / state.time(), weight, 0.05 * weight);
    EXPECT_GT(most - least, 0.5 * weight);  // it does swing
  }
}

// What a driven end puts in is there as energy, or was lost to the damping.
TEST(SpectralReactions, ADrivenSupportWorks) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  const Body body = supported_body(mesh, Support::driven);
  const Model model(body, in_double);
  for (const double damping : {0.0, 1.0}) {
    const double h = 0.0005;
    State state(model, falling(h, damping));
    const auto shift = [](double t) { return 0.02 * (1 - std::cos(9 * t)); };
    state.add_drive({.vertices = at_x(mesh, -0.5), .path = [&](double t) {
                       Pose pose;
                       pose.shift = {0, shift(t), 0};
                       return pose;
                     }});
    const double before = state.energy().total();
    double work = 0, lost = 0, most = 0;
    for (int i = 0; i < 3000; ++i) {
      const double t = state.time(), kinetic = state.energy().kinetic;
      work += sum_of(state.support_forces()).y * (shift(t + h) - shift(t));
      step(model, state);
      lost += damping * h * (kinetic + state.energy().kinetic);
      most = std::max(most, std::abs(work));
    }
    const double gained = state.energy().total() - before;
    EXPECT_GT(most, 5);
    EXPECT_NEAR(work, gained + lost, 0.02 * most) << damping;
  }
}

TEST(SpectralReactions, HandlesAndFloorBearTheWeightTogether) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  const Body body = body_of(mesh, make_material(2e6, 0.3, 1000), {.modes = 30});
  const Model model(body, in_double);
  Dynamics dynamics = falling(0.005, 6);
  dynamics.obstacles = {{Floor{.point = {0, -0.01, 0}}}};
  State state(model, dynamics);
  state.pin(at_x(mesh, -0.5));
  step(model, state, 1600);
  const double weight = 9.81 * mass_of(body);
  const double held = sum_of(state.support_forces()).y;
  EXPECT_GT(held, 0.5 * weight);
  EXPECT_LT(held, 0.85 * weight);
  // The rest is what bends it: without the floor the pins bear all of it.
  dynamics.obstacles.clear();
  state.set_dynamics(dynamics);
  step(model, state, 1600);
  EXPECT_NEAR(sum_of(state.support_forces()).y, weight, 1e-3 * weight);
}

// Under a small load every tetrahedron bears what it bears in linear elements.
TEST(SpectralReactions, StressIsThatOfLinearElements) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  const Group wall = at_x(mesh, -0.5), end = at_x(mesh, 0.5);
  // Long steps leave stiff modes ringing unless the material damps them.
  Body body = body_of(mesh, make_material(1e7, 0.3, 1000, 0.005),
                      {.modes = 3 * (mesh.vertices().size() - wall.size()), .fixed = wall});
  std::vector<Vec3d> forces(mesh.vertices().size());
  Relations load{"point_load", {}, {{}, {}, {}}, {}};
  for (const Index v : end) {
    const Vec3d f{3.0, -0.4, 0.2};
    forces[v] = f;
    load.vertices.push_back(v);
    for (int i = 0; i < 3; ++i) load.parameters[static_cast<std::size_t>(i)].push_back(f[i]);
  }
  body.relations.push_back(load);
  const Model model(body, in_double);
  Dynamics dynamics = falling(0.01, 6);
  dynamics.gravity = {};
  State state(model, dynamics);
  step(model, state, 2000);
  const std::vector<Stress> is = element_stresses(mesh, state);
  ASSERT_EQ(is.size(), mesh.tetrahedra().size());
  const std::vector<Vec3d> u =
      static_displacements(mesh.vertices(), mesh.tetrahedra(), std::span(&soft, 1), wall, forces);
  // CPM3 at the displaced places is the independent way to the same stress.
  const Model corotated(
      continuum_solid(mesh, ContinuumModel::corotated, std::span(&soft, 1), {}, {}), in_double);
  State placed(corotated, dynamics);
  std::vector<Vec3d> x(mesh.vertices().begin(), mesh.vertices().end());
  for (std::size_t v = 0; v < x.size(); ++v) x[v] += u[v];
  placed.set_positions(x);
  const std::vector<Stress> shall = element_stresses(mesh, placed);
  double most = 0, difference = 0;
  for (std::size_t t = 0; t < is.size(); ++t) {
    most = std::max(most, von_mises(shall[t]));
    difference = std::max(difference, von_mises({is[t].xx - shall[t].xx, is[t].yy - shall[t].yy,
                                                 is[t].zz - shall[t].zz, is[t].xy - shall[t].xy,
                                                 is[t].yz - shall[t].yz, is[t].zx - shall[t].zx}));
  }
  EXPECT_GT(most, 500);
  EXPECT_LT(difference, 0.01 * most);
}

// Turned as a whole the stress turns along; what is rigid has none that could be told.
TEST(SpectralReactions, StressTurnsAlongAndIsNotToldOfWhatIsRigid) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  const std::vector<Index> rigid = between(mesh, 0.2, 1);
  const Body body = body_of(mesh, make_material(1e6, 0.3, 1000), {.modes = 40, .rigid = {rigid}});
  const Model model(body, in_double);
  Dynamics dynamics = falling(0.002, 0);
  dynamics.gravity = {};
  State state(model, dynamics);
  std::vector<Vec3d> velocities;
  for (const Vec3d& x : mesh.vertices()) velocities.push_back(cross(Vec3d{0, 0, 6}, x));
  state.set_velocities(velocities);
  step(model, state, 131);  // about a quarter turn, stretched by its spin and swinging in that
  const std::vector<Stress> stress = element_stresses(mesh, state);
  const auto axis = orientation(state, 0);
  std::size_t unknown = 0;
  double along = 0, across = 0;
  const Vec3d n{axis[0].x, axis[1].x, axis[2].x};  // where the bar's axis has gone
  EXPECT_LT(std::abs(n.x), 0.2);
  for (const Stress& s : stress) {
    if (std::isnan(s.xx)) {
      ++unknown;
      continue;
    }
    const double pulled = s.xx * n.x * n.x + s.yy * n.y * n.y + s.zz * n.z * n.z +
                          2 * (s.xy * n.x * n.y + s.yz * n.y * n.z + s.zx * n.z * n.x);
    along += pulled;
    across += s.xx + s.yy + s.zz - pulled;
  }
  EXPECT_EQ(unknown, rigid.size());
  EXPECT_GT(along, 0);
  EXPECT_GT(along, 3 * std::abs(across));
}

}  // namespace
}  // namespace pliant
