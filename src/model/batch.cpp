#include <pliant/batch.h>
#include <pliant/stability.h>

#include <cmath>
#include <limits>

#include "backend/backend.h"
#include "backend/batch_vectors.h"
#include "base/parallel.h"
#include "base/text.h"
#include "model/checks.h"

namespace pliant {

namespace {

void check_copies(const Model& model, std::size_t copies) {
  need(copies > 0, "a batch of no copies", "give at least one");
  const std::size_t most =
      std::numeric_limits<Index>::max() / std::max<std::size_t>(1, model.vertex_count());
  need(copies <= most, text(copies, " copies of ", model.vertex_count(), " vertices are too many"),
       text("give at most ", most));
}

void check_batch_dynamics(const Dynamics& dynamics, const Model& model) {
  check_dynamics(dynamics, model);
  need(!dynamics.selection, "the copies of a batch have no dynamic selection",
       "leave the selection out, or take a State for each body");
  need(!dynamics.large_steps, "the copies of a batch have no large steps",
       "leave the large steps out, or take a State for each body");
}

}  // namespace

namespace {

template <class R>
class HostVectors final : public backend::VectorMemory {
 public:
  explicit HostVectors(std::size_t count) : numbers(3 * count) {}
  void* data() const override { return const_cast<R*>(numbers.data()); }
  bool on_card() const override { return false; }

  std::vector<R> numbers;
};

template <class R>
void gather_into(const backend::CompiledBatch& batch, bool of_velocities, HostVectors<R>& to) {
  const std::size_t count = batch.model.vertex_count();
  parallel_for(batch.dynamics.size(), 1, [&](std::size_t begin, std::size_t end) {
    std::vector<Vec3d> vectors;
    for (std::size_t copy = begin; copy < end; ++copy) {
      batch.read(copy, of_velocities ? nullptr : &vectors, of_velocities ? &vectors : nullptr);
      R* out = to.numbers.data() + 3 * copy * count;
      for (const Vec3d& a : vectors)
        for (int i = 0; i < 3; ++i) *out++ = static_cast<R>(a[i]);
    }
  });
}

std::unique_ptr<backend::VectorMemory> make_vectors(const backend::CompiledBatch& batch) {
  if (const auto* elsewhere = dynamic_cast<const backend::GathersVectors*>(&batch))
    return elsewhere->make_vectors();
  const std::size_t count = batch.dynamics.size() * batch.model.vertex_count();
  if (batch.model.precision() == Precision::single_precision)
    return std::make_unique<HostVectors<float>>(count);
  return std::make_unique<HostVectors<double>>(count);
}

void gather(const backend::CompiledBatch& batch, bool of_velocities, backend::VectorMemory& to) {
  if (const auto* elsewhere = dynamic_cast<const backend::GathersVectors*>(&batch))
    elsewhere->gather(of_velocities, to);
  else if (auto* single = dynamic_cast<HostVectors<float>*>(&to))
    gather_into(batch, of_velocities, *single);
  else
    gather_into(batch, of_velocities, dynamic_cast<HostVectors<double>&>(to));
}

}  // namespace

Batch::Batch(const Model& model, std::size_t copies, const Dynamics& dynamics) {
  check_copies(model, copies);
  check_batch_dynamics(dynamics, model);
  Dynamics wanted = dynamics;
  if (wanted.time_step == 0) wanted.time_step = safe_step(model, wanted);
  compiled_ = model.compiled().make_batch(model, copies);
  compiled_->damping = damping_plan(model, wanted);
  for (std::size_t copy = 0; copy < copies; ++copy) {
    compiled_->dynamics[copy] = wanted;
    compiled_->changed(copy);
  }
}
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;
Batch::~Batch() = default;

std::size_t Batch::size() const {
  return compiled_->dynamics.size();
}
const Model& Batch::model() const {
  return compiled_->model;
}
double Batch::time() const {
  return compiled_->time;
}
std::int64_t Batch::steps() const {
  return compiled_->steps;
}

void Batch::check_copy(std::size_t copy) const {
  need(copy < size(), text("no copy ", copy), text("there are ", size()));
}

const Dynamics& Batch::dynamics(std::size_t copy) const {
  check_copy(copy);
  return compiled_->dynamics[copy];
}

void Batch::set_dynamics(std::size_t copy, const Dynamics& dynamics) {
  check_copy(copy);
  check_batch_dynamics(dynamics, compiled_->model);
  const Dynamics& before = compiled_->dynamics[copy];
  Dynamics wanted = dynamics;
  if (wanted.time_step == 0) wanted.time_step = before.time_step;
  need(wanted.integrator == before.integrator,
       text("copy ", copy, " shall have the integrator ", name(wanted.integrator)),
       text("take that of the whole batch, ", name(before.integrator)));
  need(wanted.time_step == before.time_step,
       text("copy ", copy, " shall have a time step of ", wanted.time_step, " s"),
       text("take that of the whole batch, ", before.time_step, " s, or 0"));
  compiled_->dynamics[copy] = wanted;
  compiled_->changed(copy);
}

void Batch::scale_parameter(std::size_t copy, std::size_t set, std::string_view field,
                            double factor) {
  check_copy(copy);
  const backend::FieldName name = find_field(model(), set, field);
  check_finite(factor, text("the factor of ", field));
  compiled_->scale(copy, name, factor);
}

std::vector<Vec3d> Batch::positions(std::size_t copy) const {
  check_copy(copy);
  std::vector<Vec3d> out;
  compiled_->read(copy, &out, nullptr);
  return out;
}
std::vector<Vec3d> Batch::velocities(std::size_t copy) const {
  check_copy(copy);
  std::vector<Vec3d> out;
  compiled_->read(copy, nullptr, &out);
  return out;
}
void Batch::set_positions(std::size_t copy, std::span<const Vec3d> positions) {
  check_copy(copy);
  check_vectors(positions, model(), "positions");
  const std::vector<Vec3d> velocities = this->velocities(copy);
  compiled_->write(copy, positions, velocities);
}
void Batch::set_velocities(std::size_t copy, std::span<const Vec3d> velocities) {
  check_copy(copy);
  check_vectors(velocities, model(), "velocities");
  compiled_->write(copy, {}, velocities);
}

SharedVectors Batch::share(bool of_velocities) const {
  SharedVectors vectors;
  vectors.memory_ = make_vectors(*compiled_);
  vectors.batch_ = compiled_.get();
  vectors.copies_ = size();
  vectors.vertices_ = model().vertex_count();
  vectors.precision_ = model().precision();
  vectors.of_velocities_ = of_velocities;
  refresh(vectors);
  return vectors;
}
void Batch::refresh(SharedVectors& vectors) const {
  need(vectors.batch_ == compiled_.get(), "these are vectors of another batch",
       "refresh what this batch has shared");
  gather(*compiled_, vectors.of_velocities_, *vectors.memory_);
}
void* SharedVectors::data() const {
  return memory_->data();
}
std::vector<Vec3d> SharedVectors::origins() const {
  return memory_->origins.empty() ? std::vector<Vec3d>(copies_) : memory_->origins;
}
bool SharedVectors::on_card() const {
  return memory_->on_card();
}

bool Batch::diverged(std::size_t copy) const {
  check_copy(copy);
  return compiled_->diverged(copy);
}

void step(Batch& batch, std::int64_t count) {
  check_step_count(count);
  if (count > 0) batch.compiled_->step(count);
}

}  // namespace pliant
