#include <algorithm>

#include "base/xml_text.h"
#include "mesh/io/text_writer.h"
#include "mesh/io/vtk_cells.h"

// Writes VTK's .vtu files: text, or bytes appended as they are with 64-bit lengths. The bytes are
// not compressed: coordinates are doubles whose low bits zlib cannot shorten, and packing them
// takes many times as long as writing them.

namespace pliant::io {

namespace {

class XmlWriter {
 public:
  explicit XmlWriter(bool binary) : binary_(binary) {}

  std::string write(const VtkGrid& grid, std::span<const VtkField> fields);

 private:
  template <Number T>
  void array(std::string_view type, std::string_view name, int components,
             const std::vector<T>& values);
  void data(const VtkGrid& grid, std::span<const VtkField> fields);
  void arrays(std::span<const VtkField> fields, bool at_cells);

  bool binary_;
  TextWriter out_;
  std::string appended_;
};

template <Number T>
void XmlWriter::array(std::string_view type, std::string_view name, int components,
                      const std::vector<T>& values) {
  out_.text("<DataArray type=\"").text(type).text("\" Name=\"").text(name);
  // Left out where there is one: meshio would make a list of each value.
  if (components > 1) out_.text("\" NumberOfComponents=\"").text(text(components));
  if (binary_) {
    out_.text("\" format=\"appended\" offset=\"").text(text(appended_.size())).text("\"/>\n");
    put(appended_, std::uint64_t{values.size() * sizeof(T)});
    for (const T value : values) put(appended_, value);
    return;
  }
  out_.text("\" format=\"ascii\">\n");
  const std::size_t row = components > 1 ? static_cast<std::size_t>(components) : 12;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out_.number(values[i]);
    if (i % row == row - 1 || i + 1 == values.size()) out_.end_line();
  }
  out_.text("</DataArray>\n");
}

void XmlWriter::arrays(std::span<const VtkField> fields, bool at_cells) {
  for (const VtkField& field : fields)
    if (field.at_cells == at_cells)
      array("Float32", escaped(field.name), field.components, field.values);
}

void XmlWriter::data(const VtkGrid& grid, std::span<const VtkField> fields) {
  const bool at_cells = std::ranges::any_of(fields, &VtkField::at_cells);
  if (!grid.regions.empty() || at_cells) {
    out_.text("<CellData>\n");
    if (!grid.regions.empty()) array("Int32", region_array, 1, grid.regions);
    arrays(fields, true);
    out_.text("</CellData>\n");
  }
  if (grid.groups.empty() && std::ranges::all_of(fields, &VtkField::at_cells)) return;
  out_.text("<PointData>\n");
  for (const auto& [name, members] : grid.groups)
    array("UInt8", group_array(name), 1, membership(members, grid.points.size()));
  arrays(fields, false);
  out_.text("</PointData>\n");
}

std::string XmlWriter::write(const VtkGrid& grid, std::span<const VtkField> fields) {
  out_.text("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" ");
  out_.text("byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n");
  out_.text("<Piece NumberOfPoints=\"").text(text(grid.points.size()));
  out_.text("\" NumberOfCells=\"").text(text(grid.cell_count())).text("\">\n<Points>\n");
  std::vector<double> coordinates;
  coordinates.reserve(3 * grid.points.size());
  for (const Vec3d& p : grid.points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
  array("Float64", "Points", 3, coordinates);
  out_.text("</Points>\n<Cells>\n");
  array("Int64", "connectivity", 1, grid.connectivity);
  array("Int64", "offsets", 1, grid.ends);
  array("UInt8", "types", 1, std::vector<std::uint8_t>(grid.types.begin(), grid.types.end()));
  out_.text("</Cells>\n");
  data(grid, fields);
  out_.text("</Piece>\n</UnstructuredGrid>\n");
  if (binary_)
    out_.text("<AppendedData encoding=\"raw\">\n_").text(appended_).text("\n</AppendedData>\n");
  out_.text("</VTKFile>\n");
  return out_.take();
}

}  // namespace

std::string vtu_text(const Mesh& mesh, bool binary, std::span<const VtkField> fields) {
  return XmlWriter(binary).write(grid_of(mesh), fields);
}

FileMap write_vtu(const Mesh& mesh, const std::string& extension, const WriteOptions& options) {
  return {{extension, vtu_text(mesh, options.binary, {})}};
}

}  // namespace pliant::io
