#pragma once

#include "binding.h"

namespace pliant::python {

/// A Python object that C++ may hold, copy and drop in any thread, with the GIL or without.
class HeldObject {
 public:
  explicit HeldObject(py::object object);
  /// To be used with the GIL only.
  const py::object& get() const { return *object_; }

 private:
  std::shared_ptr<py::object> object_;
};

/// Numbers that a function of time gives, as many as asked for. InputError where they are others.
void call_with_time(const HeldObject& function, double time, std::span<double> out);

}  // namespace pliant::python
