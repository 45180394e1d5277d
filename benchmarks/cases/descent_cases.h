#pragma once

#include "cases/measure.h"

// Large steps by vertex block descent (docs/descent.md): what a sweep takes, and a step of ten or a
// hundred of them.

namespace pliant::bench {

enum class DescentBody {
  armadillo,
  strand,  ///< of 400 vertices with 1000 kg at its end
  ball,    ///< of 700 000 tetrahedra, held below
};
struct DescentRecipe {
  CaseInfo info;
  DescentBody body;
  int sweeps;  ///< of a step
};
std::span<const DescentRecipe> descent_recipes();

/// The armadillo is `file`, or a critter of its size where that is no name.
Case make_descent_case(const DescentRecipe& recipe, const std::filesystem::path& file,
                       Notes* notes = nullptr);

/// Steps of a frame with so many sweeps, and these sweeps alone.
Measured measure_descent(const Case& which, const MeasureOptions& options);

}  // namespace pliant::bench
