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

namespace {

/// The relation that pulls most at a vertex.
struct Pulling {
  std::string law, words = "no relation holds it";
  Index relation = no_index;
};

Pulling pulling_at(const State& state, Index vertex) {
  const backend::Strongest strongest = state.compiled().strongest_relation(vertex);
  if (strongest.relation == no_index) return {};
  const std::string law(state.model().law(strongest.set).name);
  return {law, text(law, " ", strongest.relation, " pulls most at it"), strongest.relation};
}

// The state is where the step began, or somewhat before.
Diverged blame_for_large_step(const State& state) {
  const Index worst = state.compiled().large_step_memory.worst,
              vertex = worst == no_index ? 0 : worst;
  const Pulling pulling = pulling_at(state, vertex);
  return {text("a large step came to no end after ", state.time(), " s, however short: vertex ",
               vertex, " was farthest from it; ", pulling.words,
               ". A looser tolerance, shorter steps, or more damping may help"),
          vertex, pulling.law, pulling.relation, state.time()};
}

}  // namespace

Diverged find_blame(State& state) {
  if (state.dynamics().large_steps) return blame_for_large_step(state);
  State last = state, before = state;
  for (std::int64_t i = 0; i < most_steps && last.compiled().step(1); ++i) before = last;
  const Index vertex = worst_vertex(before.positions(), last.positions());
  const Pulling pulling = pulling_at(before, vertex);
  const double step = state.dynamics().time_step;
  return {
      text("the simulation ran away at ", last.time(), " s: vertex ", vertex, "; ", pulling.words,
           ". The time step is ", step, " s; a smaller one, or more damping, may help"),
      vertex, pulling.law, pulling.relation, last.time()};
}

}  // namespace pliant
