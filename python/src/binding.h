#pragma once

#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/vec3.h>
#include <pliant/voronoi_diagram.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

// What every file of the module shares: arguments that become arrays of ours, and arrays that are
// made of ours without a copy.

namespace pliant::python {

namespace py = pybind11;

// Arguments. Each takes whatever NumPy makes an array of, of any layout, and throws InputError for
// what is no such thing: another kind of number, another shape, a value that is not finite.
struct Points {
  std::vector<Vec3d> values;
};
struct Numbers {
  std::vector<double> values;
};
struct Indices {
  std::vector<Index> values;
};
struct Vector {
  Vec3d value;
};

Points points_of(py::handle object, const char* what = "positions");
Numbers numbers_of(py::handle object, const char* what = "values");
Indices indices_of(py::handle object, const char* what = "vertices");
Vec3d vector_of(py::handle object, const char* what = "a vector");
/// Rows of `arity` vertex numbers, one after the other.
std::vector<Index> cells_of(py::handle object, std::size_t arity, const char* what);

/// Numbers of so many columns that `owner` keeps; read-only, nothing is copied.
template <class T>
py::array view_of(const T* data, std::size_t rows, std::size_t columns, py::handle owner) {
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(rows)};
  if (columns > 0) shape.push_back(static_cast<py::ssize_t>(columns));
  py::array_t<T> array(shape, data, owner);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

/// A Python object that keeps something alive.
template <class T>
py::capsule kept(T value) {
  auto held = std::make_unique<T>(std::move(value));
  py::capsule capsule(held.get(), [](void* p) { delete static_cast<T*>(p); });
  held.release();
  return capsule;
}

/// The vector itself becomes the array's memory; read-only.
template <class T>
py::array array_of(std::vector<T> values) {
  const std::size_t count = values.size();
  auto* held = new std::vector<T>(std::move(values));
  const py::capsule owner(held, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return view_of(held->data(), count, 0, owner);
}
py::array array_of(std::vector<Vec3d> values);
py::array array_of(const Vec3d& value);
py::array array_of(const std::vector<bool>& flags);
/// Rows of vertex numbers, copied.
template <std::size_t N>
py::array array_of_cells(std::span<const std::array<Index, N>> cells) {
  py::array_t<Index> array({cells.size(), N});
  std::copy_n(cells.empty() ? nullptr : cells.front().data(), N * cells.size(),
              array.mutable_data());
  return array;
}

/// With the GIL released.
template <class Work>
auto without_gil(Work&& work) {
  const py::gil_scoped_release released;
  return work();
}

/// Throws what Ctrl-C or another signal has led to, where this is the main thread.
void obey_signals();

// What fills the module, in the order in which they know each other.
void declare_errors(py::module_& m);
void declare_mesh(py::module_& m);
void declare_meshing(py::module_& m);
void declare_materials(py::module_& m);
void declare_obstacles(py::module_& m);
void declare_bodies(py::module_& m);
void declare_spectral(py::module_& m);
void declare_dynamics(py::module_& m);
void declare_model(py::module_& m);
void declare_contact(py::module_& m);
void declare_state(py::module_& m);
void declare_shared_vectors(py::module_& m);
void declare_batch(py::module_& m);
void declare_sensitivities(py::module_& m);
void declare_declared(py::module_& m);
void declare_simulation(py::module_& m);
void declare_stage(py::module_& m);
void declare_run(py::module_& m);
void declare_recording(py::module_& m);
void declare_machine(py::module_& m);

}  // namespace pliant::python

namespace pybind11::detail {

template <>
struct type_caster<pliant::python::Points> {
  PYBIND11_TYPE_CASTER(pliant::python::Points, const_name("Points"));
  bool load(handle source, bool) {
    value = pliant::python::points_of(source);
    return true;
  }
};
template <>
struct type_caster<pliant::python::Numbers> {
  PYBIND11_TYPE_CASTER(pliant::python::Numbers, const_name("Numbers"));
  bool load(handle source, bool) {
    value = pliant::python::numbers_of(source);
    return true;
  }
};
template <>
struct type_caster<pliant::python::Indices> {
  PYBIND11_TYPE_CASTER(pliant::python::Indices, const_name("Indices"));
  bool load(handle source, bool) {
    value = pliant::python::indices_of(source);
    return true;
  }
};
template <>
struct type_caster<pliant::Vec3d> {
  PYBIND11_TYPE_CASTER(pliant::Vec3d, const_name("Vector"));
  bool load(handle source, bool) {
    value = pliant::python::vector_of(source);
    return true;
  }
  static handle cast(const pliant::Vec3d& v, return_value_policy, handle) {
    return pliant::python::array_of(v).release();
  }
};

}  // namespace pybind11::detail
