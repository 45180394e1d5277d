#pragma once

#include "contact/closest.h"
#include "contact/comfort.h"
#include "contact/contact_laws.h"
#include "contact/listed.h"

// What Touching does with pairs on the processor, for one listed part by one thread of a card. A
// Scene has
//   at(v), moved(v)      where a vertex is, and how far it went in the last step, m
//   stiffness(v)         N/m, and one over the mass, inverse_mass(v)
//   step, elapsed        s, of the next and the last step
//   stepped              whether the last step is still to be looked at
//   add(slot, f, k)      a force and its stiffness; slots are zero before

namespace pliant::contact {

/// What was found beside forces.
struct Looked {
  double energy = 0;           // J
  double fastest = 0;          // see Haste
  double crossing_energy = 0;  // J, of what crosses the edge of a skin
  double crossing = 0;
  bool too_far = false;  // the last step may have let it pass
  bool crowded = false;  // too many parts for one thread
};

/// The corners of a pair of parts; the first `split` are of one.
struct PairCorners {
  Vec3d x[4], moved[4];
  std::uint32_t v[4];
  int count, split;

  /// m: how far vertices of one side went past one of the other, at most.
  PLIANT_HD double gone() const {
    double most = 0;
    for (int i = 0; i < split; ++i)
      for (int k = split; k < count; ++k) {
        const double way = squared_length(moved[i] - moved[k]);
        most = way > most ? way : most;
      }
    using std::sqrt;
    return sqrt(most);
  }
  /// m: how much nearer they came along a direction from the second to the first.
  PLIANT_HD double closed(const Vec3d& normal) const {
    if (normal == Vec3d{}) return gone();
    double least = dot(moved[0], normal), most = dot(moved[split], normal);
    for (int i = 1; i < split; ++i) {
      const double way = dot(moved[i], normal);
      least = way < least ? way : least;
    }
    for (int k = split + 1; k < count; ++k) {
      const double way = dot(moved[k], normal);
      most = way > most ? way : most;
    }
    return most - least;
  }
  /// Between the nearest places before the last step.
  PLIANT_HD Vec3d way_before() const {
    Vec3d b[4];
    for (int i = 0; i < count; ++i) b[i] = x[i] - moved[i];
    if (split == 2) return way_between_segments(b[0], b[1], b[2], b[3]);
    if (count == 3) {
      const OnSegment<double> at = closest_on_segment(b[0], b[1], b[2]);
      return b[0] - b[1] * at.weights[0] - b[2] * at.weights[1];
    }
    const OnTriangle<double> at = closest_on_triangle(b[0], b[1], b[2], b[3]);
    return b[0] - b[1] * at.weights[0] - b[2] * at.weights[1] - b[3] * at.weights[2];
  }
};

/// m: a distance less what rounding may take from it, see Contacts::room.
PLIANT_HD double room_of(double distance, double rounding) {
  const double least = distance > 0.25 * rounding ? 0.25 * distance : 0;
  return distance - rounding > least ? distance - rounding : least;
}

inline constexpr double most_of_way = 0.9;  // of the room, in a step

/// Whether a pair went too far, how fast it goes, and whether it crosses the edge of its skin.
template <class Scene>
PLIANT_HD void look_at_pair(const Scene& s, const PairCorners& c, const Vec3d& way, double distance,
                            const ListedNumbers& n, Looked& out) {
  if (!(s.elapsed > 0)) return;
  const double gone = c.gone();
  Vec3d before = way;
  bool knows_before = false;
  if (s.stepped && gone > most_of_way * room_of(distance - gone, n.rounding)) {
    before = c.way_before();
    knows_before = true;
    const double then = length(before);
    const Vec3d normal = then > 0 ? before / then : Vec3d{};
    if (c.closed(normal) > most_of_way * room_of(then, n.rounding)) out.too_far = true;
  }
  if (!(distance < n.watch)) return;
  const Vec3d normal = distance > 0 ? way / distance : Vec3d{};
  const double fastest = c.closed(normal) / (s.elapsed * distance);
  if (fastest > out.fastest) out.fastest = fastest;
  const double ahead = 1.2 * s.step / s.elapsed, edge = distance - n.thickness;
  if (!((edge < 0 ? -edge : edge) < ahead * gone)) return;
  if (!knows_before) before = c.way_before();
  const double closing = (length(before) - distance) * s.step / s.elapsed;
  const bool inside = distance < n.thickness;
  if (inside == (distance - 1.2 * closing < n.thickness)) return;
  const std::uint32_t a = c.v[0], b = c.v[c.split];
  const double first = s.stiffness(a), second = s.stiffness(b);
  const double k = first > 0 && second > 0 ? 2 * first * second / (first + second)
                   : first > second        ? first
                                           : second;
  out.crossing_energy += 0.5 * k * closing * closing;
  const double over_first = s.inverse_mass(a), over_second = s.inverse_mass(b);
  const double stiffness = k * (over_first > over_second ? over_first : over_second);
  if (stiffness > out.crossing) out.crossing = stiffness;
}

/// The parts of a body that are within the skin about a vertex, each once; see Touching.
struct ListedParts {
  enum Kind { corner, edge, face };
  struct Part {
    Kind kind;
    std::uint32_t number, target;
    int count, corners;
    int corner[3];  // of the target
    double weights[3];
    Vec3d way;
    double distance;
    Vec3d force;       // N, on the vertex
    double stiffness;  // N/m
  };
  static constexpr int most = 10, most_seen = 24;
  Part parts[most];
  int count = 0;
  std::uint32_t seen_edges[most_seen], seen_corners[most_seen];
  int edges = 0, corners = 0;
  bool crowded = false;

