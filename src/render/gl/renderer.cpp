#include "render/gl/renderer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/gl/floor.h"
#include "render/gl/overlay.h"
#include "render/gl/shaders/marks.h"
#include "render/gl/shaders/surface.h"
#include "render/gl/shadows.h"
#include "render/gl/translucency.h"

namespace pliant::render::gl {

namespace {

constexpr float line_width = 2.5f, edge_width = 1.1f, pair_width = 1, point_size = 8;  // pixels

Vec3f narrowed(const Vec3d& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

constexpr int picture_unit = 3;

// The shaders' screen has a power of 2.
Colour shown(const SurfaceMaterial& material) {
  const auto part = [&](std::size_t k) {
    return static_cast<float>(std::sqrt(std::clamp(material.colour[k], 0.0, 1.0)));
  };
  return {part(0), part(1), part(2)};
}

Vec3d light_from(double yaw) {
  Camera lamp;
  lamp.yaw = yaw;
  lamp.pitch = 52;
  return lamp.back();
}

}  // namespace

struct Renderer::Parts {
  Program surface{shaders::surface_vertex, shaders::surface_fragment};
  Program line{shaders::line_vertex, shaders::line_fragment, shaders::line_geometry};
  Program point{shaders::point_vertex, shaders::point_fragment};
  Shadows shadows;
  Floor floor;
  Translucency translucency;
  Overlay overlay;
  Texture colour_map;
  std::optional<ColourMapKind> map_kind;
  std::vector<BodyBuffers> bodies;

  void load_colour_map(ColourMapKind kind);
  void use_colours(const Program& program, const ColourScale& scale) const;
  void dress(const Look& look, bool has_field) const;
  void draw_surfaces(const View& view, const Setting& setting, int stage) const;
  /// Whether edges are still to be drawn over bodies whose faces have none.
  static bool edges_alone(const View& view);
  void draw_lines(const View& view, const Setting& setting, int width, int height) const;
  void draw_points(const View& view, const Setting& setting) const;
};

void Renderer::Parts::load_colour_map(ColourMapKind kind) {
  if (map_kind == kind) return;
  map_kind = kind;
  constexpr int steps = 256;
  std::vector<float> colours;
  for (int i = 0; i < steps; ++i) {
    const Colour c = colour_at(kind, i / (steps - 1.0));
    colours.insert(colours.end(), {c.x, c.y, c.z});
  }
  glBindTexture(GL_TEXTURE_2D, colour_map.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, steps, 1, 0, GL_RGB, GL_FLOAT, colours.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
}

void Renderer::Parts::use_colours(const Program& program, const ColourScale& scale) const {
  program.set("field_low", static_cast<float>(scale.low));
  program.set("field_high", static_cast<float>(scale.high));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, colour_map.name());
  program.set("colour_map", 0);
}

// Colours that mean something are not to be mistaken for a material's.
void Renderer::Parts::dress(const Look& look, bool has_field) const {
  surface.set("body_colour", look.colour);
  surface.set("roughness", has_field ? 0.5f : look.roughness);
  surface.set("gloss", has_field ? 0.05f : look.gloss);
  surface.set("rim", has_field ? 0.04f : 0.10f);
  surface.set("scatter", has_field ? Vec3f{} : look.scatter);
}

void Renderer::Parts::draw_surfaces(const View& view, const Setting& setting, int stage) const {
  const ThemeColours& theme = theme_colours(view.theme);
  surface.use();
  shadows.describe_to(surface, view.shadows);
  surface.set("camera", setting.camera);
  surface.set("eye", narrowed(setting.eye));
  surface.set("light", narrowed(setting.light));
  surface.set("inside_colour", theme.inside);
  surface.set("sky", theme.sky);
  surface.set("ground", theme.ground);
  surface.set("key", theme.key);
  surface.set("stage", stage);
  surface.set("edge_width",
              view.edges || stage == 2 ? edge_width * static_cast<float>(view.pixel_scale) : 0.0f);
  surface.set("floor_height", static_cast<float>(setting.floor.value_or(0)));
  surface.set("floor_reach",
              setting.floor ? static_cast<float>(0.3 * view.stage.size().y + 1e-30) : 0.0f);
  use_colours(surface, view.colours.value_or(ColourScale{}));
  surface.set("picture", picture_unit);
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    const bool translucent = is_translucent(view, i);
    if (stage == 0 ? translucent : stage == 2 && view.faces && !translucent) continue;
    const bool has_field = view.colours && !view.bodies[i].field.values.empty();
    surface.set("has_field", has_field ? 1 : 0);
    dress(view.bodies[i].look, has_field);
    const auto use = [&](const SurfaceMaterial* material, GLuint picture) {
      surface.set("body_colour", material ? shown(*material) : view.bodies[i].look.colour);
      surface.set("has_picture", picture != 0 ? 1 : 0);
      glActiveTexture(GL_TEXTURE0 + picture_unit);
      glBindTexture(GL_TEXTURE_2D, picture);
    };
    // Those that face the eye first: of a closed body they hide all others before these are shaded.
    glEnable(GL_CULL_FACE);
    const bool front_alone =
        view.quality == Quality::fast && !translucent && bodies[i].hides_its_back(setting.eye);
    for (const GLenum hidden : {GL_BACK, GL_FRONT}) {
      if (hidden == GL_FRONT && front_alone) break;
      glCullFace(hidden);
      bodies[i].draw_faces(use);
    }
    glDisable(GL_CULL_FACE);
  }
  glActiveTexture(GL_TEXTURE0);
}

bool Renderer::Parts::edges_alone(const View& view) {
  for (std::size_t i = 0; i < view.bodies.size(); ++i)
    if (is_translucent(view, i)) return true;
  return !view.faces;
}

void Renderer::Parts::draw_lines(const View& view, const Setting& setting, int width,
                                 int height) const {
  line.use();
  line.set("camera", setting.camera);
  line.set("pixels", static_cast<float>(width), static_cast<float>(height));
  const auto scale = static_cast<float>(view.pixel_scale);
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    line.set("colour", view.bodies[i].look.colour * 0.8f);
    line.set("width", line_width * scale);
    bodies[i].draw_lines();
    line.set("width", pair_width * scale);
    bodies[i].draw_pairs();
  }
}

