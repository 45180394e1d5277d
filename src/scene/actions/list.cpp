#include "scene/actions/list.h"

#include <pliant/error.h>
#include <pliant/run.h>

#include "base/short_text.h"
#include "base/text.h"

namespace pliant::action {

namespace {

template <class... A>
std::vector<const ActionType*> types() {
  return {&action_type<A>()...};
}

}  // namespace

std::vector<const ActionType*> built_in() {
  auto all = types<Gravity, GlobalDamping, Ground, Tabletop, Ball, Capsule, Box, SolidObstacle,
                   Friction, Contact, StrainLimit, LargeSteps, Equilibrium, DynamicSelection,
                   ClearForces, MassSpringForces, MassSpringAsPublished, MaterialForces,
                   MaterialForces2, MaterialForces3, ElasticForces, Muscle, ClothForces,
                   ChainForces, SpectralSolid, Pin, Anchor, Drive, Orient, MoveSteady, MoveBlock,
                   Rotate, SineMovement, SimpleVolumeConstraint, ElementVolumeConstraint,
                   EventForces, Load, Traction, Pressure, ChangeStiffness, SetAttribute, Cut, Probe,
                   ContactForce, CalculateFlux, Record, StopWhen, WatchEnergy>();
  for (const auto& made : {laws_as_actions(), integrators_as_actions()})
    all.insert(all.end(), made.begin(), made.end());
  return all;
}

void note_times(SceneRun& run, std::int64_t first, std::int64_t steps) {
  const auto seconds = [&](std::int64_t step) {
    return short_text(static_cast<double>(step) * run.time_step());
  };
  const std::int64_t end = run.last_step();
  if (first >= end)
    run.note(text("it would begin at ", seconds(first), " s, but the run ends at ", seconds(end),
                  " s: nothing comes of it"));
  else if (steps > end - first)
    run.note(text("it would last until ", seconds(first + steps), " s, but the run ends at ",
                  seconds(end), " s: the rest is cut off"));
}

std::array<bool, 3> parse_axes(const std::string& letters) {
  std::array<bool, 3> axes{};
  if (letters.empty())
    throw InputError("", 0, "'axes' is empty",
                     "write some of the letters x, y and z, such as \"xz\"");
  for (const char c : letters) {
    if (c < 'x' || c > 'z')
      throw InputError("", 0, text("'axes' is '", letters, "'"),
                       "write some of the letters x, y and z, such as \"xz\"");
    axes[static_cast<std::size_t>(c - 'x')] = true;
  }
  return axes;
}

Vec3d unit_vector(std::int64_t axis) {
  Vec3d unit;
  unit[static_cast<int>(axis)] = 1;
  return unit;
}

std::vector<Selection> on_plane(const Stage& stage, std::int64_t axis, double position,
                                double tolerance, const BodyName& body) {
  const Vec3d normal = unit_vector(axis), point = normal * position;
  GroupName plane;
  plane += text("plane:", point.x, ',', point.y, ',', point.z, ',', normal.x, ',', normal.y, ',',
                normal.z);
  if (tolerance > 0) plane += text(',', tolerance);
  return stage.select(plane, body);
}

std::vector<Selection> in_box(const Stage& stage, const Vec3d& low, const Vec3d& high,
                              const BodyName& body) {
  GroupName box;
  box += text("box:", low.x, ',', low.y, ',', low.z, ',', high.x, ',', high.y, ',', high.z);
  return stage.select(box, body);
}

}  // namespace pliant::action
