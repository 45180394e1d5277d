#include "render/gl/floor.h"

#include <cmath>

#include "render/gl/shaders/floor.h"

namespace pliant::render::gl {

Floor::Floor()
    : background_(shaders::screen_vertex, shaders::background_fragment),
      floor_(shaders::floor_vertex, shaders::floor_fragment) {}

void Floor::draw_background(const View& view) const {
  const ThemeColours& theme = theme_colours(view.theme);
  glDepthMask(GL_TRUE);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  background_.use();
  background_.set("dither", view.dither ? 1.0f : 0.0f);
  background_.set("top", theme.top);
  background_.set("bottom", theme.bottom);
  glBindVertexArray(nothing_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Floor::draw(const View& view, const Setting& setting, const Shadows& shadows) const {
  if (!setting.floor || setting.eye.y <= *setting.floor) return;
  const ThemeColours& theme = theme_colours(view.theme);
  const double reach = 2.6 * std::max(length(view.stage.size()), 1e-9);
  const double spacing = grid_spacing(view.stage);
  floor_.use();
  shadows.describe_to(floor_, view.shadows);
  floor_.set("camera", setting.camera);
  floor_.set("centre", Vec3f{0, static_cast<float>(*setting.floor), 0});
  floor_.set("reach", static_cast<float>(reach));
  floor_.set("spacing", static_cast<float>(spacing));
  // Lines at whole multiples of the spacing in the world.
  floor_.set("grid_origin", static_cast<float>(-std::remainder(setting.origin.x, spacing)),
             static_cast<float>(-std::remainder(setting.origin.z, spacing)));
  floor_.set("base", theme.floor);
  floor_.set("line_colour", theme.grid);
  floor_.set("shade", theme.shade);
  floor_.set("dither", view.dither ? 1.0f : 0.0f);
  glBindVertexArray(nothing_.name());
  // Behind what lies on it, as cloth does.
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0f, 4.0f);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glDisable(GL_POLYGON_OFFSET_FILL);
}

}  // namespace pliant::render::gl
