#include "spectral/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::spectral {

namespace {

constexpr std::size_t most_contacts = 256;  // the deepest
constexpr int rounds = 20;
constexpr double pushed_out = 0.2;  // the part of a depth that a step takes back

struct Touch {
  Index vertex;
  Vec3d normal;
  double gap;  // m, below zero inside
  double bounce;
};

void touch(std::vector<Touch>& out, Index vertex, const Vec3d& x, const Dynamics& dynamics,
           double near) {
  if (dynamics.floor) {
    const Vec3d normal = normalised(dynamics.floor->normal);
    const double gap = dot(x - dynamics.floor->point, normal);
    if (gap < near) out.push_back({vertex, normal, gap, dynamics.floor->bounce});
  }
  if (dynamics.table) {
    const Table& table = *dynamics.table;
    const Vec3d from = x - table.centre;
    if (from.y < near && from.y > -table.thickness && std::abs(from.x) < 0.5 * table.length_x &&
        std::abs(from.z) < 0.5 * table.length_z)
      out.push_back({vertex, {0, 1, 0}, from.y, 0});
  }
  for (const Ball& ball : dynamics.balls) {
    const Vec3d from = x - ball.centre;
    const double distance = length(from);
    if (distance - ball.radius < near)
      out.push_back(
          {vertex, distance > 0 ? from / distance : Vec3d{0, 1, 0}, distance - ball.radius, 0});
  }
}

// What an impulse does that leaves the handles' rates as they are.
Row within_handles(const Motion& motion, const Handles::System& handles, const Row& row) {
  Row out = motion.response(row);
  if (handles.size() == 0) return out;
  std::vector<double> rates(handles.size());
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] = motion.product(handles.rows[i], out);
  const std::vector<double> shares = handles.solved(std::move(rates));
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Row& response = handles.responses[i];
    for (std::size_t m = 0; m < out.hybrid.size(); ++m)
      out.hybrid[m] -= shares[i] * response.hybrid[m];
    out.linear -= response.linear * shares[i];
    out.angular -= response.angular * shares[i];
  }
  return out;
}

struct Direction {
  Row row, response;
  double inverse;  // of what a unit impulse changes along itself
  double impulse = 0;
};

Direction direction(const Motion& motion, const Handles::System& handles, const Data::Node& node,
                    const Vec3d& along) {
  Direction out{motion.row(node, along), {}, 0};
  out.response = within_handles(motion, handles, out.row);
  const double change = motion.product(out.row, out.response);
  out.inverse = change > 0 ? 1 / change : 0;
  return out;
}

// The impulse goes towards the wanted rate and stays within its limits.
void push(Motion& motion, Direction& direction, double wanted, double least, double most) {
  const double before = direction.impulse;
  direction.impulse =
      std::clamp(before + direction.inverse * (wanted - motion.rate(direction.row)), least, most);
  motion.push(direction.response, direction.impulse - before);
}

struct Contact {
  double wanted;  // least rate along the normal, m/s
  Direction normal, sideways[2];
};

// No node shall be inside at the end of this step, nor half a step later. One that is about to be,
// and does not just lie there, bounces.
double least_rate(const Touch& touch, double before, double predicted, double resting, double h) {
  const double ahead = touch.gap + 0.5 * h * before;
  const double rate = ahead > 0 ? -ahead / h : -pushed_out * ahead / h;
  const bool strikes = touch.bounce > 0 && before < -resting && predicted < rate;
  return strikes ? std::max(rate, -touch.bounce * before) : rate;
}

std::vector<Touch> find_touches(const Data& data, const Motion& motion, const Dynamics& dynamics,
                                std::span<const Vec3d> places, double h) {
  double modal = 0;
  for (const double rate : motion.v) modal += rate * rate;
  const double speed = length(motion.velocity) + length(motion.angular_velocity()) * data.size +
                       3 * std::sqrt(modal / data.mass) + length(dynamics.gravity) * h;
  const double near = 2 * h * speed + 1e-6 * data.size;
  std::vector<Touch> out;
  for (std::size_t v = 0; v < places.size(); ++v)
    if (data.on_surface[v]) touch(out, static_cast<Index>(v), places[v], dynamics, near);
  if (out.size() > most_contacts) {
    std::ranges::nth_element(out, out.begin() + most_contacts, {}, &Touch::gap);
    out.resize(most_contacts);
    std::ranges::sort(out, {}, &Touch::vertex);
  }
  return out;
}

}  // namespace

bool has_obstacles(const Dynamics& dynamics) {
  return dynamics.floor || dynamics.table || !dynamics.balls.empty();
}

void resolve_contacts(const Data& data, Motion& motion, const Dynamics& dynamics,
                      const Handles::System& handles, std::span<const Vec3d> places, double h) {
  std::vector<Contact> contacts;
  for (const Touch& touch : find_touches(data, motion, dynamics, places, h)) {
    const Data::Node& node = data.node_of[touch.vertex];
    const double before = dot(motion.velocity_of(node), touch.normal);
    Direction normal = direction(motion, handles, node, touch.normal);
    const double predicted = motion.rate(normal.row);
    if (touch.gap > 0 && predicted > 0) continue;  // it leaves
    const double wanted = least_rate(touch, before, predicted, 2 * h * length(dynamics.gravity), h);
    Contact contact{wanted, std::move(normal), {}};
    if (dynamics.friction > 0) {
      const Vec3d other = std::abs(touch.normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
      const Vec3d first = normalised(cross(touch.normal, other));
      contact.sideways[0] = direction(motion, handles, node, first);
      contact.sideways[1] = direction(motion, handles, node, cross(touch.normal, first));
    }
    contacts.push_back(std::move(contact));
  }
  constexpr double no_limit = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round)
    for (Contact& contact : contacts) {
      push(motion, contact.normal, contact.wanted, 0, no_limit);
      const double most = dynamics.friction * contact.normal.impulse;
      if (dynamics.friction > 0)
        for (Direction& side : contact.sideways) push(motion, side, 0, -most, most);
    }
}

}  // namespace pliant::spectral
