#pragma once

#include "backend/gpu/views.h"
#include "relations/one_vertex.h"

// What the programs of descent get (descend.h).
//
// A warp moves up to 32 vertices of one colour at once, an *item*; so many lanes, its *width*,
// share the relations that each of them visits. It first takes the places of all vertices that
// these join into shared memory, where the visits, a byte for each corner, find them. An item with
// more of them than fit does that in several *chunks*. Items are in the order of their colours.

namespace pliant::gpu {

inline constexpr std::uint32_t most_near = 128;           // places of a chunk
inline constexpr std::uint32_t is_earlier = 0x80000000u;  // of a colour before the item's
inline constexpr std::uint32_t no_visit = 0xff;           // a lane has nothing left to visit

/// The places of a chunk, of which the item's own vertices are the first, and what it visits of the
/// first set: packs.
struct DescentChunk {
  std::uint32_t first_near, near;
  std::uint32_t begin, end;
};

struct alignas(16) DescentItem {
  DescentChunk chunk;             // the first one
  std::uint32_t number;           // of that chunk
  std::uint32_t first_own;        // among all own vertices, item after item
  std::uint16_t vertices, width;  // width: lanes of each
  std::uint32_t chunks;
};

/// Of a set.
template <class R>
struct VisitsView {
  std::uint32_t law;
  std::uint32_t words, rest;            // of a visit: words of corners, numbers at rest
  const std::uint32_t* begin;           // of each chunk, and the end: packs of visits
  const std::uint32_t* corners;         // [pack][word][lane]: bytes, see visit_places
  FieldView<R> fields[max_law_fields];  // [pack][lane]; rest values, then parameters
};

inline constexpr std::size_t term_numbers = 12;  // gradient, block, place

/// Words that say where a visit's places are, a byte for each: where corners are alike
/// (relations/one_vertex.h) for the others than the vertex itself, else for all. The byte behind
/// them says which corner the vertex is.
template <class Law>
inline constexpr int visit_places = corners_alike<Law> ? Law::arity - 1 : Law::arity;
template <class Law>
inline constexpr int visit_words = visit_places<Law> / 4 + 1;

template <class R>
struct DescentView {
  const DescentItem* items;
  const DescentChunk* chunks;
  const std::uint32_t* near;  // rows, with is_earlier
  std::uint32_t item_count, set_count;
  VisitsView<R> first;         // of the first set, where it is at hand
  const VisitsView<R>* sets;   // of all
  Message<R>* messages;        // places on their way; by row
  const Four<R>* now;          // places as they lie still
  const Four<R>* before;       // places of which velocities are told, where the rate is not 0
  R rate;                      // 1/s
  const Four<R>* targets;      // by own vertex: of inertia; mass times inertia, kg/s²
  const std::uint32_t* notes;  // likewise, bits: axes in which it is free, the number of its term
  const Four<R>* reach;        // by row: where it began, how far it may go; null: anywhere
  const R* terms;              // [term][number]
};

inline constexpr std::uint32_t all_free = 7, term_shift = 3;

}  // namespace pliant::gpu
