// Solids of linear tetrahedra up to a Poisson's ratio of 0.4999, with patches that keep the volume
// and without, beside quadratic hexahedra of CalculiX.

#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

#include "relations/list.h"
#include "support/five_tetrahedra.h"
#include "support/quadratic_block.h"
#include "support/statics.h"

namespace pliant {
namespace {

using namespace test;
using Place = QuadraticBlock::Place;

constexpr double young = 70;

template <class Law>
using PatchedStatics = Statics<Law, VolumePatch>;
using Vector = Eigen::VectorXd;

Body solid_of(const TetMesh& mesh, double poisson, VolumeResistance volume,
              ContinuumModel model = ContinuumModel::neo_hookean) {
  ContinuumOptions options;
  options.volume = volume;
  SolidOptions nothing_softened;
  nothing_softened.fastest = 0;
  return continuum_solid(mesh, model, make_material(young, poisson, 1000), nothing_softened,
                         options);
}

/// A block of tetrahedra that is held where x is least and pulled by an even traction along y where
/// it is largest.
struct Pulled {
  Pulled(const Place& cells, double jitter, const std::function<Vec3d(const Vec3d&)>& at,
         bool plane)
      : mesh(five_tetrahedra(cells, jitter, at)),
        cells_(cells),
        held(3 * mesh.vertices().size()),
        loads(Vector::Zero(static_cast<Eigen::Index>(held.size()))) {
    const auto [nx, ny, nz] = cells;
    for (int j = 0; j <= ny; ++j)
      for (int k = 0; k <= nz; ++k)
        for (unsigned c = 0; c < 3; ++c) held[3 * number({0, j, k}) + c] = true;
    for (std::size_t v = 0; plane && v < mesh.vertices().size(); ++v) held[3 * v + 2] = true;
    double whole = 0;
    for (const Triangle& t : mesh.boundary()) {
      if (std::ranges::any_of(t, [&](Index v) { return !is_at_end(v); })) continue;
      const auto x = mesh.vertices();
      const double area = 0.5 * length(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]));
      for (const Index v : t) loads[3 * v + 1] += area / 3;
      whole += area;
    }
    loads /= whole;
  }
  Index number(const Place& p) const {
    return static_cast<Index>((p[0] * (cells_[1] + 1) + p[1]) * (cells_[2] + 1) + p[2]);
  }
  bool is_at_end(Index v) const { return v >= number({cells_[0], 0, 0}); }

  /// Along y, of a vertex under a force of 1 N, so little that nothing but the linear part counts.
  Vector linear(const Body& body) const {
    const PatchedStatics<NeoHookean> statics(body);
    return statics.solved(statics.linear_at(statics.rest_positions()).stiffness, loads, held);
  }
  double along_y(const Vector& u, const Place& p) const { return u[3 * number(p) + 1]; }

  TetMesh mesh;
  Place cells_;
  std::vector<bool> held;  // by vertex and coordinate
  Vector loads;            // of 1 N in all
};

/// Cook's membrane: 48 m long, 44 m high where it is held and 16 m where it is pulled.
Vec3d membrane(const Vec3d& p, double thickness) {
  const double low = 44 * p.x, high = 44 + 16 * p.x;
  return {48 * p.x, low + (high - low) * p.y, thickness * p.z};
}

/// In plane strain: its tip's displacement, of a force a thickness of one.
double membrane_by_calculix(double poisson) {
  const Place cells{40, 40, 1};
  const QuadraticBlock block(cells, [](const Vec3d& p) { return membrane(p, 1); });
  const auto held = [](const Place& p, int k) { return k == 2 || p[0] == 0; };
  return block.displacement(young, poisson, held, {0, 1, 0}, {80, 80, 0}).y;
}

Pulled membrane_of(int cells) {
  const double thickness = 48.0 / cells;
  return {{cells, cells, 1}, 0.2, [=](const Vec3d& p) { return membrane(p, thickness); }, true};
}

double tip_of_membrane(const Pulled& membrane, double poisson, VolumeResistance volume) {
  const int n = membrane.cells_[0];
  const Vector u = membrane.linear(solid_of(membrane.mesh, poisson, volume));
  return 0.5 * (membrane.along_y(u, {n, n, 0}) + membrane.along_y(u, {n, n, 1})) * 48 / n;
}

