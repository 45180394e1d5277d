#include "record/stored_voronoi.h"

#include <algorithm>

#include "record/read_array.h"

namespace pliant::record {

namespace {

constexpr const char* kind_name = "voronoi_kind";
constexpr VoronoiKind clipped = VoronoiKind::clipped;
constexpr const char* names[] = {"circumcentre", "clipped"};

template <class N, class T>
void write_rows(const hdf5::Object& group, const std::string& name, const std::vector<T>& rows) {
  constexpr std::size_t width = sizeof(T) / sizeof(N);
  if (rows.empty()) return;
  const hdf5::Shape shape = width == 1 ? hdf5::Shape{rows.size()} : hdf5::Shape{rows.size(), width};
  hdf5::write_array(group, name, hdf5::number_of<N>(), shape, rows.data());
}

template <class T, class N>
std::vector<T> rows_if_any(const hdf5::Object& group, const std::string& name) {
  return hdf5::has(group, name) ? read_rows<T, N>(group, name) : std::vector<T>{};
}

void write_lists(const hdf5::Object& group, const std::string& name, const Lists& lists) {
  std::vector<Index> sizes;
  for (std::size_t i = 0; i < lists.size(); ++i)
    sizes.push_back(static_cast<Index>(lists[i].size()));
  write_rows<Index>(group, name + "_sizes", sizes);
  write_rows<Index>(group, name, lists.items);
}

Lists read_lists(const hdf5::Object& group, const std::string& name) {
  Lists lists;
  for (const Index size : rows_if_any<Index, Index>(group, name + "_sizes"))
    lists.offsets.push_back(lists.offsets.back() + size);
  lists.items = rows_if_any<Index, Index>(group, name);
  if (lists.items.size() != lists.offsets.back())
    refuse(text("'", name, "' does not have the length that '", name, "_sizes' tell"));
  return lists;
}

template <class Items>
void need_below(std::size_t end, const Items& items, const char* name) {
  if (std::ranges::any_of(items, [end](Index i) { return i >= end; }))
    refuse(text("'voronoi/", name, "' counts further than there is anything"));
}

void need_size(std::size_t wanted, std::size_t size, const char* name) {
  if (size != wanted) refuse(text("'voronoi/", name, "' has ", size, " rows instead of ", wanted));
}

void check_fits(const VoronoiDiagram& diagram, const Mesh& mesh) {
  const std::size_t particles = mesh.vertices.size();
  need_size(diagram.vertices.size(), diagram.dependencies.size(), "dependencies");
  need_size(diagram.face_particles.size(), diagram.face_vertices.size(), "faces");
  need_size(particles, diagram.cell_faces.size(), "cells");
  for (const auto& four : diagram.dependencies) need_below(particles, four, "dependencies");
  for (const auto& two : diagram.face_particles) need_below(particles, two, "face_particles");
  need_below(diagram.vertices.size(), diagram.face_vertices.items, "faces");
  need_below(diagram.face_particles.size(), diagram.cell_faces.items, "cells");
}

}  // namespace

void write_voronoi(const hdf5::Object& parent, const RecordedBody& body) {
  if (body.voronoi) hdf5::set_attribute(parent, kind_name, names[*body.voronoi == clipped]);
  if (!body.mesh.voronoi) return;
  const VoronoiDiagram& diagram = *body.mesh.voronoi;
  const hdf5::Object group = hdf5::make_group(parent, "voronoi");
  write_rows<double>(group, "vertices", diagram.vertices);
  write_rows<Index>(group, "dependencies", diagram.dependencies);
  write_rows<Index>(group, "face_particles", diagram.face_particles);
  write_lists(group, "faces", diagram.face_vertices);
  write_lists(group, "cells", diagram.cell_faces);
}

void read_voronoi(const hdf5::Object& parent, RecordedBody& body) {
  if (hdf5::has_attribute(parent, kind_name)) {
    const std::string kind = hdf5::text_attribute(parent, kind_name);
    if (kind != names[0] && kind != names[1]) refuse(text("there is no diagram '", kind, "'"));
    body.voronoi = kind == names[1] ? clipped : VoronoiKind::circumcentre;
  }
  if (!hdf5::has(parent, "voronoi")) return;
  const hdf5::Object group = hdf5::open_group(parent, "voronoi");
  VoronoiDiagram diagram;
  diagram.vertices = rows_if_any<Vec3d, double>(group, "vertices");
  diagram.dependencies = rows_if_any<std::array<Index, 4>, Index>(group, "dependencies");
  diagram.face_particles = rows_if_any<std::array<Index, 2>, Index>(group, "face_particles");
  diagram.face_vertices = read_lists(group, "faces");
  diagram.cell_faces = read_lists(group, "cells");
  check_fits(diagram, body.mesh);
  body.mesh.voronoi = std::move(diagram);
}

}  // namespace pliant::record
