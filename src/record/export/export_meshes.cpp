#include <pliant/error.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/file.h"
#include "mesh/io/format.h"
#include "mesh/smooth_groups.h"
#include "record/export/export.h"
#include "record/export/numbered.h"
#include "record/export/surface.h"
#include "record/export/vtu_series.h"

namespace pliant::record {

namespace {

// What is not a tetrahedron has no numbers of its own in a recording.
Mesh moving_part(const Mesh& mesh) {
  Mesh part = mesh;
  if (part.tetrahedra.empty()) return part;
  part.lines = {};
  part.triangles = {};
  part.hexahedra = {};
  return part;
}

template <class T>
void keep_left(const std::vector<bool>& removed, std::size_t components, std::vector<T>& values) {
  std::size_t to = 0;
  for (std::size_t t = 0; t < removed.size(); ++t)
    for (std::size_t k = 0; !removed[t] && k < components; ++k)
      values[to++] = values[t * components + k];
  values.resize(to);
}

// Takes the tetrahedra that are gone out of a mesh and of a frame's numbers.
void keep_left(const std::vector<bool>& removed, Mesh& mesh, BodyFrame& frame) {
  keep_left(removed, 1, mesh.tetrahedra.cells);
  if (!mesh.tetrahedra.regions.empty()) keep_left(removed, 1, mesh.tetrahedra.regions);
  std::erase_if(frame.fields, [](const RecordedField& f) { return f.name == removed_field; });
  for (RecordedField& field : frame.fields)
    if (field.place == FieldPlace::tetrahedra)
      keep_left(removed, static_cast<std::size_t>(field.components), field.values);
}

std::vector<io::VtkField> fields_of(BodyFrame& body) {
  std::vector<io::VtkField> fields;
  if (!body.velocities.empty()) {
    io::VtkField& velocities = fields.emplace_back();
    velocities.name = "velocities";
    velocities.components = 3;
    for (const Vec3d& v : body.velocities)
      for (const double x : {v.x, v.y, v.z}) velocities.values.push_back(static_cast<float>(x));
  }
  for (RecordedField& field : body.fields)
    fields.push_back({std::move(field.name), field.components,
                      field.place == FieldPlace::tetrahedra, std::move(field.values)});
  return fields;
}

}  // namespace

std::size_t export_vtu(const ExportJob& job) {
  std::vector<Mesh> whole;
  for (const RecordedBody& body : job.recording.bodies()) whole.push_back(moving_part(body.mesh));
  VtuSeries series(job.target);
  for (std::size_t i = 0; i < job.frames.size(); ++i) {
    RecordedFrame frame = job.read(i);
    for (std::size_t b = 0; b < whole.size(); ++b) {
      whole[b].vertices = std::move(frame.bodies[b].positions);
      const std::vector<bool> removed = removed_tetrahedra(frame.bodies[b]);
      if (removed.empty()) {
        series.add(frame.time, b, whole[b], fields_of(frame.bodies[b]));
        continue;
      }
      Mesh left = whole[b];
      keep_left(removed, left, frame.bodies[b]);
      series.add(frame.time, b, left, fields_of(frame.bodies[b]));
    }
  }
  series.finish();
  return job.frames.size();
}

namespace {

void append_corners(std::vector<Triangle>& all, const std::vector<Triangle>& more, Index first,
                    std::size_t triangles) {
  constexpr Triangle none{no_index, no_index, no_index};
  for (std::size_t t = 0; t < triangles; ++t) {
    all.push_back(more.empty() ? none : more[t]);
    for (Index& i : all.back())
      if (i != no_index) i += first;
  }
}

// The surfaces of all bodies in one mesh, and their normals.
class AllSurfaces {
 public:
  AllSurfaces(const std::vector<RecordedBody>& bodies, SkinShown skin, RemovedOfBodies removed)
      : removed_(std::move(removed)) {
    mesh.appearance.emplace();
    for (std::size_t b = 0; b < bodies.size(); ++b) add(surface_of(bodies[b], skin, removed_[b]));
    dressed_ = std::ranges::any_of(surfaces_,
                                   [](const Surface& s) { return s.shape.appearance || s.own; });
    if (!dressed_) mesh.appearance.reset();
  }

