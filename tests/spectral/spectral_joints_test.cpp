#include <gtest/gtest.h>
#include <pliant/error.h>

#include "spectral/spectral_solids.h"
#include "spectral/spectral_state.h"

// Joints between rigid regions, rigid lines, and how handles and joints are stabilised.

namespace pliant {
namespace {

using namespace test;

const Material wood = make_material(1e8, 0.3, 700);

struct Pieces {
  Mesh mesh;
  std::vector<std::vector<Index>> tetrahedra, vertices;  // of each
};

void add(Pieces& to, const Vec3d& size, const Vec3d& cells, const Vec3d& middle) {
  const Mesh piece = make_shape("grid", {{"length", size.x},
                                         {"height", size.y},
                                         {"width", size.z},
                                         {"cells_x", cells.x},
                                         {"cells_y", cells.y},
                                         {"cells_z", cells.z}});
  Vec3d low = piece.vertices[0], high = low;
  for (const Vec3d& x : piece.vertices)
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], x[i]);
      high[i] = std::max(high[i], x[i]);
    }
  const auto shift = static_cast<Index>(to.mesh.vertices.size());
  to.vertices.emplace_back();
  for (const Vec3d& x : piece.vertices) {
    to.vertices.back().push_back(static_cast<Index>(to.mesh.vertices.size()));
    to.mesh.vertices.push_back(x - (low + high) * 0.5 + middle);
  }
  to.tetrahedra.emplace_back();
  for (Tetrahedron t : piece.tetrahedra.cells) {
    for (Index& v : t) v += shift;
    to.tetrahedra.back().push_back(static_cast<Index>(to.mesh.tetrahedra.cells.size()));
    to.mesh.tetrahedra.cells.push_back(t);
  }
}

Index vertex_at(const Pieces& pieces, std::size_t piece, const Vec3d& place) {
  return *std::ranges::min_element(pieces.vertices[piece], {}, [&](Index v) {
    return squared_length(pieces.mesh.vertices[v] - place);
  });
}

// A block that is fixed, and a rod that hangs from its lower face at the origin.
Pieces pendulum() {
  Pieces out;
  add(out, {0.2, 0.2, 0.2}, {2, 2, 2}, {0, 0.1, 0});
  add(out, {0.05, 0.6, 0.05}, {2, 6, 2}, {0, -0.3, 0});
  return out;
}

Body body_with(const Pieces& pieces, std::vector<SpectralJoint> joints) {
  SpectralOptions options{.modes = 10};
  options.rigid = pieces.tetrahedra;
  options.fixed = pieces.vertices[0];
  options.joints = std::move(joints);
  return body_of(TetMesh(pieces.mesh), wood, options);
}

Dynamics with_weight(double h) {
  Dynamics dynamics;
  dynamics.time_step = h;
  return dynamics;
}

void turn_about_origin(State& state, const Pieces& pieces, const Vec3d& spin) {
  std::vector<Vec3d> v(pieces.mesh.vertices.size());
  for (const Index i : pieces.vertices[1]) v[i] = cross(spin, pieces.mesh.vertices[i]);
  state.set_velocities(v);
}

TEST(SpectralJoints, AHingedRodSwingsAsAPhysicalPendulum) {
  const Pieces pieces = pendulum();
  const Body body = body_with(pieces, {{0, 1, {0, 0, 0}, {0, 0, 2}}});
  double inertia = 0, moment = 0;  // about the axis, of the rod's masses
  for (const Index v : pieces.vertices[1]) {
    const Vec3d x = body.vertices[v];
    inertia += body.masses[v] * (x.x * x.x + x.y * x.y);
    moment -= body.masses[v] * x.y;
  }
  const double period = 2 * M_PI * std::sqrt(inertia / (9.81 * moment));
  const Model model(body, in_double);
  const double h = 0.0005;
  State state(model, with_weight(h));
  turn_about_origin(state, pieces, {0, 0, 0.1});
  const Index tip = vertex_at(pieces, 1, {0, -0.6, 0});
  std::vector<double> crossings;
  double before = 0;
  while (state.time() < 8) {
    step(model, state);
    const double x = state.positions()[tip].x;
    if (before < 0 && x >= 0) crossings.push_back(state.time() - h * x / (x - before));
    before = x;
  }
  ASSERT_GT(crossings.size(), 4u);
  const double is = (crossings.back() - crossings.front()) / double(crossings.size() - 1);
  EXPECT_NEAR(is, period, 1e-3 * period);
}

