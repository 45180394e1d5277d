#pragma once

#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/run.h>
#include <pliant/script.h>

#include <string>

#include "base/text.h"

namespace pliant::test {

/// A script whose body is a cube of 1 m, cells of five tetrahedra each.
inline std::string cube_scene(const std::string& rest, int cells = 4) {
  return text(
      "sim = Simulation:new()\n"
      "sim:addBody{name = 'cube', mesh = 'cube', density = 1200,\n"
      "  settings = {cells = ",
      cells,
      ", tets_per_cell = 5}}\n"
      "sim:addAction(MassSpringForces{young = 3e6, poisson = 0.3})\n",
      rest);
}

inline Scene scene(const std::string& script, const ScriptOptions& options = {}) {
  return {"scene.lua", script, {}, options};
}

/// What is wrong with a script or with building its scene; empty where nothing is.
inline std::string problem(const std::string& script, const ScriptOptions& options = {}) {
  try {
    const Scene s = scene(script, options);
    SceneRun run(s.simulation());
    run.advance(50);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

}  // namespace pliant::test
