#include "mesh/io/vtk_cells.h"

#include <pliant/error.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace pliant::io {

namespace {

constexpr std::string_view damaged = "the file is damaged; save it again";
constexpr std::string_view group_prefix = "group:";

// How many cells of each type were not used, or not as they are.
struct Counts {
  std::array<std::size_t, 256> skipped{};
  std::array<std::size_t, 256> corners_only{};
  std::size_t fans = 0;
};

std::string_view type_name(std::size_t type) {
  switch (type) {
    case 0:
      return "empty";
    case 1:
    case 2:
      return "points";
    case 7:
      return "polygon of less than three points";
    case 8:
      return "pixel";
    case 9:
      return "quad";
    case 13:
      return "wedge";
    case 14:
      return "pyramid";
    case 42:
      return "polyhedron";
    default:
      return "no kind of ours";
  }
}

class Converter {
 public:
  Converter(const VtkGrid& grid, const std::string& file) : grid_(grid), file_(file) {}

  Mesh convert(Notes& notes);

 private:
  // The points of the cell at hand, checked.
  void load(std::size_t cell);
  void add_cell(std::size_t type);
  template <std::size_t N>
  void add(Cells<N>& to, const Cell<N>& cell) {
    to.cells.push_back(cell);
    if (!grid_.regions.empty()) to.regions.push_back(grid_.regions[cell_]);
  }
  template <std::size_t N>
  void add_corners(Cells<N>& to, std::size_t type, bool exact);
  void add_polyline();
  void add_strip();
  void add_polygon();
  void tell(Notes& notes) const;
  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(file_, 0, text("cell ", cell_, ' ', problem), std::string(damaged));
  }

  const VtkGrid& grid_;
  const std::string& file_;
  Mesh mesh_;
  Counts counts_;
  std::size_t cell_ = 0;
  std::vector<Index> points_;
};

void Converter::load(std::size_t cell) {
  cell_ = cell;
  const std::int64_t begin = cell == 0 ? 0 : grid_.ends[cell - 1];
  const std::int64_t end = grid_.ends[cell];
  if (end < begin || std::cmp_greater(end, grid_.connectivity.size()))
    fail(text("has its points at ", begin, " to ", end, " of ", grid_.connectivity.size()));
  points_.clear();
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t point = grid_.connectivity[static_cast<std::size_t>(i)];
    if (point < 0 || std::cmp_greater_equal(point, grid_.points.size()))
      fail(text("uses point ", point, ", but there are ", grid_.points.size()));
    points_.push_back(static_cast<Index>(point));
  }
}

template <std::size_t N>
void Converter::add_corners(Cells<N>& to, std::size_t type, bool exact) {
  if (points_.size() < N || (exact && points_.size() > N))
    fail(text("of type ", type, " has ", plural(points_.size(), "point", "points")));
  if (points_.size() > N) ++counts_.corners_only[type];
  Cell<N> cell;
  std::copy_n(points_.begin(), N, cell.begin());
  add(to, cell);
}

void Converter::add_polyline() {
  for (std::size_t i = 1; i < points_.size(); ++i)
    add(mesh_.lines, Line{points_[i - 1], points_[i]});
}

void Converter::add_strip() {
  // Every second triangle of a strip turns the other way round.
  for (std::size_t i = 2; i < points_.size(); ++i)
    add(mesh_.triangles, i % 2 == 0 ? Triangle{points_[i - 2], points_[i - 1], points_[i]}
                                    : Triangle{points_[i - 1], points_[i - 2], points_[i]});
}

void Converter::add_polygon() {
  if (points_.size() < 3) ++counts_.skipped[7];
  if (points_.size() > 3) ++counts_.fans;
  for (std::size_t i = 2; i < points_.size(); ++i)
    add(mesh_.triangles, Triangle{points_[0], points_[i - 1], points_[i]});
}

// Curved cells list their corners first.
void Converter::add_cell(std::size_t type) {
  switch (type) {
    case 3:
      return add_corners(mesh_.lines, type, true);
    case 4:
      return add_polyline();
    case 5:
      return add_corners(mesh_.triangles, type, true);
    case 6:
      return add_strip();
    case 7:
      return add_polygon();
    case 10:
      return add_corners(mesh_.tetrahedra, type, true);
    case 11:  // a voxel is a hexahedron in another order
      if (points_.size() == 8) {
        std::swap(points_[2], points_[3]);
        std::swap(points_[6], points_[7]);
      }
      [[fallthrough]];
    case 12:
      return add_corners(mesh_.hexahedra, type, true);
    case 21:  // quadratic, cubic, Lagrange and Bezier curves
    case 35:
    case 68:
    case 75:
      return add_corners(mesh_.lines, type, false);
    case 22:  // quadratic, biquadratic, Lagrange and Bezier triangles
    case 34:
    case 69:
    case 76:
      return add_corners(mesh_.triangles, type, false);
    case 24:  // quadratic, Lagrange and Bezier tetrahedra
    case 71:
    case 78:
      return add_corners(mesh_.tetrahedra, type, false);
    case 25:  // quadratic, triquadratic, biquadratic, Lagrange and Bezier hexahedra
    case 29:
    case 33:
    case 72:
    case 79:
      return add_corners(mesh_.hexahedra, type, false);
    default:
      ++counts_.skipped[type];
  }
}

