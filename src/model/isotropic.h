#pragma once

#include <pliant/material.h>
#include <pliant/notes.h>

namespace pliant {

/// The isotropic solid with a material's E and G: its Poisson's ratio is E / 2G - 1, and it has no
/// shear modulus of its own. Where that is above largest_corotated_poisson it is this one, with the
/// same E, and a note says so. A material without a shear modulus stays as it is.
Material isotropic(const Material& material, Notes* notes = nullptr);

}  // namespace pliant
