#include "model/check_contact.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "model/checks.h"

namespace pliant {

namespace {

constexpr double most_friction = 100;

void check_ratio(double value, std::string_view what) {
  need(value >= 0 && value <= most_friction, text(what, " of ", value),
       text("give 0 to ", most_friction));
}

void check_order(double held, const std::optional<double>& sliding, const std::string& of) {
  need(sliding.value_or(0) <= held,
       text("a sliding friction", of, " of ", sliding.value_or(0), " above ", held,
            ", that of what holds"),
       "give one that is lower");
}

// Of two bodies or a group; what they do not say is that of all.
template <class Part>
void check_part(const Part& part, double usual, const std::string& of) {
  check_ratio(part.friction.value_or(0), text("a friction", of));
  check_ratio(part.sliding_friction.value_or(0), text("a sliding friction", of));
  check_order(part.friction.value_or(usual), part.sliding_friction, of);
}

}  // namespace

std::string contact_name(std::size_t bodies, std::size_t body) {
  return bodies > 1 ? text("body ", body) : std::string("the body");
}
std::string contact_name(const State& world, std::size_t body) {
  return contact_name(world.body_count(), body);
}

void check_contact(const Contact& c, const State& world) {
  const std::size_t bodies = world.body_count();
  check_ratio(c.friction, "a friction");
  check_ratio(c.sliding_friction.value_or(0), "a sliding friction");
  check_order(c.friction, c.sliding_friction, "");
  need(c.damping >= 0 && c.damping <= 1, text("a damping of contact of ", c.damping),
       "give 0 to 1, parts of the critical one");
  need(c.thickness >= 0 && std::isfinite(c.thickness), text("a thickness of ", c.thickness, " m"),
       "give one above zero, or 0 for one from the mesh");
  for (const ContactPair& pair : c.pairs) {
    need(pair.first < bodies && pair.second < bodies,
         text("no body ", std::max(pair.first, pair.second)), text("there are ", bodies));
    check_part(
        pair, c.friction,
        text(" of ", contact_name(world, pair.first), " and ", contact_name(world, pair.second)));
    need(!pair.thickness || (*pair.thickness > 0 && std::isfinite(*pair.thickness)),
         text("a thickness of ", pair.thickness.value_or(0), " m between ",
              contact_name(world, pair.first), " and ", contact_name(world, pair.second)),
         "give one above zero, or none for the mean of both");
  }
  for (const ContactGroup& group : c.groups) {
    need(group.body < bodies, text("no body ", group.body), text("there are ", bodies));
    check_part(group, most_friction, text(" of a group of ", contact_name(world, group.body)));
    const std::size_t count = world.body(group.body).model().vertex_count();
    for (const Index v : group.vertices)
      need(v < count, text("a group of ", contact_name(world, group.body), " has vertex ", v),
           text("the body has ", count));
  }
  for (const std::size_t b : c.without)
    need(b < bodies, text("no body ", b), text("there are ", bodies));
}

}  // namespace pliant
