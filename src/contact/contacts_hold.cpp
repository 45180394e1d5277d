#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "contact/contacts.h"
#include "mesh/disjoint_sets.h"

// What happens after a step: whether something went so far that it may have met something, and how
// that is undone. All of it follows from where vertices were and are, not from what lists hold.

namespace pliant::contact {

namespace {

constexpr double part_of_way = 0.45;  // to what is nearest, where steps went too far
constexpr std::size_t held_at_a_time = 16;

}  // namespace

std::span<const Held> Contacts::moved(double step, std::span<const char> still,
                                      const GoBack& go_back, const HoldHanging& hold_carriers) {
  held_.clear();
  evaluated_ = false;
  since_start_ += step;
  elapsed_ = step;
  before_.swap(places_);
  places_.swap(next_);
  for (const Index p : awake_) {
    if (!is_new_[p]) continue;
    is_new_[p] = 0;
    near_[p].vertex_grips.swap(near_[p].next_vertex_grips);
    near_[p].edge_grips.swap(near_[p].next_edge_grips);
  }
  neighbours_.measure(surfaces_, before_, places_, awake_);
  hold(go_back, hold_carriers);
  note_still(still);
  repair_.moved(before_, places_);
  neighbours_.go_on(elapsed_);
  counts.held_vertices += static_cast<std::int64_t>(held_.size());
  return held_;
}

/// m: how far vertices of one side went past one of the other in the last step, at most.
double Contacts::gone(const NearPair& pair) const {
  double most = 0;
  for (int i = 0; i < pair.split; ++i) {
    const Vec3d way = places_[pair.vertices[i]] - before_[pair.vertices[i]];
    for (int k = pair.split; k < pair.count; ++k)
      most = std::max(most,
                      squared_length(way - places_[pair.vertices[k]] + before_[pair.vertices[k]]));
  }
  return std::sqrt(most);
}

/// m: how much nearer vertices of one side came to vertices of the other in the last step, at most,
/// along the line between their nearest places before it; below zero: they part.
double Contacts::closed(const NearPair& pair) const {
  if (pair.normal == Vec3d{}) return gone(pair);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (int i = 0; i < pair.count; ++i) {
    const double way = dot(places_[pair.vertices[i]] - before_[pair.vertices[i]], pair.normal);
    if (i < pair.split)
      least = std::min(least, way);
    else
      most = std::max(most, way);
  }
  return most - least;
}

/// m: their distance, less what rounding may take from it. The bound on that is several times what
/// it is: parts that came nearer have a little room still, else they would never part again.
double Contacts::room(const NearPair& pair) const {
  double rounding = 0;
  for (const int i : {0, pair.split})
    rounding += surfaces_.bodies[surfaces_.body[pair.vertices[i]]].rounding;
  const double least = pair.distance > 0.25 * rounding ? 0.25 * pair.distance : 0;
  return std::max(least, pair.distance - rounding);
}

/// m: how far parts of two patches went past each other in the last step, at most.
double Contacts::shifted(Index first, Index second) const {
  const Neighbours::Motion &a = neighbours_.motion(first), &b = neighbours_.motion(second);
  return length(a.shift - b.shift) + a.bend + b.bend;
}

// Of what was not near enough to be looked at one by one.
bool Contacts::went_too_far(Index first, Index second) const {
  const double way = shifted(first, second);
  if (way <= 2 * part_of_way * neighbours_.watch(surfaces_, first, second)) return false;
  if (first == second) return true;
  return way > 2 * part_of_way *
                   distance(box_of(surfaces_, surfaces_.patches[first], before_),
                            box_of(surfaces_, surfaces_.patches[second], before_));
}

/// By body.
std::vector<char> Contacts::find_too_far() const {
  std::vector<char> of_patch(near_.size()), of_body(surfaces_.bodies.size());
  const auto is_too_far = [&](const NearPair& pair) {
    return closed(pair) > 2 * part_of_way * room(pair);
  };
  const bool calm = neighbours_.all_passed_less_of_watch(2 * part_of_way);
  parallel_for(awake_.size(), held_at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Index p = awake_[i];
      of_patch[p] = std::ranges::any_of(near_[p].vertices, is_too_far) ||
                    std::ranges::any_of(near_[p].edges, is_too_far);
      if (calm) continue;
      for (const Neighbours::Side& side : neighbours_.sides(p)) {
        const Neighbours::Pair& pair = neighbours_.pairs()[side.pair];
        if (!side.second && went_too_far(pair.first, pair.second)) of_patch[p] = 1;
      }
    }
  });
  for (std::size_t p = 0; p < of_patch.size(); ++p)
    if (of_patch[p]) of_body[surfaces_.patches[p].body] = 1;
  if (!neighbours_.has_left(elapsed_)) return of_body;
  std::vector<double> ways;
  for (Index p = 0; p < near_.size(); ++p)
    ways.push_back(length(neighbours_.motion(p).shift) + neighbours_.motion(p).bend);
  for (const auto& [a, b] : overlapping(surfaces_, boxes_before(ways),
                                        [&](Index i, Index k) { return may_touch(i, k); }))
    if (went_too_far(a, b)) of_body[surfaces_.patches[a].body] = 1;
  return of_body;
}

