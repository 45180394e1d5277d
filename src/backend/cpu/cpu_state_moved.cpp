#include <algorithm>

#include "backend/cpu/cpu_state.h"

// What may have changed of a state since somebody looked at it, by blocks. Steps change blocks with
// active or driven rows; whatever else changes rows or relations notes it where it does.

namespace pliant::cpu {

// After a step. An origin that moves carries all rows along, and a gas strains all it touches.
template <class R>
void CpuState<R>::note_moved() {
  Awake<R>& awake = selected_->awake;
  if (drift_ != Vec3d{} || !compiled_->gases.empty()) return awake.changes().note_all();
  for (const Index b : awake.active_blocks()) awake.changes().note(b);
  if (!driven_) return;
  for (std::size_t b = 0; b + 1 < driven_->block_begin.size(); ++b)
    if (driven_->block_begin[b] < driven_->block_begin[b + 1]) awake.changes().note(b);
}

template <class R>
std::vector<Index> CpuState<R>::blocks_since(const Look& look) const {
  if (selected_) return selected_->awake.changes().since(look);
  std::vector<Index> all(compiled_->layout.blocks.size());
  for (std::size_t b = 0; b < all.size(); ++b) all[b] = static_cast<Index>(b);
  return all;
}

template <class R>
backend::Moved CpuState<R>::moved_since(const Look& then) const {
  backend::Moved moved{look(), true};
  const std::vector<Index> blocks = blocks_since(then);
  if (blocks.size() == compiled_->layout.blocks.size()) return moved;
  moved.all = false;
  const std::vector<Index>& vertices = selected_->awake.cells().vertex_of_row;
  for (const Index b : blocks) {
    const BlockLayout& block = compiled_->layout.blocks[b];
    for (std::size_t r = block.first; r < block.first + block.rows(); ++r)
      if (vertices[r] != no_index) moved.vertices.push_back(vertices[r]);
  }
  return moved;
}

template <class R>
void CpuState<R>::read_some(std::span<const Index> vertices, std::vector<Vec3d>* positions,
                            std::vector<Vec3d>* velocities) const {
  const bool behind = velocities && traits_of(dynamics.integrator).lag > 0 && !first_;
  if (behind) return CompiledState::read_some(vertices, positions, velocities);
  if (positions) positions->clear();
  if (velocities) velocities->clear();
  for (const Index vertex : vertices) {
    const R* p = row(vertex);
    if (positions) positions->push_back(origin_ + Vec3d{double(p[0]), double(p[1]), double(p[2])});
    if (velocities) velocities->push_back(drift_ + Vec3d{double(p[4]), double(p[5]), double(p[6])});
  }
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
