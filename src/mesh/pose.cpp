#include <pliant/error.h>
#include <pliant/pose.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/nearest_name.h"
#include "base/short_text.h"
#include "base/text.h"

namespace pliant {

namespace {

constexpr LengthUnit metre{"m", "metres", 1};

const LengthUnit& unit_of(const MeshPose& pose) {
  if (pose.unit.empty()) return metre;
  const auto found = std::ranges::find(length_units(), pose.unit, &LengthUnit::name);
  if (found != length_units().end()) return *found;
  std::vector<std::string> names;
  for (const LengthUnit& unit : length_units()) names.emplace_back(unit.name);
  throw InputError("", 0, text("there is no unit '", pose.unit.substr(0, 64), "'"),
                   nearest_name(pose.unit, names));
}

double longest_side(const Box& box) {
  const Vec3d size = box.size();
  return std::max({size.x, size.y, size.z});
}

Vec3d turned_about(const Vec3d& p, int axis, double degrees) {
  const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  Vec3d out = p;
  out[i] = c * p[i] - s * p[j];
  out[j] = s * p[i] + c * p[j];
  return out;
}

template <class Move>
void move_points(Mesh& mesh, const Move& move) {
  for (Vec3d& p : mesh.vertices) p = move(p);
  if (mesh.voronoi)
    for (Vec3d& p : mesh.voronoi->vertices) p = move(p);
}

// The unit in which so many of the file's numbers make a thing that one can hold or stand beside;
// millimetres first, since that is what drawing programs and printers write.
const LengthUnit* likely_unit(double numbers, const LengthUnit& other_than) {
  for (const char* name : {"mm", "m", "cm", "inch"}) {
    const auto& unit = *std::ranges::find(length_units(), name, &LengthUnit::name);
    const double metres = numbers * unit.metres;
    if (unit.name != other_than.name && metres >= smallest_usual_mesh &&
        metres <= largest_usual_mesh)
      return &unit;
  }
  return nullptr;
}

}  // namespace

std::span<const LengthUnit> length_units() {
  static constexpr LengthUnit units[] = {
      {"mm", "millimetres", 1e-3}, {"cm", "centimetres", 1e-2}, metre, {"inch", "inches", 0.0254}};
  return units;
}

double scale_of(const MeshPose& pose, const Box& box) {
  if (pose.up != "y" && pose.up != "z")
    throw InputError("", 0, text("the axis '", pose.up.substr(0, 64), "' cannot be up"),
                     "say y or z; a rotation does the rest");
  if (!is_finite(pose.rotation))
    throw InputError("", 0, "the rotation is not finite", "give three numbers of degrees");
  if (!(pose.scale > 0) || !std::isfinite(pose.scale))
    throw InputError("", 0, text("the scale is ", pose.scale), "give a positive number");
  if (!(pose.size >= 0) || !std::isfinite(pose.size))
    throw InputError("", 0, text("the size is ", pose.size), "give a positive number of metres");
  const LengthUnit& unit = unit_of(pose);
  if (pose.size == 0) return unit.metres * pose.scale;
  if (!pose.unit.empty() || pose.scale != 1)
    throw InputError("", 0,
                     text("both 'size' and '", pose.unit.empty() ? "scale" : "unit", "' are given"),
                     "leave one out: the size says all");
  const double longest = longest_side(box);
  if (!(longest > 0) || !std::isfinite(longest))
    throw InputError("", 0, "the mesh has no extent that could get a size",
                     "see whether the file is the right one");
  return pose.size / longest;
}

void resize(Mesh& mesh, double factor) {
  if (factor != 1) move_points(mesh, [&](const Vec3d& p) { return p * factor; });
}

Vec3d turned(const Vec3d& p, const Vec3d& rotation) {
  Vec3d out = p;
  for (int axis = 0; axis < 3; ++axis)
    if (rotation[axis] != 0) out = turned_about(out, axis, rotation[axis]);
  return out;
}

Vec3d turned(const Vec3d& p, const MeshPose& pose) {
  return turned(pose.up == "z" ? Vec3d{p.x, p.z, -p.y} : p, pose.rotation);
}

void turn(Mesh& mesh, const MeshPose& pose) {
  if (pose.up == "y" && pose.rotation == Vec3d{}) return;
  move_points(mesh, [&](const Vec3d& p) { return turned(p, pose); });
  if (mesh.appearance)
    for (Vec3d& normal : mesh.appearance->normals) normal = turned(normal, pose);
}

void apply(const MeshPose& pose, Mesh& mesh) {
  resize(mesh, scale_of(pose, bounding_box(mesh.vertices)));
  turn(mesh, pose);
}

double usual_drop_height(const Box& box) {
  return 0.5 * longest_side(box);
}

std::optional<std::string> unit_question(const std::string& name, const MeshPose& pose,
                                         const Box& box, bool in_scene) {
  const double longest = longest_side(box);
  const bool usual = longest <= largest_usual_mesh && longest >= smallest_usual_mesh;
  if (usual || !(longest > 0) || !std::isfinite(longest)) return std::nullopt;
  if (pose.size > 0 || pose.scale != 1 || pose.unit == "m") return std::nullopt;
  const LengthUnit& now = unit_of(pose);
  const std::string fact =
      text(name, " is ", short_text(longest), " m ", box.size().y == longest ? "high" : "long");
  const auto* const unit = likely_unit(longest / now.metres, now);
  if (unit == nullptr)
    return text(fact, ": is that meant? ", in_scene ? "size = 0.3" : "--size 0.3",
                " makes its longest side 0.3 m");
  return text(fact, ": is it in ", unit->plural, "? ",
              in_scene ? text("unit = \"", unit->name, "\"") : text("--unit ", unit->name),
              " makes that ", short_text(longest / now.metres * unit->metres), " m");
}

}  // namespace pliant
