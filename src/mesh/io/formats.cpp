#include "mesh/io/formats.h"

#include <algorithm>

namespace pliant::io {

std::span<const Format* const> formats() {
  static const Format* const all[] = {
      &str_format, &l13_format,  &tetgen_format, &gmsh_format, &medit_format,
      &vtk_format, &obj_format,  &stl_format,    &ply_format,  &off_format,
#ifndef PLIANT_MINIMAL
      &vtu_format, &gltf_format,
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
