#include "backend/cpu/driving.h"

#include <algorithm>

#include "backend/cpu/stepper.h"

namespace pliant::cpu {

template <class R>
DrivenRows::DrivenRows(const Drives& drives, const Layout<R>& layout) {
  for (const Drives::Vertex& driven : drives.vertices())
    rows.push_back({layout.row_of_vertex[driven.vertex], driven.by});
  std::ranges::sort(rows, {}, &Row::row);
  for (const BlockLayout& block : layout.blocks)
    block_begin.push_back(static_cast<std::size_t>(
        std::ranges::lower_bound(rows, block.first, {}, &Row::row) - rows.begin()));
  block_begin.push_back(rows.size());
}

template DrivenRows::DrivenRows(const Drives&, const Layout<float>&);
template DrivenRows::DrivenRows(const Drives&, const Layout<double>&);

template <class R>
Driving<R>::Driving(const DrivenRows& rows, DrivenPoses poses, Arrays<R>& arrays)
    : rows_(rows), poses_(std::move(poses)), arrays_(arrays) {
  arrays_.driven.resize(rows.rows.size());
}

template <class R>
void Driving<R>::advance(std::size_t i, double passed, const PlainPose* next,
                         const Vec3d& origin_after) {
  const auto& [row, by] = rows_.rows[i];
  R* p = arrays_.particles.data() + 8 * row;
  R* kept = poses_.keeps_move ? arrays_.kept[0].data() + 4 * row : nullptr;
  Vec3<R> x{p[0], p[1], p[2]}, v{p[4], p[5], p[6]}, move{};
  if (kept) move = {kept[0], kept[1], kept[2]};
  DrivenStep<R>& now = arrays_.driven[i];
  if (passed > 0) {
    follow_path(by, now, passed, x);
    start_path(by, now, v, move);  // what else has acted on a vertex does not count along its path
  }
  if (next) now = driven_step<R>(by, next, origin_after, 1 / poses_.h, x, v);
  start_path(by, now, v, move);
  for (int axis = 0; axis < 3; ++axis) {
    p[axis] = x[axis];
    p[axis + 4] = v[axis];
    if (kept) kept[axis] = move[axis];
  }
}

template <class R>
void Driving<R>::after_stage(std::size_t block) {
  const PlainPose* next = next_begins ? poses_.poses.data() + (step_ + 1) * poses_.drives : nullptr;
  for (std::size_t i = rows_.block_begin[block]; i < rows_.block_begin[block + 1]; ++i)
    advance(i, part, next, next_origin);
}

template <class R>
void Driving<R>::begin_step(const Vec3d& origin_after) {
  const PlainPose* next = poses_.poses.data() + step_ * poses_.drives;
  for (std::size_t i = 0; i < rows_.rows.size(); ++i) advance(i, 0, next, origin_after);
}

template class Driving<float>;
template class Driving<double>;

}  // namespace pliant::cpu
