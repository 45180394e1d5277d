#include "spectral/offline/cholesky.h"

#include <gtest/gtest.h>
#include <pliant/shapes.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <numeric>
#include <random>

#include "spectral/offline/supernodes.h"

// The sparse factorisation beside dense ones, which know nothing of orders and supernodes.

namespace pliant {
namespace {

using spectral::offline::assemble;
using spectral::offline::Cholesky;
using spectral::offline::FillIn;
using spectral::offline::find_fill_in;
using spectral::offline::Matrices;
using spectral::offline::Supernode;

const Material soft = make_material(1e5, 0.3, 1000);

Matrices matrices_of(const Mesh& mesh, std::span<const Index> fixed = {}) {
  return assemble({mesh.vertices, mesh.tetrahedra.cells, std::span(&soft, 1), fixed},
                  MassMatrix::consistent);
}

Mesh block(int x, int y, int z) {
  return make_shape("grid", {{"cells_x", x}, {"cells_y", y}, {"cells_z", z}});
}

Mesh two_apart(const Mesh& mesh) {
  Mesh both = mesh;
  const Index n = static_cast<Index>(mesh.vertices.size());
  for (const Vec3d& v : mesh.vertices) both.vertices.push_back(v + Vec3d{10, 0, 0});
  for (Tetrahedron t : mesh.tetrahedra.cells) {
    for (Index& i : t) i += n;
    both.tetrahedra.cells.push_back(t);
  }
  return both;
}

Eigen::MatrixXd dense(const Matrices& m, double shift) {
  const auto n = static_cast<Eigen::Index>(m.degrees_of_freedom());
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t i = 0; i < m.size(); ++i)
    for (std::size_t k = m.rows[i]; k < m.rows[i + 1]; ++k)
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b)
          out(static_cast<Eigen::Index>(3 * i + a),
              static_cast<Eigen::Index>(3 * m.columns[k] + b)) =
              m.stiffness[k][3 * a + b] + (a == b ? shift * m.mass[k] : 0);
  return out;
}

Eigen::VectorXd some_vector(std::size_t size) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> between(-1, 1);
  Eigen::VectorXd out(static_cast<Eigen::Index>(size));
  for (double& x : out) x = between(random);
  return out;
}

void expect_solved_as_dense(const Matrices& m, Cholesky& sparse, double shift) {
  ASSERT_TRUE(sparse.factorise(shift));
  const Eigen::MatrixXd matrix = dense(m, shift);
  const Eigen::VectorXd b = some_vector(m.degrees_of_freedom());
  Eigen::VectorXd x(b.size());
  sparse.solve(b.data(), x.data());
  EXPECT_LT((matrix * x - b).norm(), 1e-13 * matrix.norm() * x.norm());
  const Eigen::LLT<Eigen::MatrixXd> reference(matrix);
  const Eigen::VectorXd expected = reference.solve(b);
  EXPECT_LT((x - expected).norm(), 1e-8 * expected.norm());
}

TEST(Cholesky, SolvesAsDenseMatricesDo) {
  const Matrices m = matrices_of(block(9, 4, 3));
  Cholesky sparse(m);
  for (double shift : {1.0, 1e-3, 100.0}) {
    SCOPED_TRACE(shift);
    expect_solved_as_dense(m, sparse, shift);
  }
}

TEST(Cholesky, SolvesIrregularAndHeldAndSeparateSolids) {
  const Mesh critter = make_shape("critter", {{"tets", 500}});
  const std::vector<Index> held{0, 1, 2, 3, 4, 5};
  const Matrices irregular = matrices_of(critter, held);
  Cholesky first(irregular);
  expect_solved_as_dense(irregular, first, 0);
  const Matrices apart = matrices_of(two_apart(block(3, 2, 2)));
  Cholesky second(apart);
  expect_solved_as_dense(apart, second, 1e-2);
  Mesh one;
  one.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  one.tetrahedra.cells = {{0, 1, 2, 3}};
  const std::vector<Index> all_but_one{0, 1, 2};
  const Matrices vertex = matrices_of(one, all_but_one);
  Cholesky third(vertex);
  expect_solved_as_dense(vertex, third, 0);
}

