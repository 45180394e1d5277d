#include "render/gl/translucency.h"

#include <algorithm>
#include <cmath>

#include "render/gl/shaders/surface.h"
#include "render/gl/shaders/translucent.h"

namespace pliant::render::gl {

namespace {

Vec3f single(const Vec3d& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

void make_layer(const Texture& texture, const Framebuffer& target, GLint format, GLenum parts,
                int width, int height) {
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, parts, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindFramebuffer(GL_FRAMEBUFFER, target.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
}

// Absorption that leaves the body's colour, as light has it, of what is behind its size.
Vec3f absorption(const Vec3f& colour) {
  const auto part = [](float c) { return -2 * std::log(std::clamp(c, 0.08f, 1.0f)); };
  return {part(colour.x), part(colour.y), part(colour.z)};
}

Vec3f squared(const Vec3f& c) {
  return {c.x * c.x, c.y * c.y, c.z * c.z};
}

}  // namespace

Translucency::Translucency()
    : thickness_(shaders::surface_vertex, shaders::thickness_fragment),
      surface_(shaders::surface_vertex, shaders::translucent_fragment) {}

void Translucency::resize(int width, int height) {
  if (width == width_ && height == height_) return;
  const KeepTarget keep;
  width_ = width;
  height_ = height;
  make_layer(thicknesses_, thickness_target_, GL_R16F, GL_RED, width, height);
  make_layer(behind_, behind_target_, GL_RGBA8, GL_RGBA, width, height);
}

void Translucency::copy_behind() const {
  const KeepTarget keep;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, keep.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, behind_target_.name());
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

// Returns the size that thicknesses are compared with.
double Translucency::measure(const Setting& setting, const BodyBuffers& body) const {
  const KeepTarget keep;
  glBindFramebuffer(GL_FRAMEBUFFER, thickness_target_.name());
  glViewport(0, 0, width_, height_);
  const float none[] = {0, 0, 0, 0};
  glClearBufferfv(GL_COLOR, 0, none);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  thickness_.use();
  thickness_.set("camera", setting.camera);
  thickness_.set("eye", single(setting.eye));
  thickness_.set("reference", static_cast<float>(length(setting.eye - body.box().centre())));
  body.draw_faces();
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);
  const Vec3d size = body.box().size();
  return 0.55 * std::max(std::cbrt(size.x * size.y * size.z), 0.1 * length(size));
}

void Translucency::draw(const View& view, const Setting& setting,
                        const std::vector<BodyBuffers>& bodies, int width, int height) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < view.bodies.size(); ++i)
    if (is_translucent(view, i) && bodies[i].box().size().x >= 0) order.push_back(i);
  if (order.empty()) return;
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) {
    return squared_length(setting.eye - bodies[i].box().centre());
  });
  resize(width, height);
  const ThemeColours& theme = theme_colours(view.theme);
  for (const std::size_t i : order) {
    const Look& look = view.bodies[i].look;
    copy_behind();
    const double size = measure(setting, bodies[i]);
    surface_.use();
    surface_.set("camera", setting.camera);
    surface_.set("eye", single(setting.eye));
    surface_.set("light", single(setting.light));
    surface_.set("right", single(view.camera.right()));
    surface_.set("up", single(view.camera.up()));
    surface_.set("swallowed", absorption(look.colour));
    surface_.set("scattered", -std::log(std::max(1 - look.opacity, 0.01f)));
    surface_.set("scatter", squared(look.colour));
    surface_.set("roughness", look.roughness);
    surface_.set("gloss", look.gloss);
    surface_.set("size", static_cast<float>(std::max(size, 1e-30)));
    surface_.set("pixels", static_cast<float>(width), static_cast<float>(height));
    surface_.set("sky", theme.sky);
    surface_.set("ground", theme.ground);
    surface_.set("key", theme.key);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, thicknesses_.name());
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, behind_.name());
    surface_.set("thickness_map", 1);
    surface_.set("behind_map", 0);
    bodies[i].draw_faces();
  }
}

}  // namespace pliant::render::gl
