#include "mode_shapes.h"

#include <pliant/box.h>
#include <pliant/recording.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "command.h"
#include "progress_bar.h"
#include "record/export/export.h"

namespace pliant::app {

namespace {

namespace fs = std::filesystem;

constexpr int frames_a_mode = 12;
constexpr double swing = 0.1;  // of the solid's size

bool is_folder(const std::string& target) {
  return !fs::path(target).has_extension();
}

// Metres for a shape's largest displacement to be `swing` of the size.
double amplitude(const Mesh& mesh, std::span<const double> shape) {
  Box box;
  for (const Vec3d& x : mesh.vertices) box.add(x);
  double largest = 0;
  for (std::size_t i = 0; i < shape.size(); i += 3)
    largest = std::max(largest, length(Vec3d{shape[i], shape[i + 1], shape[i + 2]}));
  return largest > 0 ? swing * length(box.size()) / largest : 0;
}

std::size_t record(const fs::path& folder, Mesh mesh, const Modes& modes) {
  mesh.voronoi.reset();  // it does not move along
  Recorder recorder(folder, {"modes of vibration, a second each", 1.0 / frames_a_mode},
                    {{"solid", mesh}}, {});
  std::int64_t step = 0;
  const std::size_t first = rigid_count(modes);
  for (std::size_t mode = first; mode < modes.count(); ++mode) {
    progress()(static_cast<double>(mode - first) / static_cast<double>(modes.count() - first),
               "recording the modes");
    const std::size_t size = 3 * modes.vertex_count;
    const std::span<const double> shape(modes.shapes.data() + mode * size, size);
    const double metres = amplitude(mesh, shape);
    for (int frame = 0; frame < frames_a_mode; ++frame, ++step) {
      const double at = metres * std::sin(2 * std::numbers::pi * frame / frames_a_mode);
      BodyFrame body;
      for (std::size_t i = 0; i < modes.vertex_count; ++i)
        body.positions.push_back(mesh.vertices[i] +
                                 at * Vec3d{shape[3 * i], shape[3 * i + 1], shape[3 * i + 2]});
      recorder.add({step, static_cast<double>(step) / frames_a_mode, {std::move(body)}});
    }
  }
  recorder.finish();
  return static_cast<std::size_t>(step);
}

}  // namespace

std::size_t rigid_count(const Modes& modes) {
  const double last = modes.eigenvalues.empty() ? 0 : modes.eigenvalues.back();
  std::size_t count = 0;
  while (count < modes.count() && modes.eigenvalues[count] <= 1e-10 * last) ++count;
  return count;
}

void need_shapes_output(const std::string& target) {
  if (!is_folder(target))
    need_output(target, {".pvd", ".vtu", ".obj", ".ply", ".glb", ".csv", ".npz"});
  else if (has_recording(target))
    throw InputError(target, 0, "has a recording already", "name another folder, or remove it");
}

std::size_t write_mode_shapes(const std::string& target, const TetMesh& mesh, const Modes& modes) {
  if (is_folder(target)) return record(target, mesh.mesh(), modes);
  const fs::path folder = target + ".recording";
  remove_recording(folder);
  const std::size_t frames = record(folder, mesh.mesh(), modes);
  Notes notes;
  {
    const Recording recording(folder);
    record::export_recording(recording, target, {.every = 1, .progress = std::ref(progress())},
                             &notes);
  }
  tell(notes);
  remove_recording(folder);
  std::error_code not_empty;
  fs::remove(folder, not_empty);
  return frames;
}

}  // namespace pliant::app
