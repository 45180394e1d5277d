#include "mesh/io/formats.h"

#include <algorithm>

namespace pliant::io {

std::span<const Format* const> formats() {
  static const Format* const all[] = {
      &tetgen_format,
      &gmsh_format,
      &vtk_format,
#ifndef PLIANT_MINIMAL
      &vtu_format,
#endif
  };
  return all;
}

const Format* find_format(std::string_view extension) {
  for (const Format* format : formats())
    if (std::ranges::find(format->extensions, extension) != format->extensions.end()) return format;
  return nullptr;
}

}  // namespace pliant::io
