#include <pliant/cut.h>

#include "dynamics.h"
#include "sets.h"
#include "state.h"

namespace pliant::python {

namespace {

using Relation = std::optional<Indices>;

void set_parameter(SharedState& s, std::size_t set, const std::string& field, const Numbers& values,
                   const Relation& relations) {
  State& state = s.change();
  checked_set(state.model(), set);
  if (!relations && values.values.size() == 1)
    return state.set_parameter(set, field, values.values.front());
  std::vector<Index> all;
  if (!relations)
    for (Index i = 0; i < state.model().relation_count(checked_set(state.model(), set)); ++i)
      all.push_back(i);
  state.set_parameters(set, field, relations ? relations->values : all, values.values);
}

py::array parameters(const SharedState& s, std::size_t set, const std::string& field) {
  const State& state = s.look();
  std::vector<double> values(state.model().relation_count(checked_set(state.model(), set)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = state.parameter(set, field, i);
  return array_of(std::move(values));
}

void set_attribute(SharedState& s, const std::string& name, const Numbers& values,
                   const std::optional<Indices>& vertices) {
  State& state = s.change();
  std::vector<Index> all;
  if (!vertices)
    for (Index i = 0; i < state.model().vertex_count(); ++i) all.push_back(i);
  state.set_attribute(name, vertices ? vertices->values : all, values.values);
}

py::array attributes(const SharedState& s, const std::string& name) {
  const State& state = s.look();
  std::vector<double> values(state.model().vertex_count());
  for (std::size_t v = 0; v < values.size(); ++v) values[v] = state.attribute(name, v);
  return array_of(std::move(values));
}

py::array removed(const SharedState& s, std::size_t set) {
  const State& state = s.look();
  std::vector<bool> flags(state.model().relation_count(checked_set(state.model(), set)));
  const auto& by_set = state.removed();
  if (set < by_set.size() && !by_set[set].empty()) flags = by_set[set];
  return array_of(flags);
}

void declare_holds(StateClass& state) {
  state
      .def(
          "pin", [](SharedState& s, const Indices& v) { s.change().pin(v.values); },
          py::arg("vertices"), "Holds vertices where they are.")
      .def(
          "release", [](SharedState& s, const Indices& v) { s.change().release(v.values); },
          py::arg("vertices"), "Lets vertices go that were pinned.")
      .def_property_readonly(
          "pinned", [](const SharedState& s) { return array_of(s.look().pinned()); },
          "A flag for each vertex.")
      .def(
          "set_pulls",
          [](SharedState& s, const std::vector<Pull>& pulls) { s.change().set_pulls(pulls); },
          py::arg("pulls"), "Springs from vertices to places, instead of those there were.")
      .def(
          "set_obstacles",
          [](SharedState& s, const std::vector<Obstacle>& all) { s.change().set_obstacles(all); },
          py::arg("obstacles"), "What vertices cannot enter, instead of what there was.");
}

void declare_selection(StateClass& state) {
  state
      .def(
          "set_selection",
          [](SharedState& s, const py::object& selection) {
            s.change().set_selection(selection_of(selection));
          },
          py::arg("selection") = true,
          "Only what moves is simulated: True, a criterion, or a dictionary of criterion, "
          "threshold, active_time, neighbour_time, tolerance (m) and pixel (m). False: all is.")
      .def_property_readonly(
          "active_count", [](const SharedState& s) { return s.look().active_count(); },
          "How many vertices are simulated now.")
      .def(
          "node_states",
          [](const SharedState& s) {
            std::vector<std::uint8_t> states;
            for (const NodeState each : s.look().node_states())
              states.push_back(static_cast<std::uint8_t>(each));
            return array_of(std::move(states));
          },
          "Of each vertex: 0 asleep, 1 asleep beside an active one, 2 active.")
      .def(
          "wake",
          [](SharedState& s, const std::optional<Indices>& v) {
            v ? s.change().wake(v->values) : s.change().wake();
          },
          py::arg("vertices") = py::none(), "Wakes some vertices, or all.");
}

void declare_cutting(StateClass& state) {
  state
      .def(
          "cut",
          [](SharedState& s, const Vec3d& point, const Vec3d& normal, double radius) {
            return cut(s.change(), CuttingPlane{point, normal, radius});
          },
          py::arg("point"), py::arg("normal"), py::arg("radius") = 0.0,
          "Cuts by a plane, or by a disk of so many m; how many relations went.")
      .def(
          "cut_box",
          [](SharedState& s, const Vec3d& low, const Vec3d& high) {
            return cut(s.change(), Box{low, high});
          },
          py::arg("low"), py::arg("high"), "Removes what lies in a box; how many relations went.")
      .def(
          "remove",
          [](SharedState& s, std::size_t set, const Indices& r) {
            s.change().remove(checked_set(s.look().model(), set), r.values);
          },
          py::arg("set"), py::arg("relations"), "Relations that exert no force from now on.")
      .def(
          "put_back",
          [](SharedState& s, std::size_t set, const Indices& r) {
            s.change().put_back(checked_set(s.look().model(), set), r.values);
          },
          py::arg("set"), py::arg("relations"), "Brings back what was removed.")
      .def("removed", &removed, py::arg("set"), "A flag for each relation of a set.")
      .def(
          "surface", [](const SharedState& s) { return array_of_cells<3>(surface(s.look())); },
          "The triangles of what is left, facing outwards.")
      .def(
          "removed_tetrahedra",
          [](const SharedState& s) { return array_of(removed_tetrahedra(s.look())); },
          "A flag for each tetrahedron; empty where none is gone.");
}

}  // namespace

void declare_state_changes(StateClass& state) {
  declare_holds(state);
  declare_selection(state);
  declare_cutting(state);
  state
      .def("parameters", &parameters, py::arg("set"), py::arg("field"),
           "A parameter of each relation of a set.")
      .def("set_parameter", &set_parameter, py::arg("set"), py::arg("field"), py::arg("values"),
           py::arg("relations") = py::none(),
           "One value for all relations of a set, or for some, or one each.")
      .def("attributes", &attributes, py::arg("name"), "A number of each vertex that laws read.")
      .def("set_attribute", &set_attribute, py::arg("name"), py::arg("values"),
           py::arg("vertices") = py::none(), "One value, or one each, of all vertices or of some.")
      .def(
          "constrained_volume",
          [](const SharedState& s, std::size_t c) { return s.look().constrained_volume(c); },
          py::arg("constraint") = 0, "The volume that a constraint keeps, now, m³.")
      .def(
          "set_volume_goal",
          [](SharedState& s, std::size_t c, double volume, double strength, bool active) {
            s.change().set_volume_goal(c, {volume, strength, active});
          },
          py::arg("constraint"), py::arg("rest_volume"), py::arg("strength") = 1.0,
          py::arg("active") = true, "What a constraint keeps from now on, m³.")
      .def(
          "save",
          [](const SharedState& s) {
            const std::vector<std::byte> bytes = s.look().save();
            return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
          },
          "All that it is but its drives.")
      .def(
          "restore",
          [](SharedState& s, const py::bytes& saved) {
            const std::string_view bytes = saved;
            s.change().restore(std::as_bytes(std::span(bytes)));
          },
          py::arg("saved"), "Goes on with the same bits from what save() gave, of the same model.");
}

}  // namespace pliant::python
