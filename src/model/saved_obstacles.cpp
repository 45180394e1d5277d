#include <pliant/error.h>

#include <limits>

#include "model/checks.h"
#include "model/saved_state.h"

namespace pliant {

namespace {

void write(ByteWriter& out, const Floor& floor) {
  out.add(floor.point);
  out.add(floor.normal);
}
void write(ByteWriter& out, const Ball& ball) {
  out.add(ball.centre);
  out.add(ball.radius);
}
void write(ByteWriter& out, const Capsule& capsule) {
  out.add(capsule.begin);
  out.add(capsule.end);
  out.add(capsule.radius);
}
void write(ByteWriter& out, const Cuboid& cuboid) {
  out.add(cuboid.centre);
  out.add(cuboid.size);
  for (const Vec3d& axis : cuboid.axes) out.add(axis);
}
void write(ByteWriter& out, const ClosedSurface& surface) {
  out.add(std::uint64_t(surface.vertices().size()));
  out.add(surface.vertices(), Precision::double_precision);
  out.add(std::uint64_t(surface.triangles().size()));
  for (const Triangle& t : surface.triangles())
    for (const Index v : t) out.add(v);
  out.add(surface.offset());
}

void read(ByteReader& in, Floor& floor) {
  floor.point = in.get_vector();
  floor.normal = in.get_vector();
}
void read(ByteReader& in, Ball& ball) {
  ball.centre = in.get_vector();
  ball.radius = in.get<double>();
}
void read(ByteReader& in, Capsule& capsule) {
  capsule.begin = in.get_vector();
  capsule.end = in.get_vector();
  capsule.radius = in.get<double>();
}
void read(ByteReader& in, Cuboid& cuboid) {
  cuboid.centre = in.get_vector();
  cuboid.size = in.get_vector();
  for (Vec3d& axis : cuboid.axes) axis = in.get_vector();
}

ClosedSurface read_surface(ByteReader& in) {
  std::vector<Vec3d> vertices =
      in.get_vectors(in.get<std::uint64_t>(), Precision::double_precision);
  std::vector<Triangle> triangles;
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
    Triangle t;
    for (Index& v : t) v = in.get<Index>();
    triangles.push_back(t);
  }
  const Vec3d offset = in.get_vector();
  return ClosedSurface(std::move(vertices), std::move(triangles)).moved(offset);
}

template <class Shape>
Shape read_shape(ByteReader& in) {
  Shape shape;
  read(in, shape);
  return shape;
}

}  // namespace

void write_obstacle(ByteWriter& out, const Obstacle& obstacle) {
  out.add(static_cast<std::uint8_t>(obstacle.shape.index()));
  std::visit([&](const auto& shape) { write(out, shape); }, obstacle.shape);
  out.add(obstacle.friction);
  out.add(obstacle.bounce);
  out.add(static_cast<std::uint8_t>(obstacle.response));
  out.add(obstacle.stiffness);
  out.add(obstacle.velocity);
  out.add(obstacle.since);
}

Obstacle read_obstacle(ByteReader& in) {
  Obstacle obstacle;
  switch (in.get<std::uint8_t>()) {
    case 0:
      obstacle.shape = read_shape<Floor>(in);
      break;
    case 1:
      obstacle.shape = read_shape<Ball>(in);
      break;
    case 2:
      obstacle.shape = read_shape<Capsule>(in);
      break;
    case 3:
      obstacle.shape = read_shape<Cuboid>(in);
      break;
    case 4:
      obstacle.shape = read_surface(in);
      break;
    default:
      need(false, "the saved state is damaged: there is no such obstacle",
           "take one that was saved as a whole");
  }
  obstacle.friction = in.get<double>();
  obstacle.bounce = in.get<double>();
  const auto response = in.get<std::uint8_t>();
  need(response <= static_cast<std::uint8_t>(Response::contact),
       "the saved state is damaged: there is no such response of an obstacle",
       "take one that was saved as a whole");
  obstacle.response = static_cast<Response>(response);
  obstacle.stiffness = in.get<double>();
  obstacle.velocity = in.get_vector();
  obstacle.since = in.get<double>();
  return obstacle;
}

}  // namespace pliant
