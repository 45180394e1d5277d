#pragma once

#include "render/gl/program.h"
#include "render/gl/shadows.h"
#include "render/gl/view.h"

namespace pliant::render::gl {

/// The background, and a floor whose grid and shadows tell how high bodies are.
class Floor {
 public:
  Floor();

  /// Clears a picture of this size and draws what does not move with the bodies: the background
  /// and, where there is one and the eye is above it, the floor without shadows. Pixels without
  /// samples, which software draws, are kept as long as they stay the same and copied.
  void draw(const View& view, const Setting& setting, int width, int height);
  /// Darkens the floor, once the bodies in front of it are drawn.
  void draw_shadows(const View& view, const Setting& setting, const Shadows& shadows) const;

 private:
  /// All that the picture without bodies depends on.
  struct Sight {
    Matrix camera;
    Vec3d origin, stage;
    std::optional<double> floor;
    Theme theme = Theme::light;
    bool dither = false;
    int width = 0, height = 0;
    bool operator==(const Sight&) const = default;
  };
  void draw_all(const View& view, const Setting& setting) const;
  void draw_background(const View& view) const;
  void draw_floor(const View& view, const Setting& setting) const;
  void keep(int width, int height);

  Program background_, floor_, shadow_;
  VertexArray nothing_;
  Sight seen_;
  bool kept_ = false;
  Framebuffer copy_;
  Renderbuffer colours_, depths_;
};

}  // namespace pliant::render::gl
