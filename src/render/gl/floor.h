#pragma once

#include "render/gl/program.h"
#include "render/gl/shadows.h"
#include "render/gl/view.h"

namespace pliant::render::gl {

/// The background, and a floor whose grid and shadows tell how high bodies are.
class Floor {
 public:
  Floor();

  /// Clears the picture.
  void draw_background(const View& view) const;
  /// Draws nothing where there is no floor, or the eye is below it.
  void draw(const View& view, const Setting& setting, const Shadows& shadows) const;

 private:
  Program background_, floor_;
  VertexArray nothing_;
};

}  // namespace pliant::render::gl
