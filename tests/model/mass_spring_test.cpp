#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/mass_spring.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "model/mass_spring_fit.h"
#include "model/mass_spring_sample.h"
#include "support/meshes.h"
#include "support/models.h"
#include "support/solids.h"

namespace pliant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

void expect_usable(const TetMesh& mesh, const MassSpringConstants& constants) {
  ASSERT_EQ(constants.edge.size(), mesh.edges().size());
  ASSERT_EQ(constants.tetrahedron.size(), mesh.tetrahedra().size());
  for (double k : constants.edge) ASSERT_TRUE(std::isfinite(k) && k > 0) << k;
  for (double k : constants.tetrahedron) ASSERT_TRUE(std::isfinite(k) && k >= 0) << k;
}

TEST(MassSpring, EdgesShareTheVolume) {
  const TetMesh mesh(test::grid(4, 0.3, 0.2));
  EXPECT_NEAR(sum(edge_volumes(mesh)), mesh.volume(), 1e-12);
  const TetMesh single(test::single_tetrahedron());
  for (double v : edge_volumes(single)) EXPECT_NEAR(v, 1.0 / 36, 1e-15);
}

// Σ k_e n⊗n⊗n⊗n of a network with even directions is that of Cauchy's solid.
TEST(MassSpring, IsotropicLawHasTheLameConstants) {
  for (double poisson : {0.25, 0.4}) {
    const MassSpringLaw law = isotropic_mass_spring_law(poisson, true);
    // Average over the sphere of n_x⁴ is 1/5, of n_x² n_y² 1/15.
    const double kappa = law.edge_factor(normalised(Vec3d{1, 2, -3}));
    const Material material = make_material(1, poisson, 1);
    EXPECT_NEAR(kappa / 15, material.shear_modulus(), 1e-12);
    EXPECT_NEAR(kappa / 15 + law.volumes, material.lame_lambda(), 1e-12);
  }
  EXPECT_EQ(isotropic_mass_spring_law(0.4, false).volumes, 0);
}

TEST(MassSpring, ScalesWithYoungsModulusAndSize) {
  Mesh metres = test::grid(4, 0.2, 0.2), millimetres = metres;
  for (Vec3d& v : millimetres.vertices) v = v * 1e-3 + Vec3d{5, -3, 2};
  const TetMesh mesh(metres), small(millimetres);
  const auto soft = mass_spring_constants(mesh, make_material(1e3, 0.4, 1000));
  const auto hard = mass_spring_constants(mesh, make_material(5e8, 0.4, 1000));
  const auto tiny = mass_spring_constants(small, make_material(1e3, 0.4, 1000));
  for (std::size_t e = 0; e < soft.edge.size(); ++e) {
    EXPECT_NEAR(hard.edge[e] / soft.edge[e], 5e5, 1e-6);
    EXPECT_NEAR(tiny.edge[e] / soft.edge[e], 1e-9, 1e-13);  // J: by the volume
  }
  for (std::size_t t = 0; t < soft.tetrahedron.size(); ++t) {
    EXPECT_NEAR(hard.tetrahedron[t] / soft.tetrahedron[t], 5e5, 1e-6);
    EXPECT_NEAR(tiny.tetrahedron[t] / soft.tetrahedron[t], 1e-9, 1e-13);
  }
}

TEST(MassSpring, SaysWhatItExpresses) {
  const TetMesh mesh(test::grid(3, 0.2));
  const auto constants = [&](double poisson, Notes& notes, MassSpringTerms terms) {
    return mass_spring_constants(mesh, make_material(1e4, poisson, 1000), &notes, terms);
  };
  const auto both = MassSpringTerms::springs_and_volumes, springs = MassSpringTerms::springs;
  Notes notes;
  const auto inside = constants(0.4, notes, both);
  EXPECT_THAT(notes, IsEmpty());
  EXPECT_EQ(inside.young, 1e4);
  EXPECT_EQ(inside.poisson, 0.4);

  EXPECT_EQ(constants(0.1, notes, both).poisson, 0.25);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("0.1 became 0.25")));
  notes.clear();
  EXPECT_EQ(constants(0.499, notes, both).poisson, 0.495);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("0.499 became 0.495")));
  notes.clear();
  EXPECT_EQ(constants(0.49, notes, both).poisson, 0.49);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("small time steps")));
  notes.clear();
  const auto alone = constants(0.45, notes, springs);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("springs alone answer like")));
  EXPECT_EQ(alone.poisson, 0.25);
  EXPECT_THAT(alone.tetrahedron, IsEmpty());
  notes.clear();
  constants(0.25, notes, springs);
  EXPECT_THAT(notes, IsEmpty());
}

