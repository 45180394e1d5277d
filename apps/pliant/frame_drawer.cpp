#include "frame_drawer.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "mesh/cut_surface.h"
#include "render/gl/overlay.h"

namespace pliant::app {

namespace {

namespace gl = render::gl;

// The outermost places of a body in directions all around: enough to fit a camera to.
void add_outermost(std::vector<Vec3d>& outermost, std::span<const Vec3d> positions) {
  for (int i = 0; i < 27; ++i) {
    const Vec3d direction{static_cast<double>(i % 3 - 1), static_cast<double>(i / 3 % 3 - 1),
                          static_cast<double>(i / 9 - 1)};
    std::optional<Vec3d> farthest;
    for (const Vec3d& p : positions)
      if (is_finite(p) && (!farthest || dot(p, direction) > dot(*farthest, direction)))
        farthest = p;
    if (farthest) outermost.push_back(*farthest);
  }
}

Box box_around(std::span<const Vec3d> places) {
  Box box;
  for (const Vec3d& p : places)
    if (is_finite(p)) box.add(p);
  return box;
}

// The corners of what an obstacle has near the bodies: a table may be much larger than they are.
void add_near_part(std::vector<Vec3d>& places, const Box& bodies, const Box& obstacle) {
  const Vec3d near = Vec3d{1, 1, 1} * (0.3 * length(bodies.size()));
  Box part{bodies.low - near, bodies.high + near};
  for (int axis = 0; axis < 3; ++axis) {
    part.low[axis] = std::max(part.low[axis], obstacle.low[axis]);
    part.high[axis] = std::min(part.high[axis], obstacle.high[axis]);
    if (!(part.low[axis] <= part.high[axis])) return;
  }
  for (int i = 0; i < 8; ++i)
    places.push_back({(i & 1) != 0 ? part.high.x : part.low.x,
                      (i & 2) != 0 ? part.high.y : part.low.y,
                      (i & 4) != 0 ? part.high.z : part.low.z});
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
  for (std::size_t i = 0; i < bodies_.size(); ++i) shown_.push_back(shown(i, {}));
  only_obstacles_ =
      std::ranges::all_of(bodies_, [](const RecordedBody& body) { return body.look.obstacle; });
}

FrameDrawer::Shown FrameDrawer::shown(std::size_t body, std::vector<bool> removed) const {
  const RecordedBody& recorded = bodies_[body];
  if (look_.shows_own_skin() && recorded.surface) {
    auto own = recorded.surface;
    if (!removed.empty())
      own = std::make_shared<const EmbeddedSurface>(cut_surface(*own, recorded.mesh, removed));
    gl::BodyShape shape(own->surface);
    return {std::move(removed), std::move(own), std::move(shape)};
  }
  gl::Parts parts = look_.parts();
  parts.voronoi_kind = recorded.voronoi;
  if (recorded.look.obstacle) parts = {};
  if (!removed.empty()) parts.absent = std::make_shared<const std::vector<bool>>(removed);
  return {std::move(removed), nullptr, gl::BodyShape(recorded.mesh, parts)};
}

std::vector<Vec3d> FrameDrawer::places_of(const RecordedFrame& frame, std::size_t body) const {
  const std::vector<Vec3d>& positions = frame.bodies[body].positions;
  const auto& own = shown_[body].own;
  return own ? own->positions(positions) : positions;
}

std::vector<Vec3d> FrameDrawer::whereabouts(const RecordedFrame& frame, std::size_t body) const {
  const std::vector<bool> removed = removed_tetrahedra(frame.bodies[body]);
  if (removed.empty()) return places_of(frame, body);
  const std::vector<Vec3d>& positions = frame.bodies[body].positions;
  std::vector<bool> there(positions.size(), false);
  std::vector<Vec3d> places;
  for (std::size_t t = 0; t < removed.size(); ++t)
    for (const Index v : bodies_[body].mesh.tetrahedra[t])
      if (!removed[t] && !there[v]) {
        there[v] = true;
        places.push_back(positions[v]);
      }
  return places;
}

std::optional<render::ScalarField> FrameDrawer::field_of(const RecordedFrame& frame,
                                                         std::size_t body) const {
  auto field = render::scalar_field(bodies_[body].mesh, frame.bodies[body], look_.field);
  const auto& own = shown_[body].own;
  const std::vector<bool> removed = removed_tetrahedra(frame.bodies[body]);
  if (field && (look_.smooth || own))
    field = render::on_vertices(bodies_[body].mesh, *field, removed.empty() ? nullptr : &removed);
  if (field && own) field->values = own->embedding.apply(std::span<const float>(field->values));
  return field;
}

bool FrameDrawer::is_body(std::size_t number) const {
  return only_obstacles_ || !bodies_[number].look.obstacle;
}

// The bodies, and what of obstacles is near them.
std::vector<Vec3d> FrameDrawer::in_sight(const RecordedFrame& frame) const {
  std::vector<Vec3d> places;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i)
    if (is_body(i)) add_outermost(places, whereabouts(frame, i));
  const Box box = box_around(places);
  if (!is_finite(box.size())) return places;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i)
    if (!is_body(i)) add_near_part(places, box, box_around(frame.bodies[i].positions));
  return places;
}

