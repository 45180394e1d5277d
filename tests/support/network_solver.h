#pragma once

#include <pliant/quality.h>
#include <pliant/tet_mesh.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <stdexcept>
#include <vector>

// Bodies of springs and preserved volumes under small loads, solved directly: an independent check
// of constants.

namespace pliant::test {

class NetworkSolver {
 public:
  /// Energies 1/2 k_e ((l-L)/L)² of the edges and 1/2 k_t ((V-V0)/V0)² of the tetrahedra.
  NetworkSolver(const TetMesh& mesh, const std::vector<double>& edge,
                const std::vector<double>& tetrahedron)
      : mesh_(mesh), stiffness_(size(), size()) {
    const auto x = mesh.vertices();
    for (std::size_t e = 0; e < edge.size(); ++e) {
      const auto [i, j] = mesh.edges()[e];
      const Eigen::Vector3d along = eigen(x[j] - x[i]);
      const Eigen::Vector3d slope = along / along.squaredNorm();  // of the strain at j
      add({i, j}, {-slope, slope}, edge[e]);
    }
    for (std::size_t t = 0; t < tetrahedron.size(); ++t) {
      const auto& v = mesh.tetrahedra()[t];
      const auto slopes = volume_slopes(t);
      const double volume = signed_volume(x[v[0]], x[v[1]], x[v[2]], x[v[3]]);
      std::vector<Eigen::Vector3d> relative;
      for (const Eigen::Vector3d& s : slopes) relative.push_back(s / volume);
      add({v[0], v[1], v[2], v[3]}, relative, tetrahedron[t]);
    }
    stiffness_.setFromTriplets(triplets_.begin(), triplets_.end());
    triplets_ = {};
  }

  struct Stretched {
    double young, poisson;
  };
  /// A box pulled along an axis between smooth plates, its other sides free.
  Stretched stretch(int axis) const {
    const Box box = bounding_box(mesh_.vertices());
    const double length = box.high[axis] - box.low[axis];
    std::vector<char> fixed(rows(), 0);
    Eigen::VectorXd u = Eigen::VectorXd::Zero(size());
    for (std::size_t v = 0; v < mesh_.vertices().size(); ++v) {
      const double at = (mesh_.vertices()[v][axis] - box.low[axis]) / length;
      if (at > 1e-6 && at < 1 - 1e-6) continue;
      fixed[3 * v + axis] = 1;
      u[index(v, axis)] = at > 0.5 ? length : 0;
    }
    solve(fixed, Eigen::VectorXd::Zero(size()), u);
    double contraction = 0;
    for (int other = 0; other < 3; ++other)
      if (other != axis) contraction -= mean_strain(u, other) / 2;
    return {u.dot(stiffness_ * u) / mesh_.volume(), contraction};
  }

  /// The shear modulus of a box whose whole surface is sheared, u_axis = x_(axis + 1).
  double shear(int axis) const {
    std::vector<char> fixed(rows(), 0);
    Eigen::VectorXd u = Eigen::VectorXd::Zero(size());
    for (const Triangle& triangle : mesh_.boundary())
      for (Index v : triangle) {
        for (int a = 0; a < 3; ++a) fixed[3 * v + a] = 1;
        u[index(v, axis)] = mesh_.vertices()[v][(axis + 1) % 3];
      }
    solve(fixed, Eigen::VectorXd::Zero(size()), u);
    return u.dot(stiffness_ * u) / mesh_.volume();
  }

  /// Young's modulus along any direction, from forces at the free surface.
  double young_along(const Vec3d& direction) const {
    const Eigen::Vector3d n = eigen(normalised(direction));
    Eigen::VectorXd force = Eigen::VectorXd::Zero(size()), u = force;
    for (std::size_t t = 0; t < mesh_.tetrahedra().size(); ++t) {
      const auto slopes = volume_slopes(t);
      for (int i = 0; i < 4; ++i)
        force.segment<3>(index(mesh_.tetrahedra()[t][i], 0)) += n * n.dot(slopes[i]);
    }
    solve(std::vector<char>(rows(), 0), force, u);
    return mesh_.volume() / force.dot(u);
  }

