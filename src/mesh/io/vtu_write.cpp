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

  std::string write(const VtkGrid& grid);

 private:
  template <Number T>
  void array(std::string_view type, std::string_view name, int components,
             const std::vector<T>& values);
  void data(const VtkGrid& grid);

  bool binary_;
  TextWriter out_;
  std::string appended_;
};

template <Number T>
void XmlWriter::array(std::string_view type, std::string_view name, int components,
                      const std::vector<T>& values) {
  out_.text("<DataArray type=\"").text(type).text("\" Name=\"").text(name);
  // Left out where there is one: meshio would make a list of each value.
  if (components == 3) out_.text("\" NumberOfComponents=\"3");
  if (binary_) {
    out_.text("\" format=\"appended\" offset=\"").text(text(appended_.size())).text("\"/>\n");
    put(appended_, std::uint64_t{values.size() * sizeof(T)});
    for (const T value : values) put(appended_, value);
    return;
  }
  out_.text("\" format=\"ascii\">\n");
  const std::size_t row = components == 3 ? 3 : 12;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out_.number(values[i]);
    if (i % row == row - 1 || i + 1 == values.size()) out_.end_line();
  }
  out_.text("</DataArray>\n");
}

void XmlWriter::data(const VtkGrid& grid) {
  if (!grid.regions.empty()) {
    out_.text("<CellData>\n");
    array("Int32", region_array, 1, grid.regions);
    out_.text("</CellData>\n");
  }
  if (grid.groups.empty()) return;
  out_.text("<PointData>\n");
  for (const auto& [name, members] : grid.groups)
    array("UInt8", group_array(name), 1, membership(members, grid.points.size()));
  out_.text("</PointData>\n");
}

std::string XmlWriter::write(const VtkGrid& grid) {
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
  data(grid);
  out_.text("</Piece>\n</UnstructuredGrid>\n");
  if (binary_)
    out_.text("<AppendedData encoding=\"raw\">\n_").text(appended_).text("\n</AppendedData>\n");
  out_.text("</VTKFile>\n");
  return out_.take();
}

}  // namespace

FileMap write_vtu(const Mesh& mesh, const std::string& extension, const WriteOptions& options) {
  return {{extension, XmlWriter(options.binary).write(grid_of(mesh))}};
}

}  // namespace pliant::io
