#include "model/blame.h"

#include <array>
#include <cmath>

#include "backend/backend.h"
#include "base/text.h"

namespace pliant {

namespace {

// The vertex that is not finite or has moved most between two sets of positions.
Index worst_vertex(const std::vector<Vec3d>& before, const std::vector<Vec3d>& after) {
  Index worst = 0;
  double most = -1;
  for (std::size_t v = 0; v < after.size(); ++v) {
    const double moved = length(after[v] - before[v]);
    if (!std::isfinite(moved)) return static_cast<Index>(v);
    if (moved > most) {
      most = moved;
      worst = static_cast<Index>(v);
    }
  }
  return worst;
}

// More than any state is away from its last copy.
constexpr std::int64_t most_steps = 1024;

}  // namespace

Diverged find_blame(State& state) {
  State last = state, before = state;
  for (std::int64_t i = 0; i < most_steps && last.compiled().step(1); ++i) before = last;
  const Index vertex = worst_vertex(before.positions(), last.positions());
  const backend::Strongest strongest = before.compiled().strongest_relation(vertex);
  std::string law, where = "no relation holds it";
  if (strongest.relation != no_index) {
    law = state.model().law(strongest.set).name;
    where = text(law, " ", strongest.relation, " pulls most at it");
  }
  const double step = state.dynamics().time_step;
  return {text("the simulation ran away at ", last.time(), " s: vertex ", vertex, "; ", where,
               ". The time step is ", step, " s; a smaller one, or more damping, may help"),
          vertex, law, strongest.relation, last.time()};
}

}  // namespace pliant