 private:
  using Sparse = Eigen::SparseMatrix<double>;

  static Eigen::Vector3d eigen(const Vec3d& v) { return {v.x, v.y, v.z}; }
  static Eigen::Index index(std::size_t vertex, int axis) {
    return static_cast<Eigen::Index>(3 * vertex) + axis;
  }
  std::size_t rows() const { return 3 * mesh_.vertices().size(); }
  Eigen::Index size() const { return static_cast<Eigen::Index>(rows()); }

  // Of a tetrahedron's volume by its vertices.
  std::vector<Eigen::Vector3d> volume_slopes(std::size_t t) const {
    const auto& v = mesh_.tetrahedra()[t];
    const auto x = [&](int i) { return mesh_.vertices()[v[i]]; };
    return {eigen(cross(x(3) - x(1), x(2) - x(1)) / 6), eigen(cross(x(2) - x(0), x(3) - x(0)) / 6),
            eigen(cross(x(3) - x(0), x(1) - x(0)) / 6), eigen(cross(x(1) - x(0), x(2) - x(0)) / 6)};
  }

  void add(const std::vector<Index>& vertices, const std::vector<Eigen::Vector3d>& slopes,
           double constant) {
    for (std::size_t a = 0; a < vertices.size(); ++a)
      for (std::size_t b = 0; b < vertices.size(); ++b)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            triplets_.emplace_back(index(vertices[a], i), index(vertices[b], j),
                                   constant * slopes[a][i] * slopes[b][j]);
  }

  // The average over the body of du_axis/dx_axis.
  double mean_strain(const Eigen::VectorXd& u, int axis) const {
    double sum = 0;
    for (std::size_t t = 0; t < mesh_.tetrahedra().size(); ++t) {
      const auto slopes = volume_slopes(t);
      for (int i = 0; i < 4; ++i) sum += slopes[i][axis] * u[index(mesh_.tetrahedra()[t][i], axis)];
    }
    return sum / mesh_.volume();
  }

  // Keeps u where it is fixed. A touch of stiffness holds bodies that may move as a whole.
  void solve(const std::vector<char>& fixed, const Eigen::VectorXd& force,
             Eigen::VectorXd& u) const {
    std::vector<Eigen::Index> number(fixed.size(), -1);
    Eigen::Index free = 0;
    for (std::size_t i = 0; i < fixed.size(); ++i)
      if (!fixed[i]) number[i] = free++;
    if (free == 0) return;
    const Eigen::VectorXd rest = force - stiffness_ * u;
    const double touch = 1e-9 * stiffness_.diagonal().maxCoeff();
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd right(free);
    for (Eigen::Index column = 0; column < stiffness_.outerSize(); ++column) {
      const Eigen::Index to = number[static_cast<std::size_t>(column)];
      if (to < 0) continue;
      right[to] = rest[column];
      entries.emplace_back(to, to, touch);
      for (Sparse::InnerIterator it(stiffness_, column); it; ++it)
        if (const auto row = number[static_cast<std::size_t>(it.row())]; row >= 0)
          entries.emplace_back(row, to, it.value());
    }
    Sparse matrix(free, free);
    matrix.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Sparse> factors(matrix);
    if (factors.info() != Eigen::Success) throw std::runtime_error("the network is no solid");
    const Eigen::VectorXd solution = factors.solve(right);
    for (std::size_t i = 0; i < fixed.size(); ++i)
      if (!fixed[i]) u[static_cast<Eigen::Index>(i)] += solution[number[i]];
  }

  const TetMesh& mesh_;
  std::vector<Eigen::Triplet<double>> triplets_;
  Sparse stiffness_;
};

}  // namespace pliant::test
