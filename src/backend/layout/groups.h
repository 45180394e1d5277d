#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include "relations/list.h"

// Groups of relations that share vertices, so that these are loaded once for all of them.

namespace pliant::backend {

/// Relations of one law in a group: for each, which of the group's vertices it joins.
template <class L, auto slots_>
struct Member {
  using Law = L;
  static constexpr auto slots = slots_;
};

template <int n>
using Vertices = std::array<int, n>;

template <class Law, std::size_t... i>
constexpr auto one_relation(std::index_sequence<i...>) {
  return std::array<Vertices<Law::arity>, 1>{{{static_cast<int>(i)...}}};
}

/// One relation by itself.
template <class Law>
struct Single {
  static constexpr int vertices = Law::arity, pushed = pushed_count<Law>;
  using Members =
      std::tuple<Member<Law, one_relation<Law>(std::make_index_sequence<Law::arity>())>>;
};

/// Two tetrahedra with a common face 0 1 2 and the four edges from vertex 0.
template <class OnTetrahedra, class OnEdges>
struct Pair {
  static constexpr int vertices = 5, pushed = 5;
  static constexpr std::array<Vertices<4>, 2> tetrahedra{{{0, 1, 2, 3}, {0, 2, 1, 4}}};
  static constexpr std::array<Vertices<2>, 4> edges{{{0, 1}, {0, 2}, {0, 3}, {0, 4}}};
  using Members = std::tuple<Member<OnTetrahedra, tetrahedra>, Member<OnEdges, edges>>;
};

template <class... G>
struct GroupList {
  static constexpr std::size_t size = sizeof...(G);
};

template <class... A, class... B>
GroupList<A..., B...> join(GroupList<A...>, GroupList<B...>);

template <class... L>
GroupList<Single<L>...> singles(LawList<L...>);

/// A law on tetrahedra that bodies have beside one on edges says so, and so does that.
template <class T, class E>
inline constexpr bool pair_up = false;
template <class T, class E>
requires(T::arity == 4 && E::arity == 2 && T::beside_springs &&
         E::beside_tetrahedra) inline constexpr bool pair_up<T, E> = true;

/// All pairs of a law on tetrahedra with a law on edges.
template <class T, class... E>
auto pairs_of(LawList<E...>) {
  return std::tuple_cat(
      std::conditional_t<pair_up<T, E>, std::tuple<Pair<T, E>*>, std::tuple<>>()...);
}
template <class... T>
auto pairs(LawList<T...>) {
  return std::tuple_cat(pairs_of<T>(LawList<T...>())...);
}
template <class... G>
GroupList<G...> as_list(std::tuple<G*...>);

using SingleGroups = decltype(singles(Laws()));
using PairGroups = decltype(as_list(pairs(Laws())));
/// Every kind of group: the singles in the order of the laws, then the pairs.
using AllGroups = decltype(join(SingleGroups(), PairGroups()));

}  // namespace pliant::backend
