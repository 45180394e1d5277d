#pragma once

#include <cstddef>
#include <cstdint>

#include "active/plan.h"
#include "backend/drives.h"
#include "backend/layout/numbers.h"
#include "backend/motive.h"
#include "backend/pulls.h"
#include "relations/law.h"

// What kernels get: plain structures of numbers and pointers into the device's memory.
//
// A body is cut into *patches*, the blocks of its layout; a block of threads works on one patch,
// whose vertices lie in its shared memory. A patch's *local rows* are its inner rows (which no
// other patch touches), its shared rows, and its halo (shared rows of other patches). Shared rows
// and halo together are its *replicas*: every patch that touches a vertex has one.
//
// The groups of a patch put the forces on their vertices into *slots*, one for each group and
// vertex; then each row adds up its slots in their order. Slots are placed so that the rows of a
// warp read neighbouring words. Replicas put their sums into *messages*; whoever has a replica of
// the vertex adds up the messages of all of them in the same order, so that all get the same bits.

namespace pliant::gpu {

using namespace backend;

/// Which kinds of groups a program is made for. Laws of many numbers, such as those of a continuum,
/// need many registers, and those that push eight vertices, or say that they are heavy, more than a
/// thread has; programs without them are faster for all others.
enum class Kinds { simple, simplices, all };

/// Calls f.operator()<kinds>().
template <class F>
void for_kinds(Kinds kinds, const F& f) {
  if (kinds == Kinds::simple)
    f.template operator()<Kinds::simple>();
  else if (kinds == Kinds::simplices)
    f.template operator()<Kinds::simplices>();
  else
    f.template operator()<Kinds::all>();
}

inline constexpr std::uint32_t warp = 32;
inline constexpr std::uint32_t no_slot = 0xffff;
inline constexpr std::uint32_t slots_at_once = 4;
inline constexpr std::uint32_t many_messages = 8;  // more are received by several threads

/// Which slots a row adds up.
struct SumOf {
  std::uint32_t first, count, unused;  // unused ones come last and are zero

  PLIANT_HD explicit SumOf(std::uint32_t word)
      : first(word & 0xffff), count(word >> 16 & 0xfff), unused(word >> 28) {}
  PLIANT_HD SumOf(std::uint32_t f, std::uint32_t c, std::uint32_t u)
      : first(f), count(c), unused(u) {}
  PLIANT_HD std::uint32_t word() const { return unused << 28 | count << 16 | first; }
};
inline constexpr std::size_t uniform_values =
    4 * warp;  // a group has up to four relations of a law

/// What a launch tells the programs of many bodies, see each_of.h.
struct Launch {
  std::uint32_t steps = 0;  // to be taken, or of the last launch
  bool follow = false;      // origins follow: those of bodies that start anew, and
  bool everywhere = false;  // of all
};

/// A number of the model, which no kernel changes.
template <class T>
PLIANT_HD T load(const T* from) {
#if defined(__CUDA_ARCH__)
  return __ldg(from);
#else
  return *from;
#endif
}

template <class R>
struct alignas(4 * sizeof(R)) Four {
  R x, y, z, w;
};

template <class R>
struct Particle {
  Four<R> place;  // position, inverse mass (0: pinned)
  Four<R> move;   // velocity, how far within it obstacles meet the surface
};

/// What a patch tells the others of one of its replicas. The tag comes in one piece with each
/// number, so that who sees the tag has the number, too.
template <class R>
struct Message;
template <>
struct alignas(16) Message<float> {
  float x, y, z;
  std::uint32_t tag;
};
template <>
struct alignas(16) Message<double> {
  struct alignas(16) Part {
    double value;
    std::uint64_t tag;
  } parts[3];
};

struct Patch {
  std::uint32_t first_row;  // of its own vertices
  std::uint32_t first_pack, packs, packs_at_replicas;
  std::uint32_t inner, shared, halo;
  std::uint32_t first_halo;
  std::uint32_t first_replica;
  std::uint32_t first_sum;                   // one for each local row, then the extra ones
  std::uint32_t extras, extras_of_replicas;  // those of replicas come first
  std::uint32_t first_extra;                 // where their results go
  std::uint32_t slots;
  std::uint32_t first_source;  // of the messages it receives
  std::uint32_t first_inbox;   // for each replica where its messages begin, and the end
  std::uint32_t first_busy, busy_replicas;  // those with many messages

