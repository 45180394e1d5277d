#include <pliant/error.h>
#include <pliant/large_steps.h>

#include <array>
#include <string>

#include "base/nearest_name.h"
#include "base/text.h"

namespace pliant {

namespace {

// In the order of the enums.
constexpr std::array<std::string_view, 2> minimiser_names{"newton", "descent"};
constexpr std::array all_minimisers{Minimiser::newton, Minimiser::descent};
constexpr std::array<std::string_view, 3> implicit_names{"backward_euler", "bdf2", "newmark"};
constexpr std::array all_implicit{ImplicitIntegrator::backward_euler, ImplicitIntegrator::bdf2,
                                  ImplicitIntegrator::newmark};

template <class Names, class Values>
auto with_name(std::string_view wanted, const Names& names, const Values& values,
               std::string_view what) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == wanted) return values[i];
  throw InputError("", 0, text("no ", what, " '", wanted, "'"), nearest_name(wanted, names));
}

}  // namespace

std::string_view name(Minimiser method) {
  return minimiser_names[static_cast<std::size_t>(method)];
}
std::string_view name(ImplicitIntegrator integrator) {
  return implicit_names[static_cast<std::size_t>(integrator)];
}
Minimiser minimiser(std::string_view name) {
  return with_name(name, minimiser_names, all_minimisers, "method of large steps");
}
ImplicitIntegrator implicit_integrator(std::string_view name) {
  return with_name(name, implicit_names, all_implicit, "integrator of large steps");
}
std::span<const Minimiser> minimisers() {
  return all_minimisers;
}
std::span<const ImplicitIntegrator> implicit_integrators() {
  return all_implicit;
}

}  // namespace pliant
