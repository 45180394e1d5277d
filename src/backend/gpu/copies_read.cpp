#include "backend/gpu/copies.h"

// What copies tell of themselves, and rows and numbers of relations that are changed from outside.

namespace pliant::gpu {

template <class R>
std::vector<Particle<R>> Copies<R>::rows(std::size_t copy) const {
  std::vector<Particle<R>> out = particles_.read(copy * model_->layout.rows, model_->layout.rows);
  if (!selected_) return out;
  // Patches that have just woken get their masses back as the next step begins.
  const std::vector<std::uint32_t> awake = selected_->awake.read();
  for (std::size_t p = 0; p < awake.size(); ++p) {
    const BlockLayout& block = model_->layout.blocks[p];
    for (std::size_t r = block.first; awake[p] && r < block.first + block.rows(); ++r)
      out[r].place.w = selected_->host_inverse_masses[r];
  }
  return out;
}
template <class R>
std::vector<Particle<R>> Copies<R>::rows_of_patch(std::size_t patch) const {
  const BlockLayout& block = model_->layout.blocks[patch];
  return particles_.read(block.first, block.rows());
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
  forget_backup();
  fields_ = model_->fields;
  relations_changed();
  views_changed();
}

template <class R>
Field<R> Copies<R>::host_field(std::size_t store, std::size_t f) const {
  const GpuField<R>& field = fields_[store][f];
  const std::vector<R> values = field.values->read();
  return {std::make_shared<AlignedVector<R>>(values.begin(), values.end()), field.uniform};
}

template <class R>
std::vector<std::vector<Field<R>>> Copies<R>::host_fields() const {
  std::vector<std::vector<Field<R>>> fields(model_->layout.stores.size());
  for (std::size_t s = 0; s < fields.size(); ++s)
    for (std::size_t f = 0; f < fields_[s].size(); ++f) fields[s].push_back(host_field(s, f));
  return fields;
}

template <class R>
void Copies<R>::set_drives(const Drives* drives) {
  driven_ = drives ? driven_arrays(*model_, *drives) : nullptr;
  driven_now_ = {model_->device, driven_ ? driven_->rows.size() : 0};
  poses_ = {model_->device, driven_ ? steps_between_looks * driven_->drives : 0};
  driven_now_.clear();  // may be copied before they are used
  poses_.clear();
  forget_recordings();
}

template <class R>
std::vector<Four<R>> Copies<R>::driven_gains() const {
  std::vector<Four<R>> out(model_->layout.rows);
  if (!driven_) return out;
  const std::vector<DrivenRow> rows = driven_->rows.read();
  const std::vector<std::uint32_t> begin = driven_->begin.read();
  const std::vector<DrivenStep<R>> now = driven_now_.read();
  const auto& blocks = model_->layout.blocks;
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t i = begin[b]; i < begin[b + 1]; ++i)
      if (rows[i].local < blocks[b].rows()) {  // replicas say the same
        const Vec3<R>& gain = now[i].gain;
        out[blocks[b].first + rows[i].local] = {gain.x, gain.y, gain.z, R(0)};
      }
  return out;
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
  return forces(args(), copy, directions, of_velocities);
}
template <class R>
std::vector<Four<R>> Copies<R>::forces_of_steps(std::size_t copy) const {
  return forces(args_of_steps(), copy, {}, false);
}

template <class R>
std::vector<Four<R>> Copies<R>::forces(Args<R> a, std::size_t copy,
                                       std::span<const Four<R>> directions,
                                       bool of_velocities) const {
  const std::size_t rows = model_->layout.rows;
  const DeviceArray<Four<R>> along(model_->device, directions);
  DeviceArray<Four<R>> out(model_->device, rows);
  out.clear();  // rows without a vertex are read, too
  // Messages of their own, as a state that is read must not change.
  const DeviceArray<Message<R>> messages(model_->device, std::size_t(model_->replicas));
  a.messages = messages.data();
  a.particles += copy * rows;
  if (a.factors) a.factors += copy * a.store_count * max_law_fields;
  enqueue_forces(a, along.data(), of_velocities, out.data(), 1);
  programs().run(CollectForces<R>{a, model_->sizes, out.data()}, model_->grid(1, 256, 1));
  return out.read();
}

