#pragma once

#include "render/gl/objects.h"
#include "render/picture.h"

namespace pliant::render::gl {

/// A picture in the card's memory to draw into, with several samples a pixel.
class Offscreen {
 public:
  /// InputError where it is larger than OpenGL allows here.
  Offscreen(int width, int height);

  /// What is drawn from now on goes there.
  void bind() const;
  /// What was drawn.
  Image read();

 private:
  int width_, height_;
  Framebuffer drawn_, resolved_;
  Renderbuffer colours_, depths_, pixels_;
};

}  // namespace pliant::render::gl
