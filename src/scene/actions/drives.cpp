#include <pliant/error.h>

#include <cmath>
#include <numbers>

#include "scene/actions/drive_work.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

constexpr const char* hold_help = "stay there afterwards, else let go";
constexpr const char* axis_help = "0, 1 or 2 for x, y or z";

std::unique_ptr<Work> drive(std::vector<Selection> parts, const std::array<bool, 3>& axes,
                            DrivePath path, const DriveTimes& times) {
  return std::make_unique<DriveWork>(std::move(parts), axes, std::move(path), times);
}

std::array<bool, 3> only(std::int64_t axis) {
  std::array<bool, 3> axes{};
  axes[static_cast<std::size_t>(axis)] = true;
  return axes;
}

DrivePath along(std::int64_t axis, double speed) {
  return [velocity = unit_vector(axis) * speed](double seconds, const Vec3d&) {
    return Pose{.shift = velocity * seconds};
  };
}

// What motions begin with that move the vertices in a plane.
template <class M>
Declare<M>& declare_plane(Declare<M>& motion) {
  return motion
      .parameter("plane", &M::plane, "", "axis across the plane, 0, 1 or 2 for x, y or z",
                 axis_limits)
      .parameter("position", &M::position, "m", "of the plane on that axis");
}

// What all motions end with: when they act, E06's names first, and on which body.
template <class M>
Declare<M>& declare_when(Declare<M>& motion) {
  motion.parameter("steps", &M::steps, "", "how many steps; 0: as 'seconds' says", not_negative)
      .parameter("hold", &M::hold, "", hold_help);
  if constexpr (requires { &M::tolerance; })
    motion.parameter("tolerance", &M::tolerance, "m",
                     "distance from the plane; 0: a millionth of the body's size", not_negative);
  return motion.parameter("start", &M::start, "s", "when it begins", not_negative)
      .parameter("seconds", &M::seconds, "s", "how long it lasts, instead of steps; 0: to the end",
                 not_negative)
      .parameter("start_step", &M::start_step, "",
                 "after how many steps it begins, instead of 'start'", not_negative)
      .parameter("body", &M::body, "", body_help);
}

template <class M>
DriveTimes drive_times(const M& motion) {
  if (motion.steps > 0 && motion.seconds > 0)
    throw InputError("", 0, "both 'steps' and 'seconds' are given", "give one of them");
  if (motion.start_step > 0 && motion.start > 0)
    throw InputError("", 0, "both 'start' and 'start_step' are given", "give one of them");
  return {motion.start, motion.seconds, motion.start_step, motion.steps, motion.hold};
}

// A turn about an axis through the middle of the vertices.
Pose turn(int axis, double angle, const Vec3d& centre) {
  const double c = std::cos(angle), s = std::sin(angle);
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  Pose pose;
  Vec3d &row_i = pose.rotation[static_cast<std::size_t>(i)],
        &row_j = pose.rotation[static_cast<std::size_t>(j)];
  row_i[i] = c;
  row_i[j] = -s;
  row_j[i] = s;
  row_j[j] = c;
  pose.shift = centre - pose(centre);
  return pose;
}

}  // namespace

Declaration Drive::declare() {
  return Declare<Drive>("Drive", "drives",
                        "Leads vertices along a path: a displacement from where they are when it "
                        "begins.",
                        "sim:addAction(Drive{group = \"top\", path = function(t) return 0, 0.1 * "
                        "math.sin(6 * t), 0 end})")
      .parameter("group", &Drive::group, "", "which vertices", required)
      .parameter("path", &Drive::path, "m", "displacement after t seconds of the drive", required)
      .parameter("axes", &Drive::axes, "", "directions that are led, some of the letters xyz")
      .parameter("start", &Drive::start, "s", "when it begins", not_negative)
      .parameter("seconds", &Drive::seconds, "s", "how long it lasts; 0: to the end", not_negative)
      .parameter("hold", &Drive::hold, "", hold_help)
      .parameter("body", &Drive::body, "", body_help);
}

