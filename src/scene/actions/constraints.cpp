#include "scene/actions/drive_work.h"
#include "scene/actions/list.h"

namespace pliant::action {

Declaration Pin::declare() {
  return Declare<Pin>("Pin", "constraints", "Holds vertices where they are at the start.",
                      "sim:addAction(Pin{group = \"left\"})")
      .parameter("group", &Pin::group, "", "which vertices", required)
      .parameter("axes", &Pin::axes, "", "directions that are held, some of the letters xyz")
      .parameter("body", &Pin::body, "", body_help);
}

std::unique_ptr<Work> Pin::prepare(Stage& stage) const {
  const auto held = parse_axes(axes);
  auto parts = stage.select(group, body);
  for (const Selection& part : parts) {
    StagedBody& staged = stage.bodies[part.body];
    if (axes_all(held))
      staged.body.pinned.insert(staged.body.pinned.end(), part.vertices.begin(),
                                part.vertices.end());
  }
  if (axes_all(held)) return nullptr;
  return std::make_unique<DriveWork>(std::move(parts), held, steady_at_rest(), DriveTimes{});
}

}  // namespace pliant::action