  PLIANT_HD std::uint32_t replicas() const { return shared + halo; }
  PLIANT_HD std::uint32_t rows() const { return inner + shared + halo; }
};

template <class R>
struct alignas(16) FieldView {
  const R* values;            // [pack][slot][lane]
  std::uint32_t pack_stride;  // 0 where all are equal; then `uniform_values` of them are there
};

struct alignas(16) GroupsView {
  const std::uint32_t* words;  // [pack][vertex][lane]: local row, slot in the upper half
  std::uint32_t kind;          // of AllGroups
  std::uint16_t vertices;      // of a group
  std::uint16_t fields;        // of a store
};

/// Lies in the device's memory, so that a body may have any number of stores.
template <class R>
struct StoreView {
  GroupsView groups;
  FieldView<R> fields[max_law_fields];
};

/// Both in one piece.
template <class R>
PLIANT_HD FieldView<R> load(const FieldView<R>* from) {
#if defined(__CUDA_ARCH__)
  const uint4 words = __ldg(reinterpret_cast<const uint4*>(from));
  return {reinterpret_cast<const R*>(std::uint64_t(words.y) << 32 | words.x), words.z};
#else
  return *from;
#endif
}
PLIANT_HD GroupsView load(const GroupsView* from) {
#if defined(__CUDA_ARCH__)
  const uint4 words = __ldg(reinterpret_cast<const uint4*>(from));
  return {reinterpret_cast<const std::uint32_t*>(std::uint64_t(words.y) << 32 | words.x), words.z,
          std::uint16_t(words.w), std::uint16_t(words.w >> 16)};
#else
  return *from;
#endif
}

/// A pack of groups as patches list it: its store in the upper bits, as many as a body needs.
struct PackOf {
  std::uint32_t store, pack;

  PLIANT_HD PackOf(std::uint32_t entry, std::uint32_t pack_bits)
      : store(entry >> pack_bits), pack(entry & ((1u << pack_bits) - 1)) {}
};

/// Where a copy is and how it goes on; changes between launches only. The origin is told by where
/// it was and how many steps ago, so that it does not matter how the steps are divided up.
struct MovingOrigin {
  Vec3d origin, drift;          // m, m/s
  Vec3d shift, velocity_shift;  // to be taken from every row by the next launch
  std::uint32_t since;          // steps since the origin was there
  std::uint32_t tag;            // of the next exchange
  std::uint32_t first;          // the integrator starts anew
  std::uint32_t stopped;        // it has run away

  PLIANT_HD Vec3d origin_now(double h) const { return origin + drift * (since * h); }
};

/// Local rows that are driven, replicas included.
struct DrivenRow {
  std::uint32_t local;
  DrivenBy by;
};

template <class R>
struct DriveView {
  const DrivenRow* rows;       // patch after patch; null: none
  const std::uint32_t* begin;  // where each patch's begin, and the end
  const PlainPose* poses;      // [step of the launch][drive]
  DrivenStep<R>* now;          // of each row
  std::uint32_t drives;
};

/// A local row that is pulled, replicas included, and by which pull.
struct PulledRow {
  std::uint32_t local, pull;
};

struct PullView {
  const PulledRow* rows;       // patch after patch, copy after copy; null: none
  const std::uint32_t* begin;  // where those of each patch of each copy begin, and the end
  const Pull* pulls;
  std::uint32_t patches;
};

/// Dynamic selection by patches, see select.h.
template <class R>
struct SelectView {
  std::uint32_t *list, *listed;             // patches that work; null: all do
  std::uint32_t *awake, *was_awake, *wake;  // [patch]: now, as listed, the time it is to be woken
  std::uint32_t *since, *woke_neighbours;   // [patch]: times
  std::uint32_t* quiet;                     // [patch]
  std::uint32_t *changed, *clock;           // the list must be made anew; the time in steps
  std::uint32_t* awake_count;               // patches that are awake, as listed
  std::uint32_t *too_many, *ended;          // are listed for ListedSteps; blocks of it that ended
  Four<R>* anchors;                         // [row], see cpu/nodes.h
  Four<R>* spheres;                         // [patch]: about what sleeps
  const R* inverse_masses;                  // [row]
  const std::uint32_t *beside_begin, *beside;
  const std::uint32_t *near_begin, *near_rows;  // [row]: beside it; null where nobody asks
  const std::uint32_t* must_stay;               // [patch]: awake
  std::uint32_t patches, blocks;                // blocks of launches that go through the list
  double near;                                  // m: how near an obstacle must come
  SelectionPlan plan;
};

template <class R>
struct Args {
  // of the model
  const Patch* patches;
  const std::uint32_t* packs;          // PackOf of patches, those that touch replicas first
  const std::uint32_t* halo;           // rows with their owners
  const std::uint32_t* sums;           // SumOf of each row
  const std::uint16_t* extra_targets;  // the slots that extra sums go to
  const std::uint32_t* sources;        // replicas whose messages a patch receives
  const std::uint32_t *inbox, *busy;
  const std::uint32_t* samples;  // rows that tell where the body is
  std::uint32_t store_count, pack_bits, rows, replicas, sample_count;
  bool overlap;  // forces at replicas come first, and messages travel while others are made
  // of the state; one after the other for each copy
  std::uint32_t copies;
  Particle<R>* particles;
  Four<R>* kept[4];
  Message<R>* messages;       // [parity][copy][replica]
  std::uint32_t* near_limit;  // [copy]: set where a spring is near its strain limit
  MovingOrigin* origins;
  std::uint32_t* diverged;
  const PlainDynamics* dynamics;
  const double* factors;  // [copy][store][field], or null: every parameter as it stands
  std::uint32_t integrator;
  IntegratorTraits method;
  const contact::PlainObstacle* obstacles;  // of all copies; null: none but smooth floors
  Four<R>* before;                          // velocities as a step begins, where there are any
  DriveView<R> driven;
  PullView pulled;
  SelectView<R> selected;
  const StoreView<R>* stores;
};

}  // namespace pliant::gpu
