#include <algorithm>

#include "backend/gpu/copies.h"

// What contact between bodies reads and changes of the only copy: a few rows, between two steps.
// Nothing else travels.

namespace pliant::gpu {

namespace {

Grid grid_for(std::size_t vectors) {
  return {static_cast<std::uint32_t>((vectors + pushes_each - 1) / pushes_each), 1, pushes_each};
}

}  // namespace

template <class R>
void Copies<R>::read_places(std::span<const Index> vertices, std::span<Vec3d> places) const {
  if (vertices.empty()) return;
  TouchingRows& t = touching_;
  if (!std::ranges::equal(t.vertices, vertices)) {
    t.vertices.assign(vertices.begin(), vertices.end());
    std::vector<std::uint32_t> rows;
    for (const Index v : vertices) rows.push_back(model_->layout.row_of_vertex[v]);
    t.rows = {model_->device, std::span<const std::uint32_t>(rows)};
    t.places = {model_->device, 3 * rows.size()};
    t.host_places.resize(3 * rows.size());
  }
  const auto count = static_cast<std::uint32_t>(vertices.size());
  const std::uint32_t each = GatherPositions<R>::vertices_each;
  programs().run(GatherPositions<R>{particles_.data(), t.rows.data(), count, t.places.data()},
                 {(count + each - 1) / each});
  device().download(t.host_places.data(), t.places.data(), t.places.bytes());
  const Vec3d from = origin(0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const R* x = t.host_places.data() + 3 * i;
    places[i] = from + Vec3d{double(x[0]), double(x[1]), double(x[2])};
  }
}

template <class R>
void Copies<R>::send(std::span<const Index> vertices, std::span<const Vec3d> vectors) {
  TouchingRows& t = touching_;
  t.host_vectors.clear();
  for (std::size_t i = 0; i < vertices.size(); ++i)
    t.host_vectors.push_back({vectors[i], model_->layout.row_of_vertex[vertices[i]]});
  if (t.vectors.size() < vertices.size())
    t.vectors = {model_->device, std::max(vertices.size(), 2 * t.vectors.size())};
  t.vectors.write(t.host_vectors);
}

template <class R>
void Copies<R>::push(std::span<const Index> vertices, std::span<const Vec3d> forces) {
  wake(vertices);
  send(vertices, forces);
  touching_.pushed = vertices.size();
}

// As a step begins, after what passes of damping do to velocities.
template <class R>
void Copies<R>::enqueue_pushes() {
  if (touching_.pushed == 0) return;
  programs().run(
      PushRows<R>{args(), touching_.vectors.data(), static_cast<std::uint32_t>(touching_.pushed)},
      grid_for(touching_.pushed));
  touching_.pushed = 0;
}

template <class R>
void Copies<R>::hold_back(std::span<const Index> vertices, std::span<const Vec3d> ways) {
  if (vertices.empty()) return;
  send(vertices, ways);
  programs().run(
      HoldRows<R>{args(), touching_.vectors.data(), static_cast<std::uint32_t>(vertices.size())},
      grid_for(vertices.size()));
  wake(vertices);
}

template <class R>
void Copies<R>::set_step(double seconds, const DampingPlan& plan) {
  origins_[0].origin = origin(0);
  origins_[0].since = 0;
  origins_changed();
  dynamics_[0].h = seconds;
  device_dynamics_.write(dynamics_);
  set_damping(plan);
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
