#include "render/gl/floor.h"

#include <cmath>

#include "render/gl/shaders/floor.h"

namespace pliant::render::gl {

namespace {

bool is_seen(const Setting& setting) {
  return setting.floor && setting.eye.y > *setting.floor;
}

double reach_of(const View& view) {
  return 2.6 * std::max(length(view.stage.size()), 1e-9);
}

// Of all programs that draw a rectangle of the floor.
void describe_floor(const Program& program, const View& view, const Setting& setting) {
  program.set("camera", setting.camera);
  program.set("centre", Vec3f{0, static_cast<float>(*setting.floor), 0});
  program.set("reach", static_cast<float>(reach_of(view)));
}

void copy_pixels(GLuint from, GLuint to, int width, int height) {
  const KeepTarget keep;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height,
                    GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST);
}

}  // namespace

Floor::Floor()
    : background_(shaders::screen_vertex, shaders::background_fragment),
      floor_(shaders::floor_vertex, shaders::floor_fragment),
      shadow_(shaders::floor_vertex, shaders::floor_shadow_fragment) {}

void Floor::draw(const View& view, const Setting& setting, int width, int height) {
  GLint samples = 0;
  glGetIntegerv(GL_SAMPLES, &samples);
  if (samples > 0) return draw_all(view, setting);
  const Sight now{setting.camera, setting.origin, view.stage.size(),
                  setting.floor,  view.theme,     view.dither,
                  width,          height};
  const bool same = now == seen_;
  seen_ = now;
  const KeepTarget target;
  if (same && kept_) return copy_pixels(copy_.name(), target.name(), width, height);
  draw_all(view, setting);
  // A camera that moves needs no copy.
  kept_ = same;
  if (!same) return;
  keep(width, height);
  copy_pixels(target.name(), copy_.name(), width, height);
}

void Floor::keep(int width, int height) {
  const KeepTarget target;
  glBindFramebuffer(GL_FRAMEBUFFER, copy_.name());
  const auto attach = [&](const Renderbuffer& storage, GLenum where, GLenum format) {
    glBindRenderbuffer(GL_RENDERBUFFER, storage.name());
    glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, storage.name());
  };
  attach(colours_, GL_COLOR_ATTACHMENT0, GL_RGBA8);
  attach(depths_, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24);
}

void Floor::draw_all(const View& view, const Setting& setting) const {
  draw_background(view);
  if (is_seen(setting)) draw_floor(view, setting);
}

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

void Floor::draw_floor(const View& view, const Setting& setting) const {
  const ThemeColours& theme = theme_colours(view.theme);
  const auto reach = static_cast<float>(reach_of(view));
  const double spacing = grid_spacing(view.stage);
  floor_.use();
  describe_floor(floor_, view, setting);
  floor_.set("middle", Vec3f{0, static_cast<float>(*setting.floor), 0});
  floor_.set("half_size", reach, reach);
  floor_.set("spacing", static_cast<float>(spacing));
  // Lines at whole multiples of the spacing in the world.
  floor_.set("grid_origin", static_cast<float>(-std::remainder(setting.origin.x, spacing)),
             static_cast<float>(-std::remainder(setting.origin.z, spacing)));
  floor_.set("base", theme.floor);
  floor_.set("line_colour", theme.grid);
  floor_.set("dither", view.dither ? 1.0f : 0.0f);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  // Behind what lies on it, as cloth does.
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0f, 4.0f);
  glBindVertexArray(nothing_.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void Floor::draw_shadows(const View& view, const Setting& setting, const Shadows& shadows) const {
  const std::optional<Box> part = shadows.on_floor();
  if (!view.shadows || !part || !is_seen(setting)) return;
  shadow_.use();
  shadows.describe_to(shadow_, true);
  describe_floor(shadow_, view, setting);
  const Vec3d middle = part->centre(), half = part->size() * 0.5;
  shadow_.set("middle", Vec3f{static_cast<float>(middle.x), static_cast<float>(*setting.floor),
                              static_cast<float>(middle.z)});
  shadow_.set("half_size", static_cast<float>(half.x), static_cast<float>(half.z));
  shadow_.set("shade", theme_colours(view.theme).shade);
  glBlendFunc(GL_ZERO, GL_SRC_COLOR);
  glDepthMask(GL_FALSE);
  // Between the floor and what lies on it.
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(0.5f, 2.0f);
  glBindVertexArray(nothing_.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDepthMask(GL_TRUE);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

}  // namespace pliant::render::gl
