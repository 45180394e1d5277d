#pragma once

#include <pliant/body.h>

namespace pliant::bench {

template <class R>
Vec3<R> rounded(const Vec3d& a) {
  return {static_cast<R>(a.x), static_cast<R>(a.y), static_cast<R>(a.z)};
}

// One value for all relations, or one a relation.
inline double value_of(const Relations& set, std::size_t field, std::size_t relation) {
  const std::vector<double>& values = set.parameters[field];
  return values.size() == 1 ? values[0] : values[relation];
}

}  // namespace pliant::bench