// Round and round in the plane: the axis stays, and so does the energy.
TEST(SpectralJoints, AHingeKeepsItsAxisAndGivesNoEnergy) {
  const Pieces pieces = pendulum();
  const Body body = body_with(pieces, {{0, 1, {0, 0, 0}, {0, 0, 1}}});
  const Model model(body, in_double);
  State state(model, with_weight(0.001));
  turn_about_origin(state, pieces, {2, 1, 5});  // only what the hinge allows stays of it
  step(model, state);
  const double start = state.energy().total();
  const Index on_axis[2] = {vertex_at(pieces, 1, {0, 0, -0.025}),
                            vertex_at(pieces, 1, {0, 0, 0.025})};
  double reach = 0, most = start, least = start;
  for (int i = 0; i < 100; ++i) {
    step(model, state, 50);
    const std::vector<Vec3d> x = state.positions();
    for (const Index v : on_axis) EXPECT_LT(length(x[v] - body.vertices[v]), 1e-5);
    reach = std::max(reach, std::abs(x[vertex_at(pieces, 1, {0, -0.6, 0})].x));
    most = std::max(most, state.energy().total());
    least = std::min(least, state.energy().total());
  }
  EXPECT_GT(reach, 0.3);
  const double swing = 9.81 * 0.3 * 0.05 * 0.05 * 0.6 * 700;
  EXPECT_LT(most, start + 1e-3 * swing);
  EXPECT_GT(least, start - 2e-2 * swing);
}

// What the modes count: their kinetic energy, and the height of all vertices.
double energy_of_modes(const State& state) {
  double kinetic = 0;
  for (const double v : spectral::spectral_state(state.compiled()).motion.v) kinetic += v * v / 2;
  return kinetic + state.energy().gravitational;
}

// A rod, and two one below the other, which swing in all directions.
TEST(SpectralJoints, BallJointsKeepTheirPointsAndGiveNoEnergy) {
  for (const bool chain : {false, true}) {
    Pieces pieces = pendulum();
    std::vector<SpectralJoint> joints{{0, 1, {0, 0, 0}, {}}};
    if (chain) {
      add(pieces, {0.05, 0.4, 0.05}, {2, 4, 2}, {0, -0.8, 0});
      joints.push_back({1, 2, {0, -0.6, 0}, {}});
    }
    const Body body = body_with(pieces, joints);
    const Model model(body, in_double);
    State state(model, with_weight(0.0005));
    turn_about_origin(state, pieces, {2, 0, 0.75});
    step(model, state);
    const double start = energy_of_modes(state), kinetic = state.energy().kinetic;
    const Index top = vertex_at(pieces, 1, {0, 0, 0}), bottom = vertex_at(pieces, 1, {0, -0.6, 0});
    const Index other = chain ? vertex_at(pieces, 2, {0, -0.6, 0}) : bottom;
    double most = start, reach = 0, apart = 0;
    for (int i = 0; i < 200; ++i) {
      step(model, state, 100);
      const std::vector<Vec3d> x = state.positions();
      apart = std::max({apart, length(x[top]), length(x[bottom] - x[other])});
      reach = std::max(reach, std::abs(x[bottom].z));
      most = std::max(most, energy_of_modes(state));
    }
    EXPECT_LT(apart, chain ? 5e-5 : 1e-9);
    EXPECT_GT(reach, 0.05);
    EXPECT_LT(most, start + (chain ? 0.03 : 1e-4) * kinetic);
  }
}

// Flesh around two bones: the knee bends about its axis and no other.
TEST(SpectralJoints, AHingeInFleshBendsAboutItsAxisOnly) {
  const TetMesh mesh = bar(1, 0.2, 20, 4);
  std::vector<Index> thigh, shin;
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t) {
    Vec3d m;
    for (const Index v : mesh.tetrahedra()[t]) m += mesh.vertices()[v] * 0.25;
    if (std::abs(m.y - 0.1) > 0.05 || std::abs(m.z) > 0.05) continue;
    if (m.x > -0.4 && m.x < -0.1) thigh.push_back(static_cast<Index>(t));
    if (m.x > 0.1 && m.x < 0.4) shin.push_back(static_cast<Index>(t));
  }
  ASSERT_GT(thigh.size(), 10u);
  for (const bool hinged : {false, true}) {
    SpectralOptions options{.modes = 60, .rigid = {thigh, shin}, .fixed = at_x(mesh, -0.5)};
    if (hinged) options.joints = {{0, 1, {0, 0.1, 0}, {0, 0, 1}}};
    const Body body = body_of(mesh, make_material(2e5, 0.3, 1000, 0.01), options);
    const Model model(body, in_double);
    Dynamics dynamics = with_weight(0.002);
    dynamics.gravity = {0, -4, 4};
    dynamics.damping = 2;
    State state(model, dynamics);
    step(model, state, 1500);
    const auto upper = orientation(state, mesh.tetrahedra()[thigh[0]][0]);
    const auto lower = orientation(state, mesh.tetrahedra()[shin[0]][0]);
    const auto axis = [](const auto& rows, int i) {
      return Vec3d{rows[0][i], rows[1][i], rows[2][i]};
    };
    const double off = length(cross(axis(upper, 2), axis(lower, 2)));
    const double bent = length(cross(axis(upper, 0), axis(lower, 0)));
    if (hinged)
      EXPECT_LT(off, 1e-4);
    else
      EXPECT_GT(off, 0.02);
    EXPECT_GT(bent, 0.02);
  }
}

