#pragma once

#include <cstdint>
#include <vector>

#include "contact/resistance.h"

// What may touch during some steps, as plain arrays for whoever computes contacts elsewhere: a
// card. In the order of the surfaces' numbers, so that sums are the same whatever else is listed.

namespace pliant::contact {

/// Of two parts that may touch.
struct ListedNumbers {
  double thickness;           // m, of the skin
  double stiffness, damping;  // N/m, N s/m
  double held, sliding;       // friction
  double watch;               // m: what is nearer tells how long steps may be
  double rounding;            // m, of their distance
  std::uint32_t patch;        // whose energy it is
  std::uint32_t slot;         // where its forces go
};

/// A vertex and all that a body has near it.
struct ListedVertex {
  std::uint32_t vertex, first, count;  // targets
  ListedNumbers numbers;
};

/// A face, or an edge without one, as a vertex meets it.
struct ListedTarget {
  std::uint32_t number;                        // of the face or edge
  std::uint32_t corners[3];                    // vertices; two of an edge
  std::uint32_t edges[3];                      // edge i joins corners i and i + 1
  std::uint32_t size;                          // corners
  std::int8_t edge_times[4], corner_times[4];  // how often they count beside the faces
};

/// Two edges.
struct ListedEdges {
  std::uint32_t corners[4];
  ListedNumbers numbers;
};

/// A vertex that listed parts have, and a force of theirs on it.
struct ListedForce {
  std::uint32_t slot;
  std::uint32_t part;  // vertices first, then edges
  std::uint32_t bit;   // set in what tells which forces of that part there are
};

/// Targets of a vertex in one body, at most: each has a bit, and so has the vertex.
inline constexpr std::uint32_t most_targets = 63;

struct ContactList {
  std::vector<ListedVertex> vertices;
  std::vector<ListedTarget> targets;
  std::vector<ListedEdges> edges;
  std::vector<std::uint32_t> pushed;  // vertices, ascending
  std::vector<std::uint32_t> begin;   // of their forces, and the end
  std::vector<ListedForce> forces;
  std::vector<Grip> grips;  // of vertices, then edges
  std::uint32_t slots = 0;
  bool crowded = false;  // some vertex has too many targets
  // By body: m, how far a vertex may have gone since, and in one step, beside the mean of all, for
  // the list to have all that is near.
  std::vector<double> since, in_step;
};

}  // namespace pliant::contact
