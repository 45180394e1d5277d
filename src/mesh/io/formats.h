#pragma once

#include "mesh/io/format.h"

namespace pliant::io {

extern const Format gmsh_format;
extern const Format tetgen_format;
extern const Format vtk_format;
extern const Format vtu_format;  // not in PLIANT_MINIMAL builds

}  // namespace pliant::io