TEST(SpectralJoints, AreBetweenTwoRigidRegions) {
  const Pieces pieces = pendulum();
  const auto said = [&](std::vector<SpectralJoint> joints) -> std::string {
    try {
      body_with(pieces, std::move(joints));
    } catch (const InputError& error) {
      EXPECT_FALSE(error.cure().empty());
      return error.what();
    }
    return "nothing";
  };
  EXPECT_EQ(said({{0, 1, {0, 0, 0}, {}}}), "nothing");
  EXPECT_NE(said({}).find("2 pieces"), std::string::npos);
  EXPECT_NE(said({{0, 7, {0, 0, 0}, {}}}).find("rigid region 7"), std::string::npos);
  EXPECT_NE(said({{0, 0, {0, 0, 0}, {}}}).find("which are one"), std::string::npos);
  EXPECT_NE(said({{0, 1, {NAN, 0, 0}, {}}}).find("no finite place"), std::string::npos);
}

// A bone along a bar: its vertices keep their distances, and the bar hardly bends.
TEST(SpectralJoints, ALineOfVerticesIsRigid) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  Group line;
  for (std::size_t v = 0; v < mesh.vertices().size(); ++v) {
    const Vec3d& x = mesh.vertices()[v];
    if (std::abs(x.y - 0.1) < 1e-9 && std::abs(x.z) < 1e-9 && x.x > -0.25)
      line.push_back(static_cast<Index>(v));
  }
  ASSERT_GE(line.size(), 6u);
  double drop[2];
  for (const bool with_line : {false, true}) {
    SpectralOptions options{.modes = 80, .fixed = at_x(mesh, -0.5)};
    if (with_line) options.lines = {line};
    const Body body = body_of(mesh, make_material(3e5, 0.3, 1000, 0.02), options);
    const Model model(body, in_double);
    Dynamics dynamics = with_weight(0.002);
    dynamics.damping = 3;
    State state(model, dynamics);
    step(model, state, 2500);
    const std::vector<Vec3d> x = state.positions();
    double worst = 0;
    for (const Index a : line)
      for (const Index b : line)
        worst = std::max(
            worst, std::abs(length(x[a] - x[b]) - length(mesh.vertices()[a] - mesh.vertices()[b])));
    if (with_line) {
      EXPECT_LT(worst, 2e-3);
      // Those that are constrained are exactly one piece.
      const double whole = length(mesh.vertices()[line.front()] - mesh.vertices()[line.back()]);
      EXPECT_NEAR(length(x[line.front()] - x[line.back()]), whole, 1e-9);
    }
    // How much the line is bent: its middle, off the chord.
    const Vec3d chord = normalised(x[line.back()] - x[line.front()]);
    const Vec3d middle = x[line[line.size() / 2]] - x[line.front()];
    drop[with_line] = length(middle - chord * dot(chord, middle));
  }
  EXPECT_LT(drop[1], 0.15 * drop[0]);
}

// A handle that jumps goes by C'' + 2 p1 C' + p2² C = 0.
TEST(SpectralJoints, HandlesGoAsP1AndP2Say) {
  const TetMesh mesh = bar(0.4, 0.1, 4, 1);
  for (const double p1 : {20.0, 5.0}) {
    SpectralOptions options{.modes = 20, .rigid = {between(mesh, -1, 1)}};
    options.p1 = p1;
    options.p2 = 20;
    const Body body = body_of(mesh, wood, options);
    const Model model(body, in_double);
    Dynamics dynamics = with_weight(0.0002);
    dynamics.gravity = {};
    State state(model, dynamics);
    const double jump = 0.01;
    state.add_drive({.vertices = {0}, .path = [&](double) {
                       Pose pose;
                       pose.shift = {0, jump, 0};
                       return pose;
                     }});
    const double start = mesh.vertices()[0].y;
    for (int i = 0; i < 10; ++i) {
      step(model, state, 100);
      const double t = state.time(), w = std::sqrt(std::abs(400 - p1 * p1));
      const double shall =
          p1 == 20 ? jump * std::exp(-20 * t) * (1 + 20 * t)
                   : jump * std::exp(-p1 * t) * (std::cos(w * t) + p1 / w * std::sin(w * t));
      EXPECT_NEAR(start + jump - state.positions()[0].y, shall, 0.02 * jump) << t;
    }
  }
  SpectralOptions drifting{.modes = 20};
  drifting.p1 = 3;
  EXPECT_THROW(body_of(mesh, wood, drifting), InputError);
}

}  // namespace
}  // namespace pliant
