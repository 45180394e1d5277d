#pragma once

#include <memory>
#include <string>

#include "render/gl/objects.h"
#include "render/picture.h"

namespace pliant::render::gl {

/// An OpenGL 3.3 context of the calling thread without a window or a display: on a card where there
/// is one, by Mesa's software renderer elsewhere. InputError with a cure where neither is there.
class HeadlessContext {
 public:
  HeadlessContext();
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  /// What draws, in the driver's own words.
  std::string name() const;

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

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
