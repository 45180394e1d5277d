#include "constraints/total_volume.h"

#include <algorithm>

namespace pliant {

double enclosed_volume(std::span<const Triangle> surface, std::span<const Vec3d> positions) {
  if (surface.empty()) return 0;
  const Vec3d origin = positions[surface[0][0]];  // near the body, for the sake of digits
  double six_volumes = 0;
  for (const Triangle& t : surface)
    six_volumes +=
        dot(positions[t[0]] - origin, cross(positions[t[1]] - origin, positions[t[2]] - origin));
  return six_volumes / 6;
}

std::vector<Line> open_edges(std::span<const Triangle> surface) {
  struct Passed {
    Line edge;
    int forward;
  };
  std::vector<Passed> passed;
  for (const Triangle& t : surface)
    for (std::size_t i = 0; i < 3; ++i) {
      const Index a = t[i], b = t[(i + 1) % 3];
      passed.push_back({{std::min(a, b), std::max(a, b)}, a < b ? 1 : -1});
    }
  std::ranges::sort(passed, {}, &Passed::edge);
  std::vector<Line> open;
  for (std::size_t i = 0; i < passed.size();) {
    const Line edge = passed[i].edge;
    int balance = 0;
    for (; i < passed.size() && passed[i].edge == edge; ++i) balance += passed[i].forward;
    if (balance != 0) open.push_back(edge);
  }
  return open;
}

namespace {

struct Step {
  Index of, from, to;  // round which vertex
};

// A closed walk over all steps round one vertex; they lie side by side, sorted.
void append_walk(std::span<Step> steps, std::vector<bool>& taken, std::vector<Index>& walk) {
  const Index home = steps.front().from;
  taken.assign(steps.size(), false);
  for (std::size_t first = 0; first < steps.size(); ++first) {
    if (taken[first]) continue;
    if (first > 0 && walk.back() != home) walk.push_back(home);
    const Index start = steps[first].from;
    if (first == 0 || start != home) walk.push_back(start);
    std::size_t at = first;
    for (;;) {
      taken[at] = true;
      walk.push_back(steps[at].to);
      if (steps[at].to == start) break;
      const auto next = std::ranges::lower_bound(steps, steps[at].to, {}, &Step::from);
      at = static_cast<std::size_t>(next - steps.begin());
      while (taken[at]) ++at;
    }
  }
  if (walk.back() != home) walk.push_back(home);
}

}  // namespace

SurfaceRings rings_of(std::span<const Triangle> surface) {
  std::vector<Step> steps;
  for (const Triangle& t : surface)
    for (std::size_t i = 0; i < 3; ++i) steps.push_back({t[i], t[(i + 1) % 3], t[(i + 2) % 3]});
  std::ranges::stable_sort(steps, [](const Step& a, const Step& b) {
    return a.of != b.of ? a.of < b.of : a.from < b.from;
  });
  SurfaceRings rings;
  std::vector<bool> taken;
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t end = i;
    while (end < steps.size() && steps[end].of == steps[i].of) ++end;
    rings.vertices.push_back(steps[i].of);
    rings.begin.push_back(rings.walks.size());
    append_walk(std::span(steps).subspan(i, end - i), taken, rings.walks);
    i = end;
  }
  rings.begin.push_back(rings.walks.size());
  return rings;
}

}  // namespace pliant
