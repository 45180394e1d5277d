#include <algorithm>
#include <cmath>
#include <numeric>

#include "contact/contacts.h"
#include "mesh/disjoint_sets.h"

// Bodies that sleep. Where no body that is near others has moved for some steps, what they do to
// each other stays as it is: nobody looks at it, and nobody tells it to bodies. That decides
// nothing: what rests gives the same numbers however often it is computed.

namespace pliant::contact {

namespace {

// Steps without a move after which forces have been found twice at the same places.
constexpr int still_enough = 3;

}  // namespace

/// All is to be found anew.
void Contacts::forget_near() {
  neighbours_.forget();
  still_.assign(surfaces_.bodies.size(), 0);
  asleep_.assign(surfaces_.bodies.size(), 0);
  is_known_.assign(near_.size(), 0);
  is_new_.assign(near_.size(), 0);
  awake_.resize(near_.size());
  std::iota(awake_.begin(), awake_.end(), Index{0});
  islands_known_ = false;
  asleep_touches_ = 0;
  asleep_stiffest_ = 0;
  complete_ = true;
  evaluated_ = false;
}

/// Neither the patch nor what is near it moved in the last steps.
bool Contacts::rests(Index patch, int steps) const {
  if (!starts_.empty() || still_[surfaces_.patches[patch].body] < steps) return false;
  return std::ranges::all_of(neighbours_.sides(patch), [&](const Neighbours::Side& side) {
    const Neighbours::Pair& pair = neighbours_.pairs()[side.pair];
    return still_[surfaces_.patches[side.second ? pair.first : pair.second].body] >= steps;
  });
}

void Contacts::note_still(std::span<const char> still) {
  for (std::size_t b = 0; b < still_.size(); ++b) {
    const int before = still_[b];
    still_[b] = !still.empty() && still[b] ? std::min(before + 1, still_enough) : 0;
    if ((before == still_enough) != (still_[b] == still_enough)) islands_known_ = false;
  }
  for (const Held& held : held_) still_[surfaces_.body[held.vertex]] = 0;
  if (!held_.empty()) islands_known_ = false;
  // Skins that are whole are as all others.
  std::erase_if(starts_, [&](const auto& start) { return is_whole(start.second); });
}

// Bodies hang together where some of their patches are near each other.
void Contacts::find_awake() {
  if (islands_known_ && islands_of_ == neighbours_.version()) return;
  islands_known_ = true;
  islands_of_ = neighbours_.version();
  DisjointSets sets(still_.size());
  for (const Neighbours::Pair& pair : neighbours_.pairs())
    sets.join(surfaces_.patches[pair.first].body, surfaces_.patches[pair.second].body);
  std::vector<char> moves(still_.size());
  for (Index b = 0; b < moves.size(); ++b)
    if (still_[b] < still_enough || !repair_.idle() || !starts_.empty()) moves[sets.find(b)] = 1;
  for (Index b = 0; b < moves.size(); ++b) asleep_[b] = !moves[sets.find(b)];
  // What sleeps is summed a last time, for how short steps must be.
  clear_forces();
  awake_.clear();
  for (Index p = 0; p < near_.size(); ++p)
    if (asleep_[surfaces_.patches[p].body])
      add(near_[p].pushes);
    else
      awake_.push_back(p);
  asleep_touches_ = touches_.size();
  asleep_stiffest_ = stiffest();
  neighbours_.only(awake_);
}

void Contacts::complete() {
  if (complete_) return;
  complete_ = true;
  clear_forces();
  for (const Nearby& near : near_) add(near.pushes);
  draw_apart();
}

std::vector<Index> Contacts::stirred(std::span<const double> tolerances) {
  std::vector<Index> out, with_pushes;
  const auto look_at = [&](Index v) {
    const double tolerance = tolerances[surfaces_.body[v]];
    if (tolerance < 0) return;
    const double most = tolerance * std::max(stiffness_[v], surfaces_.stiffness[v]);
    if (length(forces_[v] - noted_[v]) > most) {
      noted_[v] = forces_[v];
      out.push_back(v);
    }
    if (noted_[v] != Vec3d{}) with_pushes.push_back(v);
  };
  for (const Index v : noted_vertices_)
    if (asleep_[surfaces_.body[v]] && stiffness_[v] == 0)
      with_pushes.push_back(v);
    else if (stiffness_[v] == 0)
      look_at(v);  // nothing pushes it any more
  for (const Index v : pushed_) look_at(v);
  noted_vertices_.swap(with_pushes);
  return out;
}

}  // namespace pliant::contact
