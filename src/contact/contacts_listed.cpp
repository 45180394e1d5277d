#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "contact/contacts.h"
#include "contact/part_counts.h"

// Steps that someone else takes. A list of pairs is good as long as no two vertices have passed
// each other by what it reaches beyond the skins. Beyond half of that nothing that is not listed
// tells how long steps may be, and in one more step it can neither get into a skin and through it.

namespace pliant::contact {

namespace {

// By how many edges a list reaches beyond the skins: longer ones last longer.
constexpr double edges_more = 0.4;
// Of that, how far a vertex may go before the list is made anew, beside the mean of all.
constexpr double part_since = 0.25;
// Of what is left then, how far in a step: both together less than the way that Contacts holds.
constexpr double part_in_step = 0.45;
constexpr std::size_t listed_at_a_time = 8;
// Over that a body that goes so fast is none for lists; more than those go that did not go too far.
constexpr double far_too_fast = 1.5;

/// m: how far a vertex may go in a step beside the mean of all.
double most_in_step(const Surface& body) {
  const double more = edges_more * body.mean_edge;
  return part_in_step *
         std::max(0.0, body.widest + (1 - 2 * part_since) * more - 2 * body.rounding);
}

}  // namespace

bool Contacts::can_be_listed() const {
  return repair_.idle() && repair_.work() == 0 && starts_.empty() && !rules_.has_groups() &&
         std::ranges::none_of(surfaces_.bodies, [](const Surface& body) {
           return body.hangs || body.moves_as_whole || body.is_obstacle;
         });
}

bool Contacts::goes_too_fast() const {
  const std::size_t count = places_.size(), samples = std::min<std::size_t>(count, 32);
  Vec3d mean{};
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t v = i * count / samples;
    mean += (places_[v] - before_[v]) / static_cast<double>(samples);
  }
  for (const Surface& body : surfaces_.bodies) {
    const double most = far_too_fast * most_in_step(body);
    for (Index v = body.first_vertex; v < body.first_vertex + body.vertices; ++v)
      if (!(squared_length(places_[v] - before_[v] - mean) <= most * most)) return true;
  }
  return false;
}

int Contacts::halvings(double step, const Haste& now) const {
  int halvings = 0;
  while (halvings < most_halvings &&
         is_too_long(std::ldexp(step, -halvings), now, settings_.damping))
    ++halvings;
  return halvings;
}

ContactList Contacts::list(double step) {
  step_ = step;
  neighbours_.watch_more(edges_more);
  counts.searches += static_cast<std::int64_t>(neighbours_.update(
      surfaces_, places_, step, elapsed_, [&](Index a, Index b) { return may_touch(a, b); }));
  neighbours_.watch_more(0);
  evaluated_ = false;
  parallel_for(near_.size(), listed_at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) look_near(static_cast<Index>(p), near_[p]);
  });
  ContactList out;
  listed_vertices_.clear();
  listed_edges_.clear();
  for (Index p = 0; p < near_.size(); ++p) list_vertices(p, out);
  for (Index p = 0; p < near_.size(); ++p) list_edges(p, out);
  for (const Surface& body : surfaces_.bodies) {
    const double more = edges_more * body.mean_edge;
    out.since.push_back(part_since * more);
    out.in_step.push_back(part_in_step * std::max(0.0, body.widest + (1 - 2 * part_since) * more -
                                                           2 * body.rounding));
  }

  struct At {
    Index vertex;
    ListedForce force;
  };
  std::vector<At> forces;
  forces.reserve(out.slots);
  std::uint32_t part = 0;
  for (const ListedVertex& v : out.vertices) {
    forces.push_back({v.vertex, {v.numbers.slot, part, 0}});
    for (std::uint32_t i = 0; i < v.count; ++i) {
      const ListedTarget& t = out.targets[v.first + i];
      for (std::uint32_t k = 0; k < t.size; ++k)
        forces.push_back({t.corners[k], {v.numbers.slot + 1 + 3 * i + k, part, 1 + i}});
    }
    ++part;
  }
  for (const ListedEdges& e : out.edges) {
    for (std::uint32_t i = 0; i < 4; ++i)
      forces.push_back({e.corners[i], {e.numbers.slot + i, part, 0}});
    ++part;
  }
  std::ranges::stable_sort(forces, {}, &At::vertex);
  for (const At& at : forces) {
    if (out.pushed.empty() || out.pushed.back() != at.vertex) {
      out.pushed.push_back(at.vertex);
      out.begin.push_back(static_cast<std::uint32_t>(out.forces.size()));
    }
    out.forces.push_back(at.force);
  }
  out.begin.push_back(static_cast<std::uint32_t>(out.forces.size()));
  return out;
}

