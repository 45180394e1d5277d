#include "scene/body_mesh.h"

#include <pliant/error.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>
#include <numbers>

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
  return source.scale != 1 || source.rotation != Vec3d{} || source.position != Vec3d{};
}

void place(const BodySource& source, Mesh& mesh) {
  for (Vec3d& p : mesh.vertices) {
    p *= source.scale;
    for (int axis = 0; axis < 3; ++axis)
      if (source.rotation[axis] != 0) p = turned(p, axis, source.rotation[axis]);
    p += source.position;
  }
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
  if (mesh.tetrahedra.empty()) {
    Mesh surface = std::move(mesh);
    mesh = tetrahedralise(
        surface, {source.edge, static_cast<std::size_t>(std::min(source.tetrahedra, 1e15))},
        &notes);
    place(source, surface);
    out.surface = std::make_shared<const Mesh>(std::move(surface));
  }
  place(source, mesh);
  out.solid = std::make_shared<const TetMesh>(std::move(mesh), &notes);
  return out;
}

// What the mesh depends on: a file that was written anew is another one.
std::string key_of(const BodySource& source, const fs::path& folder) {
  std::string key = text(source.mesh, '|', source.scale, '|', source.tetrahedra, '|', source.edge);
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
