#include "model/world.h"

#include <pliant/stability.h>

#include <algorithm>
#include <limits>

#include "backend/backend.h"
#include "base/fingerprint.h"
#include "base/text.h"
#include "model/checks.h"
#include "model/saved_state.h"
#include "model/world_contact.h"

// States of several bodies, and what is told of all. Each body has its own layout, origin, dynamics
// and precision; what they have in common is time. How they step is in world_steps.cpp.

namespace pliant {

void ask_a_body(std::size_t bodies) {
  throw InputError("", 0, text("this is of one body, and there are ", bodies),
                   "ask one of them: body(number)");
}

State::OneBody::OneBody() = default;
State::OneBody::OneBody(std::unique_ptr<backend::CompiledState> state) : state_(std::move(state)) {}
State::OneBody::OneBody(OneBody&&) noexcept = default;
State::OneBody& State::OneBody::operator=(OneBody&&) noexcept = default;
State::OneBody::~OneBody() = default;

backend::CompiledState& State::OneBody::operator*() const {
  if (!state_) throw InputError("", 0, "this is of one body", "ask one of them: body(number)");
  return *state_;
}

State::State() = default;
State::State(const Model& model, const Dynamics& dynamics) {
  if (model.body_count() == 1) {
    compiled_ = OneBody(model.compiled().make_state(model));
    change().changed();
    set_dynamics(dynamics);
    return;
  }
  Dynamics wanted = dynamics;
  if (wanted.time_step == 0) wanted.time_step = safe_step(model, dynamics);
  std::vector<State> bodies;
  for (std::size_t i = 0; i < model.body_count(); ++i) bodies.emplace_back(model.body(i), wanted);
  *this = joined(std::move(bodies));
  world_->model = model;
}

State State::joined(std::vector<State> bodies) {
  need(!bodies.empty(), "a world has no body", "give it one or more");
  if (bodies.size() == 1) return std::move(bodies[0]);
  std::vector<Model> models;
  for (const State& body : bodies) {
    need(body.time() == bodies[0].time() && body.steps() == bodies[0].steps(),
         text("a body is at ", body.time(), " s, another one at ", bodies[0].time(), " s"),
         "join bodies that are at the same time");
    models.push_back(body.model());
  }
  State world;
  world.world_ = std::make_unique<World>(World{Model::joined(models), std::move(bodies)});
  for (State& body : world.world_->bodies) {
    if (body.world_) ask_a_body(body.body_count());
    body.is_part_ = true;
  }
  return world;
}

State::State(State&&) noexcept = default;
State& State::operator=(State&& other) noexcept {
  const bool is_part = is_part_;  // a place in a world stays one
  compiled_ = std::move(other.compiled_);
  world_ = std::move(other.world_);
  changes_ = other.changes_;
  changes_of_holds_ = other.changes_of_holds_;
  changes_of_motion_ = other.changes_of_motion_;
  good_ = std::move(other.good_);
  contact_ = std::move(other.contact_);
  good_contact_ = std::move(other.good_contact_);
  is_part_ = is_part;
  return *this;
}
State::State(const State& other)
    : changes_(other.changes_),
      changes_of_holds_(other.changes_of_holds_),
      changes_of_motion_(other.changes_of_motion_),
      contact_(other.contact_ ? std::make_unique<WorldContact>(*other.contact_) : nullptr) {
  if (!other.world_) {
    compiled_ = OneBody(other.compiled_->copy());
    return;
  }
  world_ = std::make_unique<World>(*other.world_);
  for (State& body : world_->bodies) body.is_part_ = true;
}
State& State::operator=(const State& other) {
  if (this == &other) return *this;
  if (world_ && other.world_ && world_->bodies.size() == other.world_->bodies.size()) {
    // Who refers to a body sees the new one.
    for (std::size_t i = 0; i < world_->bodies.size(); ++i)
      world_->bodies[i] = other.world_->bodies[i];
    world_->model = other.world_->model;
    changes_ = other.changes_;
    contact_ = other.contact_ ? std::make_unique<WorldContact>(*other.contact_) : nullptr;
    good_contact_.reset();
    return *this;
  }
  return *this = State(other);
}
State::~State() = default;

std::span<State> State::bodies() {
  return world_ ? std::span<State>(world_->bodies) : std::span<State>(this, 1);
}
std::span<const State> State::bodies() const {
  return world_ ? std::span<const State>(world_->bodies) : std::span<const State>(this, 1);
}
State& State::body(std::size_t number) {
  need(number < body_count(), text("no body ", number), text("there are ", body_count()));
  return bodies()[number];
}
const State& State::body(std::size_t number) const {
  need(number < body_count(), text("no body ", number), text("there are ", body_count()));
  return bodies()[number];
}

double State::time() const {
  return bodies()[0].compiled_->time;
}
std::int64_t State::steps() const {
  return bodies()[0].compiled_->steps;
}
const Model& State::model() const {
  return world_ ? world_->model : compiled_->model;
}

double State::time_step() const {
  const double first = bodies()[0].dynamics().time_step;
  for (const State& body : bodies())
    need(body.dynamics().time_step == first,
         text("bodies of one world have steps of ", first, " s and of ", body.dynamics().time_step,
              " s"),
         "give all of them the same: set_time_step");
  return first;
}
void State::set_time_step(double seconds) {
  for (State& body : bodies()) {
    Dynamics dynamics = body.dynamics();
    dynamics.time_step = seconds;
    body.set_dynamics(dynamics);
  }
}

std::uint64_t State::changes() const {
  std::uint64_t all = changes_;
  if (world_)
    for (const State& body : world_->bodies) all += body.changes();
  return all;
}

// --- what is told of all bodies ---

template <class T>
std::vector<T> State::of_all(std::vector<T> (State::*ask)() const) const {
  std::vector<T> all;
  for (const State& body : world_->bodies) {
    const std::vector<T> part = (body.*ask)();
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}
template std::vector<Vec3d> State::of_all(std::vector<Vec3d> (State::*)() const) const;
template std::vector<NodeState> State::of_all(std::vector<NodeState> (State::*)() const) const;

template <class T>
T State::sum(T (State::*ask)() const) const {
  T all{};
  for (const State& body : world_->bodies) all += (body.*ask)();
  return all;
}
template std::size_t State::sum(std::size_t (State::*)() const) const;
template double State::sum(double (State::*)() const) const;
template Vec3d State::sum(Vec3d (State::*)() const) const;

State::Energy State::energy_of_all() const {
  Energy all;
  for (const State& body : world_->bodies) {
    const Energy part = body.energy();
    all.kinetic += part.kinetic;
    all.elastic += part.elastic;
    all.gravitational += part.gravitational;
    all.has_elastic = all.has_elastic && part.has_elastic;
  }
  return all;
}

std::uint64_t State::hash_of_all() const {
  std::vector<std::uint64_t> parts;
  for (const State& body : world_->bodies) parts.push_back(body.hash());
  Fingerprint print;
  print.add(parts);
  return print.value();
}

void State::for_all(const std::function<void(State&)>& change) {
  for (State& body : world_->bodies) change(body);
}
void State::for_all(std::span<const Vec3d> values,
                    const std::function<void(State&, std::span<const Vec3d>)>& change) {
  for (State& body : world_->bodies) {
    const std::size_t count = body.model().vertex_count();
    change(body, values.first(count));
    values = values.subspan(count);
  }
}

void State::set_dynamics_of_all(const Dynamics& dynamics) {
  need(dynamics.pulls.empty(), "pulls name vertices of one body",
       "give them to it: body(number).set_pulls");
  Dynamics wanted = dynamics;
  if (wanted.time_step == 0) {
    wanted.time_step = std::numeric_limits<double>::infinity();
    for (const State& body : world_->bodies)
      wanted.time_step = std::min(wanted.time_step, safe_step(body, dynamics));
  }
  for (State& body : world_->bodies) body.set_dynamics(wanted);
}

std::vector<std::byte> State::save_all() const {
  ByteWriter out;
  out.add(saved_world_magic);
  out.add(std::uint64_t(body_count()));
  for (const State& body : world_->bodies) {
    const std::vector<std::byte> part = body.save();
    out.add(std::uint64_t(part.size()));
    out.add(std::span<const std::byte>(part));
  }
  return out.finish();
}

void State::restore_all(std::span<const std::byte> bytes) {
  ByteReader in(content_of(bytes));
  need(in.get<std::uint64_t>() == saved_world_magic, "this is no saved state of several bodies",
       "give the bytes of State::save");
  check_fingerprint(bytes);
  need(in.get<std::uint64_t>() == body_count(), "the saved state has another number of bodies",
       "restore it into a state of the world it was saved of");
  // Into copies first: a state that cannot be restored stays as it was.
  std::vector<State> restored = world_->bodies;
  for (State& body : restored) body.restore(in.get_bytes(in.get<std::uint64_t>()));
  need(in.at_end(), "the saved state is damaged: it is too long",
       "take one that was saved as a whole");
  for (std::size_t i = 0; i < restored.size(); ++i) world_->bodies[i] = std::move(restored[i]);
  ++changes_;
}

}  // namespace pliant
