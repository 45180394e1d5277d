#include <pliant/sensitivities.h>

#include "dynamics.h"
#include "notes.h"
#include "state.h"
#include "stepping.h"

namespace pliant::python {

namespace {

std::vector<Vec3d> given(const std::optional<Points>& points) {
  return points ? points->values : std::vector<Vec3d>();
}

/// Slopes by the names of their parameters; one thread at a time.
class NamedSlopes {
 public:
  NamedSlopes(const py::function& make, const py::dict& parameters) {
    std::vector<double> at;
    for (const auto& [name, value] : parameters) {
      names_.push_back(py::cast<std::string>(name));
      at.push_back(py::cast<double>(value));
    }
    slopes_.emplace([&](std::span<const double> values) { return call(make, values); }, at);
  }

  void step(std::int64_t count) {
    change([&](Sensitivities& slopes) {
      step_interruptibly(count, [&](std::int64_t now) { slopes.step(now); });
    });
  }
  void advance(double seconds) {
    change([&](Sensitivities& slopes) { without_gil([&] { slopes.advance(seconds); }); });
  }
  const Sensitivities& look() const {
    if (stepping_->now)
      throw std::runtime_error("it is being stepped: ask when step() has returned");
    return *slopes_;
  }
  const std::vector<std::string>& names() const { return names_; }
  py::dict told(std::vector<Vec3d> (Sensitivities::*ask)(std::size_t) const) const {
    py::dict out;
    for (std::size_t p = 0; p < names_.size(); ++p)
      out[py::str(names_[p])] = array_of((look().*ask)(p));
    return out;
  }

 private:
  Start call(const py::function& make, std::span<const double> values) const {
    py::dict arguments;
    for (std::size_t p = 0; p < names_.size(); ++p) arguments[py::str(names_[p])] = values[p];
    const py::object made = make(**arguments);
    if (py::isinstance<Body>(made)) return {made.cast<const Body&>()};
    if (py::isinstance<Start>(made)) return made.cast<const Start&>();
    throw InputError("", 0, "the function gave " + py::repr(made).cast<std::string>(),
                     "return a Body or a Start");
  }
  template <class Work>
  void change(const Work& work) {
    const Steps steps(stepping_);
    const bool had_met = slopes_->met_obstacles();
    work(*slopes_);
    if (!had_met && slopes_->met_obstacles())
      tell(
          {"vertices meet obstacles: slopes are those of the steps at which they do so now, and "
           "tell little where it matters when that is"});
  }

  std::vector<std::string> names_;
  std::optional<Sensitivities> slopes_;
  std::shared_ptr<Stepping> stepping_ = std::make_shared<Stepping>();
};

}  // namespace

void declare_sensitivities(py::module_& m) {
  py::class_<Start> start(m, "Start", "What a run begins with, for Sensitivities.");
  init_with_dynamics(
      start, "A body with the places (n, 3) and velocities of its vertices, or at rest as it is.",
      with_dynamics<Start, const Body&, const std::optional<Points>&, const std::optional<Points>&>(
          [](const Body& body, const std::optional<Points>& positions,
             const std::optional<Points>& velocities, const GivenDynamics& dynamics) {
            Start made{
                .body = body, .positions = given(positions), .velocities = given(velocities)};
            dynamics.change(made.dynamics);
            return made;
          }),
      py::arg("body"), py::arg("positions") = py::none(), py::arg("velocities") = py::none());

  py::class_<NamedSlopes>(
      m, "Sensitivities",
      "A run that tells how positions and velocities change with some parameters, by dual numbers "
      "in double precision. Three parameters cost about as much as seven runs of a State.")
      .def(
          py::init<const py::function&, const py::dict&>(), py::arg("start"), py::arg("parameters"),
          "start(**parameters) returns the Body, or a Start, that the run begins with; parameters: "
          "their values by name. It is called for a few values beside these, too.")
      .def("step", &NamedSlopes::step, py::arg("count") = 1,
           "Takes so many steps, without the GIL. Diverged where it runs away.")
      .def("advance", &NamedSlopes::advance, py::arg("seconds"),
           "Steps so long, in equal steps no longer than the given one.")
      .def_property_readonly(
          "time", [](const NamedSlopes& s) { return s.look().time(); }, "s")
      .def_property_readonly(
          "steps", [](const NamedSlopes& s) { return s.look().steps(); }, "taken so far")
      .def_property_readonly(
          "time_step", [](const NamedSlopes& s) { return s.look().time_step(); }, "s")
      .def_property_readonly("parameters", &NamedSlopes::names, "Their names.")
      .def_property_readonly(
          "positions", [](const NamedSlopes& s) { return array_of(s.look().positions()); },
          "m, shape (n, 3)")
      .def_property_readonly(
          "velocities", [](const NamedSlopes& s) { return array_of(s.look().velocities()); },
          "m/s, likewise")
      .def_property_readonly(
          "position_slopes",
          [](const NamedSlopes& s) { return s.told(&Sensitivities::position_slopes); },
          "For each parameter the derivatives of the positions by it: m over its unit, (n, 3).")
      .def_property_readonly(
          "velocity_slopes",
          [](const NamedSlopes& s) { return s.told(&Sensitivities::velocity_slopes); },
          "Likewise of the velocities.")
      .def_property_readonly(
          "met_obstacles", [](const NamedSlopes& s) { return s.look().met_obstacles(); },
          "Whether an obstacle has moved a vertex so far.");
}

}  // namespace pliant::python
