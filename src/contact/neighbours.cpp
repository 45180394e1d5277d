#include "contact/neighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/parallel.h"
#include "mesh/box_tree.h"

namespace pliant::contact {

namespace {

// Distances are watched up to so many of the present steps of each side, and never more edges:
// what is faster is slowed down.
constexpr double step_room = 3, edges_watched = 2;
// And this many of the steps in which they pass each other.
constexpr double speed_watched = 1.2;
// Lists reach beyond what is watched by this part of an edge, or by so many steps if that is more.
constexpr double edges_searched = 0.6, steps_searched = 32, most_edges_searched = 1.5;
// Short lists reach beyond what is watched by so many of the steps in which both pass each other,
// within these parts of an edge.
constexpr double steps_picked = 16, edges_picked = 0.02, most_edges_picked = 0.3;
// What was counted of what a list has to spare, for that to be measured.
constexpr double worth_measuring = 0.25;
// Boxes of patches are grown by as much as an edge, or so many steps.
constexpr double edges_grown = 1, steps_grown = 16;
// So many of its steps a patch may always go on before its box must be found anew.
constexpr double steps_left = 4;
// Part of what patches do beside the mean of their body that has to be its turn to be taken off.
constexpr double worth_turning = 0.5;
// For what rounding does to sums of motions.
constexpr double more = 1 + 1e-6;
constexpr std::size_t patches_at_a_time = 16, pairs_at_a_time = 256;

double edge_of(const Surfaces& surfaces, Index first, Index second) {
  return std::min(surfaces.bodies[surfaces.patches[first].body].mean_edge,
                  surfaces.bodies[surfaces.patches[second].body].mean_edge);
}

/// What corners of a patch did in a step, as if they all started from one place.
struct Ways {
  Box all, unturned;  // the second without the turn of the body
  double reach2 = 0;  // m², from the centre of that

  Ways(const Surfaces& surfaces, const Patch& patch, std::span<const Vec3d> before,
       std::span<const Vec3d> places, const Vec3d& turn, const Vec3d& centre) {
    const auto add_all = [&](const auto& add) {
      for (Index v = patch.first_vertex; v < patch.first_vertex + patch.vertices; ++v) add(v);
      for (const Index v : std::span(surfaces.foreign).subspan(patch.first_foreign, patch.foreign))
        add(v);
    };
    if (turn == Vec3d{}) {
      add_all([&](Index v) { all.add(places[v] - before[v]); });
      unturned = all;
      return;
    }
    add_all([&](Index v) {
      const Vec3d way = places[v] - before[v], r = before[v] - centre;
      all.add(way);
      unturned.add(way - cross(turn, r));
      reach2 = std::max(reach2, dot(r, r));
    });
  }
};

}  // namespace

double distance(const Box& a, const Box& b) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const double gap = std::max({a.low[k] - b.high[k], b.low[k] - a.high[k], 0.0});
    sum += gap * gap;
  }
  return std::sqrt(sum);
}

void Neighbours::forget() {
  ++version_;
  moving_.clear();
  moving_pairs_.clear();
  known_ = false;
  pairs_.clear();
  looks_.clear();
  lists_.clear();
  short_lists_.clear();
  corners_.clear();
  sides_.clear();
  since_.clear();
  for (Mean& mean : means_) mean.gone = 0;
  gone_.clear();
}

void Neighbours::measure(const Surfaces& surfaces, std::span<const Vec3d> before,
                         std::span<const Vec3d> places, std::span<const Index> patches) {
  motions_.resize(surfaces.patches.size());
  means_.resize(surfaces.bodies.size());
  owns_.resize(motions_.size());
  parallel_for(patches.size(), patches_at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Index p = patches[i];
      const Mean& body = means_[surfaces.patches[p].body];
      const Ways ways(surfaces, surfaces.patches[p], before, places, body.turn, body.centre);
      Motion& m = motions_[p];
      m.shift = ways.all.centre();
      m.bend = 0.5 * length(ways.all.size());
      m.unturned = ways.unturned.centre();
      owns_[p] = {0.5 * length(ways.unturned.size()), ways.reach2};
    }
  });
  find_means(surfaces);
  find_turns(surfaces, places);
}

