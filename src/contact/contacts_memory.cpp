#include <algorithm>
#include <cmath>

#include "contact/contacts.h"
#include "contact/number_reader.h"

// What contact remembers, as numbers for whoever saves a state.

namespace pliant::contact {

// Lists of what is near are found anew.
std::vector<double> Contacts::memory() const {
  std::vector<double> out;
  const auto put = [&](std::initializer_list<double> numbers) {
    for (const double number : numbers) out.push_back(number);
  };
  const auto add = [&](const Vec3d& a) { put({a.x, a.y, a.z}); };
  put({double(places_.size()), elapsed_, double(counts.searches), double(counts.divided_steps),
       double(counts.held_vertices), counts.shortest_step});
  out.push_back(double(parted_.size()));
  for (const auto& [a, b] : parted_) put({double(a), double(b)});
  put({since_start_, double(starts_.size())});
  for (const auto& [bodies, start] : starts_)
    put({double(bodies.first), double(bodies.second), start.thickness, start.since});
  repair_.save(out);
  for (const Vec3d& x : before_) add(x);
  const auto add_grips = [&](const std::vector<KeptGrip>& grips) {
    out.push_back(double(grips.size()));
    for (const KeptGrip& kept : grips) {
      put({double(kept.first), double(kept.second)});
      add(kept.grip.slip);
      out.push_back(double(kept.grip.slides));
    }
  };
  for (const Nearby& near : near_) {
    add_grips(near.vertex_grips);
    add_grips(near.edge_grips);
  }
  out.push_back(double(noted_vertices_.size()));
  for (const Index v : noted_vertices_) {
    out.push_back(double(v));
    add(noted_[v]);
  }
  return out;
}

bool Contacts::remember(std::span<const double> memory) {
  NumberReader in(memory);
  if (in.get() != double(places_.size())) return false;
  elapsed_ = in.get();
  constexpr std::size_t most = std::size_t{1} << 52;
  counts.searches = static_cast<std::int64_t>(in.below(most));
  counts.divided_steps = static_cast<std::int64_t>(in.below(most));
  counts.held_vertices = static_cast<std::int64_t>(in.below(most));
  counts.shortest_step = in.get();
  const std::size_t bodies = surfaces_.bodies.size();
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
    const std::size_t a = in.below(bodies);
    part(a, in.below(bodies));
  }
  since_start_ = in.get();
  starts_.clear();
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
    const std::size_t a = in.below(bodies), b = in.below(bodies);
    Start& start = starts_[{a, b}];
    start.thickness = in.get();
    start.since = in.get();
  }
  if (!in.good()) return false;
  repair_.restore(in, surfaces_);
  counts.intersecting = repair_.pairs();
  for (Vec3d& x : before_) x = in.vector();
  const auto get_grips = [&](std::vector<KeptGrip>& grips, std::size_t firsts,
                             std::size_t seconds) {
    grips.clear();
    for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
      const auto first = static_cast<Index>(in.below(firsts)),
                 second = static_cast<Index>(in.below(seconds));
      const Vec3d slip = in.vector();
      grips.push_back({first, second, {slip, in.below(2) == 1}});
    }
  };
  for (Nearby& near : near_) {
    get_grips(near.vertex_grips, places_.size(), bodies);
    get_grips(near.edge_grips, surfaces_.edges.size(), surfaces_.edges.size());
  }
  noted_vertices_.clear();
  noted_.assign(noted_.size(), {});
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
    const auto v = static_cast<Index>(in.below(places_.size()));
    noted_[v] = in.vector();
    noted_vertices_.push_back(v);
  }
  forget_near();
  neighbours_.measure(surfaces_, before_, places_, awake_);
  return in.good() && in.left() == 0;
}

}  // namespace pliant::contact
