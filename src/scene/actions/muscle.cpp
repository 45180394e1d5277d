#include <pliant/continuum.h>
#include <pliant/error.h>

#include <algorithm>

#include "base/text.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

constexpr const char* activation = "activation";  // as MuscleFibre reads it

std::vector<Index> tetrahedra_in(const StagedBody& body, const Group& vertices) {
  const auto is_in = [&](Index v) { return std::ranges::binary_search(vertices, v); };
  std::vector<Index> inside;
  for (std::size_t t = 0; t < body.mesh->tetrahedra().size(); ++t)
    if (std::ranges::all_of(body.mesh->tetrahedra()[t], is_in))
      inside.push_back(static_cast<Index>(t));
  if (inside.empty())
    throw InputError("", 0, text("the group holds no tetrahedron of body '", body.name, "'"),
                     "choose vertices of a part of a solid");
  return inside;
}

}  // namespace

Declaration Muscle::declare() {
  return Declare<Muscle>(
             "Muscle", "loads",
             "Fibres in a solid, beside its own forces, that resist being stretched and contract "
             "where vertices are active: SetAttribute sets their 'activation', from 0 to 1.",
             "sim:addAction(Muscle{direction = {0, 1, 0}, tension = 3e5})\n"
             "sim:addAction(SetAttribute{attribute = \"activation\", value = 1, ramp = 0.2})")
      .parameter("direction", &Muscle::direction, "", "of the fibres at rest; of any length",
                 required)
      .parameter("tension", &Muscle::tension, "Pa", "of fully active fibres at their rest length",
                 {.low = 0, .required = true})
      .parameter("stiffness", &Muscle::stiffness, "Pa", "against being stretched", not_negative)
      .parameter("damping_time", &Muscle::damping_time, "s",
                 "viscous stress over the rate of what 'stiffness' makes", not_negative)
      .parameter("group", &Muscle::group, "", "vertices; tetrahedra with all corners in it")
      .parameter("body", &Muscle::body, "", body_help);
}

void Muscle::prepare(Stage& stage) const {
  const pliant::Muscle fibres{{direction}, tension, stiffness, damping_time};
  for (const Selection& part : stage.select(group, body)) {
    StagedBody& staged = stage.bodies[part.body];
    staged.body.relations.push_back(
        muscle_relations(*staged.mesh, fibres, tetrahedra_in(staged, part.vertices)));
    auto& attributes = staged.body.attributes;
    if (std::ranges::find(attributes, activation, &VertexAttribute::name) == attributes.end())
      attributes.push_back({activation, {0.0}});
  }
}

}  // namespace pliant::action