  const RemovedOfBodies& removed() const { return removed_; }

  void move(const RecordedFrame& frame) {
    mesh.vertices.clear();
    if (dressed_) mesh.appearance->normals.clear();
    for (std::size_t b = 0; b < surfaces_.size(); ++b) {
      const auto points = surfaces_[b].positions(frame.bodies[b].positions);
      mesh.vertices.insert(mesh.vertices.end(), points.begin(), points.end());
      if (!dressed_) continue;
      const auto normals = groups_[b].normals(surfaces_[b].shape.triangles.cells, points);
      auto& all = mesh.appearance->normals;
      all.insert(all.end(), normals.begin(), normals.end());
    }
  }

  Mesh mesh;

 private:
  void add(Surface surface) {
    const auto& triangles = surface.shape.triangles.cells;
    for (const auto& [a, b, c] : triangles)
      mesh.triangles.cells.push_back({a + vertices_, b + vertices_, c + vertices_});
    vertices_ += static_cast<Index>(surface.shape.vertices.size());
    const SmoothGroups& groups = groups_.emplace_back(smooth_groups(surface.shape));
    Appearance& all = *mesh.appearance;
    append_corners(all.normal_corners, groups.corners, normals_, triangles.size());
    normals_ += groups.count;
    add_look(surface.shape.appearance.value_or(Appearance{}), triangles.size());
    surfaces_.push_back(std::move(surface));
  }

  void add_look(const Appearance& look, std::size_t triangles) {
    Appearance& all = *mesh.appearance;
    append_corners(all.texture_corners, look.texture_corners,
                   static_cast<Index>(all.texture_points.size()), triangles);
    all.texture_points.insert(all.texture_points.end(), look.texture_points.begin(),
                              look.texture_points.end());
    for (std::size_t t = 0; t < triangles; ++t) {
      const Index m = look.triangle_materials.empty() ? no_index : look.triangle_materials[t];
      all.triangle_materials.push_back(
          m == no_index ? m : m + static_cast<Index>(all.materials.size()));
    }
    for (SurfaceMaterial material : look.materials) {
      if (material.image != no_index) material.image += static_cast<Index>(all.images.size());
      all.materials.push_back(std::move(material));
    }
    all.images.insert(all.images.end(), look.images.begin(), look.images.end());
  }

  RemovedOfBodies removed_;
  std::vector<Surface> surfaces_;
  std::vector<SmoothGroups> groups_;
  Index vertices_ = 0, normals_ = 0;
  bool dressed_ = false;
};

}  // namespace

std::size_t export_surfaces(const ExportJob& job) {
  const auto cut = [&](RemovedOfBodies removed) {
    return AllSurfaces(job.recording.bodies(), job.skin, std::move(removed));
  };
  AllSurfaces all = cut(RemovedOfBodies(job.recording.bodies().size()));
  if (all.mesh.triangles.empty())
    throw InputError(job.target.string(), 0, "no body of the recording has a surface",
                     "export it as .pvd, .csv or .npz");
  std::string extension = job.target.extension().string();
  std::ranges::transform(extension, extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const io::Format& format = *io::find_format(extension);
  const std::string stem = job.target.stem().string();
  const std::filesystem::path folder = job.target.parent_path();
  std::map<std::string, std::string> beside;  // what was written last, by suffix
  for (std::size_t i = 0; i < job.frames.size(); ++i) {
    const RecordedFrame frame = job.read(i);
    if (RemovedOfBodies removed = removed_of(frame); removed != all.removed())
      all = cut(std::move(removed));
    all.move(frame);
    Notes unheard;
    const io::FileMap files = io::write(format, all.mesh, extension,
                                        {.binary = true, .version = {}, .stem = stem}, unheard);
    // Materials and pictures are the same for all frames, but for what a cut adds.
    for (const auto& [suffix, bytes] : files)
      if (suffix == extension)
        write_file(folder / (numbered(stem, i) + job.target.extension().string()), bytes);
      else if (std::exchange(beside[suffix], bytes) != bytes)
        write_file(folder / (stem + suffix), bytes);
  }
  return job.frames.size();
}

}  // namespace pliant::record
