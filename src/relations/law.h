#pragma once

#include <pliant/laws.h>

#include <array>
#include <bit>
#include <cstddef>

#include "math/real.h"

// A law is a struct of pure functions on a few vertices, templated on the number type R (float,
// double, a SIMD pack of either, a dual number; on the host and on the device):
//
//   static constexpr int arity;                  how many vertices it joins
//   static constexpr LawInfo info;               its name, fields and promises
//   template <class R> struct Rest  { R ...; };  numbers of the undeformed shape
//   template <class R> struct Param { R ...; };  numbers a user may change while it runs
//   rest(x)                    the rest state of vertices x
//   absent<R>()                a rest state that makes the relation vanish, whatever its Param
//   energy(x, rest, param)     joules; zero for a law that has none
//   force(x, v, rest, param, f)  newtons on each vertex, damping included; sets f
//
// A law that can be limited in strain also has stretch(x, rest): length over rest length. A law on
// tetrahedra and one on edges that bodies have beside each other say so:
//   static constexpr bool beside_springs = true;     backends then load vertices once for both
//   static constexpr bool beside_tetrahedra = true;
// A law may read attributes of its vertices: numbers at the end of Param whose LawField says which
// attribute of which vertex they are.
//
// Positions are relative to a moving origin near the body, so that single precision suffices. Where
// a law is not frame-indifferent, its energy is asked for in the coordinates of the world.

namespace pliant {

/// How many numbers a Rest or Param has, and the same as an array.
template <class Fields>
inline constexpr std::size_t field_count = sizeof(Fields) / sizeof(double);

template <class Law>
inline constexpr std::size_t rest_count = field_count<typename Law::template Rest<double>>;
template <class Law>
inline constexpr std::size_t param_count = field_count<typename Law::template Param<double>>;

/// The most vertices that a law joins.
inline constexpr std::size_t max_arity = 10;
/// The most numbers, of the rest state and parameters, that a law has for one relation, and that
/// the laws of a group have together (backend/layout/groups.h). It is just what is needed: what
/// does not fit, or leaves some of it unused, does not compile.
inline constexpr std::size_t max_law_fields = 41;

/// How many of its vertices, the first ones, a law pushes.
template <class Law>
inline constexpr int pushed_count = Law::info.pushed > 0 ? Law::info.pushed : Law::arity;

/// Whether the energy is that of positions in the world, not about the moving origin.
template <class Law>
inline constexpr bool energy_of_place = !Law::info.frame_indifferent;

/// Added to the square of an area, in m⁴, before its root is divided by: a face without area then
/// has a finite normal. It is little beside the faces of an object a micrometre long, and a normal
/// number in single precision.
inline constexpr double tiny_area_squared = 1e-36;

template <class Law>
concept LimitsStretch = requires(const Vec3<double> (&x)[Law::arity],
                                 const typename Law::template Rest<double>& rest) {
  Law::stretch(x, rest);
};

}  // namespace pliant
