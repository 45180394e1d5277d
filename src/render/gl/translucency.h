#pragma once

#include <vector>

#include "render/gl/body_buffers.h"
#include "render/gl/program.h"
#include "render/gl/view.h"

namespace pliant::render::gl {

/// Draws the bodies that light goes through over all others, those far away first. Of each, the
/// foremost faces are drawn once, in the light of what is behind and of the way through the body,
/// so that neither the order of faces nor how often they overlap matters.
class Translucency {
 public:
  Translucency();

  /// Into the framebuffer that is bound, of this size, in which all others are drawn.
  void draw(const View& view, const Setting& setting, const std::vector<BodyBuffers>& bodies,
            int width, int height);

 private:
  void resize(int width, int height);
  void copy_behind() const;
  double measure(const Setting& setting, const BodyBuffers& body) const;

  Program thickness_, surface_;
  Texture thicknesses_, behind_;
  Framebuffer thickness_target_, behind_target_;
  int width_ = 0, height_ = 0;
};

}  // namespace pliant::render::gl
