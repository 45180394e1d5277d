#pragma once

#include <optional>
#include <string>

#include "options.h"
#include "render/field.h"
#include "render/gl/view.h"

namespace pliant::app {

/// How pictures of recordings and meshes look, as the command line says.
struct RenderLook {
  int width = 1280, height = 720;
  double yaw = -35, pitch = 14, zoom = 1;
  bool fixed = false;  ///< the camera of a film
  render::gl::Theme theme = render::gl::Theme::light;
  std::string field;
  std::optional<render::Range> range;
  bool smooth = false;
  double cut = 0, shrink = 1;
  std::optional<std::size_t> voronoi_cell, voronoi_face;
  bool voronoi = false, pairs = false;
  bool edges = false, no_faces = false, points = false, no_shadows = false, no_words = false;
  bool no_floor = false;
  bool coarse = false;  ///< the tetrahedra's outside, though a body has a surface of its own
  bool dither = false;  ///< for movies
  std::optional<double> floor;

  void declare(Options& app);

  /// Nothing is asked for that only tetrahedra can show.
  bool shows_own_skin() const;

  render::gl::Parts parts() const;
  /// All that does not depend on the bodies.
  render::gl::View view() const;
};

/// --skin own or coarse.
void declare_skin(Options& app, bool& coarse);

}  // namespace pliant::app
