#include "session/document.h"

#include <pliant/actions.h>

#include <algorithm>
#include <set>

#include "base/text.h"

namespace pliant::viewer {

namespace {

GroupSource source_of(const PaintedGroup& group, const std::vector<std::string>& body_names) {
  GroupSource source;
  source.name = group.name;
  if (group.body < body_names.size()) source.body = BodyName(body_names[group.body].c_str());
  source.select = "list:";
  for (std::size_t i = 0; i < group.vertices.size(); ++i)
    source.select += text(i == 0 ? "" : ",", group.vertices[i]);
  return source;
}

bool goes_with_modes(const Declaration& action) {
  static const std::set<std::string> others{"StrainLimit", "DynamicSelection",
                                            "SimpleVolumeConstraint", "ElementVolumeConstraint"};
  return action.group != "forces" && action.group != "laws" && !others.contains(action.name);
}

bool has(const Declaration& declaration, const char* parameter) {
  return std::ranges::find(declaration.parameters, parameter, &Parameter::name) !=
         declaration.parameters.end();
}

std::string body_of(const Action& action) {
  if (!has(action.declaration(), "body")) return "";
  const Value value = action.get("body");
  const auto* const name = std::get_if<std::string>(&value.is);
  return name ? *name : "";
}

// What both kinds of action know of the material.
void take_material(const Action& from, Action& to) {
  for (const char* name : {"young", "shear", "material", "poisson", "damping_time"})
    if (has(from.declaration(), name) && has(to.declaration(), name)) to.set(name, from.get(name));
}

}  // namespace

std::vector<std::shared_ptr<const Action>> spectral_actions(
    const std::vector<std::shared_ptr<const Action>>& actions,
    const std::vector<std::string>& body_names, std::size_t body,
    const std::vector<std::string>& rigid, std::int64_t modes) {
  std::vector<std::shared_ptr<const Action>> out;
  const ActionType& type = action_type<action::SpectralSolid>();
  std::shared_ptr<Action> solid = type.make(type);
  const std::string& name = body_names[body];
  for (const auto& action : actions) {
    const std::string of = body_of(*action);
    if (goes_with_modes(action->declaration()) || (!of.empty() && of != name)) {
      out.push_back(action);
      continue;
    }
    if (action->declaration().name == type.declaration.name)
      solid = action->copy();
    else
      take_material(*action, *solid);
    for (const std::string& other : body_names) {  // which keep what was for all
      if (!of.empty() || other == name) continue;
      std::shared_ptr<Action> copy = action->copy();
      if (has(copy->declaration(), "body")) copy->set("body", other);
      out.push_back(std::move(copy));
    }
  }
  Value::List groups;
  for (const std::string& group : rigid) groups.emplace_back(group);
  solid->set("rigid", groups);
  solid->set("modes", modes);
  if (body_names.size() > 1) solid->set("body", name);
  out.push_back(std::move(solid));
  return out;
}

Simulation composed(const Simulation& base, const Document& document,
                    const std::vector<std::string>& body_names) {
  Simulation out;
  out.settings = base.settings;
  out.folder = base.folder;
  for (const auto& body : base.bodies()) out.add_body(body);
  // The first of a name counts: painted groups may take the place of the scene's.
  for (const PaintedGroup& group : document.groups) out.add_group(source_of(group, body_names));
  for (const auto& group : base.groups()) out.add_group(group);
  for (const auto& action : document.actions) out.add(action);
  return out;
}

}  // namespace pliant::viewer