void Neighbours::take_part_of_motion(double part) {
  for (Motion& m : motions_) {
    m.shift *= part;
    m.bend *= part;
    m.beside *= part;
  }
  for (Mean& mean : means_) {
    mean.shift *= part;
    mean.aside *= part;
    mean.turn *= part;
  }
}

void Neighbours::find_means(const Surfaces& surfaces) {
  means_.resize(surfaces.bodies.size());
  for (Mean& mean : means_) mean.shift = {};
  std::vector<double> patches(means_.size());
  Vec3d all{};
  for (std::size_t p = 0; p < motions_.size(); ++p) {
    means_[surfaces.patches[p].body].shift += motions_[p].shift;
    patches[surfaces.patches[p].body] += 1;
    all += motions_[p].shift;
  }
  all = all / std::max<double>(1, static_cast<double>(motions_.size()));
  for (std::size_t b = 0; b < means_.size(); ++b) {
    if (patches[b] > 0) means_[b].shift = means_[b].shift / patches[b];
    means_[b].aside = length(means_[b].shift - all);
  }
  for (std::size_t p = 0; p < motions_.size(); ++p) {
    Motion& m = motions_[p];
    m.beside = length(m.shift - means_[surfaces.patches[p].body].shift) + m.bend;
  }
}

// The turn by least squares, from the moment of what patches moved: Σ r × u = I w. It is that of
// the next step if bodies go on so; whether they do, only says how much is left beside it.
void Neighbours::find_turns(const Surfaces& surfaces, std::span<const Vec3d> places) {
  struct Sums {
    Vec3d place{}, unturned{}, moment{};
    double patches = 0, reach2 = 0, squares = 0, xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;
  };
  std::vector<Sums> sums(means_.size());
  const auto place_of = [&](std::size_t p) {
    const Patch& patch = surfaces.patches[p];
    return places[patch.vertices > 0 ? patch.first_vertex : surfaces.foreign[patch.first_foreign]];
  };
  Vec3d all{};
  for (std::size_t p = 0; p < motions_.size(); ++p) {
    Sums& s = sums[surfaces.patches[p].body];
    s.place += place_of(p);
    s.unturned += motions_[p].unturned;
    s.reach2 = std::max(s.reach2, owns_[p].reach2);
    s.patches += 1;
    all += motions_[p].shift;
  }
  all = all / std::max<double>(1, static_cast<double>(motions_.size()));
  for (std::size_t b = 0; b < means_.size(); ++b) {
    Sums& s = sums[b];
    Mean& mean = means_[b];
    if (s.patches == 0) continue;
    s.unturned = s.unturned / s.patches;
    mean.past = length(s.unturned - all) + length(mean.turn) * std::sqrt(s.reach2);
    mean.centre = s.place / s.patches;
  }
  for (std::size_t p = 0; p < motions_.size(); ++p) {
    const Index b = surfaces.patches[p].body;
    Motion& m = motions_[p];
    Sums& s = sums[b];
    m.left = owns_[p].bend + length(m.unturned - s.unturned);
    const Vec3d r = place_of(p) - means_[b].centre;
    const Vec3d beside = m.shift - means_[b].shift;
    s.moment += cross(r, beside);
    s.squares += dot(beside, beside);
    s.xx += r.y * r.y + r.z * r.z, s.yy += r.z * r.z + r.x * r.x, s.zz += r.x * r.x + r.y * r.y;
    s.xy -= r.x * r.y, s.yz -= r.y * r.z, s.zx -= r.z * r.x;
  }
  for (std::size_t b = 0; b < means_.size(); ++b) {
    const Sums& s = sums[b];
    const double least = 1e-9 * (s.xx + s.yy + s.zz);  // all on a line: about that they may turn
    const Vec3d x{s.xx + least, s.xy, s.zx}, y{s.xy, s.yy + least, s.yz},
        z{s.zx, s.yz, s.zz + least};
    const double volume = dot(x, cross(y, z));
    const Vec3d& m = s.moment;
    means_[b].turn = {};
    if (!(volume > 0)) continue;
    const Vec3d turn = (cross(y, z) * m.x + cross(z, x) * m.y + cross(x, y) * m.z) / volume;
    const double turned = dot(turn, turn) * (s.xx + s.yy + s.zz) / 2;
    if (turned > worth_turning * s.squares) means_[b].turn = turn;
  }
}

