#pragma once

#include <gtest/gtest.h>
#include <pliant/error.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "render/gl/headless.h"
#include "render/gl/renderer.h"

namespace pliant::test {

struct Pixel {
  int red, green, blue;
  int light() const { return red + green + blue; }
  bool operator==(const Pixel&) const = default;
};

inline Pixel pixel(const render::Image& image, int x, int y) {
  const auto at = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                       static_cast<std::size_t>(x));
  return {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]};
}

inline int difference(const Pixel& a, const Pixel& b) {
  return std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue);
}

/// How many pixels of two pictures differ by more than what dithering does.
inline std::size_t changed(const render::Image& a, const render::Image& b) {
  std::size_t count = 0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x) count += difference(pixel(a, x, y), pixel(b, x, y)) > 6;
  return count;
}

/// Pixels that a condition holds for.
template <class Condition>
std::size_t count_pixels(const render::Image& image, Condition condition) {
  std::size_t count = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) count += condition(pixel(image, x, y)) ? 1 : 0;
  return count;
}

/// A test that draws; skipped, with the reason, where there is no OpenGL.
class GlDrawing : public testing::Test {
 protected:
  static constexpr int width = 320, height = 240;

  void SetUp() override {
    try {
      context_ = std::make_unique<render::gl::HeadlessContext>();
    } catch (const InputError& e) {
      GTEST_SKIP() << e.what();
    }
    renderer_ = std::make_unique<render::gl::Renderer>();
  }
  void TearDown() override {
    renderer_.reset();
    context_.reset();
  }

  render::Image draw(const render::gl::View& view) {
    render::gl::Offscreen picture(width, height);
    picture.bind();
    renderer_->draw(view, width, height);
    return picture.read();
  }

  /// A view of one body at rest, without a floor, seen from +z.
  static render::gl::View front_view(const render::gl::BodyShape& shape, const Mesh& mesh) {
    render::gl::View view;
    for (const Vec3d& p : mesh.vertices) view.stage.add(p);
    view.bodies = {{.shape = &shape, .positions = mesh.vertices}};
    view.camera = {.target = {}, .yaw = 0, .pitch = 0, .distance = 6};
    view.shadows = false;
    return view;
  }
  /// How many pixels the bodies of a view cover.
  std::size_t covered(render::gl::View view) {
    const render::Image with = draw(view);
    view.bodies.clear();
    return changed(with, draw(view));
  }

 private:
  std::unique_ptr<render::gl::HeadlessContext> context_;
  std::unique_ptr<render::gl::Renderer> renderer_;
};

}  // namespace pliant::test
