#include "scene/body_mesh.h"

#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/mesher.h>
#include <pliant/pose.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "mesh/hang.h"

namespace pliant {

namespace {

namespace fs = std::filesystem;

bool is_shape(const std::string& name) {
  return std::ranges::find(shapes(), name, &ShapeInfo::name) != shapes().end();
}

bool is_placed(const BodySource& source) {
  return source.pose() != MeshPose{} || source.position != Vec3d{} || source.median_edge > 0 ||
         std::isfinite(source.lowest);
}

double scale_to_median_edge(const BodySource& source, const Mesh& solid) {
  if (!(source.median_edge > 0)) return 1;
  if (source.scale != 1 || source.size > 0 || !source.unit.empty())
    throw InputError("", 0,
                     text("both '",
                          source.scale != 1 ? "scale"
                          : source.size > 0 ? "size"
                                            : "unit",
                          "' and 'median_edge' are given"),
                     "give one of them");
  return source.median_edge / median_edge(solid.vertices, solid.tetrahedra.cells);
}

// Turns and moves. Where the solid goes, the surface it was filled from goes along. `outside` is
// the one of them that obstacles meet. Returns how many times as large it was made.
double place(const BodySource& source, Mesh& solid, Mesh* surface, const Mesh& outside) {
  const double factor = scale_to_median_edge(source, solid);
  const auto both = [&](const auto& change) {
    change(solid);
    if (surface) change(*surface);
  };
  const auto move = [&](const Vec3d& by) {
    if (by == Vec3d{}) return;
    both([&](Mesh& mesh) {
      for (Vec3d& p : mesh.vertices) p += by;
      if (mesh.voronoi)
        for (Vec3d& p : mesh.voronoi->vertices) p += by;
    });
  };
  both([&](Mesh& mesh) {
    resize(mesh, factor);
    turn(mesh, source.pose());
  });
  move(source.position);
  if (std::isfinite(source.lowest))
    move({0, source.lowest - bounding_box(outside.vertices).low.y, 0});
  return factor;
}

// Before it is filled, so that edges are in metres.
void give_size(const BodySource& source, Mesh& mesh, Notes& notes) {
  const MeshPose pose = source.pose();
  resize(mesh, scale_of(pose, bounding_box(mesh.vertices)));
  if (source.solid || is_shape(source.mesh) || source.median_edge > 0) return;
  Box box;
  for (const Vec3d& p : mesh.vertices) box.add(turned(p, pose));
  if (auto question = unit_question(source.mesh, pose, box, true))
    notes.push_back(std::move(*question));
}

Mesh read(const BodySource& source, const fs::path& folder, Notes& notes) {
  if (is_shape(source.mesh)) return make_shape(source.mesh, source.settings);
  if (!source.settings.empty())
    throw InputError("", 0, text("'settings' do not go with the file ", source.mesh),
                     "they are for built-in shapes");
  if (fs::path(source.mesh).extension().empty()) make_shape(source.mesh);  // says what there is
  return read_mesh(folder / source.mesh, &notes);
}

bool is_filled(const BodySource& source, const Mesh& mesh) {
  if (!mesh.tetrahedra.empty() || !mesh.hexahedra.empty() || mesh.triangles.empty()) return false;
  if (source.kind != "auto") return source.kind == "solid";
  const Vec3d size = bounding_box(mesh.vertices).size();
  return std::min({size.x, size.y, size.z}) > 1e-6 * std::max({size.x, size.y, size.z});
}

// Hexahedra, cloth and chains are simulated as they are.
BodyMesh unfilled(const BodySource& source, Mesh mesh, Notes& notes) {
  if (source.median_edge > 0)
    throw InputError("", 0, "'median_edge' is for solids of tetrahedra", "give 'scale' or 'size'");
  place(source, mesh, nullptr, mesh);
  BodyMesh out;
  out.solid = std::make_shared<const TetMesh>(TetMesh::of_cells(std::move(mesh), &notes));
  return out;
}

BodyMesh made(const BodySource& source, const fs::path& folder, Notes& notes) {
  Mesh mesh = source.solid ? source.solid->mesh() : read(source, folder, notes);
  if (mesh.tetrahedra.empty() && mesh.hexahedra.empty() && mesh.triangles.empty() &&
      mesh.lines.empty())
    throw InputError(source.mesh, 0, "has no cells", "give a mesh with cells of any kind");
  if (source.kind == "cloth" &&
      (!mesh.tetrahedra.empty() || !mesh.hexahedra.empty() || mesh.triangles.empty()))
    throw InputError("", 0, text(source.mesh, " is no mesh of triangles alone"),
                     "cloth is made of triangles; leave 'kind' out");
  give_size(source, mesh, notes);
  if (mesh.tetrahedra.empty() && !is_filled(source, mesh))
    return unfilled(source, std::move(mesh), notes);
  BodyMesh out;
  std::optional<Mesh> surface;
  std::optional<Cage> cage;
  if (mesh.tetrahedra.empty()) {
    if (mesh.voronoi)
      notes.push_back(text(source.mesh, " has a Voronoi diagram without tetrahedra, which is left ",
                           "out: its surface is filled"));
    surface = std::move(mesh);
    const auto count = static_cast<std::size_t>(std::min(source.tetrahedra, 1e15));
    FilledSurface filled =
        fill_surface(*surface, mesher(source.mesher), {source.edge, count}, &notes);
    mesh = std::move(filled.mesh);
    cage = std::move(filled.cage);
  } else if (source.mesher == "embedding") {
    notes.push_back(text(source.mesh.empty() ? source.name : source.mesh,
                         " is a tetrahedral mesh already: it gets no cage"));
  }
  if (surface) face_outwards(*surface);
  const double scaled = place(source, mesh, surface ? &*surface : nullptr, cage ? *surface : mesh);
  try {
    out.solid = std::make_shared<const TetMesh>(std::move(mesh), &notes);
  } catch (const InputError& e) {  // the file is to be mended, not the script
    throw InputError(source.mesh, 0, e.problem(), e.cure());
  }
  if (!surface) return out;
  if (!cage) {
    out.surface = hung(std::move(*surface), *out.solid, notes);
    return out;
  }
  Embedding embedding(std::move(cage->tetrahedra), std::move(cage->weights),
                      out.solid->tetrahedra(), out.solid->vertices().size());
  out.fill = std::move(cage->fill);
  out.insets = std::move(cage->insets);
  for (double& inset : out.insets) inset *= scaled;
  out.surface = std::make_shared<const EmbeddedSurface>(
      EmbeddedSurface{std::move(*surface), std::move(embedding)});
  return out;
}

// What the mesh depends on: a file that was written anew is another one.
std::string key_of(const BodySource& source, const fs::path& folder) {
  std::string key = text(source.mesh, '|', source.scale, '|', source.tetrahedra, '|', source.edge,
                         '|', source.median_edge, '|', source.lowest, '|', source.unit, '|',
                         source.size, '|', source.up, '|', source.mesher, '|', source.kind);
  for (const Vec3d* v : {&source.position, &source.rotation})
    key += text('|', v->x, ',', v->y, ',', v->z);
  for (const auto& [name, value] : source.settings) key += text('|', name, '=', value);
  if (is_shape(source.mesh)) return key;
  std::error_code error;
  const fs::path file = fs::absolute(folder / source.mesh, error);
  const auto written = fs::last_write_time(file, error).time_since_epoch().count();
  return text(key, '|', file.string(), '|', fs::file_size(file, error), '|', written);
}

}  // namespace

ClosedSurface obstacle_surface(const BodySource& source, const fs::path& folder, Notes& notes) {
  Mesh mesh = read(source, folder, notes);
  if (mesh.tetrahedra.empty() && mesh.triangles.empty())
    throw InputError(source.mesh, 0, "has neither tetrahedra nor triangles",
                     "give a closed surface or a tetrahedral mesh");
  give_size(source, mesh, notes);
  place(source, mesh, nullptr, mesh);
  if (mesh.tetrahedra.empty()) return {std::move(mesh.vertices), std::move(mesh.triangles.cells)};
  const TetMesh solid(std::move(mesh), &notes);
  return {{solid.vertices().begin(), solid.vertices().end()},
          {solid.boundary().begin(), solid.boundary().end()}};
}

BodyMesh body_mesh(const BodySource& source, const fs::path& folder, SceneCache* cache,
                   Notes& notes) {
  if (source.ready) return *source.ready;
  if (source.solid && !is_placed(source)) return {source.solid};
  if (source.mesh.empty() && !source.solid)
    throw InputError("", 0, text("body '", source.name, "' has no mesh"),
                     "give a file or a built-in shape as 'mesh'");
  if (cache == nullptr || source.solid) return made(source, folder, notes);
  return cache->mesh(key_of(source, folder), [&] { return made(source, folder, notes); });
}

}  // namespace pliant
