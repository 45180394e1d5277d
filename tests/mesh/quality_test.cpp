#include <gtest/gtest.h>
#include <pliant/io.h>
#include <pliant/masses.h>
#include <pliant/quality.h>
#include <pliant/tet_mesh.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "support/meshes.h"
#include "support/models.h"

namespace pliant {
namespace {

TEST(Quality, RegularTetrahedron) {
  const Vec3d a{1, 1, 1}, b{-1, 1, -1}, c{1, -1, -1}, d{-1, -1, 1};
  for (double angle : dihedral_angles(a, b, c, d))
    EXPECT_NEAR(angle, std::acos(1.0 / 3) * 180 / M_PI, 1e-12);
  EXPECT_NEAR(radius_edge_ratio(a, b, c, d), std::sqrt(6.0) / 4, 1e-15);
}

TEST(Quality, CornerTetrahedronHasThreeRightAngles) {
  const Mesh mesh = test::single_tetrahedron();
  const auto angles = dihedral_angles(mesh);
  ASSERT_EQ(angles.size(), 6u);
  for (int e = 0; e < 3; ++e) EXPECT_NEAR(angles[e], 90, 1e-12);
  for (int e = 3; e < 6; ++e) EXPECT_NEAR(angles[e], std::atan(std::sqrt(2.0)) * 180 / M_PI, 1e-12);
  EXPECT_NEAR(radius_edge_ratios(mesh)[0], std::sqrt(3.0) / 2, 1e-15);
}

TEST(Quality, ShapeDoesNotDependOnTheUnit) {
  const Vec3d a{1, 0.1, 1}, b{-1, 1, -1}, c{1, -1, -0.7}, d{-1, -1, 1};
  for (double unit : {1e-150, 1e-100, 1e-6, 1e100}) {
    for (int e = 0; e < 6; ++e)
      EXPECT_NEAR(dihedral_angles(a * unit, b * unit, c * unit, d * unit)[e],
                  dihedral_angles(a, b, c, d)[e], 1e-10);
    EXPECT_NEAR(radius_edge_ratio(a * unit, b * unit, c * unit, d * unit),
                radius_edge_ratio(a, b, c, d), 1e-12);
  }
}

TEST(Quality, FlatTetrahedronHasNoFiniteRadius) {
  EXPECT_EQ(radius_edge_ratio({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}),
            std::numeric_limits<double>::infinity());
}

TEST(Quality, SpreadOfKnownNumbers) {
  const double values[] = {4, 1, 3, 2};
  const Spread s = spread(values);
  EXPECT_EQ(s.minimum, 1);
  EXPECT_EQ(s.maximum, 4);
  EXPECT_EQ(s.mean, 2.5);
  EXPECT_EQ(s.median, 2.5);
  EXPECT_DOUBLE_EQ(s.deviation, std::sqrt(1.25));
  EXPECT_EQ(spread({}).count, 0u);
}

TEST(Quality, HistogramCountsEveryValueOnce) {
  const double values[] = {0, 0.5, 1, 1.5, 2, 10};
  const Histogram h = histogram(values, 5);
  EXPECT_EQ(h.counts, (std::vector<std::size_t>{4, 1, 0, 0, 1}));
  const double same[] = {3, 3, 3};
  EXPECT_EQ(histogram(same, 4).counts[0], 3u);
}

TEST(Quality, EnclosedVolumeDoesNotDependOnThePlace) {
  Mesh mesh = test::single_tetrahedron();
  const TetMesh built(mesh);
  EXPECT_NEAR(enclosed_volume(mesh.vertices, built.boundary()), 1.0 / 6, 1e-15);
  for (auto& v : mesh.vertices) v += Vec3d{1e4, -3e4, 5e4};
  EXPECT_NEAR(enclosed_volume(mesh.vertices, built.boundary()), 1.0 / 6, 1e-10);
}

// Two tetrahedra of volumes 1/6 and 1/3 that share a face.
TEST(Masses, FollowTheAverageVolumeAndAddUp) {
  Mesh mesh = test::single_tetrahedron();
  mesh.vertices.push_back({0, 0, -2});
  mesh.tetrahedra.cells.push_back({0, 2, 1, 4});
  const auto masses = average_volume_masses(TetMesh(mesh), 10);
  EXPECT_NEAR(std::accumulate(masses.begin(), masses.end(), 0.0), 10, 1e-12);
  const double sum = 3 * 0.25 + 1.0 / 6 + 1.0 / 3;
  for (int shared : {0, 1, 2}) EXPECT_NEAR(masses[shared], 10 * 0.25 / sum, 1e-12);
  EXPECT_NEAR(masses[3], 10 / 6.0 / sum, 1e-12);
  EXPECT_NEAR(masses[4], 10 / 3.0 / sum, 1e-12);
}

// The counts and volumes that came with the meshes.
TEST(Quality, RealMeshesHaveTheirDocumentedCounts) {
  PLIANT_NEEDS_MODELS();
  struct Row {
    const char* name;
    std::size_t vertices, tetrahedra, edges, boundary;
    double volume, smallest;
  };
  for (const Row& row : {Row{"cube", 3060, 15611, 19846, 2352, 1, 1.07e-5},
                         Row{"bunny", 4845, 19467, 27521, 6420, 0.19967, 8.11e-7},
                         Row{"beam_hole", 1773, 7145, 10090, 2344, 3.7205, 1.99e-5},
                         Row{"armadillo", 33286, 147163, 199166, 37436, 0.068562, 1.38e-8}}) {
    const TetMesh mesh(read_mesh(test::model(std::string(row.name) + ".node")));
    EXPECT_EQ(mesh.vertices().size(), row.vertices) << row.name;
    EXPECT_EQ(mesh.tetrahedra().size(), row.tetrahedra) << row.name;
    EXPECT_EQ(mesh.edges().size(), row.edges) << row.name;
    EXPECT_EQ(mesh.boundary().size(), row.boundary) << row.name;
    EXPECT_NEAR(mesh.volume() / row.volume, 1, 1e-4) << row.name;
    EXPECT_NEAR(spread(tetrahedron_volumes(mesh.mesh())).minimum / row.smallest, 1, 1e-2)
        << row.name;
    EXPECT_NEAR(enclosed_volume(mesh.vertices(), mesh.boundary()), mesh.volume(), 1e-12);
  }
}

}  // namespace
}  // namespace pliant
