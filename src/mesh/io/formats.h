#pragma once

#include "mesh/io/format.h"

namespace pliant::io {

extern const Format gltf_format;
extern const Format ply_format;
extern const Format stl_format;
extern const Format tetgen_format;

}  // namespace pliant::io
