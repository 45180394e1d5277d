#pragma once

#include "backend/gpu/descent_views.h"
#include "backend/gpu/group_forces.h"
#include "backend/gpu/launch.h"
#include "backend/vertex_step.h"
#include "relations/list.h"

// Vertex block descent on a card (docs/descent.md). Beside what patch_work.h says a Block has here
//   share_out(rounds, n, f) f(round, i, next) for all i < n, round after round: in this order for
//                        each warp of all blocks, among which they are shared out; next: its next i
//   touch(address)       this line of memory, which does not change, will soon be read
//   lanes(f)             f(lane) for the lanes of the warp; sync_lanes()
//   PerLane<T>           a T of each lane, which stays from one lanes() to the next
//   add_up(sums, width)  of PerLane<Sums>: so many lanes that lie together all get their sum
//   any(flags)           of PerLane<bool>
//   warp_memory(bytes)   shared memory of the warp
//
// Sweeps are one launch without a barrier. A place is a message with a tag, which says how many
// sweeps the vertex has made in the launch. Who visits it waits until it has the tag that the order
// of colours calls for. A vertex cannot be too far ahead either: it waits for all that visit it.

namespace pliant::gpu {

/// For which laws a program is made: those that know the forces on their last vertex in closed form
/// need few registers where nothing damps, those with derivatives by dual numbers many.
enum class Visited { closed, closed_damped, simple, all };

constexpr bool is_closed(Visited visited) {
  return visited == Visited::closed || visited == Visited::closed_damped;
}

template <Visited visited, class Law>
inline constexpr bool is_visited = visited == Visited::all ||
                                   (is_closed(visited) && KnowsItsLast<Law>) ||
                                   (visited == Visited::simple &&
                                    kinds_of_law(Law::info) == Kinds::simple);

template <Visited visited, class F, class... L>
PLIANT_HD void on_law(LawList<L...>, std::uint32_t law, const F& f) {
  const auto ask = [&]<class Law>() {
    if constexpr (is_visited<visited, Law>)
      if (law == LawList<L...>::template index<Law>) f.template operator()<Law>();
  };
  (ask.template operator()<L>(), ...);
}

/// Numbers that are added up one by one.
template <class R, int n>
struct Sums {
  static constexpr int count = n;
  R numbers[n];
};

/// The numbers of a visit, as they come from memory.
template <class Law, class R>
struct VisitOf {
  typename Law::template Rest<R> rest;
  typename Law::template Param<R> param;
  std::uint32_t words[visit_words<Law>];

  PLIANT_HD void read(const VisitsView<R>& from, std::uint32_t pack, std::uint32_t lane) {
    PLIANT_UNROLL
    for (int i = 0; i < visit_words<Law>; ++i)
      words[i] = load(from.corners +
                      (std::size_t(pack) * visit_words<Law> + std::size_t(i)) * warp + lane);
    const auto fields = [&](R* out, std::size_t first, std::size_t count) {
      PLIANT_UNROLL
      for (std::size_t i = 0; i < count; ++i) {
        const FieldView<R>& field = from.fields[first + i];
        out[i] = load(field.values + std::size_t(pack) * field.pack_stride + lane);
      }
    };
    fields(reinterpret_cast<R*>(&rest), 0, rest_count<Law>);
    if constexpr (param_count < Law >> 0)
      fields(reinterpret_cast<R*>(&param), rest_count<Law>, param_count<Law>);
  }
  PLIANT_HD std::uint32_t byte(int i) const { return words[i / 4] >> (8 * (i % 4)) & 0xff; }
  PLIANT_HD std::uint32_t corner() const { return byte(visit_places<Law>); }
};

/// What a sweep does.
enum class Descending { moves, with_care, tells_forces };

/// What a warp does with an item.
template <class R, Visited visited, Descending how, class Block>
struct ItemWork {
  template <class T>
  using PerLane = typename Block::template PerLane<T>;
  static constexpr bool waits = how != Descending::tells_forces;
  static constexpr int most_halvings = 12;

  Block& block;
  const DescentView<R>& d;
  std::uint32_t round;
  DescentItem item;
  Four<R>* places;  // of the chunk

  struct Own {
    std::uint32_t row, notes;
    Four<R> target;
    Vec3<R> x;
  };
  PerLane<Own> own{};
  PerLane<Sums<R, 9>> response{};
  PerLane<Vec3<R>> way{};

  PLIANT_HD ItemWork(Block& b, const DescentView<R>& view, std::uint32_t which, std::uint32_t i)
      : block(b),
        d(view),
        round(which),
        item(load_item(view.items + i)),
        places(reinterpret_cast<Four<R>*>(b.warp_memory(most_near * sizeof(Four<R>)))) {}

