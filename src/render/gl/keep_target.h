#pragma once

#include "render/gl/objects.h"

namespace pliant::render::gl {

/// Keeps what is bound to be drawn into.
class KeepTarget {
 public:
  KeepTarget() {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
    glGetIntegerv(GL_VIEWPORT, viewport_);
  }
  ~KeepTarget() {
    glBindFramebuffer(GL_FRAMEBUFFER, name());
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  }
  KeepTarget(const KeepTarget&) = delete;
  KeepTarget& operator=(const KeepTarget&) = delete;

  GLuint name() const { return static_cast<GLuint>(framebuffer_); }

 private:
  GLint framebuffer_ = 0, viewport_[4] = {};
};

}  // namespace pliant::render::gl