void FrameDrawer::look_over(const RecordedFrame& frame) {
  const std::vector<Vec3d> places = in_sight(frame);
  for (const Vec3d& p : places) view_.stage.add(p);
  reach_.insert(reach_.end(), places.begin(), places.end());
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

double FrameDrawer::legend_share() const {
  if (!view_.colours) return 0;
  return std::min(gl::legend_width(*view_.colours, view_.pixel_scale) / look_.width, 0.5);
}

void FrameDrawer::fit(std::span<const Vec3d> places) {
  view_.camera.fit(places, static_cast<double>(look_.width) / look_.height, look_.zoom,
                   legend_share());
}

void FrameDrawer::fit_camera() {
  settle();
  fit(reach_);
}

void FrameDrawer::fit_camera(const RecordedFrame& frame) {
  settle();
  const std::vector<Vec3d> places = in_sight(frame);
  const Box box = solid(box_around(places));
  view_.stage = box;
  if (view_.floor && box.low.y - *view_.floor < 1.5 * length(box.size()))
    view_.stage.low.y = std::min(box.low.y, *view_.floor);
  fit(places);
}

bool FrameDrawer::begin_following() {
  fit_camera();
  if (look_.fixed) return false;
  following_.emplace(view_.camera, static_cast<double>(look_.width) / look_.height, look_.zoom,
                     legend_share());
  return true;
}

void FrameDrawer::follow(const RecordedFrame& frame) {
  std::vector<Vec3d> places;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i)
    if (is_body(i)) add_outermost(places, whereabouts(frame, i));
  following_->see(places);
}

void FrameDrawer::plan_following(double seconds, double pictures) {
  following_->plan(seconds * pictures);
  pictures_a_moment_ = pictures;
  if (!following_->has_seen()) following_.reset();
}

void FrameDrawer::aim(double picture) {
  if (!following_) return;
  view_.camera = following_->at(picture / pictures_a_moment_);
  const Vec3d half = following_->extent() * 0.5;
  view_.stage = solid({view_.camera.target - half, view_.camera.target + half});
}

std::string FrameDrawer::grid_caption() const {
  return view_.floor ? "grid " + gl::metres(gl::grid_spacing(view_.stage)) : "";
}

render::Image FrameDrawer::draw(const RecordedFrame& frame, const std::string& caption) {
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (auto removed = removed_tetrahedra(frame.bodies[i]); removed != shown_[i].removed)
      shown_[i] = shown(i, std::move(removed));
  std::vector<std::optional<render::ScalarField>> fields;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    fields.push_back(look_.field.empty() ? std::nullopt : field_of(frame, i));
  std::vector<std::vector<Vec3d>> places;
  for (std::size_t i = 0; i < bodies_.size(); ++i) places.push_back(places_of(frame, i));
  view_.bodies.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    gl::BodyView body{&shown_[i].shape, places[i], {}, render::look_of(bodies_[i].look, i)};
    if (fields[i]) body.field = {fields[i]->values, fields[i]->place};
    view_.bodies.push_back(body);
  }
  view_.caption = look_.no_words ? "" : caption;
  picture_.bind();
  renderer_.draw(view_, look_.width, look_.height);
  return picture_.read();
}

}  // namespace pliant::app
