#pragma once

#include <pliant/mesh.h>
#include <pliant/vec3.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Bodies of a world touch each other, and themselves: State::set_contact. docs/contact.md tells
// what is computed.

namespace pliant {

/// What two bodies of a world, or a body and itself, have otherwise than the others.
struct ContactPair {
  std::size_t first = 0, second = 0;  ///< bodies by their numbers; equal: a body and itself
  bool touches = true;
  std::optional<double> friction{}, sliding_friction{};  ///< none: those of Contact
  std::optional<double> thickness{};  ///< m, of the skin between both; none: the mean of both

  bool operator==(const ContactPair&) const = default;
};

/// What some vertices of a body have otherwise than the rest of it. Where two groups, or a group
/// and a pair, say something of the same contact, the group does, and of groups the first one.
struct ContactGroup {
  std::size_t body = 0;
  std::vector<Index> vertices{};  ///< by the body's own numbers
  bool touches = true;            ///< false: nothing touches a part of the surface that is of these
  std::optional<double> friction{}, sliding_friction{};  ///< none: those of the bodies

  bool operator==(const ContactGroup&) const = default;
};

/// What becomes of surfaces that intersect when contact begins.
enum class IntersectedAtStart {
  refuse,  ///< InputError names bodies and places
  ignore,  ///< bodies that intersect do not touch each other, nor themselves where they do
  repair,  ///< they are pushed apart over time, and touch as soon as they are
};

/// How bodies touch. Their surfaces have a skin: nearer than its thickness they push each other
/// apart, softly in its outer half and without bound towards touching. No step moves a vertex by
/// half of its distance to what it may touch, so that nothing ever passes through.
struct Contact {
  double friction = 0.5;                     ///< what holds, over what presses
  std::optional<double> sliding_friction{};  ///< of what slides already; none: the same
  double damping = 0.2;  ///< of what approaches or slides, over the critical one of a vertex
  double thickness = 0;  ///< m, of the skin; 0: a tenth of the mean edge of each surface
  bool self = true;      ///< bodies touch themselves, too
  std::vector<ContactPair> pairs{};
  std::vector<ContactGroup> groups{};
  std::vector<std::size_t> without{};  ///< bodies that touch nothing
  IntersectedAtStart at_start = IntersectedAtStart::refuse;

  bool operator==(const Contact&) const = default;
};

/// Where two surfaces push each other now.
struct ContactPoint {
  /// From the number of bodies on: an obstacle that is met by contact, by its place among the
  /// obstacles of the other one; that is always the second then.
  std::array<std::size_t, 2> bodies{};
  Vec3d place{};   ///< m, between both
  Vec3d normal{};  ///< unit, from the second to the first
  Vec3d force{};   ///< N, on the first; friction included
  double gap = 0;  ///< m
};

/// What contact has done so far.
struct ContactCounts {
  std::size_t touching = 0;        ///< places, now
  std::int64_t searches = 0;       ///< of two patches of surfaces, for what may touch
  std::int64_t divided_steps = 0;  ///< steps that were taken in parts
  std::int64_t held_vertices = 0;  ///< times that a vertex was kept from going too far
  double shortest_step = 0;        ///< s; 0: none was divided
  double thickness = 0;            ///< m, the least of all bodies
  std::size_t intersecting = 0;    ///< pairs of bodies that are still pushed out of each other
};

}  // namespace pliant
