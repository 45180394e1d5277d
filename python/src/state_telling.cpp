#include <pliant/stress.h>

#include "mesh.h"
#include "sets.h"
#include "state.h"

namespace pliant::python {

namespace {

py::dict energy(const SharedState& s) {
  const State::Energy e = s.look().energy();
  py::dict out;
  out["kinetic"] = e.kinetic;
  out["gravitational"] = e.gravitational;
  out["contact"] = e.contact;
  if (e.has_elastic) {
    out["elastic"] = e.elastic;
    out["total"] = e.total();
  }
  return out;
}

std::vector<Stress> stresses_of(const SharedState& s, const SharedMesh& mesh) {
  const State& state = s.look();
  const TetMesh& connected = *mesh.connected();
  if (connected.vertices().size() != state.model().vertex_count())
    throw InputError("", 0,
                     "the mesh has " + std::to_string(connected.vertices().size()) +
                         " vertices, the body " + std::to_string(state.model().vertex_count()),
                     "give the mesh that the body was made of; of a world, ask a body()");
  return element_stresses(connected, state);
}

py::array stresses(const SharedState& s, const SharedMesh& mesh) {
  const std::vector<Stress> all = stresses_of(s, mesh);
  py::array_t<double> out({all.size(), std::size_t{6}});
  double* to = out.mutable_data();
  for (const Stress& one : all)
    for (const double number : {one.xx, one.yy, one.zz, one.xy, one.yz, one.zx}) *to++ = number;
  return out;
}

py::array tension(const SharedState& s, const SharedMesh& mesh) {
  std::vector<double> out;
  for (const Stress& one : stresses_of(s, mesh)) out.push_back(von_mises(one));
  return array_of(std::move(out));
}

py::array relation_forces(const SharedState& s, std::size_t set) {
  const State& state = s.look();
  const auto arity =
      static_cast<std::size_t>(state.model().law(checked_set(state.model(), set)).arity);
  std::vector<Vec3d> all = state.relation_forces(set);
  const std::size_t rows = all.size() / arity;
  return array_of(std::move(all)).attr("reshape")(rows, arity, 3);
}

}  // namespace

void declare_state_telling(StateClass& state) {
  state
      .def(
          "forces", [](const SharedState& s) { return array_of(s.look().forces()); },
          "The internal forces on the vertices now, N.")
      .def("relation_forces", &relation_forces, py::arg("set"),
           "Those of each relation of a set on its vertices, N: (relations, arity, 3).")
      .def(
          "support_forces",
          [](const SharedState& s) { return array_of(s.look().support_forces()); },
          "What pins and drives give to each vertex, N.")
      .def(
          "constraint_forces",
          [](const SharedState& s) { return array_of(s.look().constraint_forces()); },
          "What kept volumes and a strain limit gave in the last step, N.")
      .def("energy", &energy,
           "kinetic, elastic, gravitational, contact and total, J; without elastic and total "
           "where a law has no energy.")
      .def(
          "momentum", [](const SharedState& s) { return s.look().momentum(); }, "kg m/s")
      .def(
          "angular_momentum", [](const SharedState& s) { return s.look().angular_momentum(); },
          "kg m²/s about the origin")
      .def("stresses", &stresses, py::arg("mesh"),
           "Cauchy's stress in each tetrahedron of the mesh that the body was made of, Pa: xx, "
           "yy, zz, xy, yz, zx.")
      .def("von_mises", &tension, py::arg("mesh"), "Von Mises' stress of each tetrahedron, Pa.")
      .def(
          "hash", [](const SharedState& s) { return s.look().hash(); },
          "The same for equal positions, velocities and time.");
}

}  // namespace pliant::python
