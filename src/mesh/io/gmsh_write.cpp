#include <pliant/error.h>
#include <pliant/quality.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "base/text.h"
#include "mesh/io/bytes.h"
#include "mesh/io/gmsh.h"
#include "mesh/io/text_writer.h"

// Writes Gmsh's .msh files, version 2.2 or 4.1. A region becomes an entity with a physical group
// of the region's number; region 0 and cells without regions become an entity without a group.

namespace pliant::io {

namespace {

struct Entity {
  std::int32_t tag = 0;
  Box box;
};

// The entities of one dimension by physical group.
using Entities = std::map<std::int32_t, Entity>;

class Writer {
 public:
  Writer(const Mesh& mesh, bool binary) : mesh_(mesh), binary_(binary) {
    add_entities(mesh.lines, entities_[1]);
    add_entities(mesh.triangles, entities_[2]);
    add_entities(mesh.tetrahedra, entities_[3]);
    add_entities(mesh.hexahedra, entities_[3]);
  }

  std::string version_2() {
    format("2.2");
    nodes_2();
    elements_2();
    return out_.take();
  }
  std::string version_4() {
    add_entity_of_nodes();
    format("4.1");
    entities_4();
    nodes_4();
    elements_4();
    return out_.take();
  }

 private:
  template <std::size_t N>
  void add_entities(const Cells<N>& cells, Entities& entities) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      Box& box = entity(entities, cells.region(i)).box;
      for (Index v : cells[i]) box.add(mesh_.vertices[v]);
    }
  }
  static Entity& entity(Entities& entities, std::int32_t group) {
    Entity& found = entities[group];
    if (found.tag == 0) found.tag = static_cast<std::int32_t>(entities.size());
    return found;
  }
  void add_entity_of_nodes();
  void format(std::string_view version);
  void entities_4();
  void nodes_2();
  void nodes_4();
  void elements_2();
  void elements_4();
  template <std::size_t N>
  void cells_2(const Cells<N>& cells, std::int32_t type, const Entities& entities);
  template <std::size_t N>
  void cells_4(const Cells<N>& cells, std::int32_t type, std::int32_t dimension);
  template <std::size_t N>
  static std::size_t blocks(const Cells<N>& cells) {
    std::set<std::int32_t> regions;
    for (std::size_t i = 0; i < cells.size(); ++i) regions.insert(cells.region(i));
    return regions.size();
  }
  std::size_t cell_count() const {
    return mesh_.lines.size() + mesh_.triangles.size() + mesh_.tetrahedra.size() +
           mesh_.hexahedra.size();
  }

  Writer& integer(std::int32_t n) { return number(n); }
  Writer& size(std::uint64_t n) { return number(n); }
  Writer& point(const Vec3d& p) { return number(p.x).number(p.y).number(p.z); }
  template <Number T>
  Writer& number(T n) {
    if (!binary_) {
      out_.number(n);
      return *this;
    }
    if constexpr (std::endian::native == std::endian::big) n = swap_bytes(n);
    out_.raw(&n, sizeof n);
    return *this;
  }
  void end_row() {
    if (!binary_) out_.end_line();
  }
  void end_section(std::string_view end) {
    if (binary_) out_.end_line();
    out_.text(end).end_line();
  }

  const Mesh& mesh_;
  bool binary_;
  TextWriter out_;
  std::array<Entities, 4> entities_;  // by dimension
  std::int32_t node_dimension_ = 3;   // of the entity that all nodes are listed under
  std::uint64_t next_element_ = 1;
};

void Writer::add_entity_of_nodes() {
  while (node_dimension_ > 1 && entities_[static_cast<std::size_t>(node_dimension_)].empty())
    --node_dimension_;
  Entities& entities = entities_[static_cast<std::size_t>(node_dimension_)];
  if (!entities.empty()) return;
  entity(entities, 0).box = mesh_.vertices.empty() ? Box{{}, {}} : bounding_box(mesh_.vertices);
}

void Writer::format(std::string_view version) {
  out_.text("$MeshFormat\n").text(version).text(binary_ ? " 1 8\n" : " 0 8\n");
  if (binary_) {
    integer(1);
    out_.end_line();
  }
  out_.text("$EndMeshFormat\n");
}

