#pragma once

#include <pliant/bodies.h>

#include <string_view>

namespace pliant {

/// InputError names the option that is not finite or negative, or does not fit the mesh.
void check_solid_options(const SolidOptions& options, const TetMesh& mesh);
/// Adds doubts(materials), where someone listens.
void tell_doubts(std::span<const Material> materials, Notes* notes);
/// Adds that cells of this kind, which each keep their volume, lock with one of the materials.
void tell_locking(std::string_view cells, std::span<const Material> materials, Notes* notes);

}  // namespace pliant
