#pragma once

#include <pliant/actions.h>
#include <pliant/stage.h>

namespace pliant::action {

using namespace limits;

/// The actions of actions.h and those made from lists. This is the one place to add a new one to
/// the library; other translation units use RegisterAction.
std::vector<const ActionType*> built_in();

/// Every law of laws() as an action that puts it on the edges, boundary triangles or tetrahedra of
/// a body, with the law's own parameters.
std::vector<const ActionType*> laws_as_actions();

/// Every integrator.
std::vector<const ActionType*> integrators_as_actions();

/// For stage.chosen(): what works on tetrahedra.
inline constexpr BodyKind solids_alone[] = {BodyKind::solid};

/// The last parameter of most actions.
inline constexpr const char* body_help = "the one body it is for, where there are several";
inline constexpr const char* every_help = "steps from one time to the next";

/// A number given as an axis: 0, 1 and 2 are x, y and z, as in E06.
inline const Limits axis_limits{.low = 0, .high = 2};
std::array<bool, 3> parse_axes(const std::string& letters);
Vec3d unit_vector(std::int64_t axis);
/// The vertices of each chosen body on a plane across an axis; InputError where there are none.
std::vector<Selection> on_plane(const Stage& stage, std::int64_t axis, double position,
                                double tolerance, const BodyName& body);

std::vector<Selection> in_box(const Stage& stage, const Vec3d& low, const Vec3d& high,
                              const BodyName& body);

/// Tells where something that begins at a step and lasts so many (0: to the end) does not fit into
/// the run.
void note_times(SceneRun& run, std::int64_t first, std::int64_t steps);

/// The first multiple of `every` after `step`.
inline std::int64_t next_multiple(std::int64_t step, std::int64_t every) {
  return step < 0 ? 0 : (step / every + 1) * every;
}

}  // namespace pliant::action
