#pragma once

#include "spectral/offline/matrices.h"

namespace pliant::spectral::offline {

/// Neighbouring columns of L with the same pattern: vertices `first` to `first + width`, in the
/// order of elimination, with rows of their own and those `below`, ascending.
struct Supernode {
  std::size_t first = 0, width = 0;
  std::vector<Index> below;
};

/// Where L has entries, found once for all shifts: a 3 x 3 block for each pair of vertices.
struct FillIn {
  std::vector<Index> order;     ///< rows of the matrices as they are eliminated
  std::vector<Index> position;  ///< of each row in it
  /// Children stand before their parents, and all below a supernode is in its parent.
  std::vector<Supernode> supernodes;
  std::vector<std::size_t> parent;  ///< of each supernode; their number where there is none
};

/// By METIS's nested dissection of the graph of vertices.
FillIn find_fill_in(const Matrices& matrices);
/// For an order that is given.
FillIn find_fill_in(const Matrices& matrices, std::vector<Index> order);

}  // namespace pliant::spectral::offline
