#include "frame_drawer.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "render/gl/field_scale.h"
#include "render/gl/overlay.h"

namespace pliant::app {

namespace {

namespace gl = render::gl;

void add_places(Box& box, const RecordedFrame& frame) {
  for (const BodyFrame& body : frame.bodies)
    for (const Vec3d& p : body.positions)
      if (is_finite(p)) box.add(p);
}

// The outermost places in directions all around: enough to fit a camera to.
void add_outermost(std::vector<Vec3d>& outermost, const RecordedFrame& frame) {
  for (int i = 0; i < 27; ++i) {
    const Vec3d direction{static_cast<double>(i % 3 - 1), static_cast<double>(i / 3 % 3 - 1),
                          static_cast<double>(i / 9 - 1)};
    std::optional<Vec3d> farthest;
    for (const BodyFrame& body : frame.bodies)
      for (const Vec3d& p : body.positions)
        if (is_finite(p) && (!farthest || dot(p, direction) > dot(*farthest, direction)))
          farthest = p;
    if (farthest) outermost.push_back(*farthest);
  }
}

// Never without extent: something must fit into the picture.
Box solid(Box box) {
  if (!is_finite(box.size())) box = {{-0.5, 0, -0.5}, {0.5, 1, 0.5}};
  const double least = std::max(1e-3 * length(box.size()), 1e-9);
  const Vec3d grown{least, least, least};
  return {box.low - grown, box.high + grown};
}

}  // namespace

FrameDrawer::FrameDrawer(const std::vector<RecordedBody>& bodies, RenderLook look)
    : bodies_(bodies),
      look_(std::move(look)),
      view_(look_.view()),
      picture_(look_.width, look_.height) {
  for (const RecordedBody& body : bodies_) {
    render::gl::Parts parts = look_.parts();
    parts.voronoi_kind = body.voronoi;
    shapes_.emplace_back(body.mesh, parts);
  }
}

std::optional<render::ScalarField> FrameDrawer::field_of(const RecordedFrame& frame,
                                                         std::size_t body) const {
  auto field = render::scalar_field(bodies_[body].mesh, frame.bodies[body], look_.field);
  if (field && look_.smooth) field = render::on_vertices(bodies_[body].mesh, *field);
  return field;
}

void FrameDrawer::look_over(const RecordedFrame& frame) {
  add_places(view_.stage, frame);
  add_outermost(reach_, frame);
  settled_ = false;
  if (look_.field.empty()) return;
  bool found = false;
  std::set<std::string> names;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    for (const std::string& name : render::field_names(bodies_[i].mesh, frame.bodies[i]))
      names.insert(name);
    const auto field = field_of(frame, i);
    if (!field) continue;
    found = true;
    seen_values_.insert(seen_values_.end(), field->values.begin(), field->values.end());
  }
  if (!found)
    throw InputError("", 0, fmt::format("there is no field '{}'", look_.field),
                     fmt::format("choose one of {}", fmt::join(names, ", ")));
}

// Floor and colours from what was looked over.
void FrameDrawer::settle() {
  if (settled_) return;
  settled_ = true;
  view_.stage = solid(view_.stage);
  if (!look_.no_floor) view_.floor = look_.floor.value_or(view_.stage.low.y);
  if (view_.floor) view_.stage.low.y = std::min(view_.stage.low.y, *view_.floor);
  if (look_.field.empty()) return;
  const render::FieldTitle title = render::field_title(look_.field);
  const render::Range range = look_.range.value_or(render::range_of(seen_values_, title));
  view_.colours = gl::field_scale(range, title);
}

void FrameDrawer::fit(std::span<const Vec3d> places) {
  const double legend =
      view_.colours ? gl::legend_width(*view_.colours, view_.pixel_scale) / look_.width : 0;
  view_.camera.fit(places, static_cast<double>(look_.width) / look_.height, look_.zoom,
                   std::min(legend, 0.5));
}

void FrameDrawer::fit_camera() {
  settle();
  fit(reach_);
}

void FrameDrawer::fit_camera(const RecordedFrame& frame) {
  settle();
  std::vector<Vec3d> places;
  for (const BodyFrame& body : frame.bodies)
    places.insert(places.end(), body.positions.begin(), body.positions.end());
  fit(places);
}

std::string FrameDrawer::grid_caption() const {
  return view_.floor ? "grid " + gl::metres(gl::grid_spacing(view_.stage)) : "";
}

render::Image FrameDrawer::draw(const RecordedFrame& frame, const std::string& caption) {
  std::vector<std::optional<render::ScalarField>> fields;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    fields.push_back(look_.field.empty() ? std::nullopt : field_of(frame, i));
  view_.bodies.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    gl::BodyView body{&shapes_[i], frame.bodies[i].positions, {}, gl::body_colour(i)};
    if (fields[i]) body.field = {fields[i]->values, fields[i]->place};
    view_.bodies.push_back(body);
  }
  view_.caption = look_.no_words ? "" : caption;
  picture_.bind();
  renderer_.draw(view_, look_.width, look_.height);
  return picture_.read();
}

}  // namespace pliant::app
