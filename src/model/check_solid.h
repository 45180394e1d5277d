#pragma once

#include <pliant/bodies.h>

namespace pliant {

/// InputError names the option that is not finite or negative.
void check_solid_options(const SolidOptions& options);
/// Adds doubts(materials), where someone listens.
void tell_doubts(std::span<const Material> materials, Notes* notes);

}  // namespace pliant
