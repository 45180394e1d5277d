#include "drop_output.h"

#include <filesystem>

#include "command.h"
#include "mesh/io/format.h"
#include "mesh/smooth_groups.h"
#include "progress_bar.h"
#include "render_look.h"
#include "still_picture.h"

namespace pliant::app {

void DropOutput::declare(Options& app) {
  app.add_option("--record", record,
                 "Write frames: FILE.mp4 as a film, FILE.html for any browser, FILE.pvd for "
                 "ParaView, FILE.csv for energies and volume, or FOLDER as 'pliant run' does");
  app.add_option("--fps", frames, "Frames recorded in a simulated second")
      ->capture_default_str()
      ->check(positive_number());
  app.add_option("-o,--output", out, "Write the body as it is at the end");
  app.add_option("--picture", picture, "Draw the end into this .png file");
  declare_skin(app, coarse);
}

void DropOutput::check() const {
  if (!out.empty()) need_mesh_output(out);
  if (!picture.empty()) need_output(picture, {".png"});
  if (!record.empty()) need_recordable(record);
}

Json DropOutput::write(const Mesh& mesh, const RunBody& body, const DropOutcome& outcome) const {
  Json written = Json::array();
  if (!record.empty()) written.push_back(record);
  if (outcome.diverged) {
    const std::string file = last_good_file();
    save(file, mesh);
    written.push_back(file);
    return written;
  }
  if (!out.empty()) {
    save(out, as_written(out, mesh, body));
    written.push_back(out);
  }
  if (!picture.empty()) {
    progress().stage("drawing " + picture);
    RenderLook on_floor;
    on_floor.floor = 0;
    write_still(picture, mesh, on_floor, body.look, body.surface);
    written.push_back(picture);
  }
  return written;
}

Mesh DropOutput::as_written(const std::string& file, const Mesh& mesh, const RunBody& body) {
  const EmbeddedSurface* const surface = body.surface.get();
  const io::Format* format = io::find_format(std::filesystem::path(file).extension().string());
  if (!surface || format == nullptr || format->holds.tetrahedra) return mesh;
  Mesh moved = surface->surface;
  moved.vertices = surface->positions(mesh.vertices);
  if (moved.appearance && !moved.appearance->normal_corners.empty()) {
    const SmoothGroups groups = smooth_groups(moved);
    moved.appearance->normal_corners = groups.corners;
    moved.appearance->normals = groups.normals(moved.triangles.cells, moved.vertices);
  }
  return moved;
}

std::string DropOutput::last_good_file() const {
  std::filesystem::path file = !out.empty() ? out : !record.empty() ? record : "drop";
  const std::string extension = out.empty() ? ".vtu" : file.extension().string();
  file.replace_filename(file.stem().string() + "-last-good" + extension);
  return file.string();
}

}  // namespace pliant::app
