#include "session/in_force.h"

#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/material.h>

#include <algorithm>

namespace pliant::viewer {

namespace {

template <class T>
T value_of(const Action& action, const char* parameter, T otherwise) {
  const auto& all = action.declaration().parameters;
  if (std::ranges::find(all, parameter, &Parameter::name) == all.end()) return otherwise;
  const Value value = action.get(parameter);
  const T* const given = std::get_if<T>(&value.is);
  return given ? *given : otherwise;
}

// Of the body that it acts on, or of the first of all.
const BodySource* body_under(const Action& action,
                             const std::vector<Simulation::SourcePointer>& bodies) {
  const auto name = value_of<std::string>(action, "body", "");
  for (const auto& body : bodies)
    if (name.empty() || body->value.name == name) return &body->value;
  return nullptr;
}

std::string material_name(const Action& action, const BodySource& body) {
  const auto own = value_of<std::string>(action, "material", "");
  return own.empty() ? body.material : own;
}

}  // namespace

std::string in_force(const Action& action, const std::string& parameter,
                     const std::vector<Simulation::SourcePointer>& bodies) {
  const BodySource* const body = body_under(action, bodies);
  if (body == nullptr || action.declaration().group != "forces") return "";
  const std::string name = material_name(action, *body);
  const auto known = std::ranges::find(materials(), name, &Material::name);
  if (known == materials().end()) return "";
  Material m = *known;
  if (const double young = value_of(action, "young", 0.0); young > 0) m.young = young;
  m.poisson = value_of(action, "poisson", m.poisson);
  if (parameter == "material") return name;
  if (parameter == "young") return fmt::format("{:g} Pa", m.young);
  if (parameter == "shear") return fmt::format("{:.4g} Pa", m.shear_modulus());
  if (parameter == "poisson") return fmt::format("{:g}", m.poisson);
  if (parameter == "damping_time") return fmt::format("{:g} s", m.damping_time);
  return "";
}

}  // namespace pliant::viewer
