#include <pliant/error.h>
#include <pliant/io.h>

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
  std::vector<Mesh> meshes;
  for (const RecordedBody& body : job.recording.bodies()) meshes.push_back(moving_part(body.mesh));
  VtuSeries series(job.target);
  for (std::size_t i = 0; i < job.frames.size(); ++i) {
    RecordedFrame frame = job.read(i);
    for (std::size_t b = 0; b < meshes.size(); ++b) {
      meshes[b].vertices = std::move(frame.bodies[b].positions);
      series.add(frame.time, b, meshes[b], fields_of(frame.bodies[b]));
    }
  }
  series.finish();
  return job.frames.size();
}

std::size_t export_surfaces(const ExportJob& job) {
  std::vector<Surface> surfaces;
  Mesh all;
  Index first = 0;
  for (const RecordedBody& body : job.recording.bodies()) {
    const Surface& surface = surfaces.emplace_back(surface_of(body.mesh));
    for (const auto& [a, b, c] : surface.triangles)
      all.triangles.cells.push_back({a + first, b + first, c + first});
    first += static_cast<Index>(surface.vertices.size());
  }
  if (first == 0)
    throw InputError(job.target.string(), 0, "no body of the recording has a surface",
                     "export it as .pvd, .csv or .npz");
  const std::string stem = job.target.stem().string();
  for (std::size_t i = 0; i < job.frames.size(); ++i) {
    const RecordedFrame frame = job.read(i);
    all.vertices.clear();
    for (std::size_t b = 0; b < surfaces.size(); ++b) {
      const auto points = surfaces[b].positions(frame.bodies[b].positions);
      all.vertices.insert(all.vertices.end(), points.begin(), points.end());
    }
    const auto name = numbered(stem, i) + job.target.extension().string();
    write_mesh(job.target.parent_path() / name, all, {.binary = true, .version = {}});
  }
  return job.frames.size();
}

}  // namespace pliant::record
