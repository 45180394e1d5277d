#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "contact/pairs.h"
#include "contact/resistance.h"
#include "contact/rules.h"
#include "math/mat3.h"

// The forces of what touches. Every vertex feels the skin of each body once: as its nearest place
// goes from face to edge to corner, faces, edges and vertices near it are added and subtracted so
// that flat and convex parts count once and the energy has no jump (inclusion and exclusion: faces
// once, an edge of n faces 1 - n times, a vertex as often as is missing). Edges that cross feel
// each other besides. Friction holds by a spring from where a contact began, as far as Coulomb
// allows, and lets that place slip after; so what is held does not creep.

namespace pliant::contact {

/// A grip of a vertex on a body, or of one edge on another.
struct KeptGrip {
  Index first, second;
  Grip grip;

  std::pair<Index, Index> key() const { return {first, second}; }
};

/// Of some that are sorted; a new one where it is not among them.
Grip grip_of(std::span<const KeptGrip> grips, const std::pair<Index, Index>& key);

/// A force on a vertex of the surfaces, with its part in how stiff contact makes it.
struct Push {
  Index vertex;
  Vec3d force;       ///< N
  double stiffness;  ///< N/m
};
/// Two parts that may not pass each other: a vertex and a face or an edge, or two edges.
struct NearPair {
  Index first, second;  ///< vertex and target, as of VertexPair; or two edges
  Index vertices[4];    ///< the first `split` are of one part
  int count, split;
  double distance;  ///< m
  Vec3d normal{};   ///< unit, from the nearest place of the second part to that of the first

  std::pair<Index, Index> key() const { return {first, second}; }
};
struct Touch {
  Index bodies[2];
  Vec3d place, normal, force;  ///< m; from the second to the first; N on the first
  double gap;                  ///< m
};

/// How the force between two sides falls as they go apart: the way of the first past the second is
/// the sum of those of its ends by their weights. Definite; how the normal turns is left out.
struct ContactSpring {
  std::size_t first, count;  ///< of the ends
  Sym3<double> growth;       ///< N/m
};
struct SpringEnd {
  Index vertex;
  double weight;
};

/// What some pairs give, in their order.
struct Pushes {
  std::vector<Push> pushes;
  std::vector<Touch> touches;
  // Where they are asked for.
  std::vector<ContactSpring> springs;
  std::vector<SpringEnd> ends;
  double energy = 0;  ///< J

  void clear();
};

/// A part of a surface that is near a vertex: a face, an edge or a vertex, and how often it counts.
struct NearPart {
  enum Kind { corner, edge, face } kind;
  Index number;
  int count = 0;
  int corners = 0;
  std::array<Index, 3> vertices{};
  std::array<double, 3> weights{};
  Vec3d way{};  ///< from its nearest place to the vertex
  double distance = 0;
};

/// The mean of two sides; one that has none, as it is held everywhere, does not count.
double harmonic(double a, double b);
/// How stiff the skin is between a vertex and a body, or between two edges, and with what mass.
struct Strength {
  double stiffness, mass;  ///< N/m, kg
};
Strength strength_at_vertex(const Surfaces& surfaces, Index vertex, Index body);
Strength strength_at_edges(const Surfaces& surfaces, const Line& first, const Line& second);

/// One for each thread.
class Touching {
 public:
  /// Places as they are and as they were `elapsed` seconds ago; 0: speeds are not known.
  Touching(const Surfaces& surfaces, std::span<const Vec3d> places, std::span<const Vec3d> before,
           double elapsed, double damping, const Rules& rules, bool with_springs = false)
      : s_(surfaces),
        x_(places),
        before_(before),
        rules_(rules),
        damping_(damping),
        with_springs_(with_springs) {
    if (elapsed > 0) per_second_ = 1 / elapsed;
  }
  /// All that one body has near a vertex; they push where they are nearer than `thickness` (m).
  /// False where nothing does.
  bool vertex(std::span<const NearPair> near, Index body, const PairRule& rule, double thickness,
              Grip& grip, Pushes& out);
  /// Likewise two edges.
  bool edges(const NearPair& near, const PairRule& rule, double thickness, Grip& grip,
             Pushes& out) const;

 private:
  struct Pressed {
    const NearPart* part;
    Vec3d force;       // N, on the vertex
    double stiffness;  // N/m
  };
  class NearParts;
  PairRule rule_of_parts(Index vertex, double push, const Vec3d& normal,
                         const PairRule& rule) const;
  PairRule rule_of_edges(const Line& a, const Line& b, const double (&weights)[4],
                         const PairRule& rule) const;
  bool press(Index vertex, Index body, const PairRule& rule, double thickness, Grip& grip,
             Pushes& out);
  Vec3d moved(Index v) const { return x_[v] - before_[v]; }
  void add_spring(const Vec3d& normal, const Growth& growth, std::span<const SpringEnd> ends,
                  Pushes& out) const;

  const Surfaces& s_;
  std::span<const Vec3d> x_, before_;
  const Rules& rules_;
  double damping_, per_second_ = 0;
  bool with_springs_;
  // Of one vertex after the other.
  std::vector<NearPart> parts_;
  std::vector<Index> seen_edges_, seen_vertices_, seen_about_;
  std::vector<Pressed> pressed_;
  std::vector<SpringEnd> ends_;
};

}  // namespace pliant::contact
