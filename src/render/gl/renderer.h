#pragma once

#include <memory>

#include "render/gl/view.h"

namespace pliant::render::gl {

/// Draws views with the OpenGL 3.3 context that is current, which must be so until it is gone.
/// Knows nothing of windows.
class Renderer {
 public:
  Renderer();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into the framebuffer that is bound, all of it: `width` x `height` pixels.
  void draw(const View& view, int width, int height);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace pliant::render::gl
