#include "backend/gpu/gpu_batch.h"

#include <pliant/error.h>

#include "backend/gpu/rows.h"
#include "base/text.h"

namespace pliant::gpu {

namespace {

constexpr std::size_t most_copies = 65535;  // of one launch

std::size_t allowed(const backend::CompiledModel& model, std::size_t copies) {
  if (!model.gases.empty())
    throw InputError("", 0, "copies with gas inside cannot step together on the card",
                     "take the backend cpu for this batch");
  if (copies > most_copies)
    throw InputError("", 0, text(copies, " copies are too many for one batch on the card"),
                     text("take several of at most ", most_copies));
  return copies;
}

template <class R>
class DeviceVectors final : public backend::VectorMemory {
 public:
  DeviceVectors(const GpuModel<R>& model, std::size_t copies)
      : rows(model.device, rows_of(model, copies)), numbers(model.device, 3 * rows.size()) {}
  void* data() const override { return numbers.data(); }
  bool on_card() const override { return true; }

  DeviceArray<std::uint32_t> rows;  // of the vertices of all copies
  DeviceArray<R> numbers;

 private:
  static std::vector<std::uint32_t> rows_of(const GpuModel<R>& model, std::size_t copies) {
    std::vector<std::uint32_t> out;
    for (std::size_t copy = 0; copy < copies; ++copy)
      for (const Index row : model.layout.row_of_vertex)
        out.push_back(static_cast<std::uint32_t>(copy * model.layout.rows + row));
    return out;
  }
};

}  // namespace

template <class R>
GpuBatch<R>::GpuBatch(const Model& m, const GpuModel<R>& compiled, std::size_t copies)
    : CompiledBatch(m, copies),
      compiled_(&compiled),
      copies_(compiled, allowed(compiled, copies)),
      stopped_(copies, false),
      pinned_(compiled.masses.size()),
      applied_(copies) {
  for (Index v : compiled.pinned) pinned_[v] = true;
  copies_.may_follow(compiled.pinned.empty());
}

template <class R>
void GpuBatch<R>::step(std::int64_t count) {
  copies_.step(count, true, {0, steps});
  steps += count;
  time = static_cast<double>(steps) * dynamics[0].time_step;
  for (std::size_t copy = 0; copy < stopped_.size(); ++copy)
    if (copies_.diverged(copy) && !stopped_[copy]) {
      copies_.go_back(copy, true);
      stopped_[copy] = true;
    }
}

template <class R>
void GpuBatch<R>::read(std::size_t copy, std::vector<Vec3d>* positions,
                       std::vector<Vec3d>* velocities) const {
  read_rows(copies_, copy, applied_[copy], nullptr, positions, velocities);
}

template <class R>
void GpuBatch<R>::write(std::size_t copy, std::span<const Vec3d> positions,
                        std::span<const Vec3d> velocities) {
  write_rows(copies_, copy, dynamics[copy], pinned_, positions, velocities);
  copies_.forget_backup();
}

template <class R>
void GpuBatch<R>::scale(std::size_t copy, backend::FieldName name, double factor) {
  const Places& places = compiled_->layout.places[name.set];
  for (std::size_t i = 0; i < places.stores; ++i) {
    const auto& member = compiled_->layout.stores[places.store[i]].members[places.member[i]];
    copies_.scale(copy, places.store[i], parameter_field(member, name.field), factor);
  }
  copies_.forget_backup();
}

template <class R>
void GpuBatch<R>::changed(std::size_t copy) {
  // Velocities between two times are brought to the present before the integrator changes.
  std::vector<Vec3d> velocities;
  read_rows(copies_, copy, applied_[copy], nullptr, nullptr, &velocities);
  applied_[copy] = dynamics[copy];
  copies_.set_dynamics(copy, dynamics[copy]);
  copies_.set_damping(damping);
  write(copy, {}, velocities);
}

template <class R>
std::unique_ptr<backend::VectorMemory> GpuBatch<R>::make_vectors() const {
  return std::make_unique<DeviceVectors<R>>(*compiled_, dynamics.size());
}

template <class R>
void GpuBatch<R>::gather(bool of_velocities, backend::VectorMemory& to) const {
  const Integrator integrator = applied_[0].integrator;
  if (of_velocities && traits_of(integrator).lag > 0)
    throw InputError("", 0,
                     text("velocities of ", name(integrator),
                          " are between two times and stay on the card as they are"),
                     "take another integrator, or velocities() of each copy");
  auto& vectors = dynamic_cast<DeviceVectors<R>&>(to);
  // The program reads the first half of a row, its place; the velocity is the second.
  static_assert(sizeof(Particle<R>) == 2 * sizeof(Four<R>));
  const auto* half =
      reinterpret_cast<const Four<R>*>(copies_.args().particles) + (of_velocities ? 1 : 0);
  const auto vertices = static_cast<std::uint32_t>(vectors.rows.size());
  const std::uint32_t each = GatherPositions<R>::vertices_each;
  compiled_->programs().run(
      GatherPositions<R>{reinterpret_cast<const Particle<R>*>(half), vectors.rows.data(), vertices,
                         vectors.numbers.data()},
      {(vertices + each - 1) / each});
  vectors.origins.clear();
  for (std::size_t copy = 0; copy < dynamics.size(); ++copy)
    vectors.origins.push_back(of_velocities ? copies_.moving_origin(copy).drift
                                            : copies_.origin(copy));
  vectors.numbers.read(0, 1);  // others look at it in streams of their own: wait until it is there
}

template class GpuBatch<float>;
template class GpuBatch<double>;

}  // namespace pliant::gpu
