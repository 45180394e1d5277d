#pragma once

#include <pliant/model.h>

#include <array>

#include "relations/elastic.h"
#include "relations/volume_patch.h"

namespace pliant {

/// How stiff the tetrahedra of the law Elastic are now, over how stiff they are at rest, as far as
/// steps are concerned: the largest eigenvalue of M⁻¹K, from a bound of it.
///
/// Vertices i and j of a tetrahedron with gradients g of their shape functions push each other by
///   K_ij = V (μ (g_i·g_j) + p'' c_i c_jᵀ + p' [F (g_i × g_j)]×),  c = cof F g,
/// with p the part of the energy density that hangs on the volume. Norms in place of these 3x3
/// blocks, over √(m_i m_j), make a matrix N without signs, whose largest eigenvalue is no smaller.
/// For any y > 0 that is at most the largest (N y)_i / y_i (Collatz); y is made by a few products.
///
/// A patch that keeps the volume of tetrahedra (VolumePatch) adds λ (∂V ∂Vᵀ / V₀ + e ∂²V): its
/// norms are those of the first term, times the root of 1 + |e|.
///
/// At rest the eigenvalue is known, and so is the factor by which the bound is too high: there
/// stiffness is everywhere alike and signs count. Where few tetrahedra are pressed far it nears
/// one, so the factor is taken to go away as the bound rises. What comes out has been between 0.53
/// (cages near rest) and 6 times the eigenvalue, mostly between 1 and 1.6.
class PresentStiffness {
 public:
  /// With the parameters that the state has now.
  explicit PresentStiffness(const State& state);

  bool is_empty() const { return elements_.empty(); }
  /// The median tetrahedron's at rest, m.
  double width() const { return width_; }
  /// 1 at rest. Where a quicker, higher bound is no more than `enough`, it is that.
  double over_rest(const State& state, double enough);

 private:
  struct Element {
    Tetrahedron vertices;
    std::size_t set, relation;
    RestTetrahedron<double> shape;
    double scale[4];       // 1 / (6 √(V m)) of each vertex
    double distortion[4];  // √(V / m) |g|
    double shear, bulk;    // Pa: μ and λ + μ
  };
  struct Patch {
    std::size_t set, relation;
    std::vector<Index> vertices;
    std::vector<double> rest;
    double lame;  // Pa
    std::array<double, VolumePatch::arity> root_mass, norm;
  };
  /// What is left of an element's part of N: n_ij = a_i a_j + b_i b_j.
  struct Norms {
    double volume[4], distortion[4];  // a and b, 1/s
  };
  void add_set(const State& state, std::size_t set, const std::vector<Vec3d>& rest);
  void add_patches(const State& state);
  static void find_norms(Patch& patch, const std::vector<Vec3d>& x);
  static Norms norms(const Element& element, const std::vector<Vec3d>& x);
  double bound(const State& state, const std::vector<Vec3d>& x, double enough);
  void multiply();  // N by y
  double over_rest(double bound) const;

  std::vector<Element> elements_;
  std::vector<Norms> norms_;
  std::vector<Patch> patches_;
  std::vector<double> y_, product_;  // by vertex
  double at_rest_ = 0, too_high_ = 1, width_ = 0;
};

}  // namespace pliant
