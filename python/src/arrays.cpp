#include <cmath>

#include "binding.h"

namespace pliant::python {

namespace {

[[noreturn]] void refuse(const std::string& problem, const std::string& cure) {
  throw InputError("", 0, problem, cure);
}

std::string shape_of(const py::array& array) {
  return py::str(array.attr("shape")).cast<std::string>();
}

py::array as_array(py::handle object, const char* what) {
  if (object.is_none() || py::isinstance<py::str>(object))
    refuse(std::string(what) + " are " + py::repr(object).cast<std::string>(), "give numbers");
  py::array array = py::array::ensure(object);
  if (!array) {
    PyErr_Clear();
    refuse(std::string(what) + " are no array",
           "give a NumPy array, or lists of equal length in each other");
  }
  return array;
}

std::string type_of(const py::array& array) {
  return py::str(array.dtype()).cast<std::string>();
}

// In rows of ours, of doubles; a copy where it is not already.
py::array_t<double> as_doubles(py::handle object, const char* what) {
  const py::array array = as_array(object, what);
  const char kind = array.dtype().kind();
  if (array.size() > 0 && kind != 'f' && kind != 'i' && kind != 'u')
    refuse(std::string(what) + " are of type " + type_of(array), "give numbers, such as float64");
  return py::array_t<double, py::array::c_style | py::array::forcecast>(array);
}

void check_finite(const double* values, std::size_t count, std::size_t columns, const char* what) {
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(values[i]))
      refuse(std::string(what) + ": row " + std::to_string(i / columns) + " is not finite",
             "give finite numbers");
}

py::array_t<std::int64_t> as_integers(py::handle object, const char* what) {
  const py::array array = as_array(object, what);
  const char kind = array.dtype().kind();
  if (array.size() > 0 && kind != 'i' && kind != 'u')
    refuse(std::string(what) + " are of type " + type_of(array),
           kind == 'b' ? "give their numbers: numpy.flatnonzero(mask)"
                       : "give whole numbers, such as int64");
  return py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(array);
}

Index index_of(std::int64_t value, const char* what) {
  if (value < 0 || value >= static_cast<std::int64_t>(no_index))
    refuse(std::string(what) + " has the number " + std::to_string(value),
           "vertices and relations are counted from 0");
  return static_cast<Index>(value);
}

}  // namespace

Points points_of(py::handle object, const char* what) {
  const auto array = as_doubles(object, what);
  if (array.size() == 0) return {};
  if (array.ndim() != 2 || array.shape(1) != 3)
    refuse(std::string(what) + " have the shape " + shape_of(array),
           "three numbers a vertex are needed: the shape (n, 3)");
  const auto count = static_cast<std::size_t>(array.shape(0));
  check_finite(array.data(), 3 * count, 3, what);
  Points points;
  points.values.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double* row = array.data() + 3 * i;
    points.values[i] = {row[0], row[1], row[2]};
  }
  return points;
}

Numbers numbers_of(py::handle object, const char* what) {
  const auto array = as_doubles(object, what);
  if (array.ndim() > 1)
    refuse(std::string(what) + " have the shape " + shape_of(array), "give one number, or a row");
  const auto count = static_cast<std::size_t>(array.size());
  check_finite(array.data(), count, 1, what);
  return {{array.data(), array.data() + count}};
}

Indices indices_of(py::handle object, const char* what) {
  const auto array = as_integers(object, what);
  if (array.ndim() > 1)
    refuse(std::string(what) + " have the shape " + shape_of(array), "give a row of numbers");
  Indices out;
  out.values.reserve(static_cast<std::size_t>(array.size()));
  for (py::ssize_t i = 0; i < array.size(); ++i)
    out.values.push_back(index_of(array.data()[i], what));
  return out;
}

std::vector<Index> cells_of(py::handle object, std::size_t arity, const char* what) {
  const auto array = as_integers(object, what);
  if (array.size() == 0) return {};
  if (array.ndim() != 2 || static_cast<std::size_t>(array.shape(1)) != arity)
    refuse(std::string(what) + " have the shape " + shape_of(array),
           "rows of " + std::to_string(arity) + " vertex numbers are needed");
  std::vector<Index> out;
  out.reserve(static_cast<std::size_t>(array.size()));
  for (py::ssize_t i = 0; i < array.size(); ++i) out.push_back(index_of(array.data()[i], what));
  return out;
}

Vec3d vector_of(py::handle object, const char* what) {
  const auto array = as_doubles(object, what);
  if (array.ndim() != 1 || array.size() != 3)
    refuse(std::string(what) + " has the shape " + shape_of(array), "give three numbers: x, y, z");
  check_finite(array.data(), 3, 3, what);
  return {array.data()[0], array.data()[1], array.data()[2]};
}

py::array array_of(std::vector<Vec3d> values) {
  static_assert(sizeof(Vec3d) == 3 * sizeof(double));
  const std::size_t count = values.size();
  auto* held = new std::vector<Vec3d>(std::move(values));
  const py::capsule owner(held, [](void* p) { delete static_cast<std::vector<Vec3d>*>(p); });
  return view_of(count > 0 ? &held->front().x : nullptr, count, 3, owner);
}

py::array array_of(const Vec3d& value) {
  py::array_t<double> array(3);
  for (int i = 0; i < 3; ++i) array.mutable_at(i) = value[i];
  return array;
}

py::array array_of(const std::vector<bool>& flags) {
  py::array_t<bool> array(static_cast<py::ssize_t>(flags.size()));
  for (std::size_t i = 0; i < flags.size(); ++i)
    array.mutable_at(static_cast<py::ssize_t>(i)) = flags[i];
  return array;
}

void obey_signals() {
  const py::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace pliant::python
