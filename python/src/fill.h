#pragma once

#include <pybind11/numpy.h>

#include <span>

#include "binding.h"

namespace pliant::python {

/// Where numbers are written: an array of the caller's, of floats of four or eight bytes, in rows
/// without gaps. InputError for one of another kind or shape, or that is read-only.
class Target {
 public:
  Target(py::handle object, const std::vector<std::size_t>& shape);
  /// The next places.
  void write(std::span<const Vec3d> values);

 private:
  float* single_ = nullptr;
  double* double_ = nullptr;
};

}  // namespace pliant::python
