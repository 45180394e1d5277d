#include "model/contact_term.h"

#include <algorithm>

namespace pliant {

ContactTerm::ContactTerm(contact::Contacts& contacts, std::span<const large_steps::Part> parts,
                         std::span<const Vec3d> velocities, double length)
    : contacts_(contacts) {
  const contact::Surfaces& s = contacts.surfaces();
  std::vector<std::size_t> first;
  std::size_t count = 0;
  for (const large_steps::Part& part : parts) {
    first.push_back(count);
    count += part.target.size();
  }
  for (std::size_t v = 0; v < s.vertex_count(); ++v)
    vertex_.push_back(s.body[v] < first.size() ? static_cast<Index>(first[s.body[v]] + s.vertex[v])
                                               : no_index);
  ends_.assign(contacts_.places().begin(), contacts_.places().end());
  for (Index v = 0; v < vertex_.size(); ++v)
    if (is_obstacle(v)) ends_[v] += velocities[v] * length;
  contacts_.begin_large_step(velocities, length);
}

std::vector<Vec3d> ContactTerm::of_surfaces(std::span<const Vec3d> places) const {
  std::vector<Vec3d> out = ends_;
  for (std::size_t v = 0; v < out.size(); ++v)
    if (vertex_[v] != no_index) out[v] = places[vertex_[v]];
  return out;
}

void ContactTerm::move_to(std::span<const Vec3d> places) {
  contacts_.look_at(of_surfaces(places));
}

double ContactTerm::longest(std::span<const Vec3d> to) {
  std::ranges::copy(of_surfaces(to), contacts_.next_places().begin());
  return contacts_.longest_move();
}

bool ContactTerm::keep() {
  contacts_.keep_move();
  return true;
}

void ContactTerm::limit(std::span<double> room) const {
  const std::vector<double> rooms = contacts_.rooms();
  for (Index v = 0; v < rooms.size(); ++v)
    if (!is_obstacle(v)) room[vertex_[v]] = std::min(room[vertex_[v]], rooms[v]);
}

void ContactTerm::add_forces(std::span<Vec3d> forces) const {
  for (const Index v : contacts_.pushed())
    if (!is_obstacle(v)) forces[vertex_[v]] += contacts_.forces()[v];
}

void ContactTerm::add_products(std::span<const Vec3d> directions, std::span<Vec3d> products) const {
  for (const contact::ContactSpring& spring : contacts_.springs()) {
    const auto ends = contacts_.spring_ends().subspan(spring.first, spring.count);
    Vec3d way{};
    for (const contact::SpringEnd& end : ends)
      if (!is_obstacle(end.vertex)) way += directions[vertex_[end.vertex]] * end.weight;
    const Vec3d force = spring.growth * way;
    for (const contact::SpringEnd& end : ends)
      if (!is_obstacle(end.vertex)) products[vertex_[end.vertex]] += force * end.weight;
  }
}

void ContactTerm::add_blocks(std::span<Sym3<double>> blocks) const {
  for (const contact::ContactSpring& spring : contacts_.springs())
    for (const contact::SpringEnd& end :
         contacts_.spring_ends().subspan(spring.first, spring.count))
      if (!is_obstacle(end.vertex)) {
        Sym3<double>& block = blocks[vertex_[end.vertex]];
        block = block + spring.growth * (end.weight * end.weight);
      }
}

void ContactTerm::add_pairs(std::vector<large_steps::TermPair>& pairs) const {
  for (const contact::ContactSpring& spring : contacts_.springs()) {
    const auto ends = contacts_.spring_ends().subspan(spring.first, spring.count);
    for (std::size_t i = 0; i < ends.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!is_obstacle(ends[i].vertex) && !is_obstacle(ends[j].vertex))
          pairs.push_back({vertex_[ends[i].vertex], vertex_[ends[j].vertex],
                           spring.growth * (ends[i].weight * ends[j].weight)});
  }
}

}  // namespace pliant
