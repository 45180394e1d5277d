#pragma once

#include <pliant/vec3.h>

#include <memory>
#include <vector>

// Positions or velocities of all copies of a batch where its machine has them, for other libraries.

namespace pliant::backend {

/// Memory for a vector of every vertex of every copy, three numbers each, in the precision of the
/// model.
class VectorMemory {
 public:
  virtual ~VectorMemory() = default;
  virtual void* data() const = 0;
  virtual bool on_card() const = 0;
  /// Of each copy, what its vectors have to be added to; empty: nothing.
  std::vector<Vec3d> origins;
};

/// What a batch is, too, that has them elsewhere than in the memory of the processor.
class GathersVectors {
 public:
  virtual ~GathersVectors() = default;
  virtual std::unique_ptr<VectorMemory> make_vectors() const = 0;
  /// Into memory that this batch has made; done when it returns.
  virtual void gather(bool of_velocities, VectorMemory& to) const = 0;
};

}  // namespace pliant::backend
