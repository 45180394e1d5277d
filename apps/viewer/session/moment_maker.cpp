#include "session/moment_maker.h"

#include <pliant/cut.h>
#include <pliant/spectral.h>

#include <algorithm>

namespace pliant::viewer {

namespace {

std::shared_ptr<const std::vector<Index>> pinned_of(const std::vector<bool>& pinned) {
  std::vector<Index> list;
  for (std::size_t v = 0; v < pinned.size(); ++v)
    if (pinned[v]) list.push_back(static_cast<Index>(v));
  if (list.empty()) return nullptr;
  return std::make_shared<const std::vector<Index>>(std::move(list));
}

// Tetrahedra of which a rigid region has all vertices.
std::shared_ptr<const std::vector<bool>> rigid_of(const RunBody& body) {
  if (!body.model.is_spectral()) return nullptr;
  const auto tetrahedra = body.mesh->tetrahedra();
  auto rigid = std::make_shared<std::vector<bool>>(tetrahedra.size(), false);
  for (const std::vector<Index>& region : rigid_regions(body.model)) {
    std::vector<bool> inside(body.mesh->vertices().size(), false);
    for (const Index v : region) inside[v] = true;
    for (std::size_t t = 0; t < tetrahedra.size(); ++t)
      if (std::ranges::all_of(tetrahedra[t], [&](Index v) { return inside[v]; }))
        (*rigid)[t] = true;
  }
  return rigid;
}

RecordedField force_field(const RunBody& body) {
  RecordedField field{"force", 3, FieldPlace::vertices, {}};
  for (const Vec3d& f : body.state.forces())
    for (int i = 0; i < 3; ++i) field.values.push_back(static_cast<float>(f[i]));
  return field;
}

RecordedField stress_field(const RunBody& body) {
  RecordedField field{"von_mises", 1, FieldPlace::tetrahedra, {}};
  for (const Stress& s : body.stresses()) field.values.push_back(static_cast<float>(von_mises(s)));
  return field;
}

bool all_asleep(const SceneRun& run) {
  return std::ranges::all_of(run.bodies(),
                             [](const RunBody& body) { return body.state.active_count() == 0; });
}

}  // namespace

std::vector<std::string> live_fields() {
  return {"displacement", "speed", "volume_ratio", "von_mises", "force"};
}

void MomentMaker::begin(const SceneRun& run) {
  auto bodies = std::make_shared<std::vector<ShownBody>>();
  for (const RunBody& body : run.bodies()) {
    ShownBody shown{body.name, {body.mesh, &body.mesh->mesh()}, body.mesh};
    shown.rigid = rigid_of(body);
    shown.voronoi = body.voronoi;
    shown.look = body.look;
    if (!body.fill.empty()) shown.fill = std::make_shared<const std::vector<double>>(body.fill);
    shown.skin = body.surface;  // show_cut() cuts it
    bodies->push_back(std::move(shown));
  }
  for (DrawnObstacle& obstacle : drawn_obstacles(run.bodies())) {
    ShownBody shown{obstacle.name, std::make_shared<const Mesh>(std::move(obstacle.surface))};
    shown.look.obstacle = true;
    bodies->push_back(std::move(shown));
  }
  bodies_ = std::move(bodies);
  look(run);
  look_again();
}

bool MomentMaker::changed(const SceneRun& run) const {
  for (std::size_t b = 0; b < seen_.size(); ++b) {
    const State& state = run.bodies()[b].state;
    if (state.removed() != seen_[b].removed || state.pinned() != seen_[b].pinned) return true;
  }
  return false;
}

void MomentMaker::look(const SceneRun& run) {
  auto bodies = std::make_shared<std::vector<ShownBody>>(*bodies_);
  seen_.clear();
  volumes_.clear();
  rest_volume_ = 0;
  for (std::size_t b = 0; b < run.bodies().size(); ++b) {
    const RunBody& body = run.bodies()[b];
    seen_.push_back({body.state.removed(), body.state.pinned()});
    show_cut(removed_tetrahedra(body.state), body.surface, (*bodies)[b]);
    (*bodies)[b].pinned = pinned_of(body.state.pinned());
    rest_volume_ += volumes_.emplace_back((*bodies)[b]).at((*bodies)[b].mesh->vertices, {});
  }
  bodies_ = std::move(bodies);
}

void MomentMaker::read(const SceneRun& run, const Wanted& wanted, Moment& moment) {
  for (const RunBody& body : run.bodies()) {
    BodyFrame& frame = moment.frame.bodies.emplace_back();
    frame.positions = body.positions();
    frame.velocities = body.velocities();
    moment.editions.push_back(body.reader->editions());
    if (wanted.field == "force") frame.fields.push_back(force_field(body));
    if (wanted.field == "von_mises") frame.fields.push_back(stress_field(body));
    if (wanted.states) moment.states.push_back(body.state.node_states());
    if (body.state.dynamics().selection) {
      moment.active += body.state.active_count();
      moment.selected += body.model.vertex_count();
    }
    moment.volume +=
        volumes_[moment.frame.bodies.size() - 1].at(frame.positions, moment.editions.back());
    const State::Energy energy = body.energy();
    moment.energy.kinetic += energy.kinetic;
    moment.energy.elastic += energy.elastic;
    moment.energy.gravitational += energy.gravitational;
    moment.energy.has_elastic = moment.energy.has_elastic && energy.has_elastic;
  }
  if (!run.world().contact()) return;
  moment.energy.contact = run.world().energy().contact;
  moment.touching = run.world().contact_counts().touching;
  if (wanted.contacts) moment.contacts = run.world().contact_points();
}

// The bodies themselves are as they were.
bool MomentMaker::looks_like_last(const Moment& moment, std::size_t bodies) const {
  const auto& now = moment.frame.bodies;
  const auto& then = last_->frame.bodies;
  if (moment.balls != last_->balls || now.size() != then.size()) return false;
  for (std::size_t i = bodies; i < now.size(); ++i)
    if (now[i].positions != then[i].positions) return false;
  return true;
}

MomentPointer MomentMaker::make(const SceneRun& run, const Wanted& wanted, InHand in_hand) {
  if (changed(run)) {
    look(run);
    look_again();
  }
  const bool asleep = all_asleep(run);
  const bool sleeps_on = asleep && last_ && last_asleep_ && wanted == last_wanted_;
  auto moment = sleeps_on ? std::make_shared<Moment>(*last_) : std::make_shared<Moment>();
  moment->bodies = bodies_;
  moment->frame.step = run.step();
  moment->frame.time = run.time();
  moment->rest_volume = rest_volume_;
  moment->has_energy = true;
  moment->held = std::move(in_hand.held);
  moment->balls = std::move(in_hand.balls);
  const std::size_t count = run.bodies().size();
  moment->frame.bodies.resize(sleeps_on ? count : 0);
  if (!sleeps_on) read(run, wanted, *moment);
  for (DrawnObstacle& obstacle : drawn_obstacles(run.bodies())) {
    BodyFrame& frame = moment->frame.bodies.emplace_back();
    frame.velocities.assign(obstacle.surface.vertices.size(), obstacle.velocity);
    frame.positions = std::move(obstacle.surface.vertices);
  }
  if (!sleeps_on || !looks_like_last(*moment, count)) moment->revision = ++revision_;
  last_ = moment;
  last_wanted_ = wanted;
  last_asleep_ = asleep;
  return moment;
}

}  // namespace pliant::viewer
