#include <pliant/batch.h>
#include <pliant/stability.h>

#include <cmath>
#include <limits>

#include "backend/backend.h"
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

bool Batch::diverged(std::size_t copy) const {
  check_copy(copy);
  return compiled_->diverged(copy);
}

void step(Batch& batch, std::int64_t count) {
  check_step_count(count);
  if (count > 0) batch.compiled_->step(count);
}

}  // namespace pliant
