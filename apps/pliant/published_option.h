#pragma once

#include <pliant/action.h>
#include <pliant/integrators.h>
#include <pliant/published.h>
#include <pliant/tet_mesh.h>

#include <memory>
#include <optional>
#include <string>

#include "command.h"
#include "json.h"

namespace pliant::app {

/// That of L13's time steps (Table 6.3).
inline constexpr Integrator published_integrator = Integrator::verlet;

/// The option --as-published of a command: one of L13's bodies, and what is given instead of its
/// numbers.
struct PublishedOption {
  std::string name;

  Option* declare(Options& app);  ///< --as-published itself
  bool given() const { return !name.empty(); }
  PublishedSolid solid() const;
  double time_step() const { return published_body(name).time_step; }
  /// As large as L13's constants are for; tells so.
  TetMesh scaled(const TetMesh& mesh) const;
  std::shared_ptr<const Action> forces() const;
  Json describe() const;
  static std::string in_words(const Json& described);

 private:
  std::optional<double> mass_, distance_, distance_damping_, volume_, volume_damping_, inverse_;
  double median_edge_ = 0;
  bool normal_damping_ = false;
};

}  // namespace pliant::app
