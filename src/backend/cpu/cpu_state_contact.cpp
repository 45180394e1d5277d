#include "backend/cpu/cpu_state.h"
#include "base/parallel.h"

// What contact between bodies reads and changes: the rows of a few vertices, between two steps.

namespace pliant::cpu {

template <class R>
void CpuState<R>::read_places(std::span<const Index> vertices, std::span<Vec3d> places) const {
  parallel_for(vertices.size(), 2048, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const R* p = row(vertices[i]);
      places[i] = origin_ + Vec3d{double(p[0]), double(p[1]), double(p[2])};
    }
  });
}

template <class R>
void CpuState<R>::push(std::span<const Index> vertices, std::span<const Vec3d> forces) {
  pushes_.clear();  // whoever pushes wakes what should move
  for (std::size_t i = 0; i < vertices.size(); ++i) pushes_.push_back({vertices[i], forces[i]});
}

// As a step begins, after what passes of damping do to velocities.
template <class R>
void CpuState<R>::give_pushes() {
  const IntegratorTraits method = traits_of(dynamics.integrator);
  const bool halved = first_ && method.begins_halved, as_move = method.keeps_move && !halved;
  const double h = dynamics.time_step;
  for (const auto& [vertex, force] : pushes_) {
    R* p = row(vertex);
    const Vec3d gain = force * (double(p[3]) * (halved ? 0.5 * h : h));
    R* to = as_move ? arrays_.kept[0].data() + 4 * row_number(vertex) : p + 4;
    for (int k = 0; k < 3; ++k)
      to[k] = static_cast<R>(double(to[k]) + (as_move ? gain[k] * h : gain[k]));
  }
  pushes_.clear();
}

template <class R>
void CpuState<R>::hold_back(std::span<const Index> vertices, std::span<const Vec3d> ways) {
  const bool as_move = traits_of(dynamics.integrator).keeps_move;
  const double per_second = 1 / dynamics.time_step;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    R* p = row(vertices[i]);
    R* move = as_move ? arrays_.kept[0].data() + 4 * row_number(vertices[i]) : nullptr;
    for (int k = 0; k < 3; ++k) {
      p[k] = static_cast<R>(double(p[k]) + ways[i][k]);
      p[k + 4] = static_cast<R>(double(p[k + 4]) + ways[i][k] * per_second);
      if (move) move[k] = static_cast<R>(double(move[k]) + ways[i][k]);
    }
  }
  if (selected_) wake(vertices);
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
