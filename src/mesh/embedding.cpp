#include <pliant/embedding.h>
#include <pliant/error.h>

#include <algorithm>

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

}  // namespace pliant
