#include <pliant/error.h>
#include <pliant/laws.h>

#include <deque>

#include "base/text.h"
#include "mesh/cells.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

/// One law on a whole body, with the law's own constants.
struct LawForces {
  std::size_t law = 0;
  std::vector<double> values;  // as in LawInfo::parameters
  BodyName body;

  void prepare(Stage& stage) const;
};

std::vector<Index> places_for(int arity, const TetMesh& mesh) {
  if (arity == 2) return flat<2>(mesh.edges());
  if (arity == 3) return flat<3>(mesh.boundary());
  if (arity == 4) return flat<4>(mesh.tetrahedra());
  return flat<8>(mesh.mesh().hexahedra.cells);
}

const char* where(int arity) {
  return arity == 2   ? "edges"
         : arity == 3 ? "boundary triangles"
         : arity == 4 ? "tetrahedra"
                      : "hexahedra";
}

bool has_places(const LawInfo& law) {
  return (law.arity >= 2 && law.arity <= 4) || (law.arity == 8 && law.pushed == 0);
}

void LawForces::prepare(Stage& stage) const {
  const LawInfo& info = laws()[law];
  for (const std::size_t b : stage.chosen(body)) {
    Relations set{std::string(info.name), places_for(info.arity, *stage.bodies[b].mesh), {}, {}};
    if (set.vertices.empty())
      throw InputError("", 0, text("body '", stage.bodies[b].name, "' has no ", where(info.arity)),
                       "name a body that has some, with 'body'");
    for (const double value : values) set.parameters.push_back({value});
    stage.bodies[b].body.relations.push_back(std::move(set));
  }
}

Parameter parameter_for(const LawField& field, std::size_t i) {
  Parameter p;
  p.name = field.name;
  p.unit = field.unit;
  p.help = field.help;
  const bool may_be_negative = field.name.starts_with("exponent");
  if (!may_be_negative) p.limits = {.low = 0};
  p.fallback = 0.0;
  p.get = [i](const void* object) {
    return Value(static_cast<const LawForces*>(object)->values[i]);
  };
  p.set = [i](void* object, const Value& value) {
    return detail::from_value(value, static_cast<LawForces*>(object)->values[i]);
  };
  return p;
}

ActionType type_for(std::size_t law) {
  const LawInfo& info = laws()[law];
  const std::string name(info.name);
  const std::string field = info.parameters.empty() ? "" : std::string(info.parameters[0].name);
  Declaration d = Declare<LawForces>(name, "laws",
                                     text("One law on all ", where(info.arity), ": ", info.help,
                                          ". The body needs a density."),
                                     text("sim:addAction(", name, "{", field, " = 10})"))
                      .parameter("body", &LawForces::body, "", body_help);
  for (std::size_t i = 0; i < info.given().size(); ++i)
    d.parameters.insert(d.parameters.end() - 1, parameter_for(info.given()[i], i));
  return {std::move(d),
          [](const ActionType& type) -> std::unique_ptr<Action> {
            const std::size_t count = laws()[type.law].given().size();
            return std::make_unique<ActionOf<LawForces>>(
                type, LawForces{type.law, std::vector<double>(count), {}});
          },
          law};
}

}  // namespace

std::vector<const ActionType*> laws_as_actions() {
  static const std::deque<ActionType> types = [] {
    std::deque<ActionType> all;
    for (std::size_t l = 0; l < laws().size(); ++l)
      if (has_places(laws()[l])) all.push_back(type_for(l));
    return all;
  }();
  std::vector<const ActionType*> out;
  for (const ActionType& type : types) out.push_back(&type);
  return out;
}

}  // namespace pliant::action
