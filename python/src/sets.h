#pragma once

#include <pliant/error.h>
#include <pliant/model.h>

#include <string>

namespace pliant::python {

/// InputError where the model has no such set of relations.
inline std::size_t checked_set(const Model& model, std::size_t set) {
  const std::size_t count = model.set_count();
  if (set >= count)
    throw InputError("", 0, "no set " + std::to_string(set) + " of relations",
                     "there are " + std::to_string(count) + ", counted from 0");
  return set;
}

}  // namespace pliant::python
