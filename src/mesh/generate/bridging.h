#pragma once

#include <span>
#include <vector>

#include "mesh/generate/fitted_part.h"
#include "mesh/generate/sized_stuffing.h"

namespace pliant::generate {

/// For each tetrahedron whether it belongs to the largest piece: the others are crumbs of a part
/// too thin for the cubes. Unless the solid is a single one, every piece of a hundredth of
/// the volume is kept.
std::vector<char> main_piece(std::span<const Vec3d> vertices, std::span<const Tetrahedron> cells,
                             bool single);

/// Asks for leaves round one that are as fine as the finest of them or, where `more` is not 0,
/// finer than the one by so many levels.
void level_out(const SizedTree& tree, const SizedTree::Leaf& leaf, int more, FittedPart& part);

/// Asks for halved leaves where a crumb comes near the main piece: there a thin part broke.
void bridge(const SizedTree& tree, const SizedMesh& mesh, const std::vector<char>& kept,
            FittedPart& part);

}  // namespace pliant::generate
