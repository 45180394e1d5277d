#include "backend/gpu/copies.h"

// What copies tell of themselves, and how they are told.

namespace pliant::gpu {

template <class R>
std::vector<Particle<R>> Copies<R>::rows(std::size_t copy) const {
  return particles_.read(copy * model_->layout.rows, model_->layout.rows);
}
template <class R>
void Copies<R>::set_rows(std::size_t copy, std::span<const Particle<R>> rows) {
  particles_.write(rows, copy * model_->layout.rows);
}

template <class R>
std::vector<Four<R>> Copies<R>::moves(std::size_t copy) const {
  return kept_[0].read(copy * model_->layout.rows, model_->layout.rows);
}
template <class R>
void Copies<R>::set_moves(std::size_t copy, std::span<const Four<R>> moves) {
  kept_[0].write(moves, copy * model_->layout.rows);
}

template <class R>
void Copies<R>::start_from(std::int64_t steps) {
  steps_ = steps;
  diverged_.clear();
  forget_kept();
  fields_ = model_->fields;
  views_changed();
}

template <class R>
void Copies<R>::set_drives(const Drives* drives) {
  driven_ = drives ? driven_arrays(*model_, *drives) : nullptr;
  driven_now_ = {model_->device, driven_ ? driven_->rows.size() : 0};
  poses_ = {model_->device, driven_ ? steps_between_looks * driven_->drives : 0};
  driven_now_.clear();  // may be copied before they are used
  poses_.clear();
  recording_.reset();
}

template <class R>
void Copies<R>::gather(std::size_t copy, FrameBuffer<R>& buffer) const {
  const auto vertices = static_cast<std::uint32_t>(model_->row_of_vertex.size());
  const std::uint32_t each = GatherPositions<R>::vertices_each;
  programs().run(
      GatherPositions<R>{particles_.data() + copy * model_->layout.rows,
                         model_->row_of_vertex.data(), vertices, buffer.positions.data()},
      {(vertices + each - 1) / each});
  buffer.transfer->start(buffer.positions.data(), buffer.positions.bytes());
}

template <class R>
std::vector<Four<R>> Copies<R>::forces(std::size_t copy, std::span<const Four<R>> directions,
                                       bool of_velocities) const {
  const std::size_t rows = model_->layout.rows;
  const DeviceArray<Four<R>> along(model_->device, directions);
  DeviceArray<Four<R>> out(model_->device, rows);
  out.clear();  // rows without a vertex are read, too
  // Messages of their own, as a state that is read must not change.
  const DeviceArray<Message<R>> messages(model_->device, std::size_t(model_->replicas));
  Args<R> a = args();
  a.messages = messages.data();
  a.particles += copy * rows;
  if (a.factors) a.factors += copy * a.store_count * max_group_fields;
  const Grid grid = model_->grid(1, 256, 1);
  if (a.factors)
    programs().run(SumForces<R, true>{a, model_->sizes, along.data(), of_velocities, out.data()},
                   grid);
  else
    programs().run(SumForces<R, false>{a, model_->sizes, along.data(), of_velocities, out.data()},
                   grid);
  programs().run(CollectForces<R>{a, model_->sizes, out.data()}, grid);
  return out.read();
}

template <class R>
double Copies<R>::energy(std::uint64_t left_out) const {
  const DeviceArray<double> out(model_->device, model_->layout.blocks.size());
  Grid grid = model_->grid(1, 128, 0);
  grid.shared_bytes = 128 * sizeof(double);
  programs().run(SumEnergies<R>{args(), left_out, origin(0), out.data()}, grid);
  double sum = 0;
  for (double part : out.read()) sum += part;
  return sum;
}

template <class R>
std::vector<std::uint32_t> Copies<R>::met(const backend::Blade& blade) const {
  const auto& numbered = model_->numbered();
  const DeviceArray<std::uint32_t> places(model_->device, numbered.at.size());
  DeviceArray<std::uint32_t> found(model_->device, 1);
  found.clear();
  programs().run(
      FindMet<R>{args(), blade, numbered.numbering, origin(0), found.data(), places.data()},
      {static_cast<std::uint32_t>(model_->layout.blocks.size())});
  return places.read(0, found.read().front());
}

template <class R>
void Copies<R>::fill(const DeviceArray<R>& values, R value) const {
  const auto n = static_cast<std::uint32_t>(values.size());
  const std::uint32_t each = SetValues<R>::values_each;
  programs().run(SetValues<R>{values.data(), nullptr, nullptr, value, n}, {(n + each - 1) / each});
}
template <class R>
void Copies<R>::set(const DeviceArray<R>& values, std::span<const std::uint32_t> at,
                    R value) const {
  const DeviceArray<std::uint32_t> places(model_->device, at);
  const auto n = static_cast<std::uint32_t>(at.size());
  const std::uint32_t each = SetValues<R>::values_each;
  programs().run(SetValues<R>{values.data(), places.data(), nullptr, value, n},
                 {(n + each - 1) / each});
}

template <class R>
void Copies<R>::set(const DeviceArray<R>& values, std::span<const std::uint32_t> at,
                    std::span<const R> to) const {
  const DeviceArray<std::uint32_t> places(model_->device, at);
  const DeviceArray<R> wanted(model_->device, to);
  const auto n = static_cast<std::uint32_t>(at.size());
  const std::uint32_t each = SetValues<R>::values_each;
  programs().run(SetValues<R>{values.data(), places.data(), wanted.data(), R(0), n},
                 {(n + each - 1) / each});
}

template <class R>
GpuField<R>& Copies<R>::own(std::size_t store, std::size_t f, bool whole_set,
                            std::size_t relations) {
  GpuField<R>& field = fields_[store][f];
  bool changed = false;
  if (field.uniform && !whole_set) {
    const R value = field.values->read(0, 1).front();
    field = {std::make_shared<DeviceArray<R>>(model_->device, relations), false};
    fill(*field.values, value);
    changed = true;
  } else if (field.values.use_count() > 1) {
    field.values = std::make_shared<DeviceArray<R>>(*field.values);
    changed = true;
  }
  if (changed) views_changed();
  return field;
}

template <class R>
void Copies<R>::scale(std::size_t copy, std::size_t store, std::size_t field, double factor) {
  const std::size_t stores = model_->layout.stores.size();
  if (factors_.empty()) {
    factors_.assign(count() * stores * max_group_fields, 1.0);
    device_factors_ = {model_->device, factors_.size()};
  }
  factors_[(copy * stores + store) * max_group_fields + field] = factor;
  device_factors_.write(factors_);
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
