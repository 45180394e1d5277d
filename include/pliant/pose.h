#pragma once

#include <pliant/box.h>
#include <pliant/mesh.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

// How large a mesh is and which way up: files say neither.

namespace pliant {

/// What the numbers of a file may count.
struct LengthUnit {
  std::string_view name;    ///< as options have it, such as "mm"
  std::string_view plural;  ///< "millimetres"
  double metres;
};
std::span<const LengthUnit> length_units();

struct MeshPose {
  std::string unit{};    ///< by its name; empty: metres, which nobody has confirmed
  double scale = 1;      ///< by which it is made larger, beside the unit
  double size = 0;       ///< m, of the longest side of its box, instead of both; 0: not given
  std::string up = "y";  ///< the axis of the file that shall point up: "y" or "z"
  Vec3d rotation{};      ///< degrees about x, then y, then z, after that

  bool operator==(const MeshPose&) const = default;
};

/// By what a mesh in this box is multiplied. InputError where unit or axis are unknown, numbers are
/// out of range, or the size is given twice.
double scale_of(const MeshPose& pose, const Box& box);

/// Multiplies all coordinates; by 1 not a bit changes.
void resize(Mesh& mesh, double factor);

/// Turned by degrees about x, then y, then z.
Vec3d turned(const Vec3d& p, const Vec3d& rotation);
/// The axis that is up, then the rotation.
Vec3d turned(const Vec3d& p, const MeshPose& pose);
void turn(Mesh& mesh, const MeshPose& pose);

/// resize() and turn().
void apply(const MeshPose& pose, Mesh& mesh);

/// From how high above the floor a body in this box is dropped where nobody says, m: half its
/// longest side.
double usual_drop_height(const Box& box);

/// Beyond these a file is asked for its unit.
inline constexpr double largest_usual_mesh = 20, smallest_usual_mesh = 1e-3;  // m

/// A question where a mesh, which stands as `pose` says and lies in `box` now, is hardly as large
/// as its numbers say in that unit: "cow.obj is 340 m high: is it in millimetres? --unit mm".
/// `in_scene`: with the words of a script. Nothing where the size is usual, or was given.
std::optional<std::string> unit_question(const std::string& name, const MeshPose& pose,
                                         const Box& box, bool in_scene = false);

}  // namespace pliant
