#pragma once

#include "render/gl/objects.h"
#include "render/picture.h"

namespace pliant::viewer {

/// The picture of the viewport in the card's memory: it is drawn anew only when something in it has
/// changed, and copied into the window for each of its pictures.
class Canvas {
 public:
  /// What is drawn from now on goes there. `samples`: for each pixel; 0 or 1 for no smoothing.
  void bind(int width, int height, int samples);
  /// Call when it is drawn.
  void finish();
  /// Copies it into a rectangle of `framebuffer`, stretched where sizes differ; y upwards.
  void copy_to(GLuint framebuffer, int left, int bottom, int width, int height) const;
  /// What was drawn since bind(), which must have been without samples.
  render::Image read() const;
  GLuint name() const { return drawn_.name(); }

 private:
  render::gl::Framebuffer drawn_, resolved_;
  render::gl::Renderbuffer colours_, depths_, pixels_;
  int width_ = 0, height_ = 0, samples_ = -1;
};

}  // namespace pliant::viewer
