#include "textbook/textbook.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "textbook/numbers.h"

namespace pliant::bench {

namespace {

Vec3d widened(const Vec3<double>& a) {
  return a;
}
Vec3d widened(const Vec3<float>& a) {
  return {double(a.x), double(a.y), double(a.z)};
}

}  // namespace

template <class R>
Textbook<R>::Textbook(const Body& body, const Dynamics& dynamics)
    : vertices_(body.vertices.size()),
      step_(static_cast<R>(dynamics.time_step)),
      damping_(static_cast<R>(dynamics.damping)),
      longest_(dynamics.strain_limit > 0 ? static_cast<R>(dynamics.strain_limit)
                                         : std::numeric_limits<R>::infinity()),
      near_limit_(dynamics.strain_limit > 0
                      ? static_cast<R>(dynamics.strain_limit - 0.1 * (dynamics.strain_limit - 1))
                      : longest_),
      gravity_(rounded<R>(dynamics.gravity)) {
  if (dynamics.integrator != Integrator::euler_cromer || !(dynamics.time_step > 0))
    throw InputError("", 0, "the textbook loop takes Euler-Cromer steps of a given length",
                     "give a time step, and no other integrator");
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    vertices_[i] = {rounded<R>(body.vertices[i]), {}, {}, static_cast<R>(1 / body.masses[i])};
  for (Index v : body.pinned) vertices_[v].inverse_mass = 0;
  for (const Relations& set : body.relations) {
    if (set.law == "DistanceSpring")
      add_springs(set, body.vertices);
    else if (set.law == "VolumePreserve")
      add_volumes(set, body.vertices);
    else if (set.law == "SubFaces")
      add_sub_faces(set, body.vertices);
    else if (set.law == "Corotated")
      add_corotated(set, body.vertices);
    else if (set.law.starts_with("VoronoiFace"))
      add_voronoi_faces(set);
    else
      throw InputError("", 0, "the textbook loop has no law " + set.law,
                       "give a body of springs and volumes, or of a continuum");
  }
  order_springs();
  for (const Obstacle& obstacle : dynamics.obstacles) {
    const auto* floor = std::get_if<Floor>(&obstacle.shape);
    if (floor == nullptr || obstacle.friction != 0 || obstacle.bounce != 0)
      throw InputError("", 0, "the textbook loop has no obstacles but smooth floors",
                       "give a floor without friction and bounce");
    const Vec3d normal = normalised(floor->normal);
    floor_ = {rounded<R>(normal), static_cast<R>(dot(normal, floor->point))};
  }
}

template <class R>
void Textbook<R>::add_springs(const Relations& set, const std::vector<Vec3d>& rest) {
  for (std::size_t i = 0; i < set.vertices.size() / 2; ++i) {
    const Index a = set.vertices[2 * i], b = set.vertices[2 * i + 1];
    springs_.push_back({{a, b},
                        static_cast<R>(1 / length(rest[b] - rest[a])),
                        static_cast<R>(value_of(set, 0, i)),
                        static_cast<R>(value_of(set, 1, i))});
  }
}

template <class R>
void Textbook<R>::add_volumes(const Relations& set, const std::vector<Vec3d>& rest) {
  for (std::size_t i = 0; i < set.vertices.size() / 4; ++i) {
    const Index* v = set.vertices.data() + 4 * i;
    const double six = 6 * signed_volume(rest[v[0]], rest[v[1]], rest[v[2]], rest[v[3]]);
    volumes_.push_back({{v[0], v[1], v[2], v[3]},
                        static_cast<R>(1 / six),
                        static_cast<R>(value_of(set, 0, i)),
                        static_cast<R>(value_of(set, 1, i))});
  }
}

template <class R>
void Textbook<R>::step(std::int64_t count) {
  for (; count > 0; --count) {
    for (const Spring& spring : springs_) apply(spring);
    for (const Volume& volume : volumes_) apply(volume);
    for (const SubFaceElement& element : sub_faces_) apply(element);
    for (const CorotatedElement& element : corotated_) apply(element);
    for (const VoronoiElement& face : voronoi_) apply(face);
    advance();
  }
}

// L13 (3.4), (3.6) and (3.9) with C = (l - L) / L.
template <class R>
void Textbook<R>::apply(const Spring& s) {
  Vertex& a = vertices_[s.ends[0]];
  Vertex& b = vertices_[s.ends[1]];
  const Vec3<R> edge = b.x - a.x;
  const R squared = dot(edge, edge) + R(1e-30);  // two vertices may coincide
  const R length = std::sqrt(squared);
  const R inverse = R(1) / length;
  const R strain = length * s.inverse_length - R(1);
  const R rate = dot(edge, b.v - a.v) * inverse * s.inverse_length;
  const Vec3<R> force =
      edge * ((s.stiffness * strain + s.damping * rate) * s.inverse_length * inverse);
  a.force += force;
  b.force -= force;
  if (length * s.inverse_length > near_limit_) look_at_limit_ = true;
}

// L13 (3.5), (3.6) and (3.9) with C = (V - V₀) / V₀.
template <class R>
void Textbook<R>::apply(const Volume& t) {
  Vertex& o = vertices_[t.corners[0]];
  Vertex& p = vertices_[t.corners[1]];
  Vertex& q = vertices_[t.corners[2]];
  Vertex& r = vertices_[t.corners[3]];
  const Vec3<R> a = p.x - o.x, b = q.x - o.x, c = r.x - o.x;
  const Vec3<R> along_p = cross(b, c), along_q = cross(c, a), along_r = cross(a, b);
  const R change = dot(a, along_p) * t.inverse_volume - R(1);
  const R rate = (dot(p.v - o.v, along_p) + dot(q.v - o.v, along_q) + dot(r.v - o.v, along_r)) *
                 t.inverse_volume;
  const R push = -(t.stiffness * change + t.damping * rate) * t.inverse_volume;
  const Vec3<R> on_p = along_p * push, on_q = along_q * push, on_r = along_r * push;
  p.force += on_p;
  q.force += on_q;
  r.force += on_r;
  o.force -= on_p + on_q + on_r;
}

// A spring gets the first colour that no spring before it has at either end.
template <class R>
void Textbook<R>::order_springs() {
  std::vector<std::vector<bool>> taken(vertices_.size());
  std::vector<std::pair<std::size_t, std::size_t>> order;  // colour, spring
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    auto& a = taken[springs_[i].ends[0]];
    auto& b = taken[springs_[i].ends[1]];
    std::size_t colour = 0;
    while ((colour < a.size() && a[colour]) || (colour < b.size() && b[colour])) ++colour;
    for (auto* at : {&a, &b}) {
      if (at->size() <= colour) at->resize(colour + 1);
      (*at)[colour] = true;
    }
    order.emplace_back(colour, i);
  }
  std::ranges::sort(order);
  for (const auto& [colour, spring] : order) in_colours_.push_back(spring);
}

