#pragma once

#include <memory>
#include <vector>

#include "mesh/generate/fitted.h"
#include "mesh/generate/sized_tree.h"
#include "mesh/generate/sizes.h"
#include "mesh/generate/solids.h"

namespace pliant::generate {

/// One of the solids that a surface encloses, while it is filled.
struct FittedPart {
  Solid solid;
  std::unique_ptr<SurfaceField> field;
  std::vector<SurfaceSample> samples;
  std::vector<SizeSample> extra;    ///< found necessary on the way
  std::vector<SizeSample> bridges;  ///< that would make too many tetrahedra
  bool dear = false;                ///< there are such
  std::vector<SizeSample> closer;   ///< would bring far places closer, see Fitted::far
};

/// The lattice for a part. A graded one has longer cubes inside than at the surface.
SizedTree tree_of(const FittedPart& part, const LatticeSizes& sizes, bool graded);

/// Fills a part: mends the angles, halves cubes where that fails and, so many times at most, where
/// a piece broke off, snaps to sharp edges, adds the tetrahedra to `out`, and looks where they are
/// farther from the surface than `near`.
void finish_part(FittedPart& part, const LatticeSizes& sizes, bool graded,
                 int rounds_against_crumbs, double near, Fitted& out);

}  // namespace pliant::generate
