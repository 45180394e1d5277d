#include "tools/picking.h"

#include <algorithm>
#include <limits>

namespace pliant::viewer {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double reach_of_vertices = 10;  // units of the window, for those without faces

// How far along the ray the triangle is, from either side; infinite where it is missed.
double hit_distance(const Ray& ray, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d ab = b - a, ac = c - a, normal = cross(ab, ac);
  const double steep = dot(ray.direction, normal);
  if (steep == 0) return infinity;
  const double along = dot(a - ray.from, normal) / steep;
  const Vec3d from_a = ray.from + ray.direction * along - a;
  const double area = squared_length(normal);
  const double v = dot(cross(from_a, ac), normal) / area, w = dot(cross(ab, from_a), normal) / area;
  return v >= 0 && w >= 0 && v + w <= 1 ? along : infinity;
}

Index nearest(std::span<const Index> among, const std::vector<Vec3d>& positions,
              const Vec3d& place) {
  return *std::ranges::min_element(among, {},
                                   [&](Index v) { return squared_length(positions[v] - place); });
}

// The nearest hit so far; what is not drawn because it is too near does not count.
class Nearest {
 public:
  Nearest(const Sight& sight, Point at) : sight_(sight), ray_(sight.ray(at)) {}

  template <class Take>
  void offer(const Vec3d& a, const Vec3d& b, const Vec3d& c, Take take) {
    const double along = hit_distance(ray_, a, b, c);
    if (!(along < distance_)) return;
    const Vec3d place = ray_.from + ray_.direction * along;
    if (!(sight_.depth(place) >= 0.02 * sight_.camera.distance)) return;
    distance_ = along;
    take(place);
  }

