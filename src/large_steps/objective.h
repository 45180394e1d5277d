#pragma once

#include "backend/backend.h"
#include "large_steps/term.h"

// What a large step makes smallest, over the places x of the vertices of some bodies:
//
//   Σ c m |x - y|² / 2 + E(x) + terms
//
// with what minimiser.h says of y, c and how relations are damped. Directions in which a vertex is
// held stay as they are, and nothing is told of them: they are zero in forces and products.

namespace pliant::large_steps {

/// A body of the objective.
struct Part {
  backend::CompiledState* body;
  std::vector<Vec3d> target;  // y, m
  double inertia;             // c, 1/s²
  std::vector<Vec3d> start;   // z, m
  double span;                // τ, s; infinite: nothing is damped
  Vec3d gravity{};            // m/s², where it is no part of y
};

class Objective {
 public:
  /// Of bodies where they are; move_to() comes before all else.
  explicit Objective(std::vector<Part> parts, std::vector<std::unique_ptr<Term>> terms = {});

  std::size_t vertex_count() const { return places_.size(); }
  bool has_terms() const { return !terms_.empty(); }
  const std::vector<Part>& parts() const { return parts_; }
  std::size_t first_vertex(std::size_t part) const { return first_[part]; }
  const std::vector<Vec3d>& places() const { return places_; }
  /// The bodies go there, with the velocities (x - z)/τ. Forces, energies and products are those of
  /// where they are. False where a place is not finite; they stay where they are then.
  bool move_to(std::vector<Vec3d> places);

  /// N: against the gradient. What is zero at the minimum.
  std::vector<Vec3d> forces() const;
  /// N: how large the forces are that cancel each other there, as the root of a sum of squares.
  double scale() const { return scale_; }
  /// J; of no use unless has_energy().
  double energy() const;
  /// Whether forces are the gradient of energy(): all laws have one and nothing damps.
  bool has_energy() const { return has_energy_; }

  /// The Hessian by directions, made symmetric by nobody: laws without an energy have another one.
  std::vector<Vec3d> product(std::span<const Vec3d> directions) const;
  /// Its diagonal blocks, with ones where a vertex is held.
  std::vector<Sym3<double>> blocks() const;
  // What the Hessian is made of, where it is asked for block by block.
  /// By directions of a part's vertices, of its relations alone.
  std::vector<Vec3d> product_of_relations(std::size_t part,
                                          std::span<const Vec3d> directions) const;
  /// The diagonal blocks of inertia and terms, and the others of terms.
  std::vector<Sym3<double>> blocks_without_relations() const;
  std::vector<TermPair> term_pairs() const;
  /// 1/s: how much of its damping counts in the stiffness of a part's relations.
  double share(std::size_t part) const { return share_[part]; }
  /// N: below this, forces are rounding; of where blocks were asked for last.
  double rounding() const { return rounding_; }
  /// What all terms do to the vertices of a part, near where they are.
  std::vector<VertexTerm> vertex_terms(std::size_t part) const;
  /// Which part of the way to these places may be gone at once, and by vertex, m, how far each may
  /// go; infinite: anywhere. Of places that were kept last: those of now, by keep(), which is true
  /// where forces may be others then.
  double longest(std::span<const Vec3d> to) const;
  std::vector<double> room() const;
  bool keep();
  /// Some terms are stiffer from now on, see Term; false: all are as they shall be.
  bool harden(bool found);
  void finish(bool good);
  bool is_free(std::size_t vertex, int axis) const { return mask_[vertex][axis] != 0; }

 private:
  std::span<const Vec3d> of(const std::vector<Vec3d>& all, std::size_t part) const {
    return std::span(all).subspan(first_[part], parts_[part].target.size());
  }
  void hold(std::span<Vec3d> vectors) const;

  std::vector<Part> parts_;
  std::vector<std::unique_ptr<Term>> terms_;
  std::vector<std::size_t> first_;
  std::vector<double> share_;  // 1/s: 1/τ where relations damp, else 0, by part
  std::vector<double> masses_;
  std::vector<Vec3d> mask_;  // 1: free, 0: held
  std::vector<Vec3d> places_;
  bool has_energy_ = true;
  mutable double scale_ = 0, rounding_ = 0;  // N
};

}  // namespace pliant::large_steps
