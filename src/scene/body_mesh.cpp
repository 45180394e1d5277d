#include "scene/body_mesh.h"

#include <pliant/error.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/text.h"

namespace pliant {

namespace {

namespace fs = std::filesystem;

bool is_shape(const std::string& name) {
  return std::ranges::find(shapes(), name, &ShapeInfo::name) != shapes().end();
}

Vec3d turned(const Vec3d& p, int axis, double degrees) {
  const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  Vec3d out = p;
  out[i] = c * p[i] - s * p[j];
  out[j] = s * p[i] + c * p[j];
  return out;
}

bool is_placed(const BodySource& source) {
  return source.scale != 1 || source.rotation != Vec3d{} || source.position != Vec3d{} ||
         source.median_edge > 0 || std::isfinite(source.lowest);
}

double scale_of(const BodySource& source, const Mesh& solid) {
  if (!(source.median_edge > 0)) return source.scale;
  if (source.scale != 1)
    throw InputError("", 0, "both 'scale' and 'median_edge' are given", "give one of them");
  return source.median_edge / median_edge(solid.vertices, solid.tetrahedra.cells);
}

// Where the solid goes, its Voronoi diagram and the surface it was filled from go along.
void place(const BodySource& source, Mesh& solid, Mesh* surface) {
  const double scale = scale_of(source, solid);
  const auto all_points = [&](const auto& move) {
    for (Vec3d& p : solid.vertices) move(p);
    if (solid.voronoi)
      for (Vec3d& p : solid.voronoi->vertices) move(p);
    if (surface)
      for (Vec3d& p : surface->vertices) move(p);
  };
  all_points([&](Vec3d& p) {
    p *= scale;
    p = pliant::turned(p, source.rotation) + source.position;
  });
  if (!std::isfinite(source.lowest)) return;
  const double rise = source.lowest - bounding_box(solid.vertices).low.y;
  all_points([&](Vec3d& p) { p.y += rise; });
}

Mesh read(const BodySource& source, const fs::path& folder, Notes& notes) {
  if (is_shape(source.mesh)) return make_shape(source.mesh, source.settings);
  if (!source.settings.empty())
    throw InputError("", 0, text("'settings' do not go with the file ", source.mesh),
                     "they are for built-in shapes");
  if (fs::path(source.mesh).extension().empty()) make_shape(source.mesh);  // says what there is
  return read_mesh(folder / source.mesh, &notes);
}

BodyMesh made(const BodySource& source, const fs::path& folder, Notes& notes) {
  Mesh mesh = source.solid ? source.solid->mesh() : read(source, folder, notes);
  if (mesh.tetrahedra.empty() && mesh.triangles.empty())
    throw InputError(source.mesh, 0, "has neither tetrahedra nor triangles",
                     "give a tetrahedral mesh or a surface");
  BodyMesh out;
  std::optional<Mesh> surface;
  if (mesh.tetrahedra.empty()) {
    if (mesh.voronoi)
      notes.push_back(text(source.mesh, " has a Voronoi diagram without tetrahedra, which is left ",
                           "out: its surface is filled"));
    surface = std::move(mesh);
    mesh = tetrahedralise(
        *surface, {source.edge, static_cast<std::size_t>(std::min(source.tetrahedra, 1e15))},
        &notes);
  }
  place(source, mesh, surface ? &*surface : nullptr);
  if (surface) out.surface = std::make_shared<const Mesh>(std::move(*surface));
  try {
    out.solid = std::make_shared<const TetMesh>(std::move(mesh), &notes);
  } catch (const InputError& e) {  // the file is to be mended, not the script
    throw InputError(source.mesh, 0, e.problem(), e.cure());
  }
  return out;
}

// What the mesh depends on: a file that was written anew is another one.
std::string key_of(const BodySource& source, const fs::path& folder) {
  std::string key = text(source.mesh, '|', source.scale, '|', source.tetrahedra, '|', source.edge,
                         '|', source.median_edge, '|', source.lowest);
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

Vec3d turned(const Vec3d& p, const Vec3d& rotation) {
  Vec3d out = p;
  for (int axis = 0; axis < 3; ++axis)
    if (rotation[axis] != 0) out = turned(out, axis, rotation[axis]);
  return out;
}

ClosedSurface obstacle_surface(const BodySource& source, const fs::path& folder, Notes& notes) {
  Mesh mesh = read(source, folder, notes);
  if (mesh.tetrahedra.empty() && mesh.triangles.empty())
    throw InputError(source.mesh, 0, "has neither tetrahedra nor triangles",
                     "give a closed surface or a tetrahedral mesh");
  place(source, mesh, nullptr);
  if (mesh.tetrahedra.empty()) return {std::move(mesh.vertices), std::move(mesh.triangles.cells)};
  const TetMesh solid(std::move(mesh), &notes);
  return {{solid.vertices().begin(), solid.vertices().end()},
          {solid.boundary().begin(), solid.boundary().end()}};
}

BodyMesh body_mesh(const BodySource& source, const fs::path& folder, SceneCache* cache,
                   Notes& notes) {
  if (source.solid && !is_placed(source)) return {source.solid};
  if (source.mesh.empty() && !source.solid)
    throw InputError("", 0, text("body '", source.name, "' has no mesh"),
                     "give a file or a built-in shape as 'mesh'");
  if (cache == nullptr || source.solid) return made(source, folder, notes);
  return cache->mesh(key_of(source, folder), [&] { return made(source, folder, notes); });
}

}  // namespace pliant