/// Of the patches before the step, with so much more on every side.
std::vector<Box> Contacts::boxes_before(const std::vector<double>& grown_by) const {
  std::vector<Box> boxes;
  for (std::size_t p = 0; p < grown_by.size(); ++p)
    boxes.push_back(grown(box_of(surfaces_, surfaces_.patches[p], before_), grown_by[p]));
  return boxes;
}

/// Bodies that may run into each other where one is slowed down and another is not are too far
/// together; tells which are not by themselves.
std::vector<char> Contacts::join_islands(std::vector<char>& too_far) const {
  const std::size_t bodies = surfaces_.bodies.size();
  std::vector<double> farthest(bodies), ways;
  for (Index p = 0; p < near_.size(); ++p) {
    const Neighbours::Motion& m = neighbours_.motion(p);
    double& most = farthest[surfaces_.patches[p].body];
    most = std::max(most, length(m.shift) + m.bend);
  }
  for (Index p = 0; p < near_.size(); ++p)
    ways.push_back(farthest[surfaces_.patches[p].body] + neighbours_.motion(p).watch);
  DisjointSets sets(bodies);
  std::vector<char> joined(bodies), of_island(bodies);
  for (const auto& [a, b] : overlapping(surfaces_, boxes_before(ways), [&](Index i, Index k) {
         return i != k && may_touch(i, k);
       })) {
    const Index first = surfaces_.patches[a].body, second = surfaces_.patches[b].body;
    sets.join(first, second);
    joined[first] = joined[second] = 1;
  }
  for (Index b = 0; b < bodies; ++b)
    if (too_far[b]) of_island[sets.find(b)] = 1;
  for (Index b = 0; b < bodies; ++b) too_far[b] = of_island[sets.find(b)];
  return joined;
}

/// m, by vertex: what it may touch was so far off, at least.
std::vector<double> Contacts::nearest_to_vertices() const {
  std::vector<double> nearest(places_.size());
  for (Index p = 0; p < near_.size(); ++p) {
    const Patch& patch = surfaces_.patches[p];
    std::fill_n(nearest.begin() + patch.first_vertex, patch.vertices, neighbours_.motion(p).watch);
  }
  // Corners of a patch may be another's vertices, which is told more.
  for (Index p = 0; p < near_.size(); ++p) {
    const Patch& patch = surfaces_.patches[p];
    for (const Index v : std::span(surfaces_.foreign).subspan(patch.first_foreign, patch.foreign))
      nearest[v] = std::min(nearest[v], neighbours_.motion(p).watch);
  }
  for (const Nearby& near : near_)
    for (const std::vector<NearPair>* pairs : {&near.vertices, &near.edges})
      for (const NearPair& pair : *pairs)
        for (int i = 0; i < pair.count; ++i)
          nearest[pair.vertices[i]] = std::min(nearest[pair.vertices[i]], room(pair));
  return nearest;
}

