#pragma once

#include <optional>
#include <span>
#include <vector>

#include "backend/backend.h"

// A run on the processor, in double precision, that carries slopes along: how positions and
// velocities change with some parameters. Vertices and relations have the body's numbers.

namespace pliant::backend {

/// How a pull changes with a parameter.
struct PullSlope {
  Vec3d target{};
  double stiffness = 0, damping = 0;
};

/// How the numbers of a run change with one parameter; what is empty does not.
struct RunSlopes {
  std::vector<double> inverse_masses;  // by vertex; 0 where it is pinned
  std::vector<FieldValues> fields;     // of relations
  Vec3d gravity{};
  double damping = 0;
  std::vector<PullSlope> pulls;              // of those that are merged
  std::vector<Vec3d> positions, velocities;  // as the run begins
  /// Whether rest states change, which costs a run of its own.
  bool of_rest = false;
};

/// Where a run begins; empty: at rest in the places of the body.
struct RunStart {
  std::vector<Vec3d> positions, velocities;
};

class SensitiveRun {
 public:
  virtual ~SensitiveRun() = default;
  /// False where it has run away, which leaves it of no use.
  virtual bool step(std::int64_t count) = 0;
  /// Steps are so long from now on; the integrator starts anew.
  virtual void set_time_step(double seconds) = 0;
  /// What they are; null: not asked for.
  virtual void read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const = 0;
  /// How they change with the parameter of a lane.
  virtual void read_slopes(std::size_t lane, std::vector<Vec3d>* positions,
                           std::vector<Vec3d>* velocities) const = 0;

  bool met = false;  // an obstacle has moved a vertex
};

/// With at most most_slopes parameters at once, or one whose rest states change.
inline constexpr std::size_t most_slopes = 3;
/// InputError unless the model is on the processor in double precision.
std::unique_ptr<SensitiveRun> sensitive_run(const Model& model, const Dynamics& dynamics,
                                            const RunStart& start,
                                            std::span<const RunSlopes> slopes);

}  // namespace pliant::backend
