#include <pliant/laws.h>

#include <cmath>

#include "textbook/numbers.h"
#include "textbook/textbook.h"

// The law of E06 chapter 5, face after face.

namespace pliant::bench {

template <class R>
void Textbook<R>::add_voronoi_faces(const Relations& set) {
  const auto arity = static_cast<std::size_t>(law(set.law).arity);
  for (std::size_t f = 0; f < set.vertices.size() / arity; ++f) {
    VoronoiElement face;
    for (std::size_t i = 0; i < arity; ++i) face.vertices.push_back(set.vertices[f * arity + i]);
    for (std::size_t i = 2; i < set.rest.size(); ++i)
      face.weights.push_back(static_cast<R>(set.rest[i][f]));
    face.length = static_cast<R>(1 / set.rest[0][f]);
    face.area = static_cast<R>(set.rest[1][f]);
    face.young = static_cast<R>(value_of(set, 0, f));
    face.shear = static_cast<R>(value_of(set, 1, f));
    face.damping = static_cast<R>(value_of(set, 2, f));
    voronoi_.push_back(std::move(face));
  }
}

// E ε A along the normal, G γ A across it.
template <class R>
void Textbook<R>::apply(const VoronoiElement& e) {
  Vertex& first = vertices_[e.vertices[0]];
  Vertex& second = vertices_[e.vertices[1]];
  Vec3<R> normal{};
  std::size_t pair = 0;
  for (std::size_t a = 1; a + 1 < e.vertices.size(); ++a)
    for (std::size_t b = a + 1; b < e.vertices.size(); ++b, ++pair)
      if (e.weights[pair] != R(0))
        normal +=
            cross(vertices_[e.vertices[a]].x - first.x, vertices_[e.vertices[b]].x - first.x) *
            e.weights[pair];
  normal *= R(1) / std::sqrt(dot(normal, normal));
  const Vec3<R> line = second.x - first.x;
  const R length = std::sqrt(dot(line, line));
  const Vec3<R> along = line * (R(1) / length);
  const R cosine = std::min(R(1), dot(along, normal));
  const R angle = std::acos(cosine);
  Vec3<R> across = along - normal * cosine;
  const R size = std::sqrt(dot(across, across));
  if (size > R(1e-12)) across *= R(1) / size;
  const R rate = dot(along, second.v - first.v) / e.length;
  const Vec3<R> force = (normal * (e.young * (length - e.length) / e.length) +
                         across * (e.shear * angle) + along * (e.young * e.damping * rate)) *
                        e.area;
  first.force += force;
  second.force -= force;
}

template void Textbook<float>::add_voronoi_faces(const Relations&);
template void Textbook<double>::add_voronoi_faces(const Relations&);
template void Textbook<float>::apply(const VoronoiElement&);
template void Textbook<double>::apply(const VoronoiElement&);

}  // namespace pliant::bench
