#include <pliant/error.h>

#include "mesh/io/text_writer.h"
#include "mesh/io/vtk_cells.h"

// Writes an unstructured grid of version 4.2, the last whose cells every program reads.

namespace pliant::io {

namespace {

class LegacyWriter {
 public:
  explicit LegacyWriter(bool binary) : binary_(binary) {}

  std::string write(const VtkGrid& grid);

 private:
  template <Number T>
  void number(T n) {
    if (!binary_) {
      out_.number(n);
      return;
    }
    if constexpr (std::endian::native == std::endian::little) n = swap_bytes(n);
    out_.raw(&n, sizeof n);
  }
  void end_row() {
    if (!binary_) out_.end_line();
  }
  void end_block() {
    if (binary_) out_.end_line();
  }
  void cells(const VtkGrid& grid);
  void data(const VtkGrid& grid);

  bool binary_;
  TextWriter out_;
};

void LegacyWriter::cells(const VtkGrid& grid) {
  const std::size_t count = grid.cell_count();
  out_.word("CELLS").number(count).number(count + grid.connectivity.size()).end_line();
  std::size_t at = 0;
  for (std::int64_t end : grid.ends) {
    number(static_cast<std::int32_t>(end - static_cast<std::int64_t>(at)));
    for (; std::cmp_less(at, end); ++at) number(static_cast<std::int32_t>(grid.connectivity[at]));
    end_row();
  }
  end_block();
  out_.word("CELL_TYPES").number(count).end_line();
  for (std::int64_t type : grid.types) {
    number(static_cast<std::int32_t>(type));
    end_row();
  }
  end_block();
}

void LegacyWriter::data(const VtkGrid& grid) {
  if (!grid.regions.empty()) {
    out_.word("CELL_DATA").number(grid.cell_count()).end_line();
    out_.text("FIELD FieldData 1\n").word(region_array).number(1).number(grid.cell_count());
    out_.word("int").end_line();
    for (std::int32_t region : grid.regions) {
      number(region);
      end_row();
    }
    end_block();
  }
  if (grid.groups.empty()) return;
  out_.word("POINT_DATA").number(grid.points.size()).end_line();
  out_.word("FIELD FieldData").number(grid.groups.size()).end_line();
  for (const auto& [name, members] : grid.groups) {
    out_.word(group_array(name)).number(1).number(grid.points.size());
    out_.word("unsigned_char").end_line();
    for (std::uint8_t flag : membership(members, grid.points.size())) {
      number(flag);
      end_row();
    }
    end_block();
  }
}

std::string LegacyWriter::write(const VtkGrid& grid) {
  out_.text("# vtk DataFile Version 4.2\nwritten by Pliant\n");
  out_.text(binary_ ? "BINARY\n" : "ASCII\n").text("DATASET UNSTRUCTURED_GRID\n");
  out_.word("POINTS").number(grid.points.size()).word("double").end_line();
  for (const Vec3d& p : grid.points) {
    number(p.x);
    number(p.y);
    number(p.z);
    end_row();
  }
  end_block();
  cells(grid);
  data(grid);
  return out_.take();
}

}  // namespace

FileMap write_vtk(const Mesh& mesh, const std::string& extension, const WriteOptions& options) {
  const VtkGrid grid = grid_of(mesh);
  if (!std::in_range<std::int32_t>(grid.connectivity.size() + grid.cell_count()) ||
      !std::in_range<std::int32_t>(grid.points.size()))
    throw InputError("", 0, "the mesh is too large for the 32-bit numbers of legacy VTK files",
                     "write .vtu");
  return {{extension, LegacyWriter(options.binary).write(grid)}};
}

}  // namespace pliant::io
