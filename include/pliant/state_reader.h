#pragma once

#include <pliant/model.h>
#include <pliant/stress.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pliant {

/// What a state tells of itself, for those who ask again and again: where nodes sleep
/// (selection.h), only what may have changed since the last time is read or computed anew. The
/// results are those of State and element_stresses() bit by bit, also after changes of any kind,
/// and of another state.
///   References stay good until the same is asked again. Not for several threads at a time.
class StateReader {
 public:
  StateReader();
  StateReader(StateReader&&) noexcept;
  StateReader& operator=(StateReader&&) noexcept;
  ~StateReader();

  const std::vector<Vec3d>& positions(const State& state);   ///< m
  const std::vector<Vec3d>& velocities(const State& state);  ///< m/s
  State::Energy energy(const State& state);
  double kinetic_energy(const State& state);        ///< J
  double gravitational_energy(const State& state);  ///< J
  /// Of the mesh that the state's body was made of.
  const std::vector<Stress>& stresses(const std::shared_ptr<const TetMesh>& mesh,
                                      const State& state);

  /// Positions as positions() gave them last, in runs of so many vertices by their numbers: for
  /// each run a number, which becomes one that was never given before where any of them has moved.
  static constexpr std::size_t vertices_of_run = 64;
  const std::vector<std::uint64_t>& editions() const;

  /// What was read or computed the last time.
  struct Work {
    std::size_t positions = 0, velocities = 0;  ///< vertices
    std::size_t stresses = 0;                   ///< tetrahedra
    std::size_t energies = 0;                   ///< parts of sums
  };
  const Work& last_work() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace pliant
