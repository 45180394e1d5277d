#pragma once

#include "relations/law.h"

namespace pliant {

namespace point_load_fields {
inline constexpr LawField rest[] = {{"presence", "1", "1, or 0 where it is removed"}};
inline constexpr LawField param[] = {
    {"x", "N", "force along x"}, {"y", "N", "force along y"}, {"z", "N", "force along z"}};
}  // namespace point_load_fields

/// A constant force F on a vertex, with the energy -F·x of a weight: it comes from outside, so that
/// it keeps its direction as the body turns and conserves no momentum.
struct PointLoad {
  static constexpr int arity = 1;
  static constexpr LawInfo info{.name = "point_load",
                                .help = "constant force on a vertex",
                                .arity = 1,
                                .rest = point_load_fields::rest,
                                .parameters = point_load_fields::param,
                                .conserves_linear_momentum = false,
                                .conserves_angular_momentum = false,
                                .force_free_at_rest = false,
                                .frame_indifferent = false};
  template <class R>
  struct Rest {
    R presence;
  };
  template <class R>
  struct Param {
    R x, y, z;
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&)[1]) {
    return {R(1)};
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(0)};
  }
  template <class R>
  PLIANT_HD static Vec3<R> load(const Rest<R>& rest, const Param<R>& param) {
    return Vec3<R>{param.x, param.y, param.z} * rest.presence;
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[1], const Rest<R>& rest, const Param<R>& param) {
    return -dot(load(rest, param), x[0]);
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&)[1], const Vec3<R> (&)[1], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[1]) {
    f[0] = load(rest, param);
  }
};

}  // namespace pliant
