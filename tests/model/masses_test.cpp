#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/masses.h>

#include <limits>
#include <numeric>

#include "support/meshes.h"
#include "support/models.h"
#include "support/solids.h"

namespace pliant {
namespace {

constexpr MassDistribution all_distributions[] = {
    MassDistribution::average_volume, MassDistribution::lumped, MassDistribution::voronoi};

double total(const std::vector<double>& masses) {
  return std::accumulate(masses.begin(), masses.end(), 0.0);
}

TEST(Masses, AddUpToDensityTimesVolume) {
  std::vector<Mesh> meshes{test::single_tetrahedron(), test::grid(3, 0.01, 0.3), test::lattice(3)};
  if (std::filesystem::exists(PLIANT_MODELS))
    meshes.push_back(read_mesh(test::model("bunny_raw.node")));
  for (const Mesh& mesh : meshes) {
    const TetMesh tets(mesh);
    for (MassDistribution distribution : all_distributions) {
      const auto masses = vertex_masses(tets, 1200, distribution);
      ASSERT_EQ(masses.size(), tets.vertices().size());
      EXPECT_NEAR(total(masses) / (1200 * tets.volume()), 1, 1e-12);
      for (double m : masses) EXPECT_GE(m, 0);
    }
  }
}

TEST(Masses, LumpedIsAQuarterOfEachTetrahedron) {
  Mesh mesh = test::single_tetrahedron();
  mesh.vertices.push_back({0, 0, -2});
  mesh.tetrahedra.cells.push_back({0, 2, 1, 4});
  mesh.vertices.push_back({7, 7, 7});  // of no tetrahedron
  const auto masses = vertex_masses(TetMesh(mesh), 24, MassDistribution::lumped);
  // Volumes 1/6 and 1/3.
  const double expected[] = {3, 3, 3, 1, 2, 0};
  for (std::size_t v = 0; v < 6; ++v) EXPECT_NEAR(masses[v], expected[v], 1e-12);
}

TEST(Masses, VoronoiIsTheCellOfACube) {
  const TetMesh mesh(test::grid(4, 0.5));
  const auto masses = vertex_masses(mesh, 8, MassDistribution::voronoi);
  const Index middle = (2 * 5 + 2) * 5 + 2;
  EXPECT_NEAR(masses[middle], 1, 1e-12);  // 8 * 0.5³
  EXPECT_NEAR(masses[0], 1.0 / 8, 1e-12);
}

TEST(Masses, TruncationRaisesTheSmallOnes) {
  std::vector<double> masses{0, 0.001, 0.01, 0.02, 1};
  EXPECT_EQ(truncate_inverse_masses(masses, 100), 2u);
  EXPECT_THAT(masses, testing::ElementsAre(0.01, 0.01, 0.01, 0.02, 1));
  EXPECT_EQ(truncate_inverse_masses(masses, 100), 0u);
}

TEST(Masses, BadValuesAreRefused) {
  const TetMesh mesh(test::single_tetrahedron());
  std::vector<double> masses{1};
  for (double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    for (MassDistribution distribution : all_distributions)
      EXPECT_THROW(vertex_masses(mesh, bad, distribution), InputError);
    EXPECT_THROW(truncate_inverse_masses(masses, bad), InputError);
  }
}

}  // namespace
}  // namespace pliant
