#include "backend/cpu/volume_keeper.h"

#include <algorithm>

namespace pliant::cpu {

namespace {

// Lists the vertices of a surface.
template <class R>
class SurfaceWriter {
 public:
  SurfaceWriter(const VolumeConstraint& volume, const Layout<R>& layout, ConstrainedSurface& out)
      : rings_(rings_of(volume.surface)),
        layout_(layout),
        out_(out),
        ring_of_row_(layout.rows, no_index),
        local_row_(layout.rows),
        slot_of_vertex_(layout.row_of_vertex.size()) {
    for (std::size_t row = 0; row < layout.rows; ++row) local_row_[row] = static_cast<Index>(row);
    for (std::size_t i = 0; i < rings_.vertices.size(); ++i)
      ring_of_row_[row_of_ring(i)] = static_cast<Index>(i);
  }

  void write() {
    for (const BlockLayout& block : layout_.blocks) write(block);
    out_.begin.push_back(walk_entries());
    for (std::size_t slot = 0; slot < out_.vertices.size(); ++slot) {
      const Index v = out_.vertices[slot];
      out_.sources.push_back(v == no_index ? static_cast<Index>(slot) : slot_of_vertex_[v]);
    }
  }

 private:
  void write(const BlockLayout& block) {
    const auto first_halo = layout_.halo.begin() + std::ptrdiff_t(block.first_halo);
    const std::span halo(first_halo, block.halo);
    for (std::size_t i = 0; i < halo.size(); ++i)
      local_row_[halo[i]] = static_cast<Index>(block.first + block.rows() + i);
    filler_ = static_cast<Index>(block.first + block.local_rows() - 1);

    // Walks of a pack are as long as its longest.
    std::vector<std::size_t> own, seen;
    for (std::size_t row = block.first; row < block.first + block.rows(); ++row)
      if (ring_of_row_[row] != no_index) own.push_back(ring_of_row_[row]);
    std::ranges::stable_sort(own, {}, [&](std::size_t i) { return walk_length(i); });
    for (const Index row : halo)
      if (ring_of_row_[row] != no_index) seen.push_back(ring_of_row_[row]);

    const std::size_t first = out_.places.size();
    for (std::size_t i = 0; i < own.size(); ++i)
      slot_of_vertex_[rings_.vertices[own[i]]] = static_cast<Index>(first + i);
    write_slots(own);
    write_walks(own);
    const std::size_t second = out_.places.size();
    write_slots(seen);
    out_.begin.resize(out_.places.size() / layout_.width, walk_entries());
    out_.blocks.push_back({first, first + own.size(), second, second + seen.size()});
    for (const Index row : halo) local_row_[row] = row;
  }

  void write_slots(std::span<const std::size_t> rings) {
    for (const std::size_t i : rings) {
      out_.vertices.push_back(rings_.vertices[i]);
      out_.places.push_back(8 * local_row_[row_of_ring(i)]);
    }
    while (out_.places.size() % layout_.width != 0) {
      out_.vertices.push_back(no_index);
      out_.places.push_back(8 * filler_);
    }
  }

  void write_walks(std::span<const std::size_t> rings) {
    const std::size_t width = layout_.width;
    for (std::size_t first = 0; first < rings.size(); first += width) {
      const auto pack = rings.subspan(first, std::min(width, rings.size() - first));
      out_.begin.push_back(walk_entries());
      for (std::size_t entry = 0; entry < walk_length(pack.back()); ++entry) {
        for (const std::size_t i : pack) {
          const std::size_t at = rings_.begin[i] + (entry < walk_length(i) ? entry : 0);
          out_.walks.push_back(8 * local_row_[layout_.row_of_vertex[rings_.walks[at]]]);
        }
        out_.walks.resize(out_.walks.size() + width - pack.size(), 8 * filler_);
      }
    }
  }

  std::uint32_t walk_entries() const {
    return static_cast<std::uint32_t>(out_.walks.size() / layout_.width);
  }
  // Without its first vertex again at the end.
  std::size_t walk_length(std::size_t i) const { return rings_.begin[i + 1] - rings_.begin[i] - 1; }
  Index row_of_ring(std::size_t i) const { return layout_.row_of_vertex[rings_.vertices[i]]; }