void Converter::tell(Notes& notes) const {
  for (std::size_t type = 0; type < counts_.skipped.size(); ++type) {
    if (const std::size_t count = counts_.skipped[type])
      notes.push_back(text(file_, ": ", plural(count, "cell", "cells"), " of VTK's type ", type,
                           " (", type_name(type), ") skipped"));
    if (const std::size_t count = counts_.corners_only[type])
      notes.push_back(text(file_, ": of ", plural(count, "curved cell", "curved cells"),
                           " of VTK's type ", type, " only the corners are used"));
  }
  if (counts_.fans > 0)
    notes.push_back(text(file_, ": ", plural(counts_.fans, "polygon", "polygons"),
                         " of more than three points split into triangles"));
}

template <std::size_t N>
void clear_if_none(Cells<N>& cells) {
  if (std::ranges::all_of(cells.regions, [](std::int32_t r) { return r == no_region; }))
    cells.regions.clear();
}

Mesh Converter::convert(Notes& notes) {
  if (grid_.types.size() != grid_.cell_count())
    throw InputError(file_, 0,
                     text(grid_.cell_count(), " cells, but ", grid_.types.size(), " types"),
                     std::string(damaged));
  for (std::size_t i = 0; i < grid_.cell_count(); ++i) {
    load(i);
    const std::int64_t type = grid_.types[i];
    if (type < 0 || type > 255) fail(text("is of type ", type));
    add_cell(static_cast<std::size_t>(type));
  }
  clear_if_none(mesh_.lines);
  clear_if_none(mesh_.triangles);
  clear_if_none(mesh_.tetrahedra);
  clear_if_none(mesh_.hexahedra);
  tell(notes);
  return std::move(mesh_);
}

template <std::size_t N>
void append(VtkGrid& grid, const Cells<N>& cells, std::int64_t type, bool labelled) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::array<std::int64_t, N> points;
    std::ranges::copy(cells[i], points.begin());
    grid.add_cell(type, points);
    if (labelled) grid.regions.push_back(cells.regions.empty() ? no_region : cells.regions[i]);
  }
}

}  // namespace

void VtkGrid::add_cell(std::int64_t type, std::span<const std::int64_t> cell_points) {
  connectivity.insert(connectivity.end(), cell_points.begin(), cell_points.end());
  ends.push_back(static_cast<std::int64_t>(connectivity.size()));
  types.push_back(type);
}

void VtkGrid::add_points(std::span<const double> coordinates) {
  for (std::size_t i = 0; i + 2 < coordinates.size(); i += 3)
    points.push_back({coordinates[i], coordinates[i + 1], coordinates[i + 2]});
}

void VtkGrid::add_regions(std::span<const std::int64_t> values, std::size_t first_cell,
                          const std::string& file) {
  regions.resize(first_cell, no_region);
  for (std::int64_t value : values) {
    if (!std::in_range<std::int32_t>(value))
      throw InputError(file, 0, text("a region of number ", value), "regions have 32-bit numbers");
    regions.push_back(static_cast<std::int32_t>(value));
  }
}

void VtkGrid::add_group(const std::string& name, std::span<const std::int64_t> values,
                        std::size_t first_point) {
  std::vector<Index>& group = groups[name];
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != 0) group.push_back(static_cast<Index>(first_point + i));
}

Mesh mesh_of(VtkGrid grid, const std::string& file, Notes& notes) {
  if (!grid.regions.empty()) grid.regions.resize(grid.cell_count(), no_region);
  Mesh mesh = Converter(grid, file).convert(notes);
  mesh.vertices = std::move(grid.points);
  mesh.groups = std::move(grid.groups);
  return mesh;
}

std::vector<std::uint8_t> membership(std::span<const Index> group, std::size_t points) {
  std::vector<std::uint8_t> flags(points, 0);
  for (Index v : group) flags[v] = 1;
  return flags;
}

VtkGrid grid_of(const Mesh& mesh) {
  VtkGrid grid;
  grid.points = mesh.vertices;
  grid.groups = mesh.groups;
  const bool labelled = !mesh.lines.regions.empty() || !mesh.triangles.regions.empty() ||
                        !mesh.tetrahedra.regions.empty() || !mesh.hexahedra.regions.empty();
  append(grid, mesh.lines, 3, labelled);
  append(grid, mesh.triangles, 5, labelled);
  append(grid, mesh.tetrahedra, 10, labelled);
  append(grid, mesh.hexahedra, 12, labelled);
  return grid;
}

std::string group_array(const std::string& group) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  constexpr std::string_view reserved = "\"%&<>";
  std::string out(group_prefix);
  for (const char c : group) {
    if (c > ' ' && c <= '~' && reserved.find(c) == std::string_view::npos) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', hex[byte >> 4], hex[byte & 15]};
    }
  }
  return out;
}

std::optional<std::string> group_of_array(std::string_view array) {
  if (!array.starts_with(group_prefix)) return std::nullopt;
  array.remove_prefix(group_prefix.size());
  std::string out;
  for (std::size_t i = 0; i < array.size(); ++i) {
    unsigned byte = 0;
    const char* digits = array.data() + i + 1;
    if (array[i] == '%' && i + 2 < array.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += array[i];
    }
  }
  return out;
}

}  // namespace pliant::io
