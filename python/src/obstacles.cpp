#include <pliant/obstacle.h>
#include <pliant/pull.h>

#include "mesh.h"

namespace pliant::python {

namespace {

Response response_named(const std::string& name) {
  if (name == "constraint") return Response::constraint;
  if (name == "impulse") return Response::impulse;
  if (name == "penalty") return Response::penalty;
  if (name == "contact") return Response::contact;
  throw InputError("", 0, "an obstacle's response is '" + name + "'",
                   "choose constraint, impulse, penalty or contact");
}

// Floor(point, normal) and the like make whole obstacles: what is given by name after them is what
// all of them have.
template <class Shape>
Obstacle with(Shape shape, double friction, double bounce, const std::string& response,
              double stiffness, const Vec3d& velocity, double since) {
  return {.shape = std::move(shape),
          .friction = friction,
          .bounce = bounce,
          .response = response_named(response),
          .stiffness = stiffness,
          .velocity = velocity,
          .since = since};
}

template <class Make, class... Extra>
void def(py::module_& m, const char* name, const char* help, Make make, const Extra&... extra) {
  m.def(name, make, extra..., py::kw_only(), py::arg("friction") = 0.0, py::arg("bounce") = 0.0,
        py::arg("response") = "constraint", py::arg("stiffness") = 0.0,
        py::arg("velocity") = Vec3d{}, py::arg("since") = 0.0, help);
}

}  // namespace

void declare_obstacles(py::module_& m) {
  py::class_<Obstacle>(m, "Obstacle", "Something that keeps vertices out and does not give way.")
      .def_readwrite("friction", &Obstacle::friction)
      .def_readwrite("bounce", &Obstacle::bounce, "which part of an impact's speed comes back")
      .def_readwrite("velocity", &Obstacle::velocity, "m/s")
      .def_readwrite("since", &Obstacle::since, "s: when it was where its shape says");
  using namespace pybind11::literals;
  def(
      m, "floor", "A plane; its normal points to the free side.",
      [](const Vec3d& point, const Vec3d& normal, double f, double b, const std::string& r,
         double s, const Vec3d& v, double t) {
        return with(Floor{point, normal}, f, b, r, s, v, t);
      },
      "point"_a = Vec3d{}, "normal"_a = Vec3d{0, 1, 0});
  def(
      m, "ball", "m",
      [](const Vec3d& centre, double radius, double f, double b, const std::string& r, double s,
         const Vec3d& v, double t) {
        return with(Ball{centre, radius}, f, b, r, s, v, t);
      },
      "centre"_a, "radius"_a);
  def(
      m, "capsule", "All that is no farther than the radius from the line between two points, m.",
      [](const Vec3d& from, const Vec3d& to, double radius, double f, double b,
         const std::string& r, double s, const Vec3d& v, double t) {
        return with(Capsule{from, to, radius}, f, b, r, s, v, t);
      },
      "begin"_a, "end"_a, "radius"_a);
  def(
      m, "cuboid", "A box along the axes, m.",
      [](const Vec3d& centre, const Vec3d& size, double f, double b, const std::string& r, double s,
         const Vec3d& v, double t) {
        return with(Cuboid{centre, size}, f, b, r, s, v, t);
      },
      "centre"_a, "size"_a);
  def(
      m, "tabletop", "A slab that ends at its upper side, whose middle is the centre, m.",
      [](const Vec3d& centre, double length_x, double length_z, double thickness, double f,
         double b, const std::string& r, double s, const Vec3d& v, double t) {
        return with(tabletop(centre, length_x, length_z, thickness), f, b, r, s, v, t);
      },
      "centre"_a, "length_x"_a = 1.0, "length_z"_a = 1.0, "thickness"_a = 0.1);
  def(
      m, "closed_surface", "The inside of a closed mesh of triangles.",
      [](const SharedMesh& mesh, double f, double b, const std::string& r, double s, const Vec3d& v,
         double t) {
        return with(ClosedSurface(mesh->vertices, mesh->triangles.cells), f, b, r, s, v, t);
      },
      "mesh"_a);
  py::class_<Pull>(m, "Pull", "A spring between a vertex and a place.")
      .def(py::init([](Index vertex, const Vec3d& target, double stiffness, double damping) {
             return Pull{vertex, target, stiffness, damping};
           }),
           py::arg("vertex"), py::arg("target"), py::arg("stiffness"), py::arg("damping") = 0.0)
      .def_readwrite("vertex", &Pull::vertex)
      .def_readwrite("target", &Pull::target, "m")
      .def_readwrite("stiffness", &Pull::stiffness, "N/m")
      .def_readwrite("damping", &Pull::damping, "N s/m");
}

}  // namespace pliant::python
