#include "scene/actions/list.h"

namespace pliant::action {

Declaration Anchor::declare() {
  return Declare<Anchor>("Anchor", "drives",
                         "Ties vertices by springs to where they are in the mesh: an elastic "
                         "support, softer than Pin.",
                         "sim:addAction(Anchor{group = \"bottom\", stiffness = 2000})")
      .parameter("group", &Anchor::group, "", "which vertices", required)
      .parameter("stiffness", &Anchor::stiffness, "N/m", "of all springs together, or of each",
                 {.low = 0, .above = true, .required = true})
      .parameter("damping", &Anchor::damping, "N s/m", "force over velocity, of all or of each",
                 not_negative)
      .parameter("each", &Anchor::each, "", "the numbers are those of each spring, not shared")
      .parameter("body", &Anchor::body, "", body_help);
}

void Anchor::prepare(Stage& stage) const {
  const std::vector<Selection> parts = stage.select(group, body);
  std::size_t count = 0;
  for (const Selection& part : parts) count += part.vertices.size();
  const double share = each ? 1 : 1 / static_cast<double>(count);
  for (const Selection& part : parts) {
    StagedBody& staged = stage.bodies[part.body];
    for (const Index v : part.vertices)
      staged.dynamics.pulls.push_back(
          {v, staged.mesh->vertices()[v], stiffness * share, damping * share});
  }
}

}  // namespace pliant::action