TEST(Cholesky, RefusesWhatIsNotPositiveDefinite) {
  const Matrices m = matrices_of(block(4, 3, 3));
  Cholesky sparse(m);
  EXPECT_FALSE(sparse.factorise(-1));  // rigid motions have negative eigenvalues then
  EXPECT_FALSE(sparse.factorise(-1e12));
  EXPECT_FALSE(sparse.factorise(std::numeric_limits<double>::quiet_NaN()));
  expect_solved_as_dense(m, sparse, 1);  // and goes on
}

TEST(Cholesky, TellsASingularMatrix) {
  const Matrices m = matrices_of(block(4, 3, 3));
  Cholesky sparse(m);
  EXPECT_TRUE(!sparse.factorise(0) || sparse.reciprocal_condition() < 1e-13);
  ASSERT_TRUE(sparse.factorise(1));
  EXPECT_GT(sparse.reciprocal_condition(), 1e-6);
  EXPECT_LE(sparse.reciprocal_condition(), 1);
}

// Which pairs are in L, by eliminating one vertex after another.
std::vector<std::vector<bool>> eliminated(const Matrices& m, const FillIn& fill) {
  const std::size_t n = m.size();
  std::vector<std::vector<bool>> there(n, std::vector<bool>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = m.rows[i]; k < m.rows[i + 1]; ++k)
      there[fill.position[i]][fill.position[m.columns[k]]] = true;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t a = j + 1; a < n; ++a)
      for (std::size_t b = j + 1; b < n; ++b)
        if (there[a][j] && there[b][j]) there[a][b] = true;
  return there;
}

void expect_all_there(const Matrices& m, const FillIn& fill) {
  const auto expected = eliminated(m, fill);
  std::size_t next = 0;
  ASSERT_EQ(fill.parent.size(), fill.supernodes.size());
  for (std::size_t i = 0; i < fill.supernodes.size(); ++i) {
    const Supernode& s = fill.supernodes[i];
    ASSERT_EQ(s.first, next);
    next += s.width;
    ASSERT_TRUE(std::ranges::is_sorted(s.below));
    for (std::size_t j = s.first; j < next; ++j)
      for (std::size_t row = next; row < m.size(); ++row)
        if (expected[row][j]) {
          EXPECT_TRUE(std::ranges::binary_search(s.below, static_cast<Index>(row)));
        }
    if (s.below.empty()) {
      EXPECT_EQ(fill.parent[i], fill.supernodes.size());
      continue;
    }
    ASSERT_LT(i, fill.parent[i]);
    const Supernode& parent = fill.supernodes.at(fill.parent[i]);
    for (Index row : s.below)
      EXPECT_TRUE((row >= parent.first && row < parent.first + parent.width) ||
                  std::ranges::binary_search(parent.below, row));
  }
  EXPECT_EQ(next, m.size());
}

TEST(Cholesky, FillInHoldsAllThatEliminationMakes) {
  const Matrices m = matrices_of(block(6, 4, 3));
  expect_all_there(m, find_fill_in(m));
  // Bad orders, too: as it comes, backwards, by chance.
  std::vector<Index> order(m.size());
  std::iota(order.begin(), order.end(), Index{0});
  expect_all_there(m, find_fill_in(m, order));
  std::ranges::reverse(order);
  expect_all_there(m, find_fill_in(m, order));
  std::ranges::shuffle(order, std::mt19937(3));
  expect_all_there(m, find_fill_in(m, order));
}

TEST(Cholesky, SupernodesHaveFewZeros) {
  const Matrices m = matrices_of(block(8, 5, 5));
  const FillIn fill = find_fill_in(m);
  const auto needed = eliminated(m, fill);
  std::size_t entries = 0, stored = 0;
  for (std::size_t j = 0; j < m.size(); ++j)
    for (std::size_t i = j; i < m.size(); ++i) entries += needed[i][j];
  for (const Supernode& s : fill.supernodes)
    stored += s.width * (s.width + 1) / 2 + s.width * s.below.size();
  EXPECT_GE(stored, entries);
  EXPECT_LT(static_cast<double>(stored), 1.3 * static_cast<double>(entries));
  EXPECT_LT(fill.supernodes.size(), m.size() / 3);
}

}  // namespace
}  // namespace pliant
