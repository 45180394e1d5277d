#include "callables.h"

#include <cmath>

namespace pliant::python {

HeldObject::HeldObject(py::object object)
    : object_(new py::object(std::move(object)), [](py::object* held) {
        if (Py_IsInitialized() == 0) {  // the interpreter has ended, and the object with it
          held->release();
          delete held;
          return;
        }
        const py::gil_scoped_acquire gil;
        delete held;
      }) {}

void call_with_time(const HeldObject& function, double time, std::span<double> out) {
  const py::gil_scoped_acquire gil;
  const py::object result = function.get()(time);
  const auto refuse = [&](const std::string& what) {
    throw InputError(
        "", 0, "the function of time gave " + what + " at " + std::to_string(time) + " s",
        out.size() == 1 ? "return a number" : "return " + std::to_string(out.size()) + " numbers");
  };
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(result);
  if (!array) {
    PyErr_Clear();
    refuse(py::repr(result).cast<std::string>());
  }
  if (static_cast<std::size_t>(array.size()) != out.size())
    refuse(std::to_string(array.size()) + " values");
  std::copy_n(array.data(), out.size(), out.begin());
  for (const double number : out)
    if (!std::isfinite(number)) refuse(std::to_string(number));
}

}  // namespace pliant::python