bool Neighbours::all_passed_less(double way) const {
  double aside = 0;
  for (const Mean& mean : means_) aside = std::max(aside, mean.aside);
  return std::ranges::all_of(motions_,
                             [&](const Motion& m) { return more * 2 * (m.beside + aside) <= way; });
}
bool Neighbours::all_passed_less_of_watch(double part) const {
  double aside = 0;
  for (const Mean& mean : means_) aside = std::max(aside, mean.aside);
  return std::ranges::all_of(
      motions_, [&](const Motion& m) { return more * (m.beside + aside) <= 0.5 * part * m.watch; });
}

void Neighbours::go_on(double elapsed) {
  if (!known_) return;
  drift_ += current_ * elapsed;
  for (std::size_t p = 0; p < since_.size(); ++p) {
    since_[p].gone += motions_[p].shift;
    since_[p].bent += motions_[p].bend;
    gone_[p] += motions_[p].left;
  }
  for (Mean& mean : means_) mean.gone += mean.past;
}

std::size_t Neighbours::update(const Surfaces& surfaces, std::span<const Vec3d> places, double step,
                               double elapsed, const MayTouch& may_touch) {
  if (!known_) {
    motions_.resize(surfaces.patches.size());
    move_all();
  }
  expect(surfaces, step, elapsed);
  bool lost = !known_;
  for (std::size_t p = 0; p < since_.size() && !lost; ++p) lost = since_[p].left(drift_) < slack(p);
  if (lost) find_pairs(surfaces, places, may_touch);
  return search_due(surfaces, places);
}

void Neighbours::expect(const Surfaces& surfaces, double step, double elapsed) {
  step_ = step;
  const double ratio = elapsed > 0 ? step / elapsed : 0;
  for (const Index p : moving_) {
    const Surface& body = surfaces.bodies[surfaces.patches[p].body];
    Motion& m = motions_[p];
    m.expected = m.shift * ratio;
    m.bending = m.bend * ratio;
    m.watch =
        std::max(body.widest, std::min(step_room * m.bending, edges_watched * body.mean_edge)) +
        edges_more_ * body.mean_edge;
  }
  load_patches(surfaces, ratio);
}

// So that the loads of two patches together are no less than what is watched and what is used of
// their list, but for what is known of the pair from its last look.
void Neighbours::load_patches(const Surfaces& surfaces, double ratio) {
  gone_.resize(motions_.size());
  load_.resize(motions_.size());
  means_.resize(surfaces.bodies.size());
  for (Mean& mean : means_) mean.load = mean.gone + speed_watched * mean.aside * ratio;
  for (std::size_t p = 0; p < motions_.size(); ++p) {
    const Motion& m = motions_[p];
    load_[p] = more * (gone_[p] + 0.5 * m.watch + speed_watched * m.beside * ratio);
  }
}
double Neighbours::load(const Surfaces& surfaces, const Look& pair) const {
  const Index a = surfaces.patches[pair.first].body, b = surfaces.patches[pair.second].body;
  const double own = load_[pair.first] + load_[pair.second];
  return a == b ? own : own + more * (means_[a].load + means_[b].load);
}
double Neighbours::gone(const Surfaces& surfaces, const Pair& pair) const {
  const Index a = surfaces.patches[pair.first].body, b = surfaces.patches[pair.second].body;
  const double own = gone_[pair.first] + gone_[pair.second];
  return a == b ? own : own + means_[a].gone + means_[b].gone;
}

