#include <pliant/drive.h>
#include <pliant/spectral.h>

#include "state.h"

namespace pliant::python {

namespace {

std::array<bool, 3> axes_of(const std::string& letters) {
  std::array<bool, 3> axes{};
  for (const char c : letters) {
    if (c < 'x' || c > 'z')
      throw InputError("", 0, "axes are '" + letters + "'", "write some of x, y and z: 'xz'");
    axes[static_cast<std::size_t>(c - 'x')] = true;
  }
  return axes;
}

Pose pose_of(const Callables::Function& path, double time) {
  const py::gil_scoped_acquire gil;
  const py::object result = path.get()(time);
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(result);
  Pose pose;
  if (array && array.ndim() == 1 && array.size() == 3) {
    pose.shift = {array.at(0), array.at(1), array.at(2)};
  } else if (array && array.ndim() == 2 && array.shape(0) >= 3 && array.shape(1) == 4) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        pose.rotation[static_cast<std::size_t>(row)][column] = array.at(row, column);
      pose.shift[row] = array.at(row, 3);
    }
  } else {
    PyErr_Clear();
    throw InputError(
        "", 0, "the path of a drive gave " + py::repr(result).cast<std::string>(),
        "return a shift (x, y, z) in m, or a rotation with a shift as a matrix (3, 4)");
  }
  return pose;
}

std::size_t drive(SharedState& shared, const Indices& vertices, const py::function& path,
                  const std::string& axes, const std::optional<Points>& places) {
  const Callables::Function held = shared.callables().add(path);
  Drive made{.vertices = vertices.values, .axes = axes_of(axes), .path = [held](double time) {
               return pose_of(held, time);
             }};
  if (places) made.places = places->values;
  return shared.change().add_drive(std::move(made));
}

std::array<Vec3d, 3> rows_of(py::handle object) {
  const std::vector<Vec3d> rows = points_of(object, "a rotation").values;
  if (rows.size() != 3)
    throw InputError("", 0, "a rotation has " + std::to_string(rows.size()) + " rows",
                     "give a matrix (3, 3)");
  return {rows[0], rows[1], rows[2]};
}

std::size_t orient(SharedState& shared, Index vertex, const py::object& rotation) {
  OrientationHandle handle{.vertex = vertex};
  if (PyCallable_Check(rotation.ptr()) != 0) {
    const Callables::Function held = shared.callables().add(rotation);
    handle.path = [held](double time) {
      const py::gil_scoped_acquire gil;
      return rows_of(held.get()(time));
    };
  } else {
    handle.rotation = rows_of(rotation);
  }
  return add_orientation_handle(shared.change(), handle);
}

}  // namespace

void declare_state_drives(StateClass& state) {
  state
      .def("drive", &drive, py::arg("vertices"), py::arg("path"), py::arg("axes") = "xyz",
           py::arg("places") = py::none(),
           "Moves vertices along path(time): a shift (m) from where they are, or a matrix (3, 4) "
           "of a rotation and a shift. The number is for remove_drive(). Steps call the path "
           "ahead; an exception of it ends the steps.")
      .def(
          "remove_drive", [](SharedState& s, std::size_t n) { s.change().remove_drive(n); },
          py::arg("number"), "The vertices go on with the velocity they have.")
      .def_property_readonly("has_drives",
                             [](const SharedState& s) { return s.look().has_drives(); })
      .def("orient", &orient, py::arg("vertex"), py::arg("rotation"),
           "Turns the material around a vertex of a spectral solid: a matrix (3, 3) from rest, or "
           "a function of time to one. The number is for remove_orientation().")
      .def(
          "remove_orientation",
          [](SharedState& s, std::size_t n) { remove_orientation_handle(s.change(), n); },
          py::arg("number"))
      .def(
          "orientation",
          [](const SharedState& s, Index vertex) {
            const auto rows = orientation(s.look(), vertex);
            return array_of(std::vector<Vec3d>(rows.begin(), rows.end()));
          },
          py::arg("vertex"), "How the material around a vertex of a spectral solid is turned.")
      .def(
          "boundary_deviation", [](const SharedState& s) { return boundary_deviation(s.look()); },
          "The largest distance between the two sides of a boundary of a spectral solid, m.");
}

}  // namespace pliant::python
