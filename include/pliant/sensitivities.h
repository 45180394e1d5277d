#pragma once

#include <pliant/model.h>
#include <pliant/notes.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace pliant {

/// What a run begins with.
struct Start {
  Body body;
  Dynamics dynamics{};
  std::vector<Vec3d> positions{}, velocities{};  ///< empty: those of the body, at rest
};

/// A run of a body that tells how its positions and velocities change with some parameters, such as
/// Young's modulus, Poisson's ratio, the density, damping, gravity, stiffness of pulls, velocities
/// at the start, shape. `make` says what the run begins with for their values.
///
/// The run goes through dual numbers: its slopes are those of the steps themselves, whatever the
/// law and the integrator, to rounding. Three parameters go along in one run, which costs about as
/// much as seven of a State in double precision; more of them, and those that change rest states,
/// are runs beside it. How the numbers that it begins with depend on the parameters is found by
/// central differences of `make` (to about ten digits), called three times for the first parameter
/// and twice for each other.
///
/// Where a vertex meets an obstacle, slopes are those of what happens at the steps at which it
/// does: that these steps change with the parameters is not in them, see met_obstacles(). Not for
/// spectral solids, gas, volume constraints, strain limits, closed surfaces as obstacles,
/// selection, large steps, and steps that are too long for the damping of relations (InputError).
class Sensitivities {
 public:
  using Make = std::function<Start(std::span<const double> parameters)>;

  /// A time step of 0 takes a safe one and keeps it, whatever the parameters.
  Sensitivities(const Make& make, std::span<const double> parameters);
  Sensitivities(Sensitivities&&) noexcept;
  Sensitivities& operator=(Sensitivities&&) noexcept;
  ~Sensitivities();

  /// Diverged where it runs away; it is of no use then.
  void step(std::int64_t count = 1);
  /// In equal steps that are no longer than the given one.
  void advance(double seconds);

  double time() const;         ///< s
  std::int64_t steps() const;  ///< taken so far
  double time_step() const;    ///< s
  std::size_t vertex_count() const;
  std::size_t parameter_count() const;

  std::vector<Vec3d> positions() const;   ///< m
  std::vector<Vec3d> velocities() const;  ///< m/s, at time()
  /// Their derivatives by a parameter: m and m/s over its unit.
  std::vector<Vec3d> position_slopes(std::size_t parameter) const;
  std::vector<Vec3d> velocity_slopes(std::size_t parameter) const;
  /// Whether an obstacle has moved a vertex so far.
  bool met_obstacles() const;

 private:
  struct Runs;
  std::unique_ptr<Runs> runs_;
};

}  // namespace pliant