double Neighbours::watch(const Surfaces& surfaces, Index first, Index second) const {
  const Motion &a = motions_[first], &b = motions_[second];
  if (first == second) return a.watch;
  return 0.5 * (a.watch + b.watch) + std::min(speed_watched * length(a.expected - b.expected),
                                              edges_watched * edge_of(surfaces, first, second));
}

// --- patches whose boxes are near ---

/// m: what a patch needs around its box for the next step.
double Neighbours::slack(std::size_t p) const {
  const Motion& m = motions_[p];
  return m.watch + steps_left * (length(m.expected - current_ * step_) + m.bending);
}
double Neighbours::Since::left(const Vec3d& drift) const {
  return margin - more * (length(gone - found - drift) + bent - bent_then);
}
bool Neighbours::has_left(double elapsed) const {
  for (std::size_t p = 0; p < since_.size(); ++p) {
    Since now = since_[p];
    now.gone += motions_[p].shift;
    now.bent += motions_[p].bend;
    if (now.left(drift_ + current_ * elapsed) < 0) return true;
  }
  return false;
}

void Neighbours::find_pairs(const Surfaces& surfaces, std::span<const Vec3d> places,
                            const MayTouch& may_touch) {
  const std::size_t patches = surfaces.patches.size();
  since_.resize(patches);
  current_ = {};
  if (step_ > 0)
    for (const Motion& m : motions_)
      current_ += m.expected * (1 / (step_ * static_cast<double>(patches)));
  drift_ = {};
  std::vector<Box> boxes(patches), grown_boxes(patches);
  parallel_for(patches, patches_at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      Since& s = since_[p];
      const Motion& m = motions_[p];
      s.found = s.gone;
      s.bent_then = s.bent;
      s.margin =
          slack(p) + std::max(edges_grown * surfaces.bodies[surfaces.patches[p].body].mean_edge,
                              steps_grown * (length(m.expected - current_ * step_) + m.bending));
      boxes[p] = box_of(surfaces, surfaces.patches[p], places);
      grown_boxes[p] = grown(boxes[p], s.margin);
    }
  });
  const auto found = overlapping(surfaces, grown_boxes, may_touch);
  std::vector<Pair> pairs;
  std::vector<Look> looks;
  std::vector<NearList> lists(found.size()), short_lists(found.size());
  std::vector<Corners> corners(found.size());
  pairs.reserve(found.size());
  looks.reserve(found.size());
  std::size_t old = 0;
  for (const auto& [a, b] : found) {
    while (old < pairs_.size() &&
           std::pair(pairs_[old].first, pairs_[old].second) < std::pair(a, b))
      ++old;
    if (old < pairs_.size() && pairs_[old].first == a && pairs_[old].second == b) {
      lists[pairs.size()] = std::move(lists_[old]);
      short_lists[pairs.size()] = std::move(short_lists_[old]);
      corners[pairs.size()] = std::move(corners_[old]);
      pairs.push_back(pairs_[old]);
      looks.push_back(looks_[old]);
    } else {
      // Not searched yet, but nothing is nearer than the boxes.
      pairs.push_back({a, b, distance(boxes[a], boxes[b]) / more, 0,
                       since_[a].gone - since_[b].gone, since_[a].bent + since_[b].bent, 0, 0,
                       std::numeric_limits<float>::infinity()});
      looks.push_back({a, b});
    }
  }
  pairs_ = std::move(pairs);
  looks_ = std::move(looks);
  lists_ = std::move(lists);
  short_lists_ = std::move(short_lists);
  corners_ = std::move(corners);
  known_ = true;
  ++version_;
  move_all();
  sort_sides(patches);
}

// --- what moves ---

void Neighbours::move_all() {
  moving_.resize(motions_.size());
  std::iota(moving_.begin(), moving_.end(), Index{0});
  moving_pairs_.resize(pairs_.size());
  std::iota(moving_pairs_.begin(), moving_pairs_.end(), Index{0});
}

