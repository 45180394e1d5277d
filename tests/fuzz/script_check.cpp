#include "script_check.h"

#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/run.h>
#include <pliant/script.h>
#include <pliant/shapes.h>

namespace pliant::fuzz {

namespace {

// The script's own bodies could be of any size.
Simulation on_a_small_cube(const Simulation& from) {
  static const auto solid =
      std::make_shared<const TetMesh>(make_shape("cube", {{"cells", 1}, {"tets_per_cell", 5}}));
  Simulation sim;
  sim.settings.value.steps = 3;
  sim.settings.value.time_step = 1e-4;
  BodySource cube{.density = 1000, .solid = solid};
  if (!from.bodies().empty()) cube.name = from.bodies()[0]->value.name;
  sim.add_body(cube);
  for (const auto& group : from.groups()) sim.add_group(group);
  for (const auto& action : from.actions()) {
    for (const Parameter& p : action->declaration().parameters) action->get(p.name);
    sim.add(action);
  }
  return sim;
}

}  // namespace

bool check_script(std::string_view text) {
  ScriptOptions options;
  options.memory = std::size_t{8} << 20;
  options.instructions = 200'000;
  bool is_scene = false;
  try {
    const Scene scene("fuzz.lua", text, {}, options);
    is_scene = true;
    if (scene.simulation().actions().size() > 100) return is_scene;
    SceneRun run(on_a_small_cube(scene.simulation()));
    run.advance(3);
  } catch (const InputError&) {
  } catch (const Diverged&) {
  }
  return is_scene;
}

}  // namespace pliant::fuzz