void Writer::entities_4() {
  out_.text("$Entities\n");
  for (const Entities& entities : entities_) size(entities.size());
  end_row();
  for (const Entities& entities : entities_) {
    for (const auto& [group, entity] : entities) {
      integer(entity.tag).point(entity.box.low).point(entity.box.high);
      size(group != 0 ? 1 : 0);
      if (group != 0) integer(group);
      size(0);  // entities on its boundary
      end_row();
    }
  }
  end_section("$EndEntities");
}

void Writer::nodes_2() {
  out_.text("$Nodes\n").number(mesh_.vertices.size()).end_line();
  std::int32_t tag = 1;
  for (const Vec3d& p : mesh_.vertices) {
    integer(tag++).point(p);
    end_row();
  }
  end_section("$EndNodes");
}

void Writer::nodes_4() {
  const std::size_t count = mesh_.vertices.size();
  out_.text("$Nodes\n");
  size(1).size(count).size(1).size(count);
  end_row();
  integer(node_dimension_).integer(1).integer(0).size(count);
  end_row();
  for (std::size_t i = 1; i <= count; ++i) {
    size(i);
    end_row();
  }
  for (const Vec3d& p : mesh_.vertices) {
    point(p);
    end_row();
  }
  end_section("$EndNodes");
}

template <std::size_t N>
void Writer::cells_2(const Cells<N>& cells, std::int32_t type, const Entities& entities) {
  if (cells.empty()) return;
  if (binary_) integer(type).integer(static_cast<std::int32_t>(cells.size())).integer(2);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    integer(static_cast<std::int32_t>(next_element_++));
    if (!binary_) integer(type).integer(2);
    integer(cells.region(i)).integer(entities.at(cells.region(i)).tag);
    for (Index v : cells[i]) integer(static_cast<std::int32_t>(v + 1));
    end_row();
  }
}

void Writer::elements_2() {
  out_.text("$Elements\n").number(cell_count()).end_line();
  cells_2(mesh_.lines, 1, entities_[1]);
  cells_2(mesh_.triangles, 2, entities_[2]);
  cells_2(mesh_.tetrahedra, 4, entities_[3]);
  cells_2(mesh_.hexahedra, 5, entities_[3]);
  end_section("$EndElements");
}

template <std::size_t N>
void Writer::cells_4(const Cells<N>& cells, std::int32_t type, std::int32_t dimension) {
  std::map<std::int32_t, std::vector<std::size_t>> by_region;
  for (std::size_t i = 0; i < cells.size(); ++i) by_region[cells.region(i)].push_back(i);
  const Entities& entities = entities_[static_cast<std::size_t>(dimension)];
  for (const auto& [region, members] : by_region) {
    integer(dimension).integer(entities.at(region).tag).integer(type).size(members.size());
    end_row();
    for (std::size_t i : members) {
      size(next_element_ + i);
      for (Index v : cells[i]) size(std::uint64_t{v} + 1);
      end_row();
    }
  }
  next_element_ += cells.size();
}

void Writer::elements_4() {
  const std::size_t count = cell_count();
  out_.text("$Elements\n");
  size(blocks(mesh_.lines) + blocks(mesh_.triangles) + blocks(mesh_.tetrahedra) +
       blocks(mesh_.hexahedra));
  size(count).size(count > 0 ? 1 : 0).size(count);
  end_row();
  cells_4(mesh_.lines, 1, 1);
  cells_4(mesh_.triangles, 2, 2);
  cells_4(mesh_.tetrahedra, 4, 3);
  cells_4(mesh_.hexahedra, 5, 3);
  end_section("$EndElements");
}

void check_fits_version_2(const Mesh& mesh) {
  constexpr std::size_t limit = std::numeric_limits<std::int32_t>::max();
  if (mesh.vertices.size() > limit ||
      mesh.lines.size() + mesh.triangles.size() + mesh.tetrahedra.size() + mesh.hexahedra.size() >
          limit)
    throw InputError("", 0, "the mesh is too large for Gmsh's version 2.2", "write version 4.1");
}

}  // namespace

FileMap write_gmsh(const Mesh& mesh, const std::string& extension, const WriteOptions& options) {
  Writer writer(mesh, options.binary);
  if (options.version.empty() || options.version == "4.1") return {{extension, writer.version_4()}};
  check_fits_version_2(mesh);
  return {{extension, writer.version_2()}};
}

}  // namespace pliant::io