ListedNumbers Contacts::listed_numbers(Index patch, const NearPair& pair, double thickness,
                                       const Strength& strength, ContactList& out) const {
  const Index own = surfaces_.body[pair.vertices[0]],
              other = surfaces_.body[pair.vertices[pair.split]];
  const Surface &a = surfaces_.bodies[own], &b = surfaces_.bodies[other];
  const PairRule& friction = rule(own, other);
  const double more = edges_more * (0.5 - part_since) * (a.mean_edge + b.mean_edge);
  return {.thickness = thickness,
          .stiffness = strength.stiffness,
          .damping = 2 * settings_.damping * std::sqrt(strength.stiffness * strength.mass),
          .held = friction.held,
          .sliding = friction.sliding,
          .watch = 0.5 * (a.widest + b.widest) + more,
          .rounding = a.rounding + b.rounding,
          .patch = patch,
          .slot = out.slots};
}

void Contacts::list_vertices(Index patch, ContactList& out) {
  const std::vector<NearPair>& near = near_[patch].vertices;
  const auto faces = static_cast<Index>(surfaces_.faces.size());
  std::vector<Index> scratch;
  for (std::size_t i = 0; i < near.size();) {
    const Index v = near[i].first, own = surfaces_.body[v],
                body = surfaces_.body[near[i].vertices[1]];
    const PartCounts times(surfaces_, rules_, v, body, scratch);
    const double skin = own == body ? own_thickness(std::array{v}) : thickness(own, body);
    ListedVertex listed{
        v, static_cast<std::uint32_t>(out.targets.size()), 0,
        listed_numbers(patch, near[i], skin, strength_at_vertex(surfaces_, v, body), out)};
    for (; i < near.size() && near[i].first == v && surfaces_.body[near[i].vertices[1]] == body;
         ++i, ++listed.count) {
      const NearPair& pair = near[i];
      ListedTarget target{};
      target.size = static_cast<std::uint32_t>(pair.count - 1);
      target.number = pair.second;
      for (std::uint32_t k = 0; k < target.size; ++k) {
        target.corners[k] = pair.vertices[k + 1];
        target.corner_times[k] = static_cast<std::int8_t>(times.of_vertex(target.corners[k]));
        if (pair.second >= faces && k > 0) break;
        target.edges[k] =
            pair.second < faces ? surfaces_.face_edges[pair.second][k] : pair.second - faces;
        target.edge_times[k] = static_cast<std::int8_t>(times.of_edge(target.edges[k]));
      }
      out.targets.push_back(target);
    }
    out.slots += 1 + 3 * listed.count;
    out.crowded = out.crowded || listed.count > most_targets;
    out.vertices.push_back(listed);
    out.grips.push_back(grip_of(near_[patch].vertex_grips, {v, body}));
    listed_vertices_.push_back({patch, v, body});
  }
}

void Contacts::list_edges(Index patch, ContactList& out) {
  for (const NearPair& pair : near_[patch].edges) {
    const Strength strength =
        strength_at_edges(surfaces_, surfaces_.edges[pair.first], surfaces_.edges[pair.second]);
    out.edges.push_back({{pair.vertices[0], pair.vertices[1], pair.vertices[2], pair.vertices[3]},
                         listed_numbers(patch, pair, skin_of(pair), strength, out)});
    out.slots += 4;
    out.grips.push_back(grip_of(near_[patch].edge_grips, pair.key()));
    listed_edges_.push_back({patch, pair.first, pair.second});
  }
}

void Contacts::went_on(std::span<const Vec3d> places, std::span<const Vec3d> before,
                       std::span<const Grip> grips, double elapsed, double duration) {
  neighbours_.measure(surfaces_, places_, places, awake_);
  neighbours_.go_on(duration);
  std::ranges::copy(places, places_.begin());
  if (!before.empty()) {
    std::ranges::copy(before, before_.begin());
    neighbours_.measure(surfaces_, before_, places_, awake_);
  } else if (duration > 0) {
    neighbours_.take_part_of_motion(elapsed / duration);
  }
  elapsed_ = elapsed;
  since_start_ += duration;
  evaluated_ = false;
  held_.clear();
  note_still({});
  clear_grips();
  std::ranges::fill(is_new_, 0);
  std::size_t i = 0;
  const auto take = [&](const std::vector<ListedGrip>& listed, const auto& of_patch) {
    for (const ListedGrip& l : listed)
      if (const Grip& grip = grips[i++]; grip.slip != Vec3d{} || grip.slides)
        of_patch(near_[l.patch]).push_back({l.first, l.second, grip});
  };
  take(
      listed_vertices_, [](Nearby & near) -> auto& { return near.vertex_grips; });
  take(
      listed_edges_, [](Nearby & near) -> auto& { return near.edge_grips; });
}

}  // namespace pliant::contact
