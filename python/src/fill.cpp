#include "fill.h"

namespace pliant::python {

namespace {

std::string text_of_shape(const std::vector<std::size_t>& shape) {
  std::string out;
  for (const std::size_t size : shape) out += (out.empty() ? "" : ", ") + std::to_string(size);
  return "(" + out + ")";
}

}  // namespace

Target::Target(py::handle object, const std::vector<std::size_t>& shape) {
  const auto refuse = [&](const std::string& problem) {
    throw InputError("", 0, "the array to be written to " + problem,
                     "give numpy.empty(" + text_of_shape(shape) + "), of float32 or float64");
  };
  if (!py::isinstance<py::array>(object)) refuse("is none of NumPy's");
  auto array = py::reinterpret_borrow<py::array>(object);
  const bool fits = static_cast<std::size_t>(array.ndim()) == shape.size() &&
                    std::equal(shape.begin(), shape.end(), array.shape(),
                               [](auto a, auto b) { return a == static_cast<std::size_t>(b); });
  if (!fits) refuse("has the shape " + py::str(array.attr("shape")).cast<std::string>());
  if (!array.writeable()) refuse("is read-only");
  if ((array.flags() & py::array::c_style) == 0) refuse("has gaps, or another order");
  if (py::isinstance<py::array_t<double>>(array))
    double_ = static_cast<double*>(array.mutable_data());
  else if (py::isinstance<py::array_t<float>>(array))
    single_ = static_cast<float*>(array.mutable_data());
  else
    refuse("is of type " + py::str(array.dtype()).cast<std::string>());
}

void Target::write(std::span<const Vec3d> values) {
  const std::size_t count = 3 * values.size();
  if (count == 0) return;
  const double* from = &values.front().x;
  if (double_ != nullptr) {
    std::copy_n(from, count, double_);
    double_ += count;
  } else {
    std::transform(from, from + count, single_, [](double x) { return static_cast<float>(x); });
    single_ += count;
  }
}

}  // namespace pliant::python
