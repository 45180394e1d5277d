#include <pliant/error.h>

#include <algorithm>
#include <type_traits>

#include "base/text.h"
#include "scene/actions/list.h"
#include "scene/actions/obstacle_work.h"
#include "scene/body_mesh.h"

namespace pliant::action {

namespace {

using Shape = decltype(Obstacle::shape);

constexpr const char* bounce_help = "part of the speed of an impact that comes back";
constexpr const char* friction_help =
    "force along the surface over that across it, at most; not given: that of Friction";

// In the order of enum class Response; only surfaces have the last one.
const std::vector<std::string>& response_names() {
  static const std::vector<std::string> names{"constraint", "impulse", "penalty", "contact"};
  return names;
}

// What all obstacles have in common; the last parameters.
template <class A>
Declare<A>& declare_response(Declare<A>& obstacle) {
  constexpr bool is_surface = std::is_same_v<A, SolidObstacle>;
  std::vector<std::string> choices = response_names();
  if (!is_surface) choices.pop_back();
  return obstacle.parameter("body", &A::body, "", body_help)
      .parameter("response", &A::response, "",
                 is_surface ? "what a vertex gets that has entered: a new position on the surface, "
                              "a new velocity, or a new acceleration; or contact, by which faces "
                              "and edges touch those of bodies. Not given: contact where bodies "
                              "touch and it has no bounce, constraint elsewhere"
                            : "what a vertex gets that has entered: a new position on the surface, "
                              "a new velocity, or a new acceleration",
                 {.choices = std::move(choices)})
      .parameter("stiffness", &A::stiffness, "1/s2",
                 "of a penalty: acceleration over depth; 0: (0.25 / time step) squared, a step "
                 "carries four times that",
                 not_negative);
}
template <class A>
Declare<A>& declare_touch(Declare<A>& obstacle) {
  obstacle.parameter("bounce", &A::bounce, "", bounce_help, {.low = 0, .high = 1})
      .parameter("friction", &A::friction, "", friction_help, not_negative);
  return declare_response(obstacle);
}

double friction_of(const std::optional<double>& given) {
  if (given && !(*given >= 0))
    throw InputError("", 0, text("'friction' is ", *given),
                     "give zero or more, or none for that of Friction");
  return given.value_or(no_friction_given);
}

Response response_of(const std::string& given) {
  if (given.empty()) return Response::constraint;
  const auto found = std::ranges::find(response_names(), given);
  if (found == response_names().end())
    throw InputError("", 0, text("'response' is '", given, "'"),
                     "give constraint, impulse or penalty; contact for a SolidObstacle");
  return static_cast<Response>(found - response_names().begin());
}

// `place`: of some point of it, for its velocity.
template <class A, class ShapeAt, class PlaceAt>
std::unique_ptr<Work> add(Stage& stage, const A& action, bool still, ShapeAt shape, PlaceAt place) {
  const double friction = friction_of(action.friction);
  const Response response = response_of(action.response);
  stage.contact.for_surfaces = stage.contact.for_surfaces || response == Response::contact;
  std::vector<ObstacleWork::Target> targets;
  for (const std::size_t b : stage.chosen(action.body)) {
    std::vector<Obstacle>& obstacles = stage.bodies[b].dynamics.obstacles;
    targets.push_back({b, obstacles.size()});
    if (response == Response::contact || (action.response.empty() && action.bounce == 0))
      stage.contact.surfaces.push_back({b, obstacles.size()});
    obstacles.push_back(
        {.shape = shape(0),
         .friction = friction,
         .bounce = action.bounce,
         .response = response == Response::contact ? Response::constraint : response,
         .stiffness = action.stiffness});
  }
  if (still) return nullptr;
  return std::make_unique<ObstacleWork>(std::move(targets), shape, place);
}

}  // namespace

Declaration Ground::declare() {
  Declare<Ground> ground("Ground", "surroundings",
                         "A floor that nothing passes. Ground:new(level), as E06 writes it, throws "
                         "everything back: there the bounce is 1 unless it is given.",
                         "sim:addAction(Ground{level = 0, bounce = 0.3})");
  ground.parameter("level", &Ground::level, "m", "its height, y, over the origin")
      .parameter("bounce", &Ground::bounce, "", bounce_help, {.low = 0, .high = 1})
      .parameter("friction", &Ground::friction, "", friction_help, not_negative)
      .parameter("normal", &Ground::normal, "", "up from it, for a slope; any length but zero")
      .with_new("bounce", 1.0);
  return declare_response(ground);
}

std::unique_ptr<Work> Ground::prepare(Stage& stage) const {
  if (!(length(normal) > 0))
    throw InputError("", 0, "'normal' has no length", "give a vector such as {0, 1, 0}");
  const auto point = [level = level](double time) { return Vec3d{0, level(time), 0}; };
  return add(
      stage, *this, level.is_constant(),
      [point, n = normal](double time) -> Shape {
        return Floor{point(time), n};
      },
      point);
}

Declaration Tabletop::declare() {
  Declare<Tabletop> table("Tabletop", "surroundings",
                          "A rectangular slab that bodies fall on, hang over and slide off.",
                          "sim:addAction(Tabletop{height = 1, length_x = 0.6, length_z = 0.6})");
  table.parameter("height", &Tabletop::height, "m", "of the top, y")
      .parameter("length_x", &Tabletop::length_x, "m", "size in x", positive)
      .parameter("length_z", &Tabletop::length_z, "m", "size in z", positive)
      .parameter("thickness", &Tabletop::thickness, "m", "how far it reaches down", positive)
      .parameter("centre", &Tabletop::centre, "m", "its middle in x and z; y is not used");
  return declare_touch(table);
}

std::unique_ptr<Work> Tabletop::prepare(Stage& stage) const {
  const auto top = [height = height, centre = centre](double time) {
    const Vec3d middle = centre(time);
    return Vec3d{middle.x, height(time), middle.z};
  };
  const auto shape = [=, x = length_x, z = length_z, y = thickness](double time) -> Shape {
    return tabletop(top(time), x, z, y);
  };
  return add(stage, *this, height.is_constant() && centre.is_constant(), shape, top);
}

Declaration Ball::declare() {
  Declare<Ball> ball("Ball", "surroundings", "A ball that nothing enters.",
                     "sim:addAction(Ball{centre = {0, 0.5, 0}, radius = 0.5})");
  ball.parameter("centre", &Ball::centre, "m", "its middle")
      .parameter("radius", &Ball::radius, "m", "its radius", positive);
  return declare_touch(ball);
}

std::unique_ptr<Work> Ball::prepare(Stage& stage) const {
  const auto shape = [centre = centre, r = radius](double time) -> Shape {
    return pliant::Ball{centre(time), r};
  };
  return add(stage, *this, centre.is_constant(), shape, centre);
}

Declaration Capsule::declare() {
  Declare<Capsule> capsule("Capsule", "surroundings", "A rod with round ends that nothing enters.",
                           "sim:addAction(Capsule{from = {-1, 0.5, 0}, to = {1, 0.5, 0}, "
                           "radius = 0.1})");
  capsule.parameter("from", &Capsule::from, "m", "the middle of one end", required)
      .parameter("to", &Capsule::to, "m", "the middle of the other", required)
      .parameter("radius", &Capsule::radius, "m", "its radius", positive);
  return declare_touch(capsule);
}

std::unique_ptr<Work> Capsule::prepare(Stage& stage) const {
  const auto shape = [from = from, to = to, r = radius](double time) -> Shape {
    return pliant::Capsule{from(time), to(time), r};
  };
  const auto middle = [from = from, to = to](double time) { return (from(time) + to(time)) * 0.5; };
  return add(stage, *this, from.is_constant() && to.is_constant(), shape, middle);
}

Declaration Box::declare() {
  Declare<Box> box("Box", "surroundings", "A box that nothing enters.",
                   "sim:addAction(Box{centre = {0, 0.2, 0}, size = {1, 0.4, 1}, "
                   "rotation = {0, 0, 20}})");
  box.parameter("centre", &Box::centre, "m", "its middle")
      .parameter("size", &Box::size, "m", "its three lengths")
      .parameter("rotation", &Box::rotation, "degrees", "about x, then y, then z");
  return declare_touch(box);
}

std::unique_ptr<Work> Box::prepare(Stage& stage) const {
  for (int i = 0; i < 3; ++i)
    if (!(size[i] > 0))
      throw InputError("", 0, text("'size' has the length ", size[i]),
                       "give three lengths above zero");
  Cuboid cuboid{{}, size};
  for (Vec3d& axis : cuboid.axes) axis = turned(axis, rotation);
  const auto shape = [cuboid, centre = centre](double time) -> Shape {
    Cuboid moved = cuboid;
    moved.centre = centre(time);
    return moved;
  };
  return add(stage, *this, centre.is_constant(), shape, centre);
}

Declaration SolidObstacle::declare() {
  using S = SolidObstacle;
  Declare<S> solid("SolidObstacle", "surroundings",
                   "A closed surface that nothing enters: a file or a built-in shape. Where bodies "
                   "touch (Contact) they touch it, too, with their faces and edges; elsewhere "
                   "their vertices are kept out, so that finer bodies follow it better.",
                   "sim:addAction(SolidObstacle{mesh = \"torus\", position = {0, 0.3, 0}})");
  solid.parameter("mesh", &S::mesh, "", "a file, or a built-in shape by name", required)
      .parameter("position", &S::position, "m", "where its own origin is")
      .parameter("rotation", &S::rotation, "degrees", "about x, then y, then z")
      .parameter("scale", &S::scale, "", "of all its lengths", positive)
      .parameter("settings", &S::settings, "", "of a built-in shape");
  declare_touch(solid);
  return solid
      .parameter("unit", &S::unit, "", "what the numbers of its file count; empty: metres",
                 {.choices = {"mm", "cm", "m", "inch"}})
      .parameter("size", &S::size, "m",
                 "of its longest side, before it is turned; instead of 'scale' and 'unit'; 0: not "
                 "given",
                 not_negative)
      .parameter("up", &S::up, "", "the axis of its file that points up", {.choices = {"y", "z"}});
}

std::unique_ptr<Work> SolidObstacle::prepare(Stage& stage) const {
  BodySource source;
  source.mesh = mesh;
  source.rotation = rotation;
  source.scale = scale;
  source.settings = settings;
  source.unit = unit;
  source.size = size;
  source.up = up;
  if (response == "contact" && bounce > 0)
    throw InputError("", 0, text("contact gives no bounce of ", bounce),
                     "give no 'bounce', or another 'response'");
  const ClosedSurface surface = [&] {
    try {
      return obstacle_surface(source, stage.folder(), stage.notes);
    } catch (const InputError& e) {  // of a file: the line of the script comes before it
      throw InputError("", 0, e.file().empty() ? e.problem() : text(e.file(), ": ", e.problem()),
                       e.cure());
    }
  }();
  const auto shape = [surface, position = position](double time) -> Shape {
    return surface.moved(position(time));
  };
  return add(stage, *this, position.is_constant(), shape, position);
}

Declaration Friction::declare() {
  return Declare<Friction>("Friction", "surroundings",
                           "Coulomb's friction on all obstacles that have none of their own.",
                           "sim:addAction(Friction(0.5))")
      .parameter("coefficient", &Friction::coefficient, "",
                 "force along the surface over that across it, at most", not_negative)
      .parameter("body", &Friction::body, "", body_help);
}

void Friction::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body)) stage.bodies[b].friction = coefficient;
}

}  // namespace pliant::action
