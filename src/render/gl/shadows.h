#pragma once

#include "render/gl/body_buffers.h"
#include "render/gl/program.h"
#include "render/gl/view.h"

namespace pliant::render::gl {

/// Where the key light does not reach (a map of depths seen from the light), and how much of the
/// sky bodies hide from the floor (made from a map of heights seen from below it).
class Shadows {
 public:
  Shadows();

  /// Draws both maps anew and leaves the framebuffer and viewport as they were.
  void draw(const View& view, const std::vector<BodyBuffers>& bodies, const Setting& setting);

  /// Tells a program of the shaders about them. Texture units 1 and 2 are theirs.
  void describe_to(const Program& program, bool wanted) const;
  /// The part of the floor that may be darker than the rest, seen from above; none: all is bright.
  const std::optional<Box>& on_floor() const { return on_floor_; }

 private:
  void make_maps(Quality quality);
  void draw_depths(const View& view, const std::vector<BodyBuffers>& bodies, const Matrix& matrix,
                   const Framebuffer& into, int size) const;
  void draw_contact(const View& view, const std::vector<BodyBuffers>& bodies, const Box& box,
                    double floor);

  Program depth_, contact_;
  Texture depths_, heights_, contacts_;
  Framebuffer depth_target_, height_target_, contact_target_;
  VertexArray nothing_;
  Matrix shadow_matrix_, contact_matrix_;
  std::optional<Box> on_floor_;
  int size_ = 0, taps_ = 0;
  double texel_metres_ = 0;
};

}  // namespace pliant::render::gl
