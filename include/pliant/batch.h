#pragma once

#include <pliant/model.h>

namespace pliant {

namespace backend {
class CompiledBatch;
}  // namespace backend

/// Many independent copies of one Model that step together: on a card in one launch, on the CPU on
/// all threads. Copies share the integrator and the time step; what else moves them is their own.
/// A copy that runs away stops for good where it last was; the others go on.
class Batch {
 public:
  /// InputError for no copies, more than have numbers for all their vertices, or bad dynamics. A
  /// time step of 0 is replaced by the safe one.
  Batch(const Model& model, std::size_t copies, const Dynamics& dynamics = {});
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;
  ~Batch();

  std::size_t size() const;
  const Model& model() const;
  double time() const;         ///< s
  std::int64_t steps() const;  ///< taken so far

  const Dynamics& dynamics(std::size_t copy) const;
  /// Gravity, damping, strain limit, floor and table of one copy. InputError where integrator or
  /// time step are not those of the others; a time step of 0 stands for theirs.
  void set_dynamics(std::size_t copy, const Dynamics& dynamics);
  /// A parameter of every relation of a set becomes `factor` times what the model says, in one
  /// copy; `field` as in LawInfo::parameters.
  void scale_parameter(std::size_t copy, std::size_t set, std::string_view field, double factor);

  std::vector<Vec3d> positions(std::size_t copy) const;   ///< m
  std::vector<Vec3d> velocities(std::size_t copy) const;  ///< m/s
  void set_positions(std::size_t copy, std::span<const Vec3d> positions);
  void set_velocities(std::size_t copy, std::span<const Vec3d> velocities);
  /// Whether the copy ran away and was stopped.
  bool diverged(std::size_t copy) const;

 private:
  friend void step(Batch&, std::int64_t);
  void check_copy(std::size_t copy) const;
  std::unique_ptr<backend::CompiledBatch> compiled_;
};

/// Advances every copy by `count` steps.
void step(Batch& batch, std::int64_t count = 1);

}  // namespace pliant
