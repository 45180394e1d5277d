#pragma once

#include <pliant/mesh.h>
#include <pliant/notes.h>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/io/bytes.h"
#include "mesh/io/format.h"
#include "mesh/io/scanner.h"

// What VTK's legacy and XML files have in common: cells and their types, number types, and the
// arrays that hold regions and groups.

namespace pliant::io {

/// The cell array `region` holds regions, one number a cell. This number says that a cell has
/// none; a kind of cells where all have none has no regions.
constexpr std::int32_t no_region = std::numeric_limits<std::int32_t>::min();
constexpr std::string_view region_array = "region";

/// A point array `group:NAME` is not zero where a vertex is in the group. NAME has %XX for what
/// is not a printable ASCII character, and for a few that XML and VTK reserve.
std::string group_array(const std::string& group);
/// The group's name when an array holds a group.
std::optional<std::string> group_of_array(std::string_view array);

enum class VtkNumber { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };
std::size_t bytes_of(VtkNumber type);
bool is_whole(VtkNumber type);

/// The values of one array, as bytes of a type or as text. Fractions fail where whole numbers are
/// asked for, and so do numbers that are not finite.
std::vector<std::int64_t> integers(Bytes in, VtkNumber type, std::size_t count);
std::vector<std::int64_t> integers(Scanner& in, std::size_t count);
std::vector<double> reals(Bytes in, VtkNumber type, std::size_t count);
std::vector<double> reals(Scanner& in, std::size_t count);

/// The cells and arrays of a file, before they become a mesh and after.
struct VtkGrid {
  std::vector<Vec3d> points;
  std::vector<std::int64_t> connectivity;  ///< the points of all cells, one cell after the other
  std::vector<std::int64_t> ends;          ///< where each cell's points end in `connectivity`
  std::vector<std::int64_t> types;
  std::vector<std::int32_t> regions;                 ///< empty or one a cell
  std::map<std::string, std::vector<Index>> groups;  ///< by name

  std::size_t cell_count() const { return ends.size(); }
  void add_cell(std::int64_t type, std::span<const std::int64_t> cell_points);
  void add_points(std::span<const double> coordinates);
  /// Takes the array `region` of the cells from `first_cell` on. Cells that no array covers have
  /// no region.
  void add_regions(std::span<const std::int64_t> values, std::size_t first_cell,
                   const std::string& file);
  void add_group(const std::string& name, std::span<const std::int64_t> values,
                 std::size_t first_point);
};

/// What both formats hold.
inline constexpr Holds vtk_holds{.lines = true,
                                 .triangles = true,
                                 .tetrahedra = true,
                                 .hexahedra = true,
                                 .regions = true,
                                 .groups = true};

/// 1 for the vertices of a group, 0 for the others.
std::vector<std::uint8_t> membership(std::span<const Index> group, std::size_t points);

/// Polylines become lines, strips and polygons become triangles. Cells of other types than those
/// of a mesh are skipped and counted in notes.
Mesh mesh_of(VtkGrid grid, const std::string& file, Notes& notes);
VtkGrid grid_of(const Mesh& mesh);

FileMap write_vtk(const Mesh& mesh, const std::string& extension, const WriteOptions& options);
FileMap write_vtu(const Mesh& mesh, const std::string& extension, const WriteOptions& options);

/// Numbers at the points or at the cells, beside regions and groups.
struct VtkField {
  std::string name;
  int components = 1;
  bool at_cells = false;
  std::vector<float> values;
};
/// The text of a .vtu file.
std::string vtu_text(const Mesh& mesh, bool binary, std::span<const VtkField> fields);

}  // namespace pliant::io
