#pragma once

#include <cstdint>
#include <string_view>

#include "mesh/io/format.h"

// What the two halves of the Gmsh format share.

namespace pliant::io {

/// Shapes of Gmsh's elements. The corners of the first four come first in their list of nodes.
enum class GmshShape : std::uint8_t {
  line,
  triangle,
  tetrahedron,
  hexahedron,
  quadrangle,
  prism,
  pyramid,
  point,
  none
};

/// One of Gmsh's element types, which the format numbers from 1.
struct GmshType {
  GmshShape shape = GmshShape::none;
  std::uint16_t nodes = 0;
};

/// The type of a number in a file; a shape of `none` where no such type has a fixed size.
GmshType gmsh_type(std::int64_t number);
constexpr int gmsh_types = 141;  ///< one more than the largest number of a type

std::string_view name(GmshShape shape);

FileMap write_gmsh(const Mesh& mesh, const std::string& extension, const WriteOptions& options);

}  // namespace pliant::io
