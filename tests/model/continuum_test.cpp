#include <gtest/gtest.h>
#include <pliant/error.h>

#include <algorithm>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

const Material rubber_of_e06 = [] {
  Material m = make_material(3e6, 0.45, 1200);
  m.shear = 1e6;
  return m;
}();

TEST(ContinuumRelations, SubFacesTakeEAndGAsTheyAre) {
  const TetMesh mesh = cube_mesh(2);
  const auto sets =
      continuum_relations(mesh, ContinuumModel::sub_faces, std::span(&rubber_of_e06, 1));
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].law, "SubFaces");
  EXPECT_EQ(sets[0].vertices.size(), 4 * mesh.tetrahedra().size());
  EXPECT_EQ(sets[0].parameters, (std::vector<std::vector<double>>{{3e6}, {1e6}, {0}}));
}

TEST(ContinuumRelations, CorotatedTakesLamesConstants) {
  const TetMesh mesh = cube_mesh(2);
  const Material m = make_material(2e5, 0.25, 1000, 0.01);
  const auto sets = continuum_relations(mesh, ContinuumModel::corotated, std::span(&m, 1));
  EXPECT_EQ(sets[0].law, "Corotated");
  // With ν = 1/4 both are 0.4 E.
  ASSERT_EQ(sets[0].parameters.size(), 3u);
  EXPECT_NEAR(sets[0].parameters[0][0], 0.8e5, 1e-6);
  EXPECT_NEAR(sets[0].parameters[1][0], 0.8e5, 1e-6);
  EXPECT_EQ(sets[0].parameters[2][0], 0.01);
}

TEST(ContinuumRelations, EAndGThatKeepTheVolumeAreLimitedAndNoted) {
  Notes notes;
  const auto sets = continuum_relations(cube_mesh(1), ContinuumModel::corotated,
                                        std::span(&rubber_of_e06, 1), {}, &notes);
  ASSERT_EQ(notes.size(), 1u);
  const double shear = sets[0].parameters[0][0], lame = sets[0].parameters[1][0];
  EXPECT_NEAR(shear * (3 * lame + 2 * shear) / (lame + shear), 3e6, 1);  // E is kept
  EXPECT_NEAR(0.5 * lame / (lame + shear), largest_corotated_poisson, 1e-12);
  Material soft = rubber_of_e06;
  soft.shear = 1.25e6;  // a Poisson's ratio of 0.2
  notes.clear();
  const auto given =
      continuum_relations(cube_mesh(1), ContinuumModel::corotated, std::span(&soft, 1), {}, &notes);
  EXPECT_TRUE(notes.empty());
  EXPECT_NEAR(given[0].parameters[0][0], 1.25e6, 1e-6);
}

TEST(ContinuumRelations, MaterialsMayDifferByRegion) {
  Mesh mesh = make_shape("cube", {{"cells", 2}});
  for (const Tetrahedron& t : mesh.tetrahedra.cells)
    mesh.tetrahedra.regions.push_back(mesh.vertices[t[0]].y + mesh.vertices[t[1]].y > 1 ? 7 : 2);
  const TetMesh tets(mesh);
  const auto materials = materials_by_region(tets, {{2, material("fat")}, {7, material("muscle")}});
  const Body body = continuum_solid(tets, ContinuumModel::corotated, materials);
  double mass = 0, expected = 0;
  for (const double m : body.masses) mass += m;
  for (std::size_t t = 0; t < materials.size(); ++t) {
    const auto& c = tets.tetrahedra()[t];
    const auto x = tets.vertices();
    expected += materials[t].density * signed_volume(x[c[0]], x[c[1]], x[c[2]], x[c[3]]);
    EXPECT_EQ(body.relations[0].parameters[0][t], materials[t].shear_modulus());
  }
  EXPECT_NEAR(mass, expected, 1e-9 * expected);
  EXPECT_THROW(materials_by_region(tets, {{2, material("fat")}}), InputError);
  SolidOptions voronoi;
  voronoi.masses = MassDistribution::voronoi;
  EXPECT_THROW(continuum_solid(tets, ContinuumModel::corotated, materials, voronoi), InputError);
}