TEST(NearlyIncompressible, CooksMembraneIsThatOfQuadraticHexahedra) {
  PLIANT_NEEDS_CALCULIX();
  const Pulled tetrahedra = membrane_of(32);
  for (const double poisson : {0.49, 0.4999}) {
    const double expected = membrane_by_calculix(poisson);
    const double patches = tip_of_membrane(tetrahedra, poisson, VolumeResistance::patches);
    const double plain = tip_of_membrane(tetrahedra, poisson, VolumeResistance::tetrahedra);
    EXPECT_NEAR(patches, expected, 0.03 * expected) << poisson;
    EXPECT_LT(plain, (poisson < 0.4999 ? 0.955 : 0.7) * expected) << "does not lock: no test";
  }
}

/// A beam of 2.5 by 1 by 0.5 m.
Vec3d beam(const Vec3d& p) {
  return {2.5 * p.x, p.y, 0.5 * p.z};
}

TEST(NearlyIncompressible, ACantileverIsThatOfQuadraticHexahedra) {
  PLIANT_NEEDS_CALCULIX();
  const Pulled tetrahedra({36, 18, 6}, 0.2, beam, false);
  const QuadraticBlock block({24, 8, 4}, beam);
  for (const double poisson : {0.49, 0.4999}) {
    const auto held = [](const Place& p, int) { return p[0] == 0; };
    const double expected = block.displacement(young, poisson, held, {0, 1, 0}, {48, 8, 4}).y;
    const auto tip = [&](VolumeResistance volume) {
      const Vector u = tetrahedra.linear(solid_of(tetrahedra.mesh, poisson, volume));
      return tetrahedra.along_y(u, {36, 9, 3});
    };
    EXPECT_NEAR(tip(VolumeResistance::patches), expected, 0.03 * expected) << poisson;
    EXPECT_LT(tip(VolumeResistance::tetrahedra), (poisson < 0.4999 ? 0.96 : 0.8) * expected)
        << "does not lock: no test";
  }
}

// Far beyond small strains: the membrane's tip moves by a fifth of its length. The volume is kept,
// of no tetrahedron far from it, and no pressure that alternates makes the upper edge ragged.
TEST(NearlyIncompressible, AMembraneThatBendsFarKeepsItsVolumeAndIsSmooth) {
  const Pulled membrane = membrane_of(16);
  const int n = 16;
  struct Found {
    double tip, volume, roughness, least,
        most;  // the last two of a tetrahedron's volume, over rest
  };
  const auto solve = [&](double poisson) {
    const Body body = solid_of(membrane.mesh, poisson, VolumeResistance::patches);
    const PatchedStatics<NeoHookean> statics(body);
    const Vector rest = statics.rest_positions();
    Vector x = rest;
    for (int step = 1; step <= 4; ++step)
      x = statics.equilibrium(x, membrane.loads * (10.0 * 48 / n * step), membrane.held,
                              step < 4 ? 3 : 8);
    const Vector left = statics.linear_at(x).forces + membrane.loads * (40.0 * 48 / n);
    double residual = 0;
    for (std::size_t i = 0; i < membrane.held.size(); ++i)
      if (!membrane.held[i]) residual = std::max(residual, std::abs(left[Eigen::Index(i)]));
    EXPECT_LT(residual, 1e-8);
    const auto at = [&](Index v) { return Vec3d{x[3 * v], x[3 * v + 1], x[3 * v + 2]}; };
    Found found{membrane.along_y(x - rest, {n, n, 0}), 0, 0, 1, 1};
    double volume = 0, whole = 0;
    for (const Tetrahedron& t : membrane.mesh.tetrahedra()) {
      const auto r = membrane.mesh.vertices();
      const double now = signed_volume(at(t[0]), at(t[1]), at(t[2]), at(t[3]));
      const double then = signed_volume(r[t[0]], r[t[1]], r[t[2]], r[t[3]]);
      volume += now;
      whole += then;
      found.least = std::min(found.least, now / then);
      found.most = std::max(found.most, now / then);
    }
    found.volume = volume / whole - 1;
    // Third differences along the edge: what changes sign from vertex to vertex.
    for (int i = 2; i + 2 <= n; ++i) {
      const auto y = [&](int j) { return membrane.along_y(x - rest, {j, n, 0}); };
      found.roughness = std::max(
          found.roughness, std::abs(y(i + 1) - 3 * y(i) + 3 * y(i - 1) - y(i - 2)) / found.tip);
    }
    return found;
  };
  const Found soft = solve(0.3), hard = solve(0.4999);
  EXPECT_GT(hard.tip, 8);
  EXPECT_LT(std::abs(hard.volume), 1e-5);
  EXPECT_LT(hard.roughness, 1.1 * soft.roughness);
  EXPECT_GT(hard.least, 0.85);
  EXPECT_LT(hard.most, 1.15);
}

}  // namespace
}  // namespace pliant