TEST(MassSpring, RefusesBadMaterials) {
  const TetMesh mesh(test::single_tetrahedron());
  EXPECT_THROW(mass_spring_constants(mesh, Material{"", -1, 0.3, 1000, 0}), InputError);
  EXPECT_THROW(mass_spring_constants(mesh, Material{"", 1, 0.5, 1000, 0}), InputError);
}

TEST(MassSpring, OddMeshesGetUsableConstants) {
  Mesh parts = test::grid(2, 0.2);
  const Mesh other = test::grid(2, 0.1, 0, 1, {3, 0, 0});
  const auto base = static_cast<Index>(parts.vertices.size());
  parts.vertices.insert(parts.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (Tetrahedron t : other.tetrahedra.cells) {
    for (Index& v : t) v += base;
    parts.tetrahedra.cells.push_back(t);
  }
  parts.vertices.push_back({9, 9, 9});  // of no tetrahedron

  Mesh flat = test::grid(3, 1);
  for (Vec3d& v : flat.vertices) v.y *= 1e-3;

  Mesh needle = test::single_tetrahedron();
  needle.vertices[3] = {0.3, 0.3, 1e-7};

  for (const Mesh& mesh : {test::single_tetrahedron(), parts, flat, needle, test::lattice(2)}) {
    const TetMesh tets(mesh);
    for (double poisson : {0.25, 0.45, 0.495})
      expect_usable(tets, mass_spring_constants(tets, make_material(1e5, poisson, 1000)));
  }
}

TEST(MassSpring, IllShapedMeshIsUsableAndNoted) {
  PLIANT_NEEDS_MODELS();
  const TetMesh mesh(read_mesh(test::model("bunny_raw.node")));
  Notes notes;
  expect_usable(mesh, mass_spring_constants(mesh, make_material(1e5, 0.3, 1000), &notes));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("ill-shaped")));
}

TEST(MassSpring, PatchesStandForTheWhole) {
  const TetMesh mesh(make_shape("cube", {{"cells", 12}}));
  EXPECT_FALSE(sample_patches(mesh, mesh.tetrahedra().size(), 3).has_value());
  const auto patches = sample_patches(mesh, 3000, 3);
  ASSERT_TRUE(patches.has_value());
  EXPECT_GE(patches->tetrahedra().size(), 2900u);
  EXPECT_LE(patches->tetrahedra().size(), 3100u);
  const MassSpringLaw part = fit_mass_spring_law(*patches, 0.4, true).law;
  const MassSpringLaw whole = fit_mass_spring_law(mesh, 0.4, true).law;
  for (int p = 0; p < 6; ++p) EXPECT_NEAR(part.springs[p] / whole.springs[p], 1, 0.1) << p;
  EXPECT_NEAR(part.volumes / whole.volumes, 1, 0.1);
}

TEST(MassSpring, PatchesComeFromEveryPartWhereOneIsNotEnough) {
  Mesh bits;  // 40 separate tetrahedra
  for (Index i = 0; i < 40; ++i) {
    for (const Vec3d& v : test::single_tetrahedron().vertices)
      bits.vertices.push_back(v + Vec3d{2.0 * i, 0, 0});
    bits.tetrahedra.cells.push_back({4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3});
  }
  const auto patches = sample_patches(TetMesh(bits), 30, 3);
  ASSERT_TRUE(patches.has_value());
  EXPECT_EQ(patches->tetrahedra().size(), 30u);
  EXPECT_EQ(patches->vertices().size(), 120u);
}

TEST(MassSpring, SameForAnyNumberOfThreads) {
  const TetMesh mesh(test::grid(6, 0.2, 0.25));
  const auto threaded = mass_spring_constants(mesh, material("rubber"));
  const SerialScope serial;
  const auto alone = mass_spring_constants(mesh, material("rubber"));
  EXPECT_EQ(threaded.edge, alone.edge);
  EXPECT_EQ(threaded.tetrahedron, alone.tetrahedron);
}

}  // namespace
}  // namespace pliant