void Renderer::Parts::draw_points(const View& view, const Setting& setting) const {
  const ThemeColours& theme = theme_colours(view.theme);
  point.use();
  point.set("camera", setting.camera);
  point.set("size", point_size * static_cast<float>(view.pixel_scale));
  point.set("colour", theme.point);
  point.set("rim", theme.point_rim);
  // All alike, unless the colours are about vertices themselves.
  const bool coloured = view.colours && view.colours->kind == ColourMapKind::states;
  if (coloured) use_colours(point, *view.colours);
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    point.set("has_field", coloured && !view.bodies[i].field.values.empty() ? 1 : 0);
    bodies[i].draw_face_points();
    point.set("has_field", 0);
    bodies[i].draw_line_points();
  }
}

Renderer::Renderer() : parts_(std::make_unique<Parts>()) {
  check_errors("making the renderer");
}
Renderer::~Renderer() = default;

void Renderer::draw(const View& view, int width, int height) {
  const Vec3d origin = is_finite(view.stage.centre()) ? view.stage.centre() : Vec3d{};
  Setting setting{view.camera.matrix(static_cast<double>(width) / height, origin),
                  view.camera.eye() - origin,
                  light_from(view.light_yaw),
                  origin,
                  {}};
  if (view.floor) setting.floor = *view.floor - origin.y;
  while (parts_->bodies.size() < view.bodies.size()) parts_->bodies.emplace_back();
  for (std::size_t i = 0; i < view.bodies.size(); ++i)
    parts_->bodies[i].update(view.bodies[i], origin);
  if (view.colours) parts_->load_colour_map(view.colours->kind);
  if (view.shadows) parts_->shadows.draw(view, parts_->bodies, setting);

  glDisable(GL_CULL_FACE);
  glEnable(GL_PROGRAM_POINT_SIZE);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthFunc(GL_LEQUAL);
  parts_->floor.draw(view, setting, width, height);
  glEnable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  parts_->draw_surfaces(view, setting, view.faces ? 0 : 1);
  glEnable(GL_BLEND);
  parts_->draw_lines(view, setting, width, height);
  parts_->floor.draw_shadows(view, setting, parts_->shadows);
  glDisable(GL_BLEND);
  parts_->translucency.draw(view, setting, parts_->bodies, width, height);
  glEnable(GL_BLEND);
  if (view.edges && parts_->edges_alone(view)) {
    glDepthMask(GL_FALSE);
    parts_->draw_surfaces(view, setting, 2);
    glDepthMask(GL_TRUE);
  }
  if (view.points) parts_->draw_points(view, setting);
  parts_->overlay.draw(view, width, height);
  check_errors("drawing a view");
}

}  // namespace pliant::render::gl
