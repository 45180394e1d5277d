#pragma once

#include <pliant/modes.h>
#include <pliant/tet_mesh.h>

#include <string>

namespace pliant::app {

/// How many modes of a free solid are rigid motions.
std::size_t rigid_count(const Modes& modes);

/// Refuses a place where shapes cannot be written; called before the work starts.
void need_shapes_output(const std::string& target);

/// Each elastic mode swings once, one after another, a second each, so that the vertex that moves
/// most moves by a tenth of the solid's size: as a recording (a folder), or as what `pliant export`
/// can make of one. Returns the number of frames.
std::size_t write_mode_shapes(const std::string& target, const TetMesh& mesh, const Modes& modes);

}  // namespace pliant::app
