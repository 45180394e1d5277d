#pragma once

#include <string>

#include "render/gl/view.h"

namespace pliant::viewer {

/// What is drawn and how: the switches of the panel "Show".
struct Look {
  bool faces = true, edges = false, pairs = false, points = false, shadows = true, floor = true,
       skin = true;
  bool cut_away = false;
  render::gl::CutAway cut{};
  double shrink = 1;
  render::gl::VoronoiShown voronoi = render::gl::VoronoiShown::none;
  std::size_t voronoi_number = 0;
  bool active_nodes = false;  ///< coloured by Moment::states, whatever the field
  bool contacts = false;      ///< marks where surfaces push each other
  std::string field{};        ///< empty: plain
  bool smooth = true;
  render::gl::Theme theme = render::gl::Theme::light;

  bool operator==(const Look&) const = default;
};

}  // namespace pliant::viewer
