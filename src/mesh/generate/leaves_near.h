#pragma once

#include <vector>

#include "mesh/generate/field.h"
#include "mesh/generate/sized_tree.h"

namespace pliant::generate {

/// The leaves without those from which the solid is far: a body of branches or needles fills little
/// of its box. Whatever holds a point inside, and its neighbours, is there, in the tree's order.
std::vector<SizedTree::Leaf> leaves_near(const Field& field, const SizedTree& tree);

}  // namespace pliant::generate
