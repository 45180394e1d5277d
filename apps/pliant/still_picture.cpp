#include "still_picture.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include "command.h"
#include "frame_drawer.h"
#include "render/floor_grid.h"
#include "render/picture.h"

namespace pliant::app {

namespace {

// Why not, or nothing.
std::string opengl_missing() {
  try {
    const render::gl::HeadlessContext works;
    return {};
  } catch (const InputError& e) {
    return e.problem();
  }
}

render::Image drawn_flat(const Mesh& mesh, const RenderLook& look) {
  const render::PictureOptions options{.width = look.width,
                                       .height = look.height,
                                       .yaw = look.yaw,
                                       .pitch = look.pitch,
                                       .edges = look.edges,
                                       .cut = look.cut};
  return render::draw(look.floor ? render::with_floor(mesh, *look.floor) : mesh, options);
}

render::Image drawn_well(const Mesh& mesh, const RenderLook& look, const BodyLook& body,
                         const std::shared_ptr<const EmbeddedSurface>& surface) {
  const std::vector<RecordedBody> bodies{{"body", mesh, {}, body, surface}};
  const RecordedFrame still{0, 0, {{mesh.vertices, {}}}};
  FrameDrawer drawer(bodies, look);
  drawer.look_over(still);
  drawer.fit_camera(still);
  return drawer.draw(still, drawer.grid_caption());
}

}  // namespace

void write_still(const std::string& file, const Mesh& mesh, const RenderLook& look,
                 const BodyLook& body, const std::shared_ptr<const EmbeddedSurface>& surface) {
  const std::string missing = mesh.vertices.empty() ? "" : opengl_missing();
  if (!missing.empty()) tell({fmt::format("{}: the picture is a plain one", missing)});
  const bool flat = !missing.empty() || mesh.vertices.empty();
  render::write_png(file, flat ? drawn_flat(mesh, look) : drawn_well(mesh, look, body, surface));
}

}  // namespace pliant::app
