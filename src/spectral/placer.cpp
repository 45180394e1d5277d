#include "spectral/placer.h"

#include <algorithm>

#include "base/parallel.h"

namespace pliant::spectral {

template <class R>
Placer<R>::Placer(const Data& data, const PlaceKernel<R>& kernel)
    : kernel_(kernel), warped_(data.warped) {
  for (std::size_t region = 0; region < data.regions.size(); ++region) lay_out(data, region);
}

// A vertex on a boundary is placed once, by the region that it is drawn with.
template <class R>
void Placer<R>::lay_out(const Data& data, std::size_t region) {
  const std::size_t width = kernel_.width, modes = data.modal[region].modes;
  Part part{region, modes, 0, 0, {}, 0, {}, {}};
  for (const bool surface : {true, false}) {
    for (const Index v : data.regions[region].vertices)
      if (data.node_of[v].region == region && data.on_surface[v] == surface)
        part.vertices.push_back(v);
    if (surface) part.surface_vertices = part.vertices.size();
  }
  if (part.vertices.empty()) return;
  part.packs = (part.vertices.size() + width - 1) / width;
  part.surface_packs = (part.surface_vertices + width - 1) / width;
  part.shapes.assign(part.packs * modes * 6 * width, R(0));
  part.rest.assign(part.packs * 3 * width, R(0));
  for (std::size_t i = 0; i < part.vertices.size(); ++i) {
    const std::size_t pack = i / width, lane = i % width;
    const Index v = part.vertices[i];
    const double* shapes = data.modal[region].shapes.data() + data.node_of[v].number * 6 * modes;
    for (std::size_t m = 0; m < modes; ++m)
      for (std::size_t row = 0; row < 6; ++row)
        part.shapes[((pack * modes + m) * 6 + row) * width + lane] =
            static_cast<R>(shapes[row * modes + m]);
    for (int axis = 0; axis < 3; ++axis)
      part.rest[(pack * 3 + static_cast<std::size_t>(axis)) * width + lane] =
          static_cast<R>(data.rest[v][axis]);
  }
  parts_.push_back(std::move(part));
}

template <class R>
void Placer<R>::place_packs(const Part& part, const NodePacks<R>& nodes, std::size_t begin,
                            std::size_t end, Places which, const Take& take) const {
  constexpr std::size_t together = 8;  // packs: what is placed stays in the cache until it is taken
  const std::size_t width = kernel_.width;
  const std::size_t count = which == Places::surface ? part.surface_vertices : part.vertices.size();
  alignas(64) R places[together * 3 * 64 / sizeof(R)];
  for (std::size_t first = begin; first < end; first += together) {
    const std::size_t last = std::min(end, first + together);
    kernel_.place(nodes, first, last, places);
    for (std::size_t pack = first; pack < last; ++pack) {
      const std::size_t from = pack * width, size = std::min(width, count - from);
      take(std::span(part.vertices).subspan(from, size), places + (pack - first) * 3 * width,
           width);
    }
  }
}

template <class R>
void Placer<R>::place(const Motion& motion, Places which, const Take& take) const {
  for (const Part& part : parts_) {
    const std::vector<double>& exact = motion.modes()[part.region];
    const std::vector<R> q(exact.begin(), exact.end());
    NodePacks<R> nodes{part.shapes.data(), part.rest.data(), q.data(), part.modes, {}, warped_};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        nodes.turn.column[i][j] = static_cast<R>(motion.turn.column[i][j]);
    const std::size_t packs = which == Places::surface ? part.surface_packs : part.packs;
    const std::size_t grain = std::max<std::size_t>(1, 65536 / (part.modes * 6 * kernel_.width));
    parallel_for(packs, grain, [&](std::size_t begin, std::size_t end) {
      place_packs(part, nodes, begin, end, which, take);
    });
  }
}

template <class R>
std::size_t Placer<R>::bytes() const {
  std::size_t sum = 0;
  for (const Part& part : parts_)
    sum +=
        (part.shapes.size() + part.rest.size()) * sizeof(R) + part.vertices.size() * sizeof(Index);
  return sum;
}

template class Placer<float>;
template class Placer<double>;

}  // namespace pliant::spectral
