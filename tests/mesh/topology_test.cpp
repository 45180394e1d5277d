#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/tet_mesh.h>
#include <pliant/topology.h>

#include <random>
#include <set>

#include "support/meshes.h"

namespace pliant {
namespace {

// Tetrahedra with random vertices: all shapes of sharing, no geometry.
std::vector<Tetrahedron> random_tetrahedra(std::size_t count, Index vertices, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Tetrahedron> cells;
  while (cells.size() < count) {
    Tetrahedron t;
    for (Index& v : t) v = random() % vertices;
    if (std::set<Index>(t.begin(), t.end()).size() == 4) cells.push_back(t);
  }
  return cells;
}

TEST(Topology, EdgesEqualTheSetOfAllPairs) {
  const auto cells = random_tetrahedra(3000, 500, 1);
  std::set<Line> expected;
  for (const auto& t : cells)
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j) expected.insert({std::min(t[i], t[j]), std::max(t[i], t[j])});
  const std::span<const Tetrahedron> span(cells);
  const auto edges = unique_edges(span, vertex_cells(span, 500));
  EXPECT_TRUE(std::ranges::equal(edges, expected));
}

TEST(Topology, VertexListsHoldEachCellOnceAndInOrder) {
  const auto cells = random_tetrahedra(1000, 300, 2);
  const Lists lists = vertex_cells(std::span<const Tetrahedron>(cells), 300);
  ASSERT_EQ(lists.size(), 300u);
  std::size_t total = 0;
  for (Index v = 0; v < 300; ++v) {
    EXPECT_TRUE(std::ranges::is_sorted(lists[v]));
    for (Index c : lists[v]) EXPECT_NE(std::ranges::find(cells[c], v), cells[c].end());
    total += lists[v].size();
  }
  EXPECT_EQ(total, 4000u);
}

TEST(Topology, NeighboursShareTheFaceAndPointBack) {
  const auto cells = random_tetrahedra(2000, 60, 3);
  const std::span<const Tetrahedron> span(cells);
  const auto neighbours = tetrahedron_neighbours(span, vertex_cells(span, 60));
  std::size_t pairs = 0;
  for (std::size_t t = 0; t < cells.size(); ++t)
    for (int side = 0; side < 4; ++side) {
      const Index n = neighbours[t][side];
      if (n == no_index) continue;
      ++pairs;
      Triangle mine = face_of(cells[t], side);
      std::ranges::sort(mine);
      bool found = false;
      for (int other = 0; other < 4; ++other) {
        Triangle theirs = face_of(cells[n], other);
        std::ranges::sort(theirs);
        found = found || (theirs == mine && neighbours[n][other] == t);
      }
      EXPECT_TRUE(found);
    }
  EXPECT_GT(pairs, 100u);
}

TEST(Topology, HexahedronHasTwelveEdges) {
  const std::vector<Hexahedron> cells{{0, 1, 2, 3, 4, 5, 6, 7}};
  const std::span<const Hexahedron> span(cells);
  EXPECT_EQ(unique_edges(span, vertex_cells(span, 8)).size(), 12u);
}

TEST(TetMesh, BoundaryFacesOutwards) {
  const TetMesh mesh(test::single_tetrahedron());
  ASSERT_EQ(mesh.boundary().size(), 4u);
  double volume = 0;  // by the divergence theorem: positive only when faces point outwards
  for (const auto& f : mesh.boundary())
    volume += dot(mesh.vertices()[f[0]], cross(mesh.vertices()[f[1]], mesh.vertices()[f[2]])) / 6;
  EXPECT_DOUBLE_EQ(volume, 1.0 / 6);
  EXPECT_DOUBLE_EQ(mesh.volume(), 1.0 / 6);
  EXPECT_DOUBLE_EQ(mesh.surface_area(), 1.5 + std::sqrt(3.0) / 2);
  EXPECT_EQ(mesh.edges().size(), 6u);
}

TEST(TetMesh, TurnsWronglyWoundTetrahedraAndSaysSo) {
  Mesh mesh = test::single_tetrahedron();
  std::swap(mesh.tetrahedra[0][0], mesh.tetrahedra[0][1]);
  Notes notes;
  const TetMesh built(mesh, &notes);
  EXPECT_GT(built.volume(), 0);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("turned 1 wrongly wound tetrahedron"), std::string::npos);
}

TEST(TetMesh, RefusesTetrahedraWithoutVolume) {
  Mesh flat = test::single_tetrahedron();
  flat.vertices[3] = {1, 1, 0};
  EXPECT_THROW(TetMesh{flat}, InputError);
  Mesh repeated = test::single_tetrahedron();
  repeated.tetrahedra[0][3] = 0;
  EXPECT_THROW(TetMesh{repeated}, InputError);
  EXPECT_THROW(TetMesh{Mesh{}}, InputError);
}

}  // namespace
}  // namespace pliant
