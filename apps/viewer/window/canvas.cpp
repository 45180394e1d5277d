#include "window/canvas.h"

#include <algorithm>

namespace pliant::viewer {

namespace {

void attach(const render::gl::Renderbuffer& storage, GLenum where, GLenum format, int samples,
            int width, int height) {
  glBindRenderbuffer(GL_RENDERBUFFER, storage.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, storage.name());
}

}  // namespace

void Canvas::bind(int width, int height, int samples) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  samples = samples > 1 ? std::min(samples, most) : 0;
  if (width != width_ || height != height_ || samples != samples_) {
    width_ = width;
    height_ = height;
    samples_ = samples;
    glBindFramebuffer(GL_FRAMEBUFFER, resolved_.name());
    attach(pixels_, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
    attach(colours_, GL_COLOR_ATTACHMENT0, GL_RGBA8, samples, width, height);
    attach(depths_, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples, width, height);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  glViewport(0, 0, width, height);
}

void Canvas::finish() {
  if (samples_ == 0) return;  // what is drawn is the picture
  glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.name());
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  render::gl::check_errors("drawing the viewport");
}

void Canvas::copy_to(GLuint framebuffer, int left, int bottom, int width, int height) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, samples_ == 0 ? drawn_.name() : resolved_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  const bool same = width == width_ && height == height_;
  glBlitFramebuffer(0, 0, width_, height_, left, bottom, left + width, bottom + height,
                    GL_COLOR_BUFFER_BIT, same ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  render::gl::check_errors("copying the viewport");
}

render::Image Canvas::read() const {
  const std::size_t row = 3 * static_cast<std::size_t>(width_);
  const auto rows = static_cast<std::size_t>(height_);
  std::vector<std::uint8_t> upwards(row * rows);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.name());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, upwards.data());
  render::Image image{width_, height_, std::vector<std::uint8_t>(upwards.size())};
  for (std::size_t y = 0; y < rows; ++y)
    std::copy_n(&upwards[row * (rows - 1 - y)], row, &image.pixels[row * y]);
  return image;
}

}  // namespace pliant::viewer