std::unique_ptr<Work> Drive::prepare(Stage& stage) const {
  return drive(stage.select(group, body), parse_axes(axes),
               [p = path](double after, const Vec3d&) { return Pose{.shift = p(after)}; },
               {start, seconds, 0, 0, hold});
}

Declaration MoveSteady::declare() {
  using M = MoveSteady;
  Declare<M> motion("MoveSteady", "drives",
                    "Moves the vertices in a plane with a steady speed in one direction; in the "
                    "others they are free.",
                    "sim:addAction(MoveSteady(0, 0.0, 2, 0.0005, 40000, true))");
  declare_plane(motion)
      .parameter("direction", &M::direction, "", axis_help, axis_limits)
      .parameter("speed", &M::speed, "m/s", "with its sign");
  return declare_when(motion);
}

std::unique_ptr<Work> MoveSteady::prepare(Stage& stage) const {
  return drive(on_plane(stage, plane, position, tolerance, body), only(direction),
               along(direction, speed), drive_times(*this));
}

Declaration MoveBlock::declare() {
  using M = MoveBlock;
  Declare<M> motion("MoveBlock", "drives",
                    "Moves the vertices in a box with a steady speed in one direction; in the "
                    "others they are free.",
                    "sim:addAction(MoveBlock({0, 0, 0}, {0.1, 1, 1}, 1, -0.5, 1000, true))");
  motion.parameter("low", &M::low, "m", "corner of the box", required)
      .parameter("high", &M::high, "m", "opposite corner", required)
      .parameter("direction", &M::direction, "", axis_help, axis_limits)
      .parameter("speed", &M::speed, "m/s", "with its sign");
  return declare_when(motion);
}

std::unique_ptr<Work> MoveBlock::prepare(Stage& stage) const {
  return drive(in_box(stage, low, high, body), only(direction), along(direction, speed),
               drive_times(*this));
}

Declaration Rotate::declare() {
  using R = Rotate;
  Declare<R> motion("Rotate", "drives",
                    "Turns the vertices in a plane about their middle, with a steady speed.",
                    "sim:addAction(Rotate{plane = 1, position = 1, speed = 0.5, steps = 20000})");
  declare_plane(motion).parameter("speed", &R::speed, "rad/s", "with its sign, about the axis");
  return declare_when(motion);
}

std::unique_ptr<Work> Rotate::prepare(Stage& stage) const {
  return drive(
      on_plane(stage, plane, position, tolerance, body), {true, true, true},
      [axis = static_cast<int>(plane), rate = speed](double time, const Vec3d& centre) {
        return turn(axis, rate * time, centre);
      },
      drive_times(*this));
}

Declaration SineMovement::declare() {
  using S = SineMovement;
  Declare<S> motion("SineMovement", "drives",
                    "Moves the vertices in a plane to and fro in one direction, as a sine of time; "
                    "in the others they are free.",
                    "sim:addAction(SineMovement{plane = 0, position = 0, direction = 1, "
                    "amplitude = 0.1, frequency = 2})");
  declare_plane(motion)
      .parameter("direction", &S::direction, "", axis_help, axis_limits)
      .parameter("amplitude", &S::amplitude, "m", "largest distance from the start")
      .parameter("frequency", &S::frequency, "1/s", "swings a second", not_negative);
  return declare_when(motion);
}

std::unique_ptr<Work> SineMovement::prepare(Stage& stage) const {
  const Vec3d swing = unit_vector(direction) * amplitude;
  const double rate = 2 * std::numbers::pi * frequency;
  return drive(
      on_plane(stage, plane, position, tolerance, body), only(direction),
      [swing, rate](double time, const Vec3d&) {
        return Pose{.shift = swing * std::sin(rate * time)};
      },
      drive_times(*this));
}

}  // namespace pliant::action
