#include "mesh/generate/improve.h"

#include <algorithm>
#include <cmath>

#include "mesh/generate/tet_star.h"

namespace pliant::generate {

namespace {

// A little within the bounds, so that rounding does not matter.
constexpr double enough_measure = 1.02;

// The axes, the diagonals of a cube, and their opposites.
constexpr Vec3d search_directions[] = {
    {1, 0, 0},           {-1, 0, 0},           {0, 1, 0},           {0, -1, 0},
    {0, 0, 1},           {0, 0, -1},           {0.58, 0.58, 0.58},  {-0.58, -0.58, -0.58},
    {0.58, 0.58, -0.58}, {-0.58, -0.58, 0.58}, {0.58, -0.58, 0.58}, {-0.58, 0.58, -0.58},
    {-0.58, 0.58, 0.58}, {0.58, -0.58, -0.58}};

}  // namespace

Improver::Improver(std::vector<Vec3d>& vertices, std::span<const Tetrahedron> tetrahedra,
                   std::vector<Freedom>& freedom, Project project)
    : vertices_(vertices),
      tetrahedra_(tetrahedra),
      freedom_(freedom),
      project_(std::move(project)),
      touching_(vertex_cells(tetrahedra, vertices.size())) {}

double Improver::measure(Index tetrahedron) const {
  const auto& [a, b, c, d] = tetrahedra_[tetrahedron];
  return angle_measure(vertices_[a], vertices_[b], vertices_[c], vertices_[d]);
}

// The worst around a vertex; stops early where it falls below `enough`.
double Improver::star_measure(Index vertex, double enough) const {
  double worst = 1e300;
  for (Index t : touching_[vertex]) {
    worst = std::min(worst, measure(t));
    if (worst <= enough) break;
  }
  return worst;
}

// Pattern search for a place with a better worst measure around a vertex.
bool Improver::smooth(Index vertex, double enough) {
  const Freedom freedom = freedom_[vertex];
  if (freedom == Freedom::corner || freedom == Freedom::fixed) return false;
  double best = star_measure(vertex, -1e300);
  if (best >= enough) return false;
  double step = 0;
  for (Index t : touching_[vertex])
    for (Index v : tetrahedra_[t]) step = std::max(step, length(vertices_[v] - vertices_[vertex]));
  step *= 0.25;
  bool moved = false;
  for (int halving = 0; halving < 5; ++halving, step /= 2) {
    const Vec3d from = vertices_[vertex];
    Vec3d place = from;
    for (const Vec3d& direction : search_directions) {
      Vec3d trial = from + direction * step;
      if (freedom != Freedom::inner) trial = project_(freedom, trial);
      vertices_[vertex] = trial;
      const double now = star_measure(vertex, best);
      if (now <= best) continue;
      best = now;
      place = trial;
    }
    vertices_[vertex] = place;
    if (place == from) continue;
    moved = true;
    if (best >= enough) break;
    step *= 2;
    if (halving >= 4) break;
  }
  return moved;
}

std::vector<Index> Improver::beyond(double enough) const {
  std::vector<Index> bad;
  for (Index t = 0; t < tetrahedra_.size(); ++t)
    if (measure(t) < enough) bad.push_back(t);
  return bad;
}

std::vector<Index> Improver::mend(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const std::vector<Index> bad = beyond(enough_measure);
    if (bad.empty()) break;
    for (Index t : bad) {
      for (Index v : tetrahedra_[t])
        if (measure(t) < enough_measure) smooth(v, enough_measure * 1.1);
      if (round == 0 || measure(t) >= enough_measure) continue;
      for (Index v : tetrahedra_[t]) {  // the neighbours make room
        collect_ring(v);
        const std::vector<Index> ring = ring_;
        for (Index u : ring) smooth(u, enough_measure * 1.5);
      }
    }
  }
  return beyond(1);
}

void Improver::collect_ring(Index vertex) {
  ring_.clear();
  for (Index t : touching_[vertex])
    for (Index v : tetrahedra_[t]) ring_.push_back(v);
  std::ranges::sort(ring_);
  ring_.erase(std::unique(ring_.begin(), ring_.end()), ring_.end());
}

bool Improver::place(Index vertex, const Vec3d& target, Freedom freedom) {
  collect_ring(vertex);
  const std::vector<Index> ring = ring_;
  std::vector<Vec3d> kept;
  for (Index v : ring) kept.push_back(vertices_[v]);
  const Freedom old = freedom_[vertex];
  freedom_[vertex] = Freedom::fixed;  // stays put while the neighbours move
  const Vec3d start = vertices_[vertex];
  // The way is gone in steps, so that the neighbours can follow.
  constexpr int steps = 3;
  bool good = false;
  for (int i = 1; i <= steps; ++i) {
    vertices_[vertex] = start + (target - start) * (static_cast<double>(i) / steps);
    for (int round = 0; round < 2; ++round) {
      good = star_measure(vertex, 0) >= enough_measure;
      if (good) break;
      for (Index v : ring)
        if (v != vertex && star_measure(v, -1e300) < enough_measure)
          smooth(v, enough_measure * 1.1);
      good = star_measure(vertex, 0) >= enough_measure;
    }
  }
  if (good)
    for (Index v : ring) good = good && star_measure(v, 0) >= 1;
  if (good) {
    freedom_[vertex] = freedom;
    return true;
  }
  for (std::size_t i = 0; i < ring.size(); ++i) vertices_[ring[i]] = kept[i];
  freedom_[vertex] = old;
  return false;
}

}  // namespace pliant::generate
