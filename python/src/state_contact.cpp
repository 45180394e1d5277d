#include <pliant/contact.h>

#include "state.h"

namespace pliant::python {

namespace {

IntersectedAtStart at_start_named(const std::string& name) {
  if (name == "refuse") return IntersectedAtStart::refuse;
  if (name == "ignore") return IntersectedAtStart::ignore;
  if (name == "repair") return IntersectedAtStart::repair;
  throw InputError("", 0, "at_start is '" + name + "'", "choose refuse, ignore or repair");
}

void set_contact(SharedState& s, double friction, std::optional<double> sliding_friction,
                 double damping, double thickness, bool self, const std::vector<ContactPair>& pairs,
                 const std::vector<ContactGroup>& groups, const std::vector<std::size_t>& without,
                 const std::string& at_start) {
  const Contact contact{.friction = friction,
                        .sliding_friction = sliding_friction,
                        .damping = damping,
                        .thickness = thickness,
                        .self = self,
                        .pairs = pairs,
                        .groups = groups,
                        .without = without,
                        .at_start = at_start_named(at_start)};
  s.change().set_contact(contact);
}

py::dict points(const SharedState& s) {
  const std::vector<ContactPoint> all = s.look().contact_points();
  std::vector<Vec3d> places, normals, forces;
  std::vector<double> gaps;
  py::array_t<std::int64_t> bodies({all.size(), std::size_t{2}});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ContactPoint& p = all[i];
    places.push_back(p.place);
    normals.push_back(p.normal);
    forces.push_back(p.force);
    gaps.push_back(p.gap);
    for (std::size_t side = 0; side < 2; ++side)
      bodies.mutable_at(i, side) = static_cast<std::int64_t>(p.bodies[side]);
  }
  py::dict out;
  out["bodies"] = bodies;
  out["places"] = array_of(std::move(places));
  out["normals"] = array_of(std::move(normals));
  out["forces"] = array_of(std::move(forces));
  out["gaps"] = array_of(std::move(gaps));
  return out;
}

py::dict counts(const SharedState& s) {
  const ContactCounts c = s.look().contact_counts();
  py::dict out;
  out["touching"] = c.touching;
  out["searches"] = c.searches;
  out["divided_steps"] = c.divided_steps;
  out["held_vertices"] = c.held_vertices;
  out["shortest_step"] = c.shortest_step;
  out["thickness"] = c.thickness;
  out["intersecting"] = c.intersecting;
  return out;
}

}  // namespace

void declare_contact(py::module_& m) {
  py::class_<ContactPair>(m, "ContactPair",
                          "What two bodies, or a body and itself, have otherwise than others.")
      .def(py::init([](std::size_t first, std::size_t second, bool touches,
                       std::optional<double> friction, std::optional<double> sliding_friction,
                       std::optional<double> thickness) {
             return ContactPair{first, second, touches, friction, sliding_friction, thickness};
           }),
           py::arg("first"), py::arg("second"), py::arg("touches") = true,
           py::arg("friction") = py::none(), py::arg("sliding_friction") = py::none(),
           py::arg("thickness") = py::none());
  py::class_<ContactGroup>(m, "ContactGroup",
                           "What some vertices of a body have otherwise than the rest of it.")
      .def(py::init([](std::size_t body, const Indices& vertices, bool touches,
                       std::optional<double> friction, std::optional<double> sliding_friction) {
             return ContactGroup{body, vertices.values, touches, friction, sliding_friction};
           }),
           py::arg("body"), py::arg("vertices"), py::arg("touches") = true,
           py::arg("friction") = py::none(), py::arg("sliding_friction") = py::none());
}

void declare_state_contact(StateClass& state) {
  const Contact usual;
  state
      .def("set_contact", &set_contact, py::arg("friction") = usual.friction,
           py::arg("sliding_friction") = py::none(), py::arg("damping") = usual.damping,
           py::arg("thickness") = 0.0, py::arg("self_contact") = true,
           py::arg("pairs") = py::tuple(), py::arg("groups") = py::tuple(),
           py::arg("without") = py::tuple(), py::arg("at_start") = "refuse",
           "Bodies touch each other and themselves from now on. thickness: of the skin, m; 0: a "
           "tenth of the mean edge.")
      .def(
          "remove_contact", [](SharedState& s) { s.change().set_contact(std::nullopt); },
          "Bodies do not touch any more.")
      .def("contact_points", &points,
           "Where surfaces push each other now: bodies, places (m), normals, forces on the first "
           "(N) and gaps (m).")
      .def(
          "contact_force",
          [](const SharedState& s, std::size_t first, std::size_t second) {
            return s.look().contact_force(first, second);
          },
          py::arg("first"), py::arg("second"), "The force of the second body on the first, N.")
      .def(
          "contact_forces",
          [](const SharedState& s) { return array_of(s.look().contact_forces()); },
          "On each vertex, N.")
      .def(
          "contact_gaps", [](const SharedState& s) { return array_of(s.look().contact_gaps()); },
          "How far the nearest of what pushes each vertex is, m; infinite where nothing does.")
      .def("contact_counts", &counts, "What contact has done so far.");
}

}  // namespace pliant::python
