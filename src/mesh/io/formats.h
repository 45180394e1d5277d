#pragma once

#include "mesh/io/format.h"

namespace pliant::io {

extern const Format gltf_format;
extern const Format gmsh_format;
extern const Format l13_format;
extern const Format medit_format;
extern const Format obj_format;
extern const Format off_format;
extern const Format ply_format;
extern const Format stl_format;
extern const Format str_format;
extern const Format tetgen_format;
extern const Format vtk_format;
extern const Format vtu_format;

}  // namespace pliant::io
