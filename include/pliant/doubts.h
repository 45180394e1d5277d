#pragma once

#include <pliant/body.h>
#include <pliant/material.h>
#include <pliant/model.h>
#include <pliant/notes.h>

#include <span>
#include <string>

namespace pliant {

// What can be computed with but is unlike anything there is, a sentence for each such number: most
// often it was given in other units than SI. Numbers that cannot be computed with are InputErrors
// of check(Material), Model and State.

/// mass_spring_solid(), continuum_solid() and spectral_body() tell these themselves.
Notes doubts(std::span<const Material> materials);
/// Of its size.
Notes doubts(const std::string& name, const Body& body);
/// Of gravity.
Notes doubts(const Dynamics& dynamics);

}  // namespace pliant