TEST(ContinuumRelations, WhatDoesNotFitIsRefused) {
  const TetMesh mesh = cube_mesh(1);
  const std::vector<Material> two(2, rubber_of_e06), one(1, rubber_of_e06);
  const auto refused = [&](ContinuumModel model, std::span<const Material> materials,
                           const ContinuumOptions& options = {}) {
    EXPECT_THROW(continuum_relations(mesh, model, materials, options), InputError);
  };
  refused(ContinuumModel::corotated, two);
  refused(ContinuumModel::corotated, {});
  std::vector<Material> bad = one;
  bad[0].shear = -1;
  refused(ContinuumModel::sub_faces, bad);
  ContinuumOptions options;
  options.fibres = Fibres{{{1, 0, 0}}, 1e7, 0.3, 1e6};
  refused(ContinuumModel::sub_faces, one, options);
  options.fibres->directions = {{0, 0, 0}};
  refused(ContinuumModel::corotated, one, options);
  options.fibres->directions = {};
  refused(ContinuumModel::corotated, one, options);
  options.fibres->directions = {{1, 0, 0}};
  options.fibres->young = 0;
  refused(ContinuumModel::corotated, one, options);
  options.fibres->young = 1e6;
  options.fibres->poisson = 0.9;
  refused(ContinuumModel::corotated, one, options);
}

// The step that is called stable is, and twice as long is not.
TEST(ContinuumSolid, StableStepHolds) {
  const TetMesh mesh = cube_mesh(3, 0.3);
  for (const ContinuumModel which : {ContinuumModel::sub_faces, ContinuumModel::corotated})
    for (const double damping_time : {0.0, 1e-3}) {
      const Body body = continuum_solid(mesh, which, make_material(1e5, 0.4, 1000, damping_time));
      const Model model(body, in_double);
      Dynamics d = weightless(Integrator::euler_cromer);
      const double stable = stable_step(model, d);
      EXPECT_GT(stable, 1e-5);
      EXPECT_LT(stable, 0.1);
      const auto runs = [&](double step_length) {
        d.time_step = step_length;
        State state(model, d);
        shake(state, 1e-6, 0);
        try {
          step(model, state, 400);
        } catch (const std::exception&) {
          return false;
        }
        return largest_length(state.velocities()) < 1;
      };
      EXPECT_TRUE(runs(0.8 * stable)) << static_cast<int>(which) << " " << damping_time;
      EXPECT_FALSE(runs(2 * stable)) << static_cast<int>(which) << " " << damping_time;
    }
}

// A sliver among good tetrahedra.
TEST(ContinuumSolid, IllShapedTetrahedraAreSoftenedAndNoted) {
  Mesh mesh = make_shape("cube", {{"cells", 3}});
  // The vertex nearest to the centre, moved nearly into a neighbouring plane.
  const auto near = std::ranges::min_element(mesh.vertices, {}, [](const Vec3d& p) {
    return squared_length(p - Vec3d{0.1667, 0.3333, 0.1667});
  });
  near->x += 0.97 / 3;
  const TetMesh tets(mesh);
  Notes notes;
  const Body body = continuum_solid(tets, ContinuumModel::corotated, rubber_of_e06, {}, {}, &notes);
  ASSERT_GE(notes.size(), 2u);
  EXPECT_NE(notes.back().find("softened"), std::string::npos);
  SolidOptions none;
  none.fastest = 0;
  const Body hard = continuum_solid(tets, ContinuumModel::corotated, rubber_of_e06, none);
  EXPECT_GT(stable_step(Model(body)), 1.3 * stable_step(Model(hard)));
}

TEST(ContinuumSolid, ParametersChangeWhileItRuns) {
  const TetMesh mesh = cube_mesh(2);
  const Model model(continuum_solid(mesh, ContinuumModel::corotated, make_material(1e5, 0.3, 1000)),
                    in_double);
  State state(model, weightless(Integrator::euler_cromer, 1e-4));
  shake(state, 0.01, 0);
  const double before = state.energy().elastic;
  state.set_parameter(0, "shear", 2 * state.parameter(0, "shear", 0));
  state.set_parameter(0, "lame", 2 * state.parameter(0, "lame", 0));
  EXPECT_NEAR(state.energy().elastic, 2 * before, 1e-9 * before);
}

// Corotated has an energy and keeps both momenta; so does its motion.
TEST(ContinuumSolid, CorotatedKeepsEnergyAndMomenta) {
  const TetMesh mesh = cube_mesh(3);
  const Model model(continuum_solid(mesh, ContinuumModel::corotated, make_material(1e5, 0.3, 1000)),
                    in_double);
  State state(model, weightless(Integrator::euler_cromer, 1e-4));
  shake(state, 0.02, 1);
  const double energy = state.energy().total();
  const Vec3d linear = state.momentum(), angular = state.angular_momentum();
  step(model, state, 1000);
  EXPECT_NEAR(state.energy().total(), energy, 0.02 * energy);
  EXPECT_LT(length(state.momentum() - linear), 1e-9);
  EXPECT_LT(length(state.angular_momentum() - angular), 1e-9);
}

}  // namespace
}  // namespace pliant
