#pragma once

#include <span>
#include <vector>

#include "contact/pairs.h"

// The forces of what touches. Every vertex feels the skin of each body once: as its nearest place
// goes from face to edge to corner, faces, edges and vertices near it are added and subtracted so
// that flat and convex parts count once and the energy has no jump (inclusion and exclusion: faces
// once, an edge of n faces 1 - n times, a vertex as often as is missing). Edges that cross feel
// each other besides. Friction holds by a spring from where a contact began, as far as Coulomb
// allows, and lets that place slip after; so what is held does not creep.

namespace pliant::contact {

/// How two bodies touch.
struct PairRule {
  bool touches = true;
  double held = 0, sliding = 0;  ///< friction
};

/// What a contact that lasts remembers: how far it was drawn from where it gripped, m.
struct Grip {
  Vec3d slip{};
  bool slides = false;
};

/// A force on a vertex of the surfaces, with its part in how stiff contact makes it.
struct Push {
  Index vertex;
  Vec3d force;       ///< N
  double stiffness;  ///< N/m
};
/// Two parts that may not pass each other, this near: the first `split` vertices and the others.
struct NearPair {
  Index vertices[4];
  int count, split;
  double distance;  ///< m
};
struct Touch {
  Index bodies[2];
  Vec3d place, normal, force;  ///< m; from the second to the first; N on the first
  double gap;                  ///< m
};

/// What some pairs give, in their order.
struct Pushes {
  std::vector<Push> pushes;
  std::vector<NearPair> near;
  std::vector<Touch> touches;
  double energy = 0;  ///< J

  void clear();
};

class Touching {
 public:
  /// Places as they are and as they were `elapsed` seconds ago; 0: speeds are not known.
  Touching(const Surfaces& surfaces, std::span<const Vec3d> places, std::span<const Vec3d> before,
           double elapsed, double damping)
      : s_(surfaces), x_(places), before_(before), damping_(damping) {
    if (elapsed > 0) per_second_ = 1 / elapsed;
  }
  /// Two parts push each other where they are nearer than `thickness`. Targets that were farther
  /// than `skip` at the search need not be looked at; distances below `watch` are told.
  struct Reach {
    double thickness, skip, watch;  // m
  };
  void vertex(const VertexPairs& pairs, std::span<const Target> targets, const PairRule& rule,
              const Reach& reach, Grip& grip, Pushes& out) const;
  void edges(const EdgePair& pair, const PairRule& rule, const Reach& reach, Grip& grip,
             Pushes& out) const;

 private:
  struct Resistance;
  Vec3d moved(Index v) const { return x_[v] - before_[v]; }
  Vec3d resist(const Resistance& contact, const PairRule& rule, Grip& grip, double& energy) const;

  const Surfaces& s_;
  std::span<const Vec3d> x_, before_;
  double damping_, per_second_ = 0;
};

}  // namespace pliant::contact
