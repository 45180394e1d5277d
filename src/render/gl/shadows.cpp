#include "render/gl/shadows.h"

#include <cmath>

#include "render/gl/shaders/floor.h"
#include "render/gl/shaders/marks.h"

namespace pliant::render::gl {

namespace {

// Texels of the maps' sides, and how many of them are looked at for a place.
struct Effort {
  int shadow_size, shadow_taps, contact_size, contact_taps;
};
constexpr Effort effort(Quality quality) {
  return quality == Quality::fine ? Effort{1024, 40, 160, 72} : Effort{512, 5, 96, 20};
}

void make_map(const Texture& texture, GLint format, int size, GLenum parts, GLenum filter) {
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, format, size, size, 0, parts, GL_FLOAT, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(filter));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(filter));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
  const float open[] = {1, 1, 1, 1};
  glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, open);
}

void attach_depth(const Framebuffer& target, const Texture& texture) {
  glBindFramebuffer(GL_FRAMEBUFFER, target.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture.name(), 0);
  glDrawBuffer(GL_NONE);
  glReadBuffer(GL_NONE);
}

// From the cube that OpenGL draws to places in a texture.
Matrix to_texture() {
  Matrix m;
  for (int axis = 0; axis < 3; ++axis) m.at(axis, axis) = m.at(axis, 3) = 0.5;
  return m;
}

Vec3d corner_of(const Box& box, int number) {
  return {(number & 1) != 0 ? box.high.x : box.low.x, (number & 2) != 0 ? box.high.y : box.low.y,
          (number & 4) != 0 ? box.high.z : box.low.z};
}

Box seen_along(const Box& box, const Vec3d& right, const Vec3d& up, const Vec3d& back) {
  Box seen;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3d p = corner_of(box, corner);
    seen.add(Vec3d{dot(p, right), dot(p, up), dot(p, back)});
  }
  return seen;
}

// Where the light's rays through a box meet the floor. The light comes from above.
Box cast_on_floor(const Box& box, const Vec3d& light, double floor) {
  Box cast;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3d p = corner_of(box, corner);
    cast.add(p - light * ((p.y - floor) / light.y));
  }
  return cast;
}

}  // namespace

Shadows::Shadows()
    : depth_(shaders::depth_vertex, shaders::depth_fragment),
      contact_(shaders::screen_vertex, shaders::contact_fragment) {}

void Shadows::draw_depths(const View& view, const std::vector<BodyBuffers>& bodies,
                          const Matrix& matrix, const Framebuffer& into, int size) const {
  glBindFramebuffer(GL_FRAMEBUFFER, into.name());
  glViewport(0, 0, size, size);
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_DEPTH_CLAMP);
  depth_.use();
  depth_.set("camera", matrix);
  glCullFace(GL_BACK);
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    depth_.set("open_texels", &into == &depth_target_ && is_translucent(view, i) ? 1 : 0);
    const bool half = view.quality == Quality::fast && bodies[i].is_closed();
    if (half) glEnable(GL_CULL_FACE);
    bodies[i].draw_faces();
    glDisable(GL_CULL_FACE);
    bodies[i].draw_lines();
  }
  glDisable(GL_DEPTH_CLAMP);
}

