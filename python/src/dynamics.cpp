#include "dynamics.h"

#include <pliant/stability.h>

namespace pliant::python {

namespace {

Equilibrium criterion_named(const std::string& name) {
  if (name == "automatic") return Equilibrium::automatic;
  if (name == "neighbour_distance") return Equilibrium::neighbour_distance;
  if (name == "moved_distance") return Equilibrium::moved_distance;
  if (name == "speed") return Equilibrium::speed;
  throw InputError("", 0, "a criterion of selection is '" + name + "'",
                   "choose automatic, neighbour_distance, moved_distance or speed");
}

py::object told(const std::optional<LargeSteps>& steps) {
  if (!steps) return py::none();
  py::dict out;
  out["method"] = std::string(name(steps->method));
  out["integrator"] = std::string(name(steps->integrator));
  out["iterations"] = steps->iterations;
  out["tolerance"] = steps->tolerance;
  return out;
}

double number(const py::dict& settings, const char* name) {
  return settings.contains(name) ? settings[name].cast<double>() : 0;
}

}  // namespace

std::optional<DynamicSelection> selection_of(py::handle object) {
  if (object.is_none() || object.is(py::bool_(false))) return std::nullopt;
  if (object.is(py::bool_(true))) return DynamicSelection{};
  if (py::isinstance<py::str>(object))
    return DynamicSelection{.criterion = criterion_named(object.cast<std::string>())};
  if (!py::isinstance<py::dict>(object))
    throw InputError("", 0, "selection is " + py::repr(object).cast<std::string>(),
                     "give True, False, a criterion or a dictionary");
  const auto settings = py::reinterpret_borrow<py::dict>(object);
  DynamicSelection selection{.threshold = number(settings, "threshold"),
                             .active_time = number(settings, "active_time"),
                             .neighbour_time = number(settings, "neighbour_time"),
                             .tolerance = number(settings, "tolerance"),
                             .pixel = number(settings, "pixel")};
  if (settings.contains("criterion"))
    selection.criterion = criterion_named(settings["criterion"].cast<std::string>());
  return selection;
}

std::optional<LargeSteps> large_steps_of(py::handle object) {
  if (object.is_none() || object.is(py::bool_(false))) return std::nullopt;
  if (object.is(py::bool_(true))) return LargeSteps{};
  if (py::isinstance<py::str>(object))
    return LargeSteps{.method = minimiser(object.cast<std::string>())};
  if (!py::isinstance<py::dict>(object))
    throw InputError("", 0, "large_steps is " + py::repr(object).cast<std::string>(),
                     "give True, False, a method or a dictionary");
  LargeSteps steps;
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object)) {
    const auto name = py::str(key).cast<std::string>();
    if (name == "method")
      steps.method = minimiser(value.cast<std::string>());
    else if (name == "integrator")
      steps.integrator = implicit_integrator(value.cast<std::string>());
    else if (name == "iterations")
      steps.iterations = value.cast<int>();
    else if (name == "tolerance")
      steps.tolerance = value.cast<double>();
    else
      throw InputError("", 0, "large steps have no '" + name + "'",
                       "give method, integrator, iterations or tolerance");
  }
  return steps;
}

void GivenDynamics::change(Dynamics& dynamics) const {
  if (gravity) dynamics.gravity = *gravity;
  if (time_step) dynamics.time_step = *time_step;
  if (integrator) dynamics.integrator = pliant::integrator(*integrator);
  if (damping) dynamics.damping = *damping;
  if (strain_limit) dynamics.strain_limit = *strain_limit;
  if (obstacles) dynamics.obstacles = *obstacles;
  if (pulls) dynamics.pulls = *pulls;
  if (selection && !selection.is_none()) dynamics.selection = selection_of(selection);
  if (large_steps && !large_steps.is_none()) dynamics.large_steps = large_steps_of(large_steps);
}

py::dict told(const Dynamics& dynamics) {
  py::dict out;
  out["integrator"] = std::string(name(dynamics.integrator));
  out["time_step"] = dynamics.time_step;
  out["gravity"] = array_of(dynamics.gravity);
  out["damping"] = dynamics.damping;
  out["strain_limit"] = dynamics.strain_limit;
  out["obstacles"] = dynamics.obstacles;
  out["pulls"] = dynamics.pulls;
  out["large_steps"] = told(dynamics.large_steps);
  return out;
}

void declare_dynamics(py::module_& m) {
  m.def(
      "integrators",
      [] {
        std::vector<std::string> names;
        for (const Integrator each : integrators()) names.emplace_back(name(each));
        return names;
      },
      "The names of all integrators.");
  def_with_dynamics(
      m, "stable_step", "The largest stable step of a model, s.",
      with_dynamics<double, const Model&>([](const Model& model, const GivenDynamics& given) {
        Dynamics dynamics;
        given.change(dynamics);
        return without_gil([&] { return stable_step(model, dynamics); });
      }),
      py::arg("model"));
}

}  // namespace pliant::python