void Neighbours::only(std::span<const Index> patches) {
  moving_.assign(patches.begin(), patches.end());
  std::vector<char> moves(motions_.size());
  for (const Index p : moving_) moves[p] = 1;
  moving_pairs_.clear();
  for (Index i = 0; i < pairs_.size(); ++i)
    if (moves[pairs_[i].first] || moves[pairs_[i].second]) moving_pairs_.push_back(i);
}

void Neighbours::sort_sides(std::size_t patches) {
  first_side_.assign(patches + 1, 0);
  for (const Pair& pair : pairs_) {
    ++first_side_[pair.first + 1];
    if (pair.first != pair.second) ++first_side_[pair.second + 1];
  }
  for (std::size_t p = 0; p < patches; ++p) first_side_[p + 1] += first_side_[p];
  sides_.resize(first_side_[patches]);
  std::vector<std::size_t> next(first_side_.begin(), first_side_.end() - 1);
  for (Index i = 0; i < pairs_.size(); ++i) {
    sides_[next[pairs_[i].first]++] = {i, false};
    if (pairs_[i].first != pairs_[i].second) sides_[next[pairs_[i].second]++] = {i, true};
  }
}

std::vector<std::pair<Index, Index>> overlapping(const Surfaces& surfaces,
                                                 std::span<const Box> boxes,
                                                 const Neighbours::MayTouch& may_touch) {
  std::vector<Vec3d> centres;
  for (const Box& box : boxes) centres.push_back(box.centre());
  const BoxTree tree(centres, [&](Index i) { return boxes[i]; });
  std::vector<std::vector<Index>> others(boxes.size());
  parallel_for(boxes.size(), patches_at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      tree.traverse([&](Index node) { return tree.nodes()[node].box.overlaps(boxes[p]); },
                    [&](Index slot) {
                      const Index q = tree.items()[slot];
                      if (q >= p && boxes[q].overlaps(boxes[p]) &&
                          may_touch(surfaces.patches[p].body, surfaces.patches[q].body))
                        others[p].push_back(q);
                    });
      std::ranges::sort(others[p]);
    }
  });
  std::vector<std::pair<Index, Index>> pairs;
  for (Index p = 0; p < others.size(); ++p)
    for (const Index q : others[p]) pairs.emplace_back(p, q);
  return pairs;
}

// --- lists ---

/// m: how far parts of two patches went past each other since their search, at most.
double Neighbours::used(const Pair& pair) const {
  const Since &a = since_[pair.first], &b = since_[pair.second];
  return more * (pair.moved + length(a.gone - b.gone - pair.apart) + a.bent + b.bent - pair.bent);
}
void Neighbours::begin_count(Pair& pair, double moved) const {
  pair.moved = moved;
  pair.apart = since_[pair.first].gone - since_[pair.second].gone;
  pair.bent = since_[pair.first].bent + since_[pair.second].bent;
}

/// Counts from what its patches have really moved, where that may be much less.
void Neighbours::measure(const Surfaces& surfaces, std::span<const Vec3d> places, Index i) {
  Pair& pair = pairs_[i];
  if (corners_[i].empty()) return;
  const double counted = pair.skip - pair.watch - more * pair.moved;
  if (!(counted > worth_measuring * (pair.reach - pair.watch))) return;
  begin_count(pair, corners_[i].moved_past(surfaces, pair.first, pair.second, places));
  pair.skip = pair.watch + used(pair);
}

void Neighbours::search(PatchSearch& search, const Surfaces& surfaces,
                        std::span<const Vec3d> places, Index i) {
  Pair& pair = pairs_[i];
  const Motion &a = motions_[pair.first], &b = motions_[pair.second];
  const double step = length(a.expected - b.expected) + a.bending + b.bending,
               edge = edge_of(surfaces, pair.first, pair.second);
  pair.reach = more * pair.watch +
               std::clamp(steps_searched * step, edges_searched * edge, most_edges_searched * edge);
  search.find(pair.first, pair.second, pair.reach, lists_[i]);
  corners_[i].keep(surfaces, pair.first, pair.second, places);
  begin_count(pair, 0);
  pair.skip = pair.watch;
  pair.nearest = lists_[i].nearest();
  looks_[i].near = double(pair.nearest) <= pair.skip;
  looks_[i].known = false;
  pair.picked = 0;
}

