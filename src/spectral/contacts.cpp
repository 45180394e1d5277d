#include "spectral/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/plain.h"

namespace pliant::spectral {

namespace {

constexpr std::size_t most_contacts = 256;  // the deepest
constexpr int rounds = 20;
constexpr double pushed_out = 0.2;  // the part of a depth that a step takes back

struct Touch {
  Index vertex;
  Vec3d normal;
  double gap;  // m, below zero inside
  double bounce, friction;
  Vec3d wall;  // how the obstacle moves, m/s
};

using Seen = contact::SeenObstacle<double>;

void touch(std::vector<Touch>& out, Index vertex, const Vec3d& x, std::span<const Seen> obstacles,
           double near) {
  for (const Seen& o : obstacles) {
    const contact::Gap<double> gap = contact::gap_to(o, x);
    if (gap.distance < near)
      out.push_back({vertex, gap.normal, gap.distance, o.bounce, o.friction, o.velocity});
  }
}

// What an impulse does that leaves the handles' rates as they are.
Row within_handles(const Motion& motion, const Handles::System& handles, const Row& row,
                   std::vector<double>& shares) {
  Row out = motion.response(row);
  if (handles.size() == 0) return out;
  std::vector<double> rates(handles.size());
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] = motion.product(handles.rows[i], out);
  shares = handles.solved(std::move(rates));
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
  std::vector<double> shares{};  // of each handle: what it holds against a unit impulse
  double inverse = 0;            // of what a unit impulse changes along itself
  double wall = 0;               // how the obstacle moves along it, m/s
  double impulse = 0;
};

Direction direction(const Motion& motion, const Handles::System& handles, const Data::Node& node,
                    const Vec3d& along) {
  Direction out{motion.row(node, along), {}};
  out.response = within_handles(motion, handles, out.row, out.shares);
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

// Both impulses along the surface go towards the obstacle's rates, and together stay within a cone.
void rub(Motion& motion, Direction (&sides)[2], double most) {
  double wanted[2];
  for (int i = 0; i < 2; ++i)
    wanted[i] = sides[i].impulse + sides[i].inverse * (sides[i].wall - motion.rate(sides[i].row));
  const double size = std::hypot(wanted[0], wanted[1]);
  const double part = size > most ? most / size : 1;
  for (int i = 0; i < 2; ++i) {
    motion.push(sides[i].response, wanted[i] * part - sides[i].impulse);
    sides[i].impulse = wanted[i] * part;
  }
}

struct Contact {
  double wanted;  // least rate along the normal, m/s
  double friction;
  Direction normal, sideways[2];
  Vec3d place, axes[3];  // where it is, and the three directions
};

// What all contacts gave, and what the handles had to give beside them.
Impulses sum_of(const std::vector<Contact>& contacts, Handles::System& handles) {
  Impulses sum;
  for (const Contact& contact : contacts) {
    const Direction* const directions[3] = {&contact.normal, &contact.sideways[0],
                                            &contact.sideways[1]};
    for (int i = 0; i < 3; ++i) {
      const Vec3d given = contact.axes[i] * directions[i]->impulse;
      sum.linear += given;
      sum.angular += cross(contact.place, given);
      for (std::size_t k = 0; k < directions[i]->shares.size(); ++k)
        handles.impulses[k] -= directions[i]->impulse * directions[i]->shares[k];
    }
  }
  return sum;
}

// No node shall be inside at the end of this step, nor half a step later. One that is about to be,
// and does not just lie there, bounces.
double least_rate(const Touch& touch, double before, double predicted, double resting, double h) {
  const double ahead = touch.gap + 0.5 * h * before;
  const double rate = ahead > 0 ? -ahead / h : -pushed_out * ahead / h;
  const bool strikes = touch.bounce > 0 && before < -resting && predicted < rate;
  return strikes ? std::max(rate, -touch.bounce * before) : rate;
}

std::vector<Touch> find_touches(const Data& data, const Motion& motion, const Dynamics& dynamics,
                                std::span<const Vec3d> places, double time, double h) {
  std::vector<Seen> obstacles;
  double fastest = 0;
  for (const Obstacle& o : dynamics.obstacles) {
    if (o.response == Response::contact) continue;
    obstacles.push_back(contact::seen_from<double>(contact::plain(o), time - o.since, {}, {}));
    fastest = std::max(fastest, length(o.velocity));
  }
  double modal = 0;
  for (const double rate : motion.v) modal += rate * rate;
  const double speed = length(motion.velocity) + length(motion.angular_velocity()) * data.size +
                       3 * std::sqrt(modal / data.mass) + length(dynamics.gravity) * h + fastest;
  const double near = 2 * h * speed + 1e-6 * data.size;
  std::vector<Touch> out;
  for (std::size_t v = 0; v < places.size(); ++v)
    if (data.on_surface[v]) touch(out, static_cast<Index>(v), places[v], obstacles, near);
  if (out.size() > most_contacts) {
    std::ranges::nth_element(out, out.begin() + most_contacts, {}, &Touch::gap);
    out.resize(most_contacts);
    std::ranges::sort(out, {}, &Touch::vertex);
  }
  return out;
}

}  // namespace

bool has_obstacles(const Dynamics& dynamics) {
  return std::ranges::any_of(dynamics.obstacles,
                             [](const Obstacle& o) { return o.response != Response::contact; });
}

Impulses resolve_contacts(const Data& data, Motion& motion, const Dynamics& dynamics,
                          Handles::System& handles, std::span<const Vec3d> places, double time,
                          double h) {
  std::vector<Contact> contacts;
  for (const Touch& touch : find_touches(data, motion, dynamics, places, time, h)) {
    const Data::Node& node = data.node_of[touch.vertex];
    const double wall = dot(touch.wall, touch.normal);  // other rates are beside it
    const double before = dot(motion.velocity_of(node), touch.normal) - wall;
    Direction normal = direction(motion, handles, node, touch.normal);
    const double predicted = motion.rate(normal.row) - wall;
    if (touch.gap > 0 && predicted > 0) continue;  // it leaves
    const double wanted = least_rate(touch, before, predicted, 2 * h * length(dynamics.gravity), h);
    Contact contact{wanted + wall,        touch.friction,        std::move(normal), {},
                    places[touch.vertex], {touch.normal, {}, {}}};
    if (touch.friction > 0) {
      const Vec3d other = std::abs(touch.normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
      contact.axes[1] = normalised(cross(touch.normal, other));
      contact.axes[2] = cross(touch.normal, contact.axes[1]);
      for (int side = 0; side < 2; ++side) {
        contact.sideways[side] = direction(motion, handles, node, contact.axes[1 + side]);
        contact.sideways[side].wall = dot(touch.wall, contact.axes[1 + side]);
      }
    }
    contacts.push_back(std::move(contact));
  }
  constexpr double no_limit = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round)
    for (Contact& contact : contacts) {
      push(motion, contact.normal, contact.wanted, 0, no_limit);
      const double most = contact.friction * contact.normal.impulse;
      if (contact.friction > 0) rub(motion, contact.sideways, most);
    }
  return sum_of(contacts, handles);
}

}  // namespace pliant::spectral