// Bodies that may touch one of which something went too far are slowed down together: else those
// that go on would run into those that do not. A body by itself is slowed down beside its mean.
void Contacts::hold(const GoBack& go_back, const HoldHanging& hold_carriers) {
  std::vector<char> too_far = find_too_far();
  if (std::ranges::find(too_far, 1) == too_far.end()) return;
  const std::vector<char> joined = join_islands(too_far);
  const std::vector<double> nearest = nearest_to_vertices();
  for (std::size_t b = 0; b < surfaces_.bodies.size(); ++b) {
    if (!too_far[b]) continue;
    const Surface& body = surfaces_.bodies[b];
    const Vec3d along = joined[b] ? Vec3d{} : mean_way(body);
    if (body.moves_as_whole)
      hold_whole(b, nearest, go_back);
    else if (body.hangs)
      hold_hanging(b, nearest, along, hold_carriers);
    else
      hold_vertices(body, nearest, along);
  }
  neighbours_.measure(surfaces_, before_, places_, awake_);
}

/// m, in the last step, of a body all of which goes along with it; none where some of it does not:
/// what lies on something else would be drawn into that.
Vec3d Contacts::mean_way(const Surface& body) const {
  Vec3d along{};
  const Index end = body.first_vertex + body.vertices;
  for (Index v = body.first_vertex; v < end; ++v)
    along += (places_[v] - before_[v]) * (1 / static_cast<double>(body.vertices));
  const double least = 0.5 * dot(along, along);
  for (Index v = body.first_vertex; v < end; ++v)
    if (dot(places_[v] - before_[v], along) < least) return {};
  return along;
}

void Contacts::hold_vertices(const Surface& body, std::span<const double> nearest,
                             const Vec3d& along) {
  for (Index v = body.first_vertex; v < body.first_vertex + body.vertices; ++v) {
    const Vec3d start = before_[v] + along, way = places_[v] - start;
    const double most = 0.99 * part_of_way * nearest[v], gone = length(way);
    if (gone <= most) continue;
    const Vec3d place = start + way * (most / gone);
    held_.push_back({v, place - places_[v]});
    places_[v] = place;
  }
}

// What carries it goes no farther than any vertex that it carries may, so that these, which are
// means of what carries them, do not either.
void Contacts::hold_hanging(std::size_t b, std::span<const double> nearest, const Vec3d& along,
                            const HoldHanging& hold) {
  const Surface& body = surfaces_.bodies[b];
  std::vector<double> most(body.vertices);
  for (Index i = 0; i < body.vertices; ++i) {
    const Index v = body.first_vertex + i;
    most[i] = 0.99 * part_of_way * nearest[v];
    counts.held_vertices += length(places_[v] - before_[v] - along) > most[i];
  }
  hold(b, most, along, std::span(places_).subspan(body.first_vertex, body.vertices));
}

// The whole body goes back along its way until none of its vertices went too far.
void Contacts::hold_whole(std::size_t b, std::span<const double> nearest, const GoBack& go_back) {
  constexpr int most_tries = 16;
  const Surface& body = surfaces_.bodies[b];
  const std::span<Vec3d> places = std::span(places_).subspan(body.first_vertex, body.vertices);
  double part = 1;
  for (int i = 0;; ++i) {
    double allowed = 1;
    for (Index v = body.first_vertex; v < body.first_vertex + body.vertices; ++v) {
      const double most = 0.99 * part_of_way * nearest[v], gone = length(places_[v] - before_[v]);
      if (gone <= most) continue;
      allowed = std::min(allowed, most / gone);
      if (i == 0) ++counts.held_vertices;
    }
    if (allowed == 1) return;
    part = i < most_tries ? 0.99 * part * allowed : 0;
    go_back(b, part, places);
    if (part == 0) return;  // where it was
  }
}

std::vector<double> Contacts::rooms() const {
  std::vector<double> rooms = nearest_to_vertices();
  for (double& room : rooms) room *= 0.99 * part_of_way;
  return rooms;
}

double Contacts::room_about(std::size_t body) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Nearby& near : near_)
    for (const std::vector<NearPair>* pairs : {&near.vertices, &near.edges})
      for (const NearPair& pair : *pairs)
        if (surfaces_.body[pair.vertices[0]] == body ||
            surfaces_.body[pair.vertices[pair.split]] == body)
          least = std::min(least, part_of_way * room(pair));
  return least;
}

}  // namespace pliant::contact
