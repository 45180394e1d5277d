#include <pliant/embedding.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/text.h"
#include "mesh/tet_tree.h"

namespace pliant {

namespace {

void check_finite(std::span<const Vec3d> points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_finite(points[i]))
      throw InputError("", 0, text("point ", i, " to embed is not finite"), "remove it");
}

void check_size(std::size_t given, std::size_t wanted, std::string_view what) {
  if (given != wanted)
    throw InputError("", 0, text(given, " ", what, " are given where the embedding has ", wanted),
                     "use the meshes it was made from");
}

}  // namespace

Embedding::Embedding(std::span<const Vec3d> points, const TetMesh& carrier)
    : carrier_size_(carrier.vertices().size()),
      tetrahedra_(points.size()),
      vertices_(points.size()),
      weights_(points.size()) {
  check_finite(points);
  if (points.empty()) return;
  const TetTree tree(carrier.vertices(), carrier.tetrahedra());
  std::vector<std::uint8_t> inside(points.size());
  parallel_for(points.size(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto hit = tree.nearest(points[i]);
      tetrahedra_[i] = hit.tetrahedron;
      vertices_[i] = carrier.tetrahedra()[hit.tetrahedron];
      weights_[i] = hit.weights;
      inside[i] = hit.inside;
    }
  });
  outside_ = static_cast<std::size_t>(std::ranges::count(inside, std::uint8_t{0}));
}

Embedding::Embedding(std::vector<Index> tetrahedra, std::vector<std::array<double, 4>> weights,
                     std::span<const Tetrahedron> carrier, std::size_t carrier_vertices)
    : carrier_size_(carrier_vertices),
      tetrahedra_(std::move(tetrahedra)),
      vertices_(tetrahedra_.size()),
      weights_(std::move(weights)) {
  check_size(weights_.size(), tetrahedra_.size(), "rows of weights");
  constexpr double rounding = 1e-6;
  for (std::size_t i = 0; i < tetrahedra_.size(); ++i) {
    if (tetrahedra_[i] >= carrier.size())
      throw InputError("", 0, text("point ", i, " hangs in tetrahedron ", tetrahedra_[i]),
                       text("there are ", carrier.size()));
    vertices_[i] = carrier[tetrahedra_[i]];
    const auto& w = weights_[i];
    const double most = std::max({std::abs(w[0]), std::abs(w[1]), std::abs(w[2]), std::abs(w[3])});
    if (!(std::abs(w[0] + w[1] + w[2] + w[3] - 1) <= rounding * std::max(1.0, most)))
      throw InputError("", 0, text("the weights of point ", i, " do not sum to 1"),
                       "give barycentric coordinates");
    outside_ += std::ranges::any_of(w, [](double x) { return x < -rounding; });
  }
}

void Embedding::apply(std::span<const Vec3d> carrier_positions, std::span<Vec3d> out) const {
  check_size(carrier_positions.size(), carrier_size_, "carrier positions");
  check_size(out.size(), size(), "points");
  parallel_for(size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [a, b, c, d] = vertices_[i];
      const auto& w = weights_[i];
      // As displacements from one corner: far from the origin this loses less than a sum of
      // four weighted positions.
      const Vec3d x = carrier_positions[a];
      out[i] = x + ((carrier_positions[b] - x) * w[1] + (carrier_positions[c] - x) * w[2] +
                    (carrier_positions[d] - x) * w[3]);
    }
  });
}

std::vector<float> Embedding::apply(std::span<const float> carrier_values) const {
  check_size(carrier_values.size(), carrier_size_, "carrier values");
  std::vector<float> found(size());
  parallel_for(size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < 4; ++k)
        sum += weights_[i][k] * static_cast<double>(carrier_values[vertices_[i][k]]);
      found[i] = static_cast<float>(sum);
    }
  });
  return found;
}

std::vector<Vec3d> EmbeddedSurface::positions(std::span<const Vec3d> carrier_positions) const {
  std::vector<Vec3d> found(surface.vertices.size());
  embedding.apply(carrier_positions, found);
  return found;
}

}  // namespace pliant
