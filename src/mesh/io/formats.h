#pragma once

#include "mesh/io/format.h"

namespace pliant::io {

extern const Format tetgen_format;

}  // namespace pliant::io