// Whether the short list has all that may be nearer than is watched.
bool Neighbours::is_picked(const Pair& pair) const {
  const Since &a = since_[pair.first], &b = since_[pair.second];
  const double passed =
      more * (length(a.gone - b.gone - pair.apart_then) + a.bent + b.bent - pair.bent_then);
  return pair.watch + passed <= pair.picked;
}

void Neighbours::pick(PatchSearch& search, const Surfaces& surfaces, Index i) {
  Pair& pair = pairs_[i];
  const Motion &a = motions_[pair.first], &b = motions_[pair.second];
  const double step = length(a.expected - b.expected) + a.bending + b.bending,
               edge = edge_of(surfaces, pair.first, pair.second), used = pair.skip - pair.watch;
  pair.picked = std::min(
      pair.reach - used,
      pair.watch + std::clamp(steps_picked * step, edges_picked * edge, most_edges_picked * edge));
  pair.apart_then = since_[pair.first].gone - since_[pair.second].gone;
  pair.bent_then = since_[pair.first].bent + since_[pair.second].bent;
  search.pick(lists_[i], pair.picked + used, pair.picked, short_lists_[i]);
}

/// At one that is not calm.
void Neighbours::look_at(const Surfaces& surfaces, std::span<const Vec3d> places, Index i) {
  Pair& pair = pairs_[i];
  pair.watch = watch(surfaces, pair.first, pair.second);
  pair.skip = pair.watch + used(pair);
  if (pair.skip > pair.reach || double(pair.nearest) <= pair.skip) measure(surfaces, places, i);
  Look& look = looks_[i];
  look.due = pair.skip > pair.reach;
  look.near = double(pair.nearest) <= pair.skip;
  // From here on what is used is at most this and what goes on.
  const double known = pair.skip - pair.watch - more * gone(surfaces, pair);
  look.calm_until = std::min(pair.reach, double(pair.nearest)) - known;
  look.calm_until -= (more - 1) * std::abs(look.calm_until);
  look.known = true;
}

std::size_t Neighbours::search_due(const Surfaces& surfaces, std::span<const Vec3d> places) {
  parallel_for(moving_pairs_.size(), pairs_at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const Index i = moving_pairs_[k];
      if (Look& look = looks_[i]; look.known && load(surfaces, look) < look.calm_until)
        look.due = look.near = false;
      else
        look_at(surfaces, places, i);
    }
  });
  due_.clear();
  has_near_.resize(motions_.size());
  for (const Index p : moving_) has_near_[p] = 0;
  for (const Index i : moving_pairs_)
    if (looks_[i].due) due_.push_back(i);
  parallel_for(due_.size(), 1, [&](std::size_t begin, std::size_t end) {
    PatchSearch patch_search(surfaces, places);
    for (std::size_t k = begin; k < end; ++k) search(patch_search, surfaces, places, due_[k]);
  });
  to_pick_.clear();
  for (const Index i : moving_pairs_) {
    if (!looks_[i].near) continue;
    has_near_[looks_[i].first] = has_near_[looks_[i].second] = 1;
    if (!is_picked(pairs_[i])) to_pick_.push_back(i);
  }
  parallel_for(to_pick_.size(), 1, [&](std::size_t begin, std::size_t end) {
    PatchSearch patch_search(surfaces, places);
    for (std::size_t k = begin; k < end; ++k) pick(patch_search, surfaces, to_pick_[k]);
  });
  return due_.size();
}

std::size_t Neighbours::listed() const {
  std::size_t all = 0;
  for (const NearList& list : lists_) all += list.size();
  return all;
}

}  // namespace pliant::contact
