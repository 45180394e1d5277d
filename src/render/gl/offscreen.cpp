#include "render/gl/offscreen.h"

#include <pliant/error.h>

#include <algorithm>

#include "base/text.h"

namespace pliant::render::gl {

namespace {

void attach(const Renderbuffer& storage, GLenum where, GLenum format, int samples, int width,
            int height) {
  glBindRenderbuffer(GL_RENDERBUFFER, storage.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, storage.name());
}

void need_complete(int width, int height) {
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE ||
      glGetError() == GL_OUT_OF_MEMORY)
    throw InputError("", 0, text("OpenGL has no room here for a picture of ", width, 'x', height),
                     "draw a smaller one");
}

}  // namespace

Offscreen::Offscreen(int width, int height) : width_(width), height_(height) {
  GLint most = 0, samples = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  glGetIntegerv(GL_MAX_SAMPLES, &samples);
  if (std::max(width, height) > most)
    throw InputError("", 0, text("OpenGL here draws no more than ", most, " pixels each way"),
                     "draw a smaller picture");
  samples = std::min(samples, 8);
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_.name());
  attach(pixels_, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0, width, height);
  need_complete(width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  attach(colours_, GL_COLOR_ATTACHMENT0, GL_RGBA8, samples, width, height);
  attach(depths_, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples, width, height);
  need_complete(width, height);
}

void Offscreen::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  glViewport(0, 0, width_, height_);
}

Image Offscreen::read() {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.name());
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.name());
  const std::size_t row = 3 * static_cast<std::size_t>(width_);
  std::vector<std::uint8_t> upwards(row * static_cast<std::size_t>(height_));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, upwards.data());
  check_errors("reading a picture");
  Image image{width_, height_, std::vector<std::uint8_t>(upwards.size())};
  for (std::size_t y = 0; y < static_cast<std::size_t>(height_); ++y)
    std::copy_n(&upwards[row * (static_cast<std::size_t>(height_) - 1 - y)], row,
                &image.pixels[row * y]);
  return image;
}

}  // namespace pliant::render::gl
