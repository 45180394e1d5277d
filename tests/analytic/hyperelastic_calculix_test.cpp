// The hyperelastic laws against CalculiX, with the same linear tetrahedra.

#include <gtest/gtest.h>

#include "relations/list.h"
#include "support/calculix.h"
#include "support/hyperelastic_block.h"

namespace pliant {
namespace {

using namespace test;

std::string number(double a) {
  char out[32];
  std::snprintf(out, sizeof out, "%.13e", a);
  return out;
}

/// A block in CalculiX, of which what is held goes where F puts it.
std::vector<std::string> in_calculix(const Block& block, const Mat3<double>& to,
                                     const std::string& material) {
  std::string input =
      calculix_mesh(block.mesh.mesh()) + "*MATERIAL, NAME=M\n" + material +
      "*SOLID SECTION, ELSET=SOLID, MATERIAL=M\n*STEP, NLGEOM, "
      "INC=1000\n*STATIC\n0.05, 1.\n*CONTROLS, PARAMETERS=FIELD\n1e-8, 1e-6\n*BOUNDARY\n";
  for (Index v = 0; v < block.mesh.vertices().size(); ++v)
    for (int k = 0; k < 3; ++k)
      if (block.held[3 * v + static_cast<unsigned>(k)]) {
        const Vec3d& at = block.mesh.vertices()[v];
        const std::string axis = std::to_string(k + 1);
        input += std::to_string(v + 1) + "," + axis + "," + axis + "," +
                 number((to * at)[k] - at[k]) + "\n";
      }
  return run_calculix(input + "*NODE PRINT, NSET=ALL\nU,RF\n*END STEP\n");
}

// Pulled by a fifth, its ends turned and moved sideways.
TEST(HyperelasticCalculiX, BendsStVenantAndKirchhoffsSolidAlike) {
  PLIANT_NEEDS_CALCULIX();
  const Mat3<double> bent{Vec3d{1.2, 0.4, 0.1}, {-0.2, 0.95, 0.1}, {0, -0.1, 1}};
  Block block;
  for (const bool high : {false, true})
    for (int k = 0; k < 3; ++k) block.hold(0, high, k);
  const Material m = make_material(3e6, 0.3, 1000);
  const Body body = solid_of(block.mesh, ContinuumModel::st_venant_kirchhoff,
                             {m.shear_modulus(), m.lame_lambda()});
  const Vector x = settled<StVenantKirchhoff>(block, body, bent);
  const std::size_t count = block.mesh.vertices().size();
  const auto theirs =
      vectors_in(in_calculix(block, bent, "*ELASTIC\n3e6,0.3\n"), "displacements", count);
  for (Index v = 0; v < count; ++v)
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(x[3 * v + k] - block.mesh.vertices()[v][k], theirs[v][k], 1e-7);
}

// Rubber keeps its volume nearly: there the compressible forms of the two programs agree to the
// shear modulus over the bulk modulus. Moduli are small numbers, as CalculiX takes a
// compressibility below 1e-10 for none that is given.
constexpr double rubber_shear = 4, rubber_bulk = 1e5 * rubber_shear;

// P : dF for a change of F, from the forces on what is held.
template <class Law>
void expect_work_as_in_calculix(const Block& block, const Mat3<double>& to,
                                const Mat3<double>& change, ContinuumModel model,
                                const std::string& material) {
  const Body body = solid_of(block.mesh, model, {rubber_shear, rubber_bulk - 2 * rubber_shear / 3});
  const std::vector<Vec3d> forces =
      vectors_in(in_calculix(block, to, material), "forces", block.mesh.vertices().size());
  double theirs = 0;
  for (Index v = 0; v < forces.size(); ++v)
    theirs += dot(forces[v], change * block.mesh.vertices()[v]) / block.mesh.volume();
  const double ours = block.work<Law>(body, settled<Law>(block, body, to), change);
  EXPECT_GT(std::abs(theirs), 0.1 * rubber_shear);
  EXPECT_NEAR(ours / theirs, 1, 1e-4);
}

template <class Law>
void expect_rubber_as_in_calculix(ContinuumModel model, const std::string& material) {
  Block pulled;
  pulled.hold_three_faces();
  pulled.hold(0, true, 0);
  Block twice = pulled;
  twice.hold(1, true, 1);
  Block sheared;
  sheared.hold_surface();
  const Mat3<double> along_x = diagonal(1, 0, 0);
  expect_work_as_in_calculix<Law>(pulled, diagonal(1.8, 1, 1), along_x, model, material);
  expect_work_as_in_calculix<Law>(pulled, diagonal(0.7, 1, 1), along_x, model, material);
  expect_work_as_in_calculix<Law>(twice, diagonal(1.4, 1.4, 1), along_x, model, material);
  expect_work_as_in_calculix<Law>(sheared, {Vec3d{1, 0, 0}, {0.6, 1, 0}, {0, 0, 1}},
                                  {Vec3d{}, {1, 0, 0}, {}}, model, material);
}

TEST(HyperelasticCalculiX, HasTheSameNeoHookeanRubber) {
  PLIANT_NEEDS_CALCULIX();
  expect_rubber_as_in_calculix<NeoHookean>(
      ContinuumModel::neo_hookean, "*HYPERELASTIC, NEO HOOKE\n" + number(rubber_shear / 2) + "," +
                                       number(2 / rubber_bulk) + "\n");
}

TEST(HyperelasticCalculiX, HasTheSameMooneyRivlinRubber) {
  PLIANT_NEEDS_CALCULIX();
  const double lengths = rubber_shear / 2 / (1 + ratio);
  expect_rubber_as_in_calculix<MooneyRivlin>(
      ContinuumModel::mooney_rivlin, "*HYPERELASTIC, MOONEY-RIVLIN\n" + number(lengths) + "," +
                                         number(ratio * lengths) + "," + number(2 / rubber_bulk) +
                                         "\n");
}

TEST(HyperelasticCalculiX, HasTheSameOgdenRubber) {
  PLIANT_NEEDS_CALCULIX();
  std::string material = "*HYPERELASTIC, OGDEN, N=3\n";
  for (int t = 0; t < 3; ++t)
    material += number(terms.shares[t] * rubber_shear) + "," + number(terms.exponents[t]) + ",";
  expect_rubber_as_in_calculix<Ogden>(ContinuumModel::ogden,
                                      material + number(2 / rubber_bulk) + ",0.\n0.\n");
}

}  // namespace
}  // namespace pliant
