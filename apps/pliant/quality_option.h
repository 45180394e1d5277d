#pragma once

#include <pliant/filling.h>

#include "options.h"

namespace pliant::app {

/// The option --quality of a command, beside --tets and --edge, which override it.
struct QualityOption {
  Fineness fineness;  ///< where none is given

  /// After --tets and --edge were declared.
  void declare(Options& app);
  Filling filling(double tetrahedra, double edge) const { return {fineness, tetrahedra, edge}; }
};

}  // namespace pliant::app