  PLIANT_HD bool is_mine(std::uint32_t lane) const { return lane / item.width < item.vertices; }
  PLIANT_HD std::uint32_t number(std::uint32_t lane) const {
    return is_mine(lane) ? lane / item.width : 0;
  }

  PLIANT_HD static DescentItem load_item(const DescentItem* from) {
#if defined(__CUDA_ARCH__)
    const uint4* words = reinterpret_cast<const uint4*>(from);
    const uint4 a = __ldg(words), b = __ldg(words + 1);
    return {{a.x, a.y, a.z, a.w}, b.x, b.y, std::uint16_t(b.z), std::uint16_t(b.z >> 16), b.w};
#else
    return *from;
#endif
  }
  PLIANT_HD static Four<R> load_four(const Four<R>* from) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(R) == sizeof(float)) {
      const float4 all = __ldg(reinterpret_cast<const float4*>(from));
      return {all.x, all.y, all.z, all.w};
    }
#endif
    const R* numbers = reinterpret_cast<const R*>(from);
    return {load(numbers), load(numbers + 1), load(numbers + 2), load(numbers + 3)};
  }

  PLIANT_HD void find_own() {
    block.lanes([&](std::uint32_t lane) {
      Own& o = own[lane];
      const std::uint32_t i = number(lane);
      o.row = load(d.near + item.chunk.first_near + i);
      o.notes = load(d.notes + item.first_own + i);
      o.target = load_four(d.targets + item.first_own + i);
      for (R& number : response[lane].numbers) number = R(0);
    });
  }

  /// What an item reads that does not change comes near while another one is worked on.
  PLIANT_HD void touch(const DescentItem& next) const {
    constexpr std::uint32_t line = 128;
    const std::uint32_t words = d.first.words, lines = words + d.first.rest;
    const std::uint32_t packs = next.chunk.end - next.chunk.begin;
    block.lanes([&](std::uint32_t lane) {
      const auto array = [&](const auto* from, std::uint32_t count) {
        const std::size_t at = std::size_t(lane) * (line / sizeof(*from));
        if (at < count + line / sizeof(*from)) block.touch(from + (at < count ? at : count - 1));
      };
      array(d.near + next.chunk.first_near, next.chunk.near);
      array(d.notes + next.first_own, next.vertices);
      array(d.targets + next.first_own, next.vertices);
      for (std::uint32_t i = lane; i < packs * lines; i += warp) {
        const std::size_t pack = next.chunk.begin + i / lines;
        const std::uint32_t k = i % lines;
        if (k < words) {
          block.touch(d.first.corners + (pack * words + k) * warp);
        } else {
          const FieldView<R> field = load(&d.sets->fields[k - words]);
          block.touch(field.values + pack * field.pack_stride);
        }
      }
    });
  }

  /// The places of a chunk, as soon as they are there.
  PLIANT_HD void gather(const DescentChunk& chunk) {
    constexpr std::uint32_t at_once = 2;
    block.lanes([&](std::uint32_t lane) {
      for (std::uint32_t i = lane; i < chunk.near; i += at_once * warp) {
        std::uint32_t at[at_once], tags[at_once], rows[at_once];
        Vec3<R> x[at_once];
        PLIANT_UNROLL
        for (std::uint32_t k = 0; k < at_once; ++k) {
          at[k] = i + k * warp < chunk.near ? i + k * warp : i;
          const std::uint32_t word = load(d.near + chunk.first_near + at[k]);
          rows[k] = word & ~is_earlier;
          tags[k] = round + (word & is_earlier ? 1 : 0);
        }
        if constexpr (waits) {
          const Message<R>* from[at_once];
          PLIANT_UNROLL
          for (std::uint32_t k = 0; k < at_once; ++k) from[k] = d.messages + rows[k];
          block.receive(from, tags, x);
        } else {
          PLIANT_UNROLL
          for (std::uint32_t k = 0; k < at_once; ++k) {
            const Four<R> place = load_four(d.now + rows[k]);
            x[k] = {place.x, place.y, place.z};
          }
        }
        PLIANT_UNROLL
        for (std::uint32_t k = 0; k < at_once; ++k) places[at[k]] = {x[k].x, x[k].y, x[k].z, R(0)};
      }
    });
    block.sync_lanes();
  }
  PLIANT_HD Vec3<R> place(std::uint32_t i) const {
    return {places[i].x, places[i].y, places[i].z};
  }

  /// A visit with the vertices where they are, the own one at x.
  template <class Law>
  PLIANT_HD OneVertex<Law, R> visit(const VisitOf<Law, R>& numbers, const DescentChunk& chunk,
                                    std::uint32_t lane, const Vec3<R>& x, bool damped) const {
    OneVertex<Law, R> at;
    at.rest = numbers.rest;
    at.param = numbers.param;
    at.rate = d.rate;
    const auto before = [&](std::uint32_t row) {
      const Four<R> b = load_four(d.before + row);
      return Vec3<R>{b.x, b.y, b.z};
    };
    PLIANT_UNROLL
    for (int i = 0; i < visit_places<Law>; ++i) {
      at.x[i] = at.before[i] = place(numbers.byte(i));
      if (damped)
        at.before[i] = before(load(d.near + chunk.first_near + numbers.byte(i)) & ~is_earlier);
      if (!corners_alike<Law> && numbers.corner() == std::uint32_t(i)) at.x[i] = x;
    }
    if constexpr (corners_alike<Law>) {
      at.x[Law::arity - 1] = at.before[Law::arity - 1] = x;
      if (damped) at.before[Law::arity - 1] = before(own[lane].row);
    }
    return at;
  }

  template <class Law>
  PLIANT_HD void respond(const VisitOf<Law, R>& numbers, const DescentChunk& chunk,
                         std::uint32_t lane) {
    if (numbers.corner() == no_visit) return;
    const bool damped = is_closed(visited) ? visited == Visited::closed_damped : d.rate != R(0);
    const OneVertex<Law, R> at = visit<Law>(numbers, chunk, lane, own[lane].x, damped);
    Reaction<R> r;
    if constexpr (KnowsItsLast<Law>)
      r = last_reaction(at, damped);
    else
      r = reaction_at(at, R(numbers.corner()));
    const R add[9] = {r.force.x,  r.force.y,  r.force.z,  r.block.xx, r.block.yy,
                      r.block.zz, r.block.xy, r.block.yz, r.block.zx};
    PLIANT_UNROLL
    for (int i = 0; i < 9; ++i) response[lane].numbers[i] += add[i];
  }

  /// Calls f<Law>(numbers of the visit, lane) for those of a chunk of a set. The first ones are on
  /// their way while `meanwhile` waits, the next ones while one is worked on.
  template <class F, class Meanwhile>
  PLIANT_HD void for_visits(const VisitsView<R>& set, std::uint32_t begin, std::uint32_t end,
                            const F& f, const Meanwhile& meanwhile) {
    on_law<visited>(Laws(), set.law, [&]<class Law>() {
      PerLane<VisitOf<Law, R>> ahead;
      if (begin < end) block.lanes([&](std::uint32_t lane) { ahead[lane].read(set, begin, lane); });
      meanwhile();
      block.lanes([&](std::uint32_t lane) {
        for (std::uint32_t pack = begin; pack < end; ++pack) {
          const VisitOf<Law, R> now = ahead[lane];
          if (pack + 1 < end) ahead[lane].read(set, pack + 1, lane);
          f.template operator()<Law>(now, lane);
        }
      });
    });
  }
  /// The same for all sets of all chunks, with their places at hand.
  template <class F>
  PLIANT_HD void for_all_visits(const F& f) {
    DescentChunk chunk = item.chunk;
    for (std::uint32_t c = item.number;;) {
      for_chunk(c, chunk, f);
      if (++c == item.number + item.chunks) return;
      chunk = d.chunks[c];
    }
  }
  template <class F>
  PLIANT_HD void for_chunk(std::uint32_t c, const DescentChunk& chunk, const F& f) {
    const auto with_chunk = [&]<class Law>(const VisitOf<Law, R>& numbers, std::uint32_t lane) {
      f.template operator()<Law>(numbers, chunk, lane);
    };
    const auto find_places = [&] {
      gather(chunk);
      block.lanes([&](std::uint32_t lane) { own[lane].x = place(number(lane)); });
    };
    if (d.set_count == 0) find_places();
    if constexpr (visited != Visited::all)
      if (d.set_count > 0) for_visits(d.first, chunk.begin, chunk.end, with_chunk, find_places);
    // The text for all laws is long enough to be there once.
    for (std::uint32_t s = visited == Visited::all ? 0 : 1; s < d.set_count; ++s) {
      const VisitsView<R>& set = d.sets[s];
      for_visits(set, load(set.begin + c), load(set.begin + c + 1), with_chunk, [&] {
        if (visited == Visited::all && s == 0) find_places();
      });
    }
    block.sync_lanes();
  }

  PLIANT_HD LoneVertex<R, R> lone(std::uint32_t lane) const {
    const Own& o = own[lane];
    const auto free = [&](int axis) { return o.notes >> axis & 1 ? R(1) : R(0); };
    LoneVertex<R, R> v(o.x, {o.target.x, o.target.y, o.target.z}, o.target.w,
                       {free(0), free(1), free(2)});
    if (const std::uint32_t term = o.notes >> term_shift) {
      const R* n = d.terms + (term - 1) * term_numbers;
      v.add({n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6], n[7], n[8]}, {n[9], n[10], n[11]});
    }
    return v;
  }

  PLIANT_HD void find_ways() {
    block.add_up(response, item.width);
    block.lanes([&](std::uint32_t lane) {
      const R* n = response[lane].numbers;
      const LoneVertex<R, R> v = lone(lane);
      if constexpr (how == Descending::tells_forces) {
        way[lane] = v.force({n[0], n[1], n[2]});
      } else {
        way[lane] = v.step({n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6], n[7], n[8]});
        if (d.reach) {
          const Four<R> reach = load_four(d.reach + own[lane].row);
          way[lane] = v.within(way[lane], {reach.x, reach.y, reach.z}, reach.w);
        }
      }
    });
  }

  /// The energies of what vertices visit where they are moved by their ways, or not, and the sizes
  /// of these.
  PLIANT_HD void find_energies(bool moved, PerLane<Sums<R, 2>>& out) {
    block.lanes([&](std::uint32_t lane) { out[lane] = {}; });
    for_all_visits([&]<class Law>(const VisitOf<Law, R>& numbers, const DescentChunk& chunk,
                                  std::uint32_t lane) {
      if constexpr (Law::info.has_energy) {
        if (numbers.corner() == no_visit) return;
        const Vec3<R> x = moved ? own[lane].x + way[lane] : own[lane].x;
        const OneVertex<Law, R> at = visit<Law>(numbers, chunk, lane, x, false);
        const R energy = Law::energy(at.x, at.rest, at.param);
        out[lane].numbers[0] += energy;
        out[lane].numbers[1] += energy > R(0) ? energy : -energy;
      }
    });
    block.add_up(out, item.width);
  }
  /// Halves the steps that do not make the sum less, by more than rounding can tell.
  PLIANT_HD void shorten() {
    PerLane<Sums<R, 2>> then{}, now{};
    PerLane<bool> rises{};
    for (int halving = -1; halving <= most_halvings; ++halving) {
      find_energies(halving >= 0, now);
      if (halving < 0) then = now;
      block.lanes([&](std::uint32_t lane) {
        const R *a = then[lane].numbers, *b = now[lane].numbers;
        const R noise = R(2) * std::numeric_limits<R>::epsilon() * (a[1] + b[1]);
        rises[lane] = is_mine(lane) && !(b[0] - a[0] + lone(lane).change(way[lane]) <= noise);
        if (halving >= 0 && rises[lane])
          way[lane] = way[lane] * (halving < most_halvings ? R(0.5) : R(0));
      });
      if (halving >= 0 && !block.any(rises)) return;
    }
  }

  PLIANT_HD void run(std::uint32_t next, Four<R>* forces) {
    find_own();
    block.touch(d.items + next);
    for_all_visits([&]<class Law>(const VisitOf<Law, R>& numbers, const DescentChunk& chunk,
                                  std::uint32_t lane) { respond<Law>(numbers, chunk, lane); });
    touch(load_item(d.items + next));
    find_ways();
    if constexpr (how == Descending::with_care) shorten();
    block.lanes([&](std::uint32_t lane) {
      if (!is_mine(lane) || lane % item.width != 0) return;
      const Own& o = own[lane];
      if constexpr (waits)
        block.post(d.messages + o.row, o.x + way[lane], round + 1);
      else
        forces[o.row] = {way[lane].x, way[lane].y, way[lane].z, R(0)};
    });
  }
};