  const SurfaceRings rings_;
  const Layout<R>& layout_;
  ConstrainedSurface& out_;
  std::vector<Index> ring_of_row_;
  std::vector<Index> local_row_;  // where the present block sees a row
  std::vector<Index> slot_of_vertex_;
  Index filler_ = 0;
};

}  // namespace

template <class R>
ConstrainedSurface::ConstrainedSurface(const VolumeConstraint& volume, const Layout<R>& layout)
    : form(volume.form) {
  SurfaceWriter<R>(volume, layout, *this).write();
}

template ConstrainedSurface::ConstrainedSurface(const VolumeConstraint&, const Layout<float>&);
template ConstrainedSurface::ConstrainedSurface(const VolumeConstraint&, const Layout<double>&);

template <class R>
ConstrainedVolume<R>::ConstrainedVolume(const ConstrainedSurface& surface)
    : inverse_masses(3 * surface.places.size()),
      before(3 * surface.places.size()),
      gradient(3 * surface.places.size()) {
  for (AlignedVector<R>& turn : weighted) turn.resize(4 * surface.places.size());
}

template <class R>
void ConstrainedVolume<R>::set_inverse_masses(const ConstrainedSurface& surface,
                                              std::span<const Vec3d> of_vertices,
                                              std::size_t width) {
  for (std::size_t slot = 0; slot < surface.vertices.size(); ++slot)
    if (const Index v = surface.vertices[slot]; v != no_index)
      for (std::size_t i = 0; i < 3; ++i)
        inverse_masses[(slot / width * 3 + i) * width + slot % width] =
            static_cast<R>(of_vertices[v][static_cast<int>(i)]);
  largest = inverse_masses.empty() ? R(0) : std::ranges::max(inverse_masses);
}

template <class R>
VolumeKeeper<R>::VolumeKeeper(const std::vector<ConstrainedSurface>& surfaces,
                              std::vector<ConstrainedVolume<R>>& volumes,
                              const std::vector<VolumeGoal>& goals, const Kernels<R>& kernels,
                              std::size_t blocks)
    : surfaces_(surfaces),
      volumes_(volumes),
      goals_(goals),
      kernels_(kernels),
      sums_(surfaces.size(), BlockSums<Sums>(blocks)),
      factors_(surfaces.size()) {}

template <class R>
bool VolumeKeeper<R>::has_work() const {
  return std::ranges::any_of(goals_, &VolumeGoal::active);
}

template <class R>
bool VolumeKeeper<R>::has_work(std::size_t block) const {
  for (std::size_t c = 0; c < surfaces_.size(); ++c) {
    const ConstrainedSurface::BlockSlots& at = surfaces_[c].blocks[block];
    if (goals_[c].active && at.own < at.own_end) return true;
  }
  return false;
}

template <class R>
SurfaceSlots<R> VolumeKeeper<R>::slots(std::size_t constraint, std::size_t first, std::size_t last,
                                       std::size_t turn) {
  const ConstrainedSurface& surface = surfaces_[constraint];
  ConstrainedVolume<R>& volume = volumes_[constraint];
  return {surface.places.data(),
          surface.begin.data(),
          surface.walks.data(),
          volume.inverse_masses.data(),
          volume.before.data(),
          volume.gradient.data(),
          surface.sources.data(),
          volume.weighted[turn].data(),
          first,
          last};
}

template <class R>
void VolumeKeeper<R>::find_gradient(std::size_t block, const R* particles) {
  for (std::size_t c = 0; c < surfaces_.size(); ++c) {
    const ConstrainedSurface::BlockSlots& at = surfaces_[c].blocks[block];
    if (goals_[c].active)
      sums_[c][block] = {kernels_.gradient(slots(c, at.own, at.own_end, present_), particles)};
  }
}

template <class R>
void VolumeKeeper<R>::find_moved(std::size_t block, const R* particles) {
  for (std::size_t c = 0; c < surfaces_.size(); ++c) {
    const ConstrainedSurface::BlockSlots& at = surfaces_[c].blocks[block];
    if (goals_[c].active)
      sums_[c][block].moved = kernels_.moved(slots(c, at.own, at.own_end, present_), particles);
  }
}

template <class R>
bool VolumeKeeper<R>::find_factors(R runaway) {
  bool far = false;
  for (std::size_t c = 0; c < surfaces_.size(); ++c) {
    const VolumeSums all = sums_[c].total();
    const auto [shift, push] = volume_factors(all, goals_[c], surfaces_[c].form);
    factors_[c] = {static_cast<R>(shift), static_cast<R>(push)};
    volumes_[c].push = goals_[c].active ? factors_[c].push : R(0);
    // No vertex goes further than this; as a rule all of them together do not.
    const double furthest = shift * shift * double(volumes_[c].largest) * all.compliance;
    if (goals_[c].active && !(furthest < double(runaway)) && goes_far(c, runaway)) far = true;
  }
  return far;
}

// Also where a number is none.
template <class R>
bool VolumeKeeper<R>::goes_far(std::size_t c, R runaway) const {
  for (const ConstrainedSurface::BlockSlots& at : surfaces_[c].blocks)
    for (std::size_t slot = at.own; slot < at.own_end; ++slot) {
      const R* w = volumes_[c].weighted[present_].data() + 4 * slot;
      if (!(squared_length(Vec3<R>{w[0], w[1], w[2]} * factors_[c].shift) < runaway)) return true;
    }
  return false;
}

template <class R>
void VolumeKeeper<R>::correct(std::size_t block, const Rows<R>& rows, const Motive<R>& motive) {
  for (std::size_t c = 0; c < surfaces_.size(); ++c) {
    const ConstrainedSurface::BlockSlots& at = surfaces_[c].blocks[block];
    if (goals_[c].active)
      kernels_.correct(slots(c, at.own, at.own_end, present_), rows, factors_[c], motive);
  }
}

template <class R>
void VolumeKeeper<R>::catch_up(std::size_t block, const Rows<R>& rows, const Motive<R>& motive) {
  const std::size_t last = 1 - present_;
  for (std::size_t c = 0; c < surfaces_.size(); ++c) {
    if (!goals_[c].active) continue;
    const ConstrainedSurface::BlockSlots& at = surfaces_[c].blocks[block];
    kernels_.correct(slots(c, at.own, at.own_end, last), rows, factors_[c], motive);
    kernels_.correct(slots(c, at.halo, at.halo_end, last), rows, factors_[c], motive);
  }
}

template struct ConstrainedVolume<float>;
template struct ConstrainedVolume<double>;
template class VolumeKeeper<float>;
template class VolumeKeeper<double>;

}  // namespace pliant::cpu
