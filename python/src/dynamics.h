#pragma once

#include <pliant/model.h>

#include <tuple>
#include <utility>

#include "binding.h"

namespace pliant::python {

/// What keyword arguments say of how something moves; what is not given stays.
struct GivenDynamics {
  std::optional<Vec3d> gravity;
  std::optional<double> time_step;
  std::optional<std::string> integrator;
  std::optional<double> damping, strain_limit;
  std::optional<std::vector<Obstacle>> obstacles;
  std::optional<std::vector<Pull>> pulls;
  py::object selection, large_steps;

  void change(Dynamics& dynamics) const;
};
/// None: nothing; True, the name of a criterion, or a dictionary.
std::optional<DynamicSelection> selection_of(py::handle object);
/// None or False: the integrator's steps; True, the name of a method, or a dictionary.
std::optional<LargeSteps> large_steps_of(py::handle object);
py::dict told(const Dynamics& dynamics);

/// A function whose last arguments are those of dynamics.
template <class Result, class... Leading, class Function>
auto with_dynamics(Function function) {
  return [function](Leading... leading, const std::optional<Vec3d>& gravity,
                    std::optional<double> time_step, const std::optional<std::string>& integrator,
                    std::optional<double> damping, std::optional<double> strain_limit,
                    const std::optional<std::vector<Obstacle>>& obstacles,
                    const std::optional<std::vector<Pull>>& pulls, const py::object& selection,
                    const py::object& large_steps) -> Result {
    return function(static_cast<Leading>(leading)...,
                    GivenDynamics{gravity, time_step, integrator, damping, strain_limit, obstacles,
                                  pulls, selection, large_steps});
  };
}

inline auto dynamics_arguments() {
  return std::tuple(py::kw_only(), py::arg("gravity") = py::none(),
                    py::arg("time_step") = py::none(), py::arg("integrator") = py::none(),
                    py::arg("damping") = py::none(), py::arg("strain_limit") = py::none(),
                    py::arg("obstacles") = py::none(), py::arg("pulls") = py::none(),
                    py::arg("selection") = py::none(), py::arg("large_steps") = py::none());
}

template <class Class, class Function, class... Extra>
void def_with_dynamics(Class& type, const char* name, const char* help, Function&& function,
                       const Extra&... extra) {
  std::apply(
      [&](const auto&... arguments) {
        type.def(name, std::forward<Function>(function), extra..., arguments..., help);
      },
      dynamics_arguments());
}
/// Likewise a constructor.
template <class Class, class Function, class... Extra>
void init_with_dynamics(Class& type, const char* help, Function function, const Extra&... extra) {
  std::apply(
      [&](const auto&... arguments) { type.def(py::init(function), extra..., arguments..., help); },
      dynamics_arguments());
}

}  // namespace pliant::python
