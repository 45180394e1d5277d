#include "window/scenery.h"

#include <cmath>

#include "base/parallel.h"
#include "render/gl/overlay.h"

namespace pliant::viewer {

namespace {

namespace gl = render::gl;

Box box_of(const Moment& moment) {
  Box box;
  for (const BodyFrame& body : moment.frame.bodies)
    for (const Vec3d& p : body.positions)
      if (is_finite(p)) box.add(p);
  return box;
}

// A tetrahedron belongs to a group when three of its corners do: one that is painted from outside
// shows the whole face.
std::vector<float> groups_of_cells(const Mesh& mesh, std::span<const float> of_vertices) {
  std::vector<float> out;
  out.reserve(mesh.tetrahedra.size());
  for (const Tetrahedron& cell : mesh.tetrahedra.cells) {
    float group = 0;
    for (int corner = 0; corner < 2; ++corner) {
      const float candidate = of_vertices[cell[static_cast<std::size_t>(corner)]];
      int alike = 0;
      for (const Index v : cell) alike += of_vertices[v] == candidate ? 1 : 0;
      if (alike >= 3) group = candidate;
    }
    out.push_back(group > 0 ? static_cast<float>(1 + (static_cast<int>(group) - 1) % 8) : 0);
  }
  return out;
}

// The skin's, where that is what is drawn.
std::vector<float> on_skin(const Skin* skin, std::vector<float> of_vertices) {
  return skin ? skin->embedding.apply(std::span<const float>(of_vertices)) : std::move(of_vertices);
}

}  // namespace

bool Scenery::Wish::operator==(const Wish& other) const {
  const bool alike =
      moment && other.moment && moment->revision != 0 && moment->revision == other.moment->revision;
  return (alike || moment == other.moment) && floor == other.floor && groups == other.groups;
}

void Scenery::forget() {
  bodies_.clear();
  wish_ = {};
  first_stage_.reset();
  expected_.clear();
  range_.reset();
  range_fixed_ = false;
}

void Scenery::set_range(render::Range range) {
  range_ = range;
  range_fixed_ = true;
}

bool Scenery::waiting() const {
  for (const Body& body : bodies_)
    if (body.shape.waiting()) return true;
  return false;
}

bool Scenery::has_skin() const {
  if (!wish_.moment) return false;
  for (const ShownBody& body : *wish_.moment->bodies)
    if (body.skin) return true;
  return false;
}

std::string Scenery::take_problem() {
  std::string problem;
  for (Body& body : bodies_) problem = body.shape.take_problem();
  return problem;
}

std::vector<Vec3d> Scenery::reach() const {
  std::vector<Vec3d> places;
  if (!wish_.moment) return places;
  Box box = box_of(*wish_.moment);
  for (const Vec3d& p : expected_) box.add(p);
  places = expected_;
  for (const BodyFrame& body : wish_.moment->frame.bodies)
    places.insert(places.end(), body.positions.begin(), body.positions.end());
  // A floor far below would make bodies tiny.
  if (wish_.floor && box.low.y - *wish_.floor < 1.5 * length(box.size()))
    for (const double x : {box.low.x, box.high.x})
      for (const double z : {box.low.z, box.high.z}) places.push_back({x, *wish_.floor, z});
  return places;
}

void Scenery::expect(const Moment& moment) {
  widen_stage(moment);
  for (int i = 0; i < 27; ++i) {
    const Vec3d direction{static_cast<double>(i % 3 - 1), static_cast<double>(i / 3 % 3 - 1),
                          static_cast<double>(i / 9 - 1)};
    std::optional<Vec3d> farthest;
    for (const BodyFrame& body : moment.frame.bodies)
      for (const Vec3d& p : body.positions)
        if (is_finite(p) && (!farthest || dot(p, direction) > dot(*farthest, direction)))
          farthest = p;
    if (farthest) expected_.push_back(*farthest);
  }
}

// The floor and its grid are made for all that was seen; a body that flies away takes them along
// only so far.
void Scenery::widen_stage(const Moment& moment) {
  Box box = box_of(moment);
  const bool any = is_finite(box.size());
  if (!any) box = {{-0.5, 0, -0.5}, {0.5, 1, 0.5}};
  const double least = std::max(1e-3 * length(box.size()), 1e-9);
  const Vec3d grown{least, least, least};
  box = {box.low - grown, box.high + grown};
  if (!first_stage_) view_.stage = box;
  if (!any) return;
  if (!first_stage_) first_stage_ = box;
  Box wider = view_.stage;
  wider.add(box);
  if (length(wider.size()) < 12 * length(first_stage_->size())) view_.stage = wider;
}

void Scenery::colour_by_groups(const Wish& wish) {
  view_.colours = gl::ColourScale{"", 0, 8, 1, gl::ColourMapKind::groups};
  view_.legend = false;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Mesh& mesh = *(*wish.moment->bodies)[i].mesh;
    if (i >= wish.groups.size() || wish.groups[i].size() != mesh.vertices.size()) continue;
    const bool solid = !mesh.tetrahedra.empty();
    bodies_[i].values = solid ? groups_of_cells(mesh, wish.groups[i]) : wish.groups[i];
    bodies_[i].place = solid ? FieldPlace::tetrahedra : FieldPlace::vertices;
  }
}

