#include <algorithm>
#include <cmath>

#include "contact/contacts.h"

// Large steps: what is told at places that a minimiser tries, and how far it may go at once. A way
// is cut so that no vertex of a part goes past one of another by 0.9 of their distance or more,
// which is the guarantee of steps (contacts.h); all go the same part of their way, so that what a
// minimiser wants to go down stays downhill.

namespace pliant::contact {

namespace {

constexpr double part_of_distance = 0.9;

}  // namespace

void Contacts::begin_large_step(std::span<const Vec3d> velocities, double step) {
  restart(velocities, step);
  start_ = kept_ = places_;
  large_step_ = step_ = step;
  find_forces();
  collect_springs();
}

void Contacts::look_at(std::span<const Vec3d> places) {
  std::ranges::copy(places, places_.begin());
  evaluate();
  collect_springs();
}

void Contacts::keep_move() {
  before_ = kept_;
  kept_ = places_;
  neighbours_.measure(surfaces_, before_, places_, awake_);
  neighbours_.go_on(elapsed_);
  find_forces();
  collect_springs();
}

void Contacts::end_large_step(bool good) {
  if (good) {
    since_start_ += large_step_;
    std::erase_if(starts_, [&](const auto& start) { return is_whole(start.second); });
    for (Index p = 0; p < near_.size(); ++p) {
      if (!is_new_[p]) continue;
      is_new_[p] = 0;
      near_[p].vertex_grips.swap(near_[p].next_vertex_grips);
      near_[p].edge_grips.swap(near_[p].next_edge_grips);
    }
  } else {
    places_ = start_;
  }
  large_step_ = 0;
  // Grips know of the whole step already.
  restart(std::vector<Vec3d>(places_.size()), elapsed_);
}

void Contacts::collect_springs() {
  springs_.clear();
  spring_ends_.clear();
  for (const Index p : awake_) {
    const Pushes& part = near_[p].pushes;
    for (ContactSpring spring : part.springs) {
      spring.first += spring_ends_.size();
      springs_.push_back(spring);
    }
    spring_ends_.insert(spring_ends_.end(), part.ends.begin(), part.ends.end());
  }
}

double Contacts::longest_move() {
  neighbours_.measure(surfaces_, kept_, next_, awake_);
  return std::min(longest_of_pairs(next_), longest_of_patches());
}

double Contacts::longest_of_pairs(std::span<const Vec3d> to) const {
  double part = 1;
  const auto way = [&](Index v) { return to[v] - kept_[v]; };
  for (const Nearby& near : near_)
    for (const std::vector<NearPair>* pairs : {&near.vertices, &near.edges})
      for (const NearPair& pair : *pairs) {
        double gone = 0;
        for (int i = 0; i < pair.split; ++i)
          for (int k = pair.split; k < pair.count; ++k)
            gone = std::max(gone, length(way(pair.vertices[i]) - way(pair.vertices[k])));
        const double most = part_of_distance * room(pair);
        if (gone * part > most) part = most / gone;
      }
  return part;
}

// Of what was not near enough to be looked at one by one.
double Contacts::longest_of_patches() const {
  double part = 1;
  std::vector<Box> boxes;
  for (Index p = 0; p < near_.size(); ++p) {
    const Neighbours::Motion& m = neighbours_.motion(p);
    boxes.push_back(
        grown(box_of(surfaces_, surfaces_.patches[p], kept_), length(m.shift) + m.bend));
  }
  const auto may = [&](Index a, Index b) { return may_touch(a, b); };
  for (const auto& [a, b] : overlapping(surfaces_, boxes, may)) {
    const double way = shifted(a, b);
    double apart = neighbours_.watch(surfaces_, a, b);
    if (a != b)
      apart = std::max(apart, distance(box_of(surfaces_, surfaces_.patches[a], kept_),
                                       box_of(surfaces_, surfaces_.patches[b], kept_)));
    if (way * part > part_of_distance * apart) part = part_of_distance * apart / way;
  }
  return part;
}

}  // namespace pliant::contact
