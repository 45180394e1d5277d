#pragma once

#include <pliant/model.h>

#include "relations/elastic.h"

namespace pliant {

/// How stiff the tetrahedra of the law Elastic are now, over how stiff they are at rest, as far as
/// steps are concerned. For each vertex the stiffnesses of its tetrahedra against its motion are
/// added up, V |∇N|² times a bound of the largest eigenvalue of ∂P/∂F, and divided by its mass; the
/// largest of these sums counts.
class PresentStiffness {
 public:
  /// With the parameters that the state has now.
  explicit PresentStiffness(const State& state);

  bool is_empty() const { return elements_.empty(); }
  /// The median tetrahedron's at rest, m.
  double width() const { return width_; }
  /// 1 at rest.
  double over_rest(const State& state);

 private:
  struct Element {
    Tetrahedron vertices;
    std::size_t set, relation;
    RestTetrahedron<double> shape;
    double weights[4];   // V |∇N|² / m of each vertex, m/kg
    double shear, bulk;  // Pa: μ and λ + μ
  };
  void add_set(const State& state, std::size_t set, const std::vector<Vec3d>& rest);
  double largest(const State& state, const std::vector<Vec3d>& x);

  std::vector<Element> elements_;
  std::vector<double> sums_;
  double at_rest_ = 0, width_ = 0;
};

}  // namespace pliant