const Skin* Scenery::drawn_skin(std::size_t body, const Moment& moment) const {
  return bodies_[body].shape.made_for().skin ? (*moment.bodies)[body].skin.get() : nullptr;
}

void Scenery::colour_by_states(const Moment& moment) {
  view_.colours = gl::ColourScale{"Nodes", 0, 2, 1, gl::ColourMapKind::states};
  for (std::size_t i = 0; i < moment.states.size(); ++i) {
    std::vector<float> values;
    for (const NodeState state : moment.states[i]) values.push_back(static_cast<float>(state));
    bodies_[i].place = FieldPlace::vertices;
    bodies_[i].values = on_skin(drawn_skin(i, moment), std::move(values));
  }
}

void Scenery::colour_by_field(const Moment& moment, const Look& look) {
  const render::FieldTitle title = render::field_title(look.field);
  if (range_field_ != look.field) {
    range_field_ = look.field;
    range_.reset();
  }
  if (!range_) range_fixed_ = false;
  std::vector<float> seen;
  bool any = false;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const ShownBody& body = (*moment.bodies)[i];
    auto field = render::scalar_field(*body.mesh, moment.frame.bodies[i], look.field);
    if (!field) continue;
    any = true;
    if (!range_fixed_) seen.insert(seen.end(), field->values.begin(), field->values.end());
    const Skin* skin = drawn_skin(i, moment);
    if (look.smooth || skin) *field = render::on_vertices(*body.mesh, *field, body.absent.get());
    bodies_[i].place = field->place;
    bodies_[i].values = on_skin(skin, std::move(field->values));
  }
  if (!any) return;
  if (!range_fixed_) {
    const render::Range now = render::range_of(std::move(seen), title);
    range_ = range_
                 ? render::Range{std::min(range_->low, now.low), std::max(range_->high, now.high)}
                 : now;
  }
  view_.colours = gl::field_scale(*range_, title);
}

void Scenery::colour(const Wish& wish, const Look& look) {
  view_.colours.reset();
  view_.legend = true;
  for (Body& body : bodies_) body.values.clear();
  if (!wish.groups.empty())
    colour_by_groups(wish);
  else if (look.active_nodes && !wish.moment->states.empty())
    colour_by_states(*wish.moment);
  else if (!look.field.empty())
    colour_by_field(*wish.moment, look);
}

void Scenery::dress(const Moment& moment) {
  view_.bodies.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = bodies_[i];
    const gl::BodyShape* shape = body.shape.made();
    const auto& positions = moment.frame.bodies[i].positions;
    if (shape == nullptr || positions.size() != (*moment.bodies)[i].mesh->vertices.size()) continue;
    gl::BodyView seen{
        shape, positions, {}, render::look_of((*moment.bodies)[i].look, i), ++edition_};
    if (i < moment.editions.size()) seen.editions = moment.editions[i];
    if (const auto& skin = body.shape.made_for().skin) {
      body.skin_positions.resize(skin->surface.vertices.size());
      skin->embedding.apply(positions, body.skin_positions);
      seen.positions = body.skin_positions;
      seen.editions = {};
    }
    const std::size_t wanted =
        body.place == FieldPlace::vertices ? shape->vertex_count() : shape->tetrahedron_count();
    if (body.values.size() == wanted) seen.field = {body.values, body.place};
    view_.bodies.push_back(seen);
  }
  for (gl::BodyView& ball : balls_.views(moment.balls)) {
    ball.edition = ++edition_;
    view_.bodies.push_back(ball);
  }
}

bool Scenery::update(const Wish& wish, const Look& look) {
  const bool arrived = was_waiting_;
  if (wish == wish_ && look == look_ && !arrived &&
      (range_ || look.field.empty() || look.active_nodes))
    return false;
  wish_ = wish;
  look_ = look;
  const Moment& moment = *wish.moment;
  bodies_.resize(moment.bodies->size());
  widen_stage(moment);
  if (wish.floor) view_.stage.low.y = std::min(view_.stage.low.y, *wish.floor);
  // Without a ground of its own, a scene stands on the lowest place that was seen.
  view_.floor = look.floor ? wish.floor.value_or(view_.stage.low.y) : std::optional<double>();
  view_.theme = look.theme;
  view_.faces = look.faces;
  view_.edges = look.edges;
  view_.points = look.points;
  view_.shadows = look.shadows;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    bodies_[i].shape.want(shape_key((*moment.bodies)[i], look));
  colour(wish, look);
  dress(moment);
  was_waiting_ = waiting();
  return true;
}

}  // namespace pliant::viewer