template <class R>
void Copies<R>::enqueue_forces(const Args<R>& a, const Four<R>* directions, bool of_velocities,
                               Four<R>* out, std::size_t copies) const {
  const Grid grid = model_->grid(copies, 256, 1);
  if (a.factors)
    programs().run(SumForces<R, true>{a, model_->sizes, directions, of_velocities, out}, grid);
  else
    programs().run(SumForces<R, false>{a, model_->sizes, directions, of_velocities, out}, grid);
}

template <class R>
backend::EnergySums Copies<R>::energies(std::span<const std::uint32_t> left_out) const {
  const DeviceArray<std::uint32_t> leaves_out(model_->device, left_out);
  const DeviceArray<PatchEnergies> out(model_->device, model_->layout.blocks.size());
  constexpr std::uint32_t parts = SumEnergies<R>::parts;
  Grid grid = model_->grid(1, parts, 0);
  grid.shared_bytes = parts * sizeof(PatchEnergies);
  programs().run(SumEnergies<R>{args(), leaves_out.data(), origin(0), origins_[0].drift,
                                model_->row_masses.data(), out.data()},
                 grid);
  backend::EnergySums sums;
  for (const PatchEnergies& part : out.read()) {
    sums.elastic += part.elastic;
    sums.kinetic += part.kinetic;
    sums.moment += part.moment;
  }
  return sums;
}

template <class R>
std::vector<std::uint32_t> Copies<R>::intersected(const backend::Blade& blade) const {
  const auto& numbered = model_->numbered();
  const DeviceArray<std::uint32_t> places(model_->device, numbered.at.size());
  DeviceArray<std::uint32_t> found(model_->device, 1);
  found.clear();
  programs().run(FindIntersected<R>{args(), blade, numbered.first_on_device.data(), origin(0),
                                    found.data(), places.data()},
                 {static_cast<std::uint32_t>(model_->layout.blocks.size())});
  return places.read(0, found.read().front());
}

namespace {

Grid grid_for(std::size_t values) {
  return {static_cast<std::uint32_t>((values + values_each - 1) / values_each)};
}

}  // namespace

template <class R>
void Copies<R>::fill(const DeviceArray<R>& values, R value) const {
  const auto n = static_cast<std::uint32_t>(values.size());
  programs().run(SetValues<R>{values.data(), nullptr, nullptr, false, value, n}, grid_for(n));
}
template <class R>
void Copies<R>::set(const DeviceArray<R>& values, const DeviceArray<std::uint32_t>& at,
                    R value) const {
  const auto n = static_cast<std::uint32_t>(at.size());
  programs().run(SetValues<R>{values.data(), at.data(), nullptr, false, value, n}, grid_for(n));
}
template <class R>
void Copies<R>::set(const DeviceArray<R>& values, const DeviceArray<std::uint32_t>& at,
                    const GpuField<R>& to) const {
  const auto n = static_cast<std::uint32_t>(at.size());
  programs().run(SetValues<R>{values.data(), at.data(), to.values->data(), to.uniform, R(0), n},
                 grid_for(n));
}
template <class R>
void Copies<R>::set(R* first, R* second, std::span<const NewValue<R>> values) const {
  const DeviceArray<NewValue<R>> wanted(model_->device, values);
  const auto n = static_cast<std::uint32_t>(values.size());
  programs().run(SetEach<R>{first, second, wanted.data(), n}, grid_for(n));
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
    factors_.assign(count() * stores * max_law_fields, 1.0);
    device_factors_ = {model_->device, factors_.size()};
  }
  factors_[(copy * stores + store) * max_law_fields + field] = factor;
  device_factors_.write(factors_);
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