 private:
  const Sight& sight_;
  Ray ray_;
  double distance_ = infinity;
};

void hit_skin(const Bench& bench, std::size_t body, Nearest& nearest_hit, std::optional<Hit>& hit) {
  const auto& x = bench.positions(body);
  const Skin& skin = *bench.body(body).skin;
  std::vector<Vec3d> places(skin.surface.vertices.size());
  skin.embedding.apply(x, places);
  for (const Triangle& t : skin.surface.triangles.cells)
    nearest_hit.offer(places[t[0]], places[t[1]], places[t[2]], [&](const Vec3d& place) {
      const Index corner = nearest(t, places, place);
      const auto& carrier = skin.embedding.vertices()[corner];
      hit = Hit{body, nearest(carrier, x, place), place, skin.embedding.tetrahedra()[corner]};
    });
}

// Twice the area of a b c, positive when they turn clockwise in the window.
double turn(Point a, Point b, Point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// A point on a line counts to one of its sides, so that a stroke through vertices is not missed.
bool segments_cross(Point a, Point b, Point c, Point d) {
  return (turn(a, b, c) < 0) != (turn(a, b, d) < 0) && (turn(c, d, a) < 0) != (turn(c, d, b) < 0);
}

bool draws_skin(const Bench& bench, std::size_t body) {
  return bench.skin && bench.body(body).skin && !bench.cut;
}

// Whether a place is under the brush.
class UnderBrush {
 public:
  UnderBrush(const Bench& bench, const Hit& hit, const Brush& brush)
      : sight_(bench.sight), brush_(brush), centre_(hit.place) {
    seen_ = sight_.seen_at(centre_).value_or(Point{});
    radius_ = brush.radius * sight_.unit_at(centre_);
  }
  bool operator()(const Vec3d& place) const {
    if (!brush_.through) return squared_length(place - centre_) <= radius_ * radius_;
    const auto seen = sight_.seen_at(place);
    return seen && distance(*seen, seen_) <= brush_.radius;
  }

 private:
  const Sight& sight_;
  Brush brush_;
  Vec3d centre_;
  Point seen_;
  double radius_;  // m
};

}  // namespace

const std::vector<render::Face>& DrawnSurface::faces(
    const ShownBody& body, const std::optional<render::gl::CutAway>& cut) {
  if (mesh_ == body.mesh && absent_ == body.absent && cut_ == cut) return faces_;
  mesh_ = body.mesh;
  absent_ = body.absent;
  cut_ = cut;
  return faces_ = render::faces_to_draw(*mesh_, render::gl::left_by(cut, *mesh_), absent_.get());
}

const std::vector<render::Face>& Picker::faces(const Bench& bench, std::size_t body) {
  surfaces_.resize(std::max(surfaces_.size(), bench.shown.bodies->size()));
  return surfaces_[body].faces(bench.body(body), bench.cut);
}

std::optional<Hit> Picker::hit(const Bench& bench, Point at) {
  std::optional<Hit> hit;
  Nearest nearest_hit(bench.sight, at);
  for (std::size_t b = 0; b < bench.shown.bodies->size(); ++b) {
    if (draws_skin(bench, b)) {
      hit_skin(bench, b, nearest_hit, hit);
      continue;
    }
    const auto& x = bench.positions(b);
    for (const render::Face& f : faces(bench, b))
      nearest_hit.offer(x[f.corners[0]], x[f.corners[1]], x[f.corners[2]], [&](const Vec3d& place) {
        hit = Hit{b, nearest(f.corners, x, place), place, f.tetrahedron};
      });
  }
  if (hit && bench.body(hit->body).look.obstacle) return std::nullopt;  // it hides what is behind
  if (hit) return hit;
  double best = reach_of_vertices;
  for (std::size_t b = 0; b < bench.shown.bodies->size(); ++b)
    for (const Line& line : bench.body(b).mesh->lines.cells)
      for (Index v : line) {
        const Vec3d& place = bench.positions(b)[v];
        const auto seen = bench.sight.seen_at(place);
        if (!seen || !(distance(*seen, at) < best)) continue;
        best = distance(*seen, at);
        hit = Hit{b, v, place};
      }
  return hit;
}

std::vector<Index> Picker::facing(const Bench& bench, std::size_t body) {
  const auto& x = bench.positions(body);
  const Vec3d eye = bench.sight.camera.eye();
  std::vector<bool> faces_eye(x.size());
  const bool solid = !bench.body(body).mesh->tetrahedra.empty();
  for (const render::Face& f : faces(bench, body)) {
    const auto& [a, b, c] = f.corners;
    if (!solid || dot(cross(x[b] - x[a], x[c] - x[a]), eye - x[a]) > 0)
      faces_eye[a] = faces_eye[b] = faces_eye[c] = true;
  }
  for (const Line& line : bench.body(body).mesh->lines.cells)
    for (Index v : line) faces_eye[v] = true;
  std::vector<Index> vertices;
  for (std::size_t v = 0; v < x.size(); ++v)
    if (faces_eye[v]) vertices.push_back(static_cast<Index>(v));
  return vertices;
}

bool Picker::crosses(const Bench& bench, std::size_t body, Point from, Point to) {
  if (bench.body(body).look.obstacle) return false;
  const auto& x = bench.positions(body);
  std::vector<std::optional<Point>> seen(x.size());
  std::ranges::transform(x, seen.begin(), [&](const Vec3d& p) { return bench.sight.seen_at(p); });
  const auto crossed = [&](Index a, Index b) {
    return seen[a] && seen[b] && segments_cross(from, to, *seen[a], *seen[b]);
  };
  const auto contains = [&](const Triangle& t) {
    if (!seen[t[0]] || !seen[t[1]] || !seen[t[2]]) return false;
    const double a = turn(*seen[t[0]], *seen[t[1]], from), b = turn(*seen[t[1]], *seen[t[2]], from),
                 c = turn(*seen[t[2]], *seen[t[0]], from);
    return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
  };
  const auto over_face = [&](const render::Face& f) {
    const auto& t = f.corners;
    return crossed(t[0], t[1]) || crossed(t[1], t[2]) || crossed(t[2], t[0]) || contains(t);
  };
  return std::ranges::any_of(faces(bench, body), over_face) ||
         std::ranges::any_of(bench.body(body).mesh->lines.cells,
                             [&](const Line& line) { return crossed(line[0], line[1]); });
}

std::vector<Index> vertices_under(const Bench& bench, const Hit& hit, const Brush& brush) {
  const UnderBrush under(bench, hit, brush);
  const auto& x = bench.positions(hit.body);
  std::vector<Index> vertices;
  for (std::size_t v = 0; v < x.size(); ++v)
    if (v == hit.vertex || under(x[v])) vertices.push_back(static_cast<Index>(v));
  return vertices;
}

std::vector<Index> tetrahedra_under(const Bench& bench, const Hit& hit, const Brush& brush) {
  const UnderBrush under(bench, hit, brush);
  const auto& x = bench.positions(hit.body);
  const ShownBody& body = bench.body(hit.body);
  std::vector<Index> found;
  for (std::size_t t = 0; t < body.mesh->tetrahedra.size(); ++t) {
    if (body.absent && (*body.absent)[t]) continue;
    const auto& [a, b, c, d] = body.mesh->tetrahedra[t];
    if (t == hit.tetrahedron || under((x[a] + x[b] + x[c] + x[d]) / 4.0))
      found.push_back(static_cast<Index>(t));
  }
  return found;
}

}  // namespace pliant::viewer
