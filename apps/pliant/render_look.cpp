#include "render_look.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "command.h"

namespace pliant::app {

namespace {

// Numbers with commas, or another character, between them; empty where one is none.
std::vector<double> numbers(const std::string& words, char between) {
  std::vector<double> out;
  const char *at = words.data(), *end = at + words.size();
  while (true) {
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || !std::isfinite(value)) return {};
    out.push_back(value);
    if (next == end) return out;
    if (*next != between) return {};
    at = next + 1;
  }
}

void take_size(const std::string& words, int& width, int& height) {
  const auto parts = numbers(words, 'x');
  const auto fine = [](double n) { return n == std::floor(n) && n >= 16 && n <= 8192; };
  if (parts.size() != 2 || !fine(parts[0]) || !fine(parts[1]))
    wrong_usage("--size",
                fmt::format("'{}' is not a size such as 1280x720, from 16 to 8192", words));
  width = static_cast<int>(parts[0]);
  height = static_cast<int>(parts[1]);
}

}  // namespace

void declare_skin(Options& app, bool& coarse) {
  app.add_option_function(
         "--skin", [&coarse](const std::string& word) { coarse = word == "coarse"; },
         "own: the surface that a body was filled from, with its textures; coarse: the outside of "
         "its tetrahedra")
      ->default_str("own")
      ->check(one_of({"own", "coarse"}));
}

void RenderLook::declare(Options& app) {
  app.add_option_function(
         "--size", [this](const std::string& words) { take_size(words, width, height); },
         "Pixels across and down")
      ->default_str("1280x720");
  app.add_option_function(
         "--camera",
         [this](const std::string& given) {
           std::string words = given;
           if (words == "fixed" || words.starts_with("fixed,")) {
             fixed = true;
             if (words == "fixed") return;
             words.erase(0, 6);
           }
           const auto parts = numbers(words, ',');
           if (parts.empty() || parts.size() > 3 || (parts.size() > 1 && std::abs(parts[1]) > 90) ||
               (parts.size() > 2 && parts[2] <= 0))
             wrong_usage("--camera",
                         fmt::format("'{}' is not YAW,PITCH,ZOOM such as -35,14,1; pitch is "
                                     "from -90 to 90, zoom above zero",
                                     given));
           yaw = parts[0];
           if (parts.size() > 1) pitch = parts[1];
           if (parts.size() > 2) zoom = parts[2];
         },
         "YAW,PITCH,ZOOM: where the eye stands around and above, degrees, and how near. In films "
         "it "
         "follows the bodies; 'fixed' or fixed,YAW,PITCH,ZOOM sees all of their way")
      ->default_str("-35,14,1");
  app.add_option_function(
         "--theme",
         [this](const std::string& word) {
           theme = word == "dark" ? render::gl::Theme::dark : render::gl::Theme::light;
         },
         "light or dark")
      ->default_str("light")
      ->check(one_of({"light", "dark"}));
  app.add_option("--field", field,
                 "Colour bodies by a field that was recorded, or by displacement, speed or "
                 "volume_ratio");
  app.add_option_function(
      "--range",
      [this](const std::string& words) {
        const auto parts = numbers(words, ',');
        if (parts.size() != 2 || !(parts[0] < parts[1]))
          wrong_usage("--range", fmt::format("'{}' is not LOW,HIGH with LOW below HIGH", words));
        range = {parts[0], parts[1]};
      },
      "LOW,HIGH: what the colours' ends stand for, in SI units");
  declare_skin(app, coarse);
  app.add_flag("--smooth", smooth, "Average a field of tetrahedra over those at each vertex");
  app.add_option("--cut", cut, "Cut this fraction of the depth away to look inside (0.5)")
      ->expected(0, 1)
      ->default_str("0.5")
      ->check(finite_number())
      ->check(in_range(0.0, 1.0));
  app.add_option("--shrink", shrink, "Draw every tetrahedron, this much smaller (0.8)")
      ->expected(0, 1)
      ->default_str("0.8")
      ->check(finite_number())
      ->check(in_range(0.01, 1.0));
  app.add_flag("--edges", edges, "Draw the edges of the faces");
  app.add_flag("--pairs", pairs,
               "Draw the edges of all tetrahedra, those inside too, instead of the faces");
  app.add_flag("--no-faces", no_faces, "Do not draw the faces of bodies");
  app.add_flag("--points", points, "Draw the vertices");
  auto* all = app.add_flag("--voronoi", voronoi, "Draw all Voronoi faces instead of the surface");
  auto* cell = app.add_option("--voronoi-cell", voronoi_cell, "Draw the cell of this vertex");
  auto* face =
      app.add_option("--voronoi-face", voronoi_face, "Draw the Voronoi face with this number");
  cell->excludes(all)->excludes(face);
  face->excludes(all);
  app.add_option_function(
      "--floor",
      [this](const std::string& word) {
        const auto parts = numbers(word, ',');
        no_floor = word == "none";
        if (!no_floor && parts.size() != 1)
          wrong_usage("--floor", fmt::format("'{}' is neither a height nor none", word));
        if (!no_floor) floor = parts[0];
      },
      "Height of the floor, m, or none; the scene's, or where bodies are lowest, when not given");
  app.add_flag("--no-shadows", no_shadows, "Draw without shadows");
  app.add_flag("--no-words", no_words, "Write no time and no grid size in the corner");
}

bool RenderLook::shows_own_skin() const {
  return !coarse && cut <= 0 && shrink >= 1 && !voronoi && !voronoi_cell && !voronoi_face && !pairs;
}

render::gl::Parts RenderLook::parts() const {
  using render::gl::VoronoiShown;
  render::gl::Parts parts;
  parts.shrink = shrink;
  parts.pairs = pairs;
  if (cut > 0) {
    render::gl::Camera camera;
    camera.yaw = yaw;
    camera.pitch = pitch;
    parts.cut = {camera.back(), cut};
  }
  if (voronoi) parts.voronoi = VoronoiShown::all;
  if (voronoi_cell) parts.voronoi = VoronoiShown::one_cell;
  if (voronoi_face) parts.voronoi = VoronoiShown::one_face;
  parts.voronoi_number = voronoi_cell.value_or(voronoi_face.value_or(0));
  return parts;
}

render::gl::View RenderLook::view() const {
  render::gl::View view;
  view.theme = theme;
  const bool any_voronoi = voronoi || voronoi_cell || voronoi_face;
  view.faces = !no_faces && !any_voronoi && !pairs;
  view.edges = edges || voronoi_cell || voronoi_face;
  view.points = points;
  view.dither = dither;
  view.shadows = !no_shadows;
  view.camera.yaw = yaw;
  view.camera.pitch = pitch;
  view.light_yaw = yaw - 50;
  view.pixel_scale = std::clamp(height / 720.0, 0.7, 8.0);
  return view;
}

}  // namespace pliant::app