// L13 (3.12) with its signs mended, eight times over, spring after spring in the order of their
// colours: ends are drawn together and lose the velocity that brought them out; with its energy
// they go round each other faster, as much as they come nearer.
template <class R>
void Textbook<R>::limit_springs() {
  if (!look_at_limit_) return;
  look_at_limit_ = false;
  for (int sweep = 0; sweep < 8; ++sweep)
    for (const std::size_t i : in_colours_) limit(springs_[i], sweep == 0 ? R(1) : R(1.7));
}

template <class R>
void Textbook<R>::limit(const Spring& s, R relaxation) {
  Vertex& a = vertices_[s.ends[0]];
  Vertex& b = vertices_[s.ends[1]];
  const Vec3<R> edge = b.x - a.x;
  const R length = std::sqrt(dot(edge, edge));
  const R masses = a.inverse_mass + b.inverse_mass;
  if (!(length * s.inverse_length > longest_) || !(masses > R(0))) return;
  const Vec3<R> n = edge / length;
  const R excess = length - longest_ / s.inverse_length;
  const Vec3<R> apart = b.v - a.v;
  const R parting = dot(n, apart);
  const R out = relaxation * std::min(excess / step_, std::max(R(0), parting));
  const R back = relaxation * excess;
  const Vec3<R> across = apart - n * parting;
  const R had = dot(across, across), lost = out * (2 * parting - out);
  const R nearer = back * s.inverse_length / longest_;
  const R part = had > R(0) ? lost / had : R(0);
  const R faster = std::min(nearer, part / (1 + std::sqrt(1 + part)));
  const Vec3<R> push = n * out - across * faster;
  a.x += n * (back * a.inverse_mass / masses);
  b.x -= n * (back * b.inverse_mass / masses);
  a.v += push * (a.inverse_mass / masses);
  b.v -= push * (b.inverse_mass / masses);
  ++limited_;
}

// Euler-Cromer (L13 3.18) and the floor of L13 chapter 6, then the strain limit.
template <class R>
void Textbook<R>::advance() {
  for (Vertex& p : vertices_) {
    const Vec3<R> force = p.force;
    p.force = {};
    if (p.inverse_mass == R(0)) continue;
    p.v += (force * p.inverse_mass + gravity_ - p.v * damping_) * step_;
    p.x += p.v * step_;
    if (!floor_) continue;
    const R depth = floor_->offset - dot(floor_->normal, p.x);
    if (!(depth > R(0))) continue;
    ++floor_hits_;
    p.x += floor_->normal * depth;
    const R inward = -dot(floor_->normal, p.v);
    if (inward > R(0)) p.v += floor_->normal * inward;
  }
  limit_springs();
}

template <class R>
std::vector<Vec3d> Textbook<R>::positions() const {
  std::vector<Vec3d> out;
  for (const Vertex& p : vertices_) out.push_back(widened(p.x));
  return out;
}

template <class R>
std::vector<Vec3d> Textbook<R>::velocities() const {
  std::vector<Vec3d> out;
  for (const Vertex& p : vertices_) out.push_back(widened(p.v));
  return out;
}

template <class R>
void Textbook<R>::set_positions(std::span<const Vec3d> positions) {
  for (std::size_t i = 0; i < vertices_.size(); ++i) vertices_[i].x = rounded<R>(positions[i]);
}

template <class R>
void Textbook<R>::set_velocities(std::span<const Vec3d> velocities) {
  for (std::size_t i = 0; i < vertices_.size(); ++i) vertices_[i].v = rounded<R>(velocities[i]);
}

template class Textbook<float>;
template class Textbook<double>;

}  // namespace pliant::bench
