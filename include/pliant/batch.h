#pragma once

#include <pliant/model.h>

#include <memory>

namespace pliant {

namespace backend {
class CompiledBatch;
class VectorMemory;
}  // namespace backend

/// Positions or velocities of all copies of a Batch as one array (copies, vertices, 3), in the
/// precision of the model: in the memory of the card where the copies are there, else of the
/// processor. On a card those of a copy are about an origin that follows it where nothing is
/// pinned. Other libraries may look at the memory for as long as the value, or a copy of it, is
/// there; Batch::refresh() writes into the same.
class SharedVectors {
 public:
  void* data() const;
  bool on_card() const;
  /// Of each copy, m or m/s: what its vectors have to be added to. Zero on the processor.
  std::vector<Vec3d> origins() const;
  Precision precision() const { return precision_; }
  std::size_t copies() const { return copies_; }
  std::size_t vertices() const { return vertices_; }
  bool of_velocities() const { return of_velocities_; }

 private:
  friend class Batch;
  SharedVectors() = default;
  std::shared_ptr<backend::VectorMemory> memory_;
  const backend::CompiledBatch* batch_ = nullptr;  // that it is of
  std::size_t copies_ = 0, vertices_ = 0;
  Precision precision_{};
  bool of_velocities_ = false;
};

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
  /// Those of all copies, gathered where they are. On a card velocities of an integrator that has
  /// them between two times are told by velocities() alone: InputError.
  SharedVectors share_positions() const { return share(false); }
  SharedVectors share_velocities() const { return share(true); }
  /// What they are now, in the memory of what this batch has shared.
  void refresh(SharedVectors& vectors) const;
  /// Whether the copy ran away and was stopped.
  bool diverged(std::size_t copy) const;

 private:
  friend void step(Batch&, std::int64_t);
  void check_copy(std::size_t copy) const;
  SharedVectors share(bool of_velocities) const;
  std::unique_ptr<backend::CompiledBatch> compiled_;
};

/// Advances every copy by `count` steps.
void step(Batch& batch, std::int64_t count = 1);

}  // namespace pliant
