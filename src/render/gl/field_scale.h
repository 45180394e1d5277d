#pragma once

#include "render/colour_map.h"
#include "render/field.h"

namespace pliant::render::gl {

/// The colours of a field, in a unit whose numbers are easy to read: "speed [mm/s]".
ColourScale field_scale(const Range& range, const FieldTitle& title);

/// A length as people say it: "10 cm".
std::string metres(double length);

}  // namespace pliant::render::gl
