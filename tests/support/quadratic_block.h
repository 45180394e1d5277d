#pragma once

#include <array>
#include <functional>
#include <map>

#include "support/calculix.h"

namespace pliant::test {

/// A block of quadratic hexahedra with reduced integration (C3D20R) in CalculiX, which hardly lock
/// where a solid is nearly incompressible. Its nodes are those places of a grid, twice as fine as
/// its cells, of which at most one number is odd.
class QuadraticBlock {
 public:
  using Place = std::array<int, 3>;  // in the fine grid

  /// `at` tells where a place from (0, 0, 0) to (1, 1, 1) of the block lies, m.
  QuadraticBlock(const Place& cells, std::function<Vec3d(const Vec3d&)> at)
      : cells_(cells), at_(std::move(at)) {}

  Place last() const { return {2 * cells_[0], 2 * cells_[1], 2 * cells_[2]}; }

  /// Held: what `held` says of a place by direction. A force, N, is spread evenly over the face
  /// where x is largest. Where the node at `wanted` moves.
  Vec3d displacement(double young, double poisson, const std::function<bool(Place, int)>& held,
                     const Vec3d& force, const Place& wanted) const {
    std::string in = "*NODE, NSET=ALL\n";
    std::string holds = "*BOUNDARY\n";
    for_nodes([&](const Place& p) {
      const Vec3d x =
          at_({p[0] / double(last()[0]), p[1] / double(last()[1]), p[2] / double(last()[2])});
      in += line("%d,%.12e,%.12e,%.12e\n", number(p), x.x, x.y, x.z);
      for (int k = 0; k < 3; ++k)
        if (held(p, k)) holds += line("%d,%d,%d\n", number(p), k + 1, k + 1);
    });
    in += "*ELEMENT, TYPE=C3D20R, ELSET=SOLID\n" + elements();
    in += line("*NSET, NSET=WANTED\n%d\n*MATERIAL, NAME=M\n*ELASTIC\n%.12e,%.12e\n", number(wanted),
               young, poisson);
    in += "*SOLID SECTION, ELSET=SOLID, MATERIAL=M\n" + holds + "*STEP\n*STATIC\n*CLOAD\n";
    for (const auto& [node, share] : shares_of_end())
      for (int k = 0; k < 3; ++k)
        if (force[k] != 0) in += line("%d,%d,%.12e\n", node, k + 1, share * force[k]);
    in += "*NODE PRINT, NSET=WANTED\nU\n*END STEP\n";
    Vec3d u;
    for (const std::string& told : run_calculix(in)) {
      int node = 0;
      if (std::sscanf(told.c_str(), "%d %lf %lf %lf", &node, &u.x, &u.y, &u.z) == 4) break;
    }
    return u;
  }

 private:
  template <class... T>
  static std::string line(const char* format, T... numbers) {
    char out[256];
    std::snprintf(out, sizeof out, format, numbers...);
    return out;
  }
  int number(const Place& p) const {
    return (p[0] * (last()[1] + 1) + p[1]) * (last()[2] + 1) + p[2] + 1;
  }
  template <class F>
  void for_nodes(const F& f) const {
    for (int i = 0; i <= last()[0]; ++i)
      for (int j = 0; j <= last()[1]; ++j)
        for (int k = 0; k <= last()[2]; ++k)
          if (i % 2 + j % 2 + k % 2 <= 1) f(Place{i, j, k});
  }
  // Corners, middles of edges below, above, and between, as CalculiX has them.
  std::string elements() const {
    constexpr Place nodes[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2},
                               {2, 0, 2}, {2, 2, 2}, {0, 2, 2}, {1, 0, 0}, {2, 1, 0},
                               {1, 2, 0}, {0, 1, 0}, {1, 0, 2}, {2, 1, 2}, {1, 2, 2},
                               {0, 1, 2}, {0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
    std::string out;
    int element = 0;
    for (int i = 0; i < cells_[0]; ++i)
      for (int j = 0; j < cells_[1]; ++j)
        for (int k = 0; k < cells_[2]; ++k) {
          out += line("%d", ++element);
          for (std::size_t n = 0; n < std::size(nodes); ++n)
            out += line(n == 10 ? ",\n%d" : ",%d",
                        number({2 * i + nodes[n][0], 2 * j + nodes[n][1], 2 * k + nodes[n][2]}));
          out += "\n";
        }
    return out;
  }
  // What nodes of the last face get of an even traction: -1/12 at the corners of a quadratic
  // quadrilateral, 1/3 in the middles of its edges.
  std::map<int, double> shares_of_end() const {
    std::map<int, double> shares;
    const double each = 1.0 / (cells_[1] * cells_[2]);
    for (int j = 0; j < cells_[1]; ++j)
      for (int k = 0; k < cells_[2]; ++k)
        for (int b = 0; b <= 2; ++b)
          for (int c = 0; c <= 2; ++c)
            if (b != 1 || c != 1)
              shares[number({last()[0], 2 * j + b, 2 * k + c})] +=
                  each * (b == 1 || c == 1 ? 1.0 / 3 : -1.0 / 12);
    return shares;
  }

  Place cells_;
  std::function<Vec3d(const Vec3d&)> at_;
};

}  // namespace pliant::test