  PLIANT_HD bool is_new(std::uint32_t (&seen)[most_seen], int& all, std::uint32_t number) {
    for (int i = 0; i < all; ++i)
      if (seen[i] == number) return false;
    if (all == most_seen)
      crowded = true;
    else
      seen[all++] = number;
    return true;
  }
  PLIANT_HD void add(const Part& part, int times) {
    for (int i = 0; i < count; ++i)
      if (parts[i].kind == part.kind && parts[i].number == part.number) {
        parts[i].count += times;
        return;
      }
    if (count == most) {
      crowded = true;
      return;
    }
    parts[count] = part;
    parts[count++].count = times;
  }
  PLIANT_HD void add_edge(const ListedTarget& t, std::uint32_t target, const PairCorners& c, int e,
                          double thickness) {
    // Edges go from their lower vertex.
    const int next = e + 1 < int(t.size) ? e + 1 : 0;
    const bool turned = t.corners[e] > t.corners[next];
    const int from = turned ? next : e, to = turned ? e : next;
    const OnSegment<double> at = closest_on_segment(c.x[0], c.x[1 + from], c.x[1 + to]);
    Part part{edge, t.edges[e], target, 0, 0, {}, {}, c.x[0], 0, {}, 0};
    if (at.part != within_segment) {
      part.kind = corner;
      part.number = t.corners[at.part == 0 ? from : to];
    }
    const int ends[2] = {from, to};
    for (int i = 0; i < 2; ++i) {
      if (at.part != within_segment && !(at.weights[i] > 0)) continue;
      part.corner[part.corners] = ends[i];
      part.weights[part.corners++] = at.weights[i];
      part.way -= c.x[1 + ends[i]] * at.weights[i];
    }
    part.distance = length(part.way);
    if (part.distance < thickness && is_new(seen_edges, edges, t.edges[e]))
      if (t.edge_times[e] != 0) add(part, t.edge_times[e]);
  }
  PLIANT_HD void add_corner(const ListedTarget& t, std::uint32_t target, const PairCorners& c,
                            int i, double thickness) {
    if (t.corner_times[i] == 0) return;
    Part part{corner,    t.corners[i],        target, 0,  1, {i, 0, 0},
              {1, 0, 0}, c.x[0] - c.x[1 + i], 0,      {}, 0};
    part.distance = length(part.way);
    if (part.distance < thickness && is_new(seen_corners, corners, t.corners[i]))
      add(part, t.corner_times[i]);
  }
  PLIANT_HD void add_face(const ListedTarget& t, std::uint32_t target, const OnTriangle<double>& at,
                          const Vec3d& way, double distance) {
    Part part{face, t.number, target, 0, 0, {}, {}, way, distance, {}, 0};
    if (at.part < 3) {
      part.kind = corner;
      part.number = t.corners[at.part];
    } else if (at.part < within_face) {
      part.kind = edge;
      part.number = t.edges[at.part - 3];
    }
    for (int i = 0; i < 3; ++i)
      if (at.part == within_face || at.weights[i] > 0) {
        part.corner[part.corners] = i;
        part.weights[part.corners++] = at.weights[i];
      }
    add(part, 1);
  }
};

/// What one body does to a vertex, and it to that. Tells which of its forces there are: bit 0 the
/// vertex's, then those of targets. `grip` is what is remembered for the next step.
template <class Scene>
PLIANT_HD std::uint64_t press_vertex(const Scene& s, const ListedVertex& g,
                                     const ListedTarget* targets, Grip& grip, Looked& out) {
  const ListedNumbers& n = g.numbers;
  ListedParts near;
  PairCorners c;
  c.v[0] = g.vertex;
  c.x[0] = s.at(g.vertex);
  c.moved[0] = s.moved(g.vertex);
  c.split = 1;
  for (std::uint32_t i = 0; i < g.count; ++i) {
    const ListedTarget t = targets[g.first + i];
    c.count = 1 + int(t.size);
    for (int k = 0; k < int(t.size); ++k) {
      c.v[1 + k] = t.corners[k];
      c.x[1 + k] = s.at(t.corners[k]);
      c.moved[1 + k] = s.moved(t.corners[k]);
    }
    Vec3d way = c.x[0];
    OnTriangle<double> at{};
    if (t.size == 3) {
      at = closest_on_triangle(c.x[0], c.x[1], c.x[2], c.x[3]);
      for (int k = 0; k < 3; ++k) way -= c.x[1 + k] * at.weights[k];
    } else {
      const OnSegment<double> on = closest_on_segment(c.x[0], c.x[1], c.x[2]);
      for (int k = 0; k < 2; ++k) way -= c.x[1 + k] * on.weights[k];
    }
    const double distance = length(way);
    look_at_pair(s, c, way, distance, n, out);
    if (!(distance < n.thickness)) continue;
    if (t.size == 3) near.add_face(t, i, at, way, distance);
    for (int e = 0; e < (t.size == 3 ? 3 : 1); ++e) near.add_edge(t, i, c, e, n.thickness);
    for (int k = 0; k < int(t.size); ++k) near.add_corner(t, i, c, k, n.thickness);
  }
  out.crowded = out.crowded || near.crowded;

  Vec3d force{};
  double stiffness = 0, stiffening = 0, energy = 0;
  for (int i = 0; i < near.count; ++i) {
    ListedParts::Part& p = near.parts[i];
    if (p.count == 0 || !(p.distance > 0)) {
      p.count = 0;
      continue;
    }
    const Skin<double> skin(p.distance, n.thickness);
    const double times = p.count;
    p.force = p.way * (-n.stiffness * skin.slope * times / p.distance);
    p.stiffness =
        2 * n.stiffness * skin.stiffening * skin.stiffening * (times < 0 ? -times : times);
    force += p.force;
    stiffness += p.stiffness;
    stiffening = skin.stiffening > stiffening ? skin.stiffening : stiffening;
    energy += n.stiffness * skin.energy * times;
  }
  const double push = length(force);
  if (!(push > 0)) {
    grip = {};
    return 0;
  }
  const Vec3d normal = force / push;
  Vec3d moved = c.moved[0];
  for (int i = 0; i < near.count; ++i) {
    const ListedParts::Part& p = near.parts[i];
    if (p.count == 0) continue;
    const double share = dot(p.force, normal) / push;
    const ListedTarget& t = targets[g.first + p.target];
    for (int k = 0; k < p.corners; ++k)
      moved -= s.moved(t.corners[p.corner[k]]) * (share * p.weights[k]);
  }
  Growth growth{};
  const Vec3d resistance =
      resist({normal, moved, push, n.stiffness, n.damping, stiffening}, n.held, n.sliding,
             s.elapsed > 0 ? 1 / s.elapsed : 0, grip, energy, growth);
  out.energy += energy;
  s.clear(n.slot, 1 + 3 * g.count);
  s.add(n.slot, force + resistance, stiffness);
  std::uint64_t bits = 1;
  for (int i = 0; i < near.count; ++i) {
    const ListedParts::Part& p = near.parts[i];
    if (p.count == 0) continue;
    const double share = dot(p.force, normal) / push;
    const Vec3d part = p.force + resistance * share;
    for (int k = 0; k < p.corners; ++k)
      s.add(n.slot + 1 + 3 * p.target + std::uint32_t(p.corner[k]), part * -p.weights[k],
            p.stiffness * (p.weights[k] < 0 ? -p.weights[k] : p.weights[k]));
    bits |= std::uint64_t(2) << p.target;
  }
  return bits;
}

/// The same of two edges that cross.
template <class Scene>
PLIANT_HD std::uint64_t press_edges(const Scene& s, const ListedEdges& g, Grip& grip, Looked& out) {
  const ListedNumbers& n = g.numbers;
  PairCorners c;
  c.count = 4;
  c.split = 2;
  for (int i = 0; i < 4; ++i) {
    c.v[i] = g.corners[i];
    c.x[i] = s.at(g.corners[i]);
    c.moved[i] = s.moved(g.corners[i]);
  }
  const Vec3d way = way_between_segments(c.x[0], c.x[1], c.x[2], c.x[3]);
  const double distance = length(way);
  look_at_pair(s, c, way, distance, n, out);
  const Grip known = grip;
  grip = {};
  if (!(distance < n.thickness)) return 0;
  const EdgeEdgeContact::Apart<double> apart(c.x);
  if (!apart.cross || !(apart.distance > 0)) return 0;
  const Skin<double> skin(apart.distance, n.thickness);
  const double share = EdgeEdgeContact::Shares<double>(c.x, apart.distance, skin, n.thickness).all;
  if (!(share > 0)) return 0;
  const Vec3d still[4] = {};
  Vec3d f[4];
  EdgeEdgeContact::force(c.x, still, ContactNumbers::Rest<double>{n.thickness},
                         ContactNumbers::Param<double>{n.stiffness, 0.0}, f);
  Vec3d moved{};
  for (int i = 0; i < 4; ++i) moved += c.moved[i] * apart.weights[i];
  const Vec3d normal = apart.way / apart.distance;
  const double push = dot(f[0] + f[1], normal);
  double energy = n.stiffness * skin.energy * share;
  Growth growth{};
  grip = known;
  const Vec3d resistance =
      resist({normal, moved, push > 0 ? push : 0, n.stiffness, n.damping * share, skin.stiffening},
             n.held, n.sliding, s.elapsed > 0 ? 1 / s.elapsed : 0, grip, energy, growth);
  out.energy += energy;
  const double stiffness = 2 * n.stiffness * skin.stiffening * skin.stiffening;
  s.clear(n.slot, 4);
  for (int i = 0; i < 4; ++i)
    s.add(n.slot + std::uint32_t(i), f[i] + resistance * apart.weights[i],
          stiffness * (apart.weights[i] < 0 ? -apart.weights[i] : apart.weights[i]));
  return 1;
}

}  // namespace pliant::contact
