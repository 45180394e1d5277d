#include "backend/cpu/volume_keeper.h"

#include <algorithm>

namespace pliant::cpu {

template <class R>
KeptSurface::KeptSurface(const VolumeConstraint& volume, const Layout<R>& layout)
    : form(volume.form) {
  const SurfaceRings rings = rings_of(volume.surface);
  const std::size_t width = layout.width;
  const auto walk_length = [&](std::size_t i) { return rings.begin[i + 1] - rings.begin[i]; };
  std::vector<std::size_t> order(rings.vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto row_of_ring = [&](std::size_t i) { return layout.row_of_vertex[rings.vertices[i]]; };
  std::ranges::sort(order, {}, row_of_ring);
  auto next = order.begin();
  for (const BlockLayout& block : layout.blocks) {
    block_begin.push_back(rows.size() / width);
    const auto end = std::find_if(next, order.end(), [&](std::size_t i) {
      return row_of_ring(i) >= block.first + block.rows();
    });
    // Walks of a pack are as long as its longest.
    std::stable_sort(next, end,
                     [&](std::size_t a, std::size_t b) { return walk_length(a) < walk_length(b); });
    const auto filler = static_cast<Index>(block.first + block.local_rows() - 1);
    for (; next != end; next += std::min<std::ptrdiff_t>(end - next, std::ptrdiff_t(width))) {
      const auto lanes = std::min(width, static_cast<std::size_t>(end - next));
      begin.push_back(static_cast<std::uint32_t>(walks.size() / width));
      for (std::size_t lane = 0; lane < width; ++lane) {
        const std::size_t i = lane < lanes ? next[static_cast<std::ptrdiff_t>(lane)] : 0;
        vertices.push_back(lane < lanes ? rings.vertices[i] : no_index);
        rows.push_back(lane < lanes ? row_of_ring(i) : filler);
      }
      const std::size_t longest = walk_length(next[static_cast<std::ptrdiff_t>(lanes - 1)]);
      for (std::size_t entry = 0; entry < longest; ++entry)
        for (std::size_t lane = 0; lane < width; ++lane) {
          if (lane >= lanes) {
            walks.push_back(filler);
            continue;
          }
          const std::size_t i = next[static_cast<std::ptrdiff_t>(lane)];
          const std::size_t at = rings.begin[i] + std::min(entry, walk_length(i) - 1);
          walks.push_back(layout.row_of_vertex[rings.walks[at]]);
        }
    }
  }
  block_begin.push_back(rows.size() / width);
  begin.push_back(static_cast<std::uint32_t>(walks.size() / width));
}

template KeptSurface::KeptSurface(const VolumeConstraint&, const Layout<float>&);
template KeptSurface::KeptSurface(const VolumeConstraint&, const Layout<double>&);

template <class R>
KeptVolume<R>::KeptVolume(const KeptSurface& surface)
    : inverse_masses(3 * surface.rows.size()),
      before(3 * surface.rows.size()),
      gradient(3 * surface.rows.size()) {}

template <class R>
void KeptVolume<R>::set_inverse_masses(const KeptSurface& surface,
                                       std::span<const Vec3d> of_vertices, std::size_t width) {
  for (std::size_t slot = 0; slot < surface.vertices.size(); ++slot) {
    const Index v = surface.vertices[slot];
    for (std::size_t i = 0; i < 3; ++i)
      inverse_masses[(slot / width * 3 + i) * width + slot % width] =
          v == no_index ? R(0) : static_cast<R>(of_vertices[v][static_cast<int>(i)]);
  }
}

template <class R>
VolumeKeeper<R>::VolumeKeeper(const std::vector<KeptSurface>& surfaces,
                              std::vector<KeptVolume<R>>& volumes,
                              const std::vector<VolumeGoal>& goals, const Kernels<R>& kernels,
                              std::size_t blocks)
    : surfaces_(surfaces),
      volumes_(volumes),
      goals_(goals),
      kernels_(kernels),
      blocks_(blocks),
      sums_(surfaces.size() * blocks),
      points_(surfaces.size()),
      factors_(surfaces.size()) {}

template <class R>
bool VolumeKeeper<R>::has_work() const {
  return std::ranges::any_of(goals_, &VolumeGoal::active);
}

template <class R>
SurfacePacks<R> VolumeKeeper<R>::packs(std::size_t constraint, std::size_t block) {
  const KeptSurface& surface = surfaces_[constraint];
  KeptVolume<R>& volume = volumes_[constraint];
  return {surface.rows.data(),          surface.begin.data(),          surface.walks.data(),
          volume.inverse_masses.data(), volume.before.data(),          volume.gradient.data(),
          surface.block_begin[block],   surface.block_begin[block + 1]};
}

template <class R>
void VolumeKeeper<R>::begin_step(const R* particles) {
  for (std::size_t c = 0; c < surfaces_.size(); ++c) {
    const R* p = particles + 8 * std::size_t(surfaces_[c].rows.front());
    points_[c] = {p[0], p[1], p[2]};
  }
}

template <class R>
void VolumeKeeper<R>::before_forces(std::size_t block, const R* particles) {
  for (std::size_t c = 0; c < surfaces_.size(); ++c) {
    if (!goals_[c].active) continue;
    sums(c, block) = {};
    kernels_.gradient(packs(c, block), particles, points_[c], sums(c, block));
  }
}

template <class R>
void VolumeKeeper<R>::after_move(std::size_t block, const R* particles) {
  for (std::size_t c = 0; c < surfaces_.size(); ++c)
    if (goals_[c].active) sums(c, block).moved = kernels_.moved(packs(c, block), particles);
}

template <class R>
void VolumeKeeper<R>::find_factors() {
  for (std::size_t c = 0; c < surfaces_.size(); ++c) {
    VolumeSums all;
    for (std::size_t block = 0; block < blocks_; ++block) {
      const VolumeSums& part = sums(c, block);
      all.compliance += part.compliance;
      all.three_volumes += part.three_volumes;
      all.moved += part.moved;
    }
    const VolumeFactors<double> factors = volume_factors(all, goals_[c], surfaces_[c].form);
    factors_[c] = {static_cast<R>(factors.shift), static_cast<R>(factors.push)};
  }
}

template <class R>
bool VolumeKeeper<R>::correct(std::size_t block, const Rows<R>& rows, const Motive<R>& motive) {
  bool bad = false;
  for (std::size_t c = 0; c < surfaces_.size(); ++c)
    if (goals_[c].active && kernels_.correct(packs(c, block), rows, factors_[c], motive))
      bad = true;
  return bad;
}

template struct KeptVolume<float>;
template struct KeptVolume<double>;
template class VolumeKeeper<float>;
template class VolumeKeeper<double>;

}  // namespace pliant::cpu