/// Sweeps over all vertices, or the forces of everything on them in directions in which they are
/// free, which are zero at the end.
template <class R, Visited visited, Descending how>
struct Descend {
  DescentView<R> d;
  std::uint32_t sweeps;
  Four<R>* forces;  // of rows, where these are asked for

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    block.share_out(sweeps, d.item_count,
                    [&](std::uint32_t round, std::uint32_t i, std::uint32_t next) {
                      ItemWork<R, visited, how, Block>(block, d, round, i).run(next, forces);
                    });
  }
};

// --- beside the sweeps, row by row ---

inline constexpr std::uint32_t descent_rows_each = 256;  // of a block

/// Calls f(row) for those of a block.
template <class Block, class F>
PLIANT_HD void for_rows(Block& block, std::uint32_t rows, const F& f) {
  const std::uint32_t first = block.index * descent_rows_each, left = rows - first;
  block.each(left < descent_rows_each ? left : descent_rows_each,
             [&](std::uint32_t i) { f(first + i); });
}

/// Places become messages of the tag 0, or messages places.
template <class R, bool out>
struct SendPlaces {
  Four<R>* places;
  Message<R>* messages;
  std::uint32_t rows, tag;  // which they have where they come back

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    for_rows(block, rows, [&](std::uint32_t row) {
      if constexpr (out) {
        block.post(messages + row, Vec3<R>{places[row].x, places[row].y, places[row].z}, 0u);
      } else {
        const Message<R>* const from[1] = {messages + row};
        const std::uint32_t tags[1] = {tag};
        Vec3<R> x[1];
        block.receive(from, tags, x);
        places[row] = {x[0].x, x[0].y, x[0].z, R(0)};
      }
    });
  }
};

