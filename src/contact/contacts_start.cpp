#include <algorithm>
#include <limits>

#include "contact/contacts.h"

// How contact begins: between bodies that are nearer than their skins, and between those that are
// in each other.

namespace pliant::contact {

namespace {

// s, until the skin of bodies that begin nearer than that is whole.
constexpr double growing_time = 0.25;
// Of the skin: parts at a tangle that are nearer do not keep each other.
constexpr double too_near = 0.02;

}  // namespace

bool Contacts::is_whole(const Start& start) const {
  return since_start_ - start.since >= growing_time;
}
double Contacts::thickness_at_start(Index first, Index second, double whole) const {
  if (starts_.empty()) return whole;
  const auto found = starts_.find(std::minmax<std::size_t>(first, second));
  if (found == starts_.end()) return whole;
  const Start& start = found->second;
  return std::min(whole, start.thickness + whole * ((since_start_ - start.since) / growing_time));
}

void Contacts::start_gently() {
  starts_.clear();
  since_start_ = 0;
  evaluated_ = false;
  find_forces();
  make_thin([&](const BodyPair& pair) { return pair.first != pair.second || repair_.has(pair); });
}

// Skins between some bodies begin as thin as these are near.
void Contacts::make_thin(const std::function<bool(const BodyPair&)>& concerns) {
  bool any = false;
  const auto look_at = [&](const NearPair& pair) {
    const Index a = surfaces_.body[pair.vertices[0]], b = surfaces_.body[pair.vertices[pair.split]];
    const BodyPair bodies = std::minmax<std::size_t>(a, b);
    const double whole =
        a == b ? own_thickness(std::span(pair.vertices).first(std::size_t(pair.count)))
               : thickness(a, b);
    if (pair.distance >= whole || !concerns(bodies)) return;
    const double thinner = std::max(0.98 * pair.distance, 1e-3 * whole);
    const auto [start, is_new] = starts_.try_emplace(bodies, Start{thinner, since_start_});
    start->second.thickness = std::min(start->second.thickness, thinner);
    any = true;
  };
  for (const Nearby& near : near_) {
    std::ranges::for_each(near.vertices, look_at);
    std::ranges::for_each(near.edges, look_at);
  }
  if (!any) return;
  evaluated_ = false;
  clear_grips();
}

// --- starts that intersect ---

Crossings Contacts::crossings() const {
  return Crossings(surfaces_, places_,
                   [&](const Triangle& face) { return rules_.leaves_out(face); });
}

void Contacts::repair(std::span<const BodyPair> pairs) {
  repair_.begin(surfaces_, pairs);
  repair_.look(surfaces_, crossings(), places_);
  counts.intersecting = repair_.pairs();
  forget_near();
}

// What does not cross any more touches from now on.
void Contacts::mend() {
  const std::vector<BodyPair> free = repair_.look(surfaces_, crossings(), places_);
  counts.intersecting = repair_.pairs();
  if (free.empty()) return;
  forget_near();
  for (const BodyPair& pair : free) starts_.erase(pair);
  find_forces();
  make_thin([&](const BodyPair& pair) { return std::ranges::find(free, pair) != free.end(); });
}

bool Contacts::is_left_out(const NearPair& pair) const {
  if (repair_.idle()) return false;
  if (pair.split == 2 ? repair_.leaves_out_edges(pair.first, pair.second)
                      : repair_.leaves_out(pair.first, pair.second))
    return true;
  const auto corners = std::span(pair.vertices).first(std::size_t(pair.count));
  const auto split = std::size_t(pair.split);
  // Where edges cross faces others pass them as near as nothing.
  return pair.distance < too_near * surfaces_.bodies[surfaces_.body[corners[0]]].thickness &&
         repair_.is_at_tangle(corners.first(split), corners.subspan(split));
}

// Bodies that intersected at the start. The energy of contact pays for that.
void Contacts::draw_apart() {
  if (repair_.idle() && repair_.work() == 0) return;
  repair_.prepare(surfaces_, places_, before_, elapsed_, step_);
  for (const Repair::Draw& draw : repair_.draws()) {
    if (stiffness_[draw.vertex] == 0) {
      pushed_.push_back(draw.vertex);
      stiffness_[draw.vertex] = std::numeric_limits<double>::min();
    }
    forces_[draw.vertex] += draw.force;
  }
  energy_ -= repair_.work();
}

}  // namespace pliant::contact