void Shadows::make_maps(Quality quality) {
  const Effort wanted = effort(quality);
  if (size_ == wanted.shadow_size) return;
  size_ = wanted.shadow_size;
  make_map(depths_, GL_DEPTH_COMPONENT24, size_, GL_DEPTH_COMPONENT, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  attach_depth(depth_target_, depths_);
  const int contact = wanted.contact_size;
  make_map(heights_, GL_DEPTH_COMPONENT24, contact, GL_DEPTH_COMPONENT, GL_NEAREST);
  attach_depth(height_target_, heights_);
  make_map(contacts_, GL_R8, contact, GL_RED, GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, contact_target_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, contacts_.name(), 0);
}

void Shadows::draw(const View& view, const std::vector<BodyBuffers>& bodies,
                   const Setting& setting) {
  const std::size_t count = view.bodies.size();
  const Vec3d& light = setting.light;
  Box box;
  for (std::size_t i = 0; i < count; ++i) box.add(bodies[i].box());
  const double size = count == 0 ? 0 : length(box.size());
  taps_ = 0;
  on_floor_.reset();
  if (!(size > 0) || !std::isfinite(size)) return;
  const KeepTarget keep;
  taps_ = effort(view.quality).shadow_taps;
  make_maps(view.quality);
  const Vec3d right = normalised(cross(Vec3d{0, 1, 0}, light)), up = cross(light, right);
  Box seen = seen_along(box, right, up, light);
  const double margin = 0.02 * size;
  seen.low = seen.low - Vec3d{margin, margin, margin};
  seen.high = seen.high + Vec3d{margin, margin, margin};
  const Matrix from_light = orthographic(seen.low, seen.high) * view_matrix(right, up, light, {});
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.5f, 4.0f);
  draw_depths(view, bodies, from_light, depth_target_, size_);
  glDisable(GL_POLYGON_OFFSET_FILL);
  shadow_matrix_ = to_texture() * from_light;
  texel_metres_ = std::max(seen.size().x, seen.size().y) / size_;
  if (setting.floor) {
    const double blurred = 12 * texel_metres_ / light.y;  // the edge of the shadow, at most
    const Vec3d around{margin + blurred, 0, margin + blurred};
    const Box cast = cast_on_floor(box, light, *setting.floor);
    on_floor_ = Box{cast.low - around, cast.high + around};
    draw_contact(view, bodies, box, *setting.floor);
  }
  check_errors("drawing shadows");
}

void Shadows::draw_contact(const View& view, const std::vector<BodyBuffers>& bodies, const Box& box,
                           double floor) {
  const Vec3d centre = box.centre();
  const double wide = std::max(box.size().x, box.size().z);
  const double reach = 0.35 * std::max(wide, 0.5 * box.size().y);
  const double half = 0.5 * wide + reach;
  on_floor_->add(centre - Vec3d{half, 0, half});
  on_floor_->add(centre + Vec3d{half, 0, half});
  const double tallest = std::max(2 * reach, 1e-3 * half);
  const Vec3d right{1, 0, 0}, up{0, 0, 1}, back{0, -1, 0};
  const Matrix from_below = orthographic({-half, -half, -tallest}, {half, half, 0}) *
                            view_matrix(right, up, back, {centre.x, floor, centre.z});
  // What is higher than the map reaches hides nothing and must not be drawn at its far end.
  draw_depths(view, bodies, from_below, height_target_, effort(view.quality).contact_size);
  glBindFramebuffer(GL_FRAMEBUFFER, contact_target_.name());
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  contact_.use();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, heights_.name());
  contact_.set("heights", 0);
  contact_.set("taps", effort(view.quality).contact_taps);
  contact_.set("tallest", static_cast<float>(tallest / (2 * half)));
  contact_.set("reach", static_cast<float>(reach / (2 * half)));
  glBindVertexArray(nothing_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  contact_matrix_ = to_texture() * from_below;
}

void Shadows::describe_to(const Program& program, bool wanted) const {
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, depths_.name());
  glActiveTexture(GL_TEXTURE2);
  glBindTexture(GL_TEXTURE_2D, contacts_.name());
  glActiveTexture(GL_TEXTURE0);
  program.set("shadow_map", 1);
  program.set("contact_map", 2);
  program.set("shadow_matrix", shadow_matrix_);
  program.set("contact_matrix", contact_matrix_);
  program.set("shadow_texel", size_ > 0 ? 1.0f / static_cast<float>(size_) : 0);
  program.set("shadow_size", static_cast<float>(texel_metres_));
  program.set("shadow_taps", wanted ? taps_ : 0);
}

}  // namespace pliant::render::gl