/// to + Σ share * vectors, or what vertices may reach of it.
template <class R>
struct AddVectors {
  static constexpr std::uint32_t most = 8;
  const Four<R>* to;
  const Four<R>* vectors[most];
  R shares[most];
  std::uint32_t count, rows;
  const Four<R>* reach;  // see DescentView
  Four<R>* out;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    for_rows(block, rows, [&](std::uint32_t row) {
      Vec3<R> x{to[row].x, to[row].y, to[row].z};
      for (std::uint32_t i = 0; i < count; ++i) {
        const Four<R> v = vectors[i][row];
        x += Vec3<R>{v.x, v.y, v.z} * shares[i];
      }
      if (reach) {
        const Four<R> r = reach[row];
        const Vec3<R> begin{r.x, r.y, r.z}, far = x - begin;
        const R square = squared_length(far);
        if (square > r.w * r.w) x = begin + far * (r.w * inverse_sqrt(square));
      }
      out[row] = {x.x, x.y, x.z, R(0)};
    });
  }
};

/// Pairs of vectors whose product is asked for: Σ a·(b - c), without c where that is null.
template <class R>
struct PairOfVectors {
  const Four<R>*a, *b, *c;
};

/// The sums over the rows of each block, for each pair.
template <class R>
struct MultiplyVectors {
  static constexpr std::uint32_t parts = 64, rows_each = 1024, most = 16;
  PairOfVectors<R> pairs[most];
  std::uint32_t rows, blocks;
  double* out;  // [pair][block]

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const PairOfVectors<R>& p = pairs[block.copy];
    double* sums = reinterpret_cast<double*>(block.shared());
    const std::uint32_t first = block.index * rows_each;
    const std::uint32_t end = first + rows_each < rows ? first + rows_each : rows;
    block.each(parts, [&](std::uint32_t part) {
      double sum = 0;
      for (std::uint32_t row = first + part; row < end; row += parts) {
        const Four<R> a = p.a[row], b = p.b[row];
        Vec3d by{double(b.x), double(b.y), double(b.z)};
        if (p.c) {
          const Four<R> c = p.c[row];
          by -= Vec3d{double(c.x), double(c.y), double(c.z)};
        }
        sum += dot(Vec3d{double(a.x), double(a.y), double(a.z)}, by);
      }
      sums[part] = sum;
    });
    block.sync();
    block.each(1, [&](std::uint32_t) {
      double sum = 0;
      for (std::uint32_t part = 0; part < parts; ++part) sum += sums[part];
      out[std::size_t(block.copy) * blocks + block.index] = sum;
    });
  }
};

template <class R, Visited visited>
using SweepsOver = ProgramList<Descend<R, visited, Descending::moves>,
                               Descend<R, visited, Descending::tells_forces>>;
template <class R>
using DescentPrograms =
    decltype(SweepsOver<R, Visited::closed>() + SweepsOver<R, Visited::closed_damped>() +
             SweepsOver<R, Visited::simple>() + SweepsOver<R, Visited::all>() +
             ProgramList<Descend<R, Visited::all, Descending::with_care>, SendPlaces<R, true>,
                         SendPlaces<R, false>, AddVectors<R>, MultiplyVectors<R>>());

template <class R, Visited visited, Descending how>
inline constexpr std::uint32_t most_threads<Descend<R, visited, how>> =
    visited == Visited::closed && sizeof(R) == sizeof(float) ? 384 : 256;
template <class R, Visited visited, Descending how>
inline constexpr bool shares_items<Descend<R, visited, how>> = how != Descending::tells_forces;

}  // namespace pliant::gpu
