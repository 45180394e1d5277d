#include <pliant/diverged.h>
#include <pliant/threads.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "backend/backend.h"
#include "base/parallel.h"
#include "large_steps/interrupt.h"
#include "model/blame.h"
#include "model/checks.h"
#include "model/take_steps.h"
#include "model/world.h"
#include "model/world_contact.h"

// How the bodies of a state step: by themselves, or one step after the other where they touch.

namespace pliant {

/// The bodies of a world, or a body alone: small ones are worked on side by side, one thread each,
/// large ones one after the other, on all threads.
class State::BodySteps {
 public:
  explicit BodySteps(State& world) : world_(world), bodies_(world.bodies()) {
    std::size_t vertices = 0;
    for (const State& body : bodies_) vertices += body.model().vertex_count();
    constexpr std::size_t shares = 4;  // of a thread, so that none waits long for another
    const std::size_t large = vertices / (shares * static_cast<std::size_t>(thread_count()));
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const bool beside = bodies_[b].model().backend() == Backend::cpu &&
                          bodies_[b].model().vertex_count() <= large &&
                          !bodies_[b].compiled().drives;  // whose paths are for one thread
      (beside ? beside_ : alone_).push_back(b);
    }
  }

 protected:
  void for_each(const std::function<void(State&, std::size_t)>& work) {
    const auto one = [&](std::size_t b) {
      try {
        work(bodies_[b], b);
      } catch (const InputError& error) {
        if (!world_.world_) throw;
        throw BodyError(error, b);
      }
    };
    for (const std::size_t b : alone_) one(b);
    const large_steps::Asked asked = large_steps::asked_by_thread();
    parallel_for(beside_.size(), 1, [&](std::size_t begin, std::size_t end) {
      const SerialScope serial;
      const large_steps::AskedScope scope(asked);
      for (std::size_t i = begin; i < end; ++i) one(beside_[i]);
    });
  }

  /// A large step costs much more than a copy, and may be interrupted: there is one before each.
  bool has_large_steps() const {
    return std::ranges::any_of(
        bodies_, [](const State& body) { return body.dynamics().large_steps.has_value(); });
  }

  /// Of bodies that are back where all were good.
  [[noreturn]] void blame(std::size_t bad) {
    const Diverged found = find_blame(bodies_[bad]);
    if (!world_.world_) throw found;
    throw Diverged(found.what(), found.vertex(), found.law(), found.relation(), found.time(), bad);
  }

  State& world_;
  std::span<State> bodies_;

 private:
  std::vector<std::size_t> alone_, beside_;
};

/// Bodies that do not touch go through some steps each by themselves, while all that they need is
/// in a cache. Those on a card that can go together do. All go back to the same step where one runs
/// away.
class State::WorldSteps : BodySteps {
 public:
  explicit WorldSteps(State& world) : BodySteps(world), shared_(world.world_->shared) {}

  void run(std::int64_t count) {
    const bool large = has_large_steps();
    while (count > 0) {
      choose_shared();
      const std::optional<std::int64_t> good_step = large ? std::nullopt : same_good_step();
      if (!good_step) renew_good();
      const std::int64_t age = good_step ? world_.steps() - *good_step : 0;
      const std::int64_t now = large ? 1 : std::min(count, backend::steps_between_copies - age);
      std::vector<char> good(bodies_.size(), 1);
      try {
        take(now, good);
      } catch (...) {
        back_to_good();
        throw;
      }
      if (const auto bad = std::ranges::find(good, 0); bad != good.end())
        back_to_good_and_blame(static_cast<std::size_t>(bad - good.begin()));
      count -= now;
    }
  }

 private:
  void choose_shared() {
    std::vector<backend::CompiledState*> states;
    for (State& body : bodies_) states.push_back(&*body.compiled_);
    shared_.choose(states);
  }

  // That all have a copy of, and not of too long ago.
  std::optional<std::int64_t> same_good_step() const {
    std::optional<std::int64_t> same = shared_.backed_up_at();
    if (shared_.has_any() && !same) return std::nullopt;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (shared_.has(b)) continue;
      const auto& good = bodies_[b].good_;
      if (!good || (same && good->steps != *same)) return std::nullopt;
      same = good->steps;
    }
    return world_.steps() - *same < backend::steps_between_copies ? same : std::nullopt;
  }
  void renew_good() {
    for_others([](State& body, std::size_t) { body.renew_good(); });
    shared_.back_up();
  }
  void back_to_good() {
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      if (!shared_.has(b)) bodies_[b].back_to_good();
    shared_.go_back();
  }

  [[noreturn]] void back_to_good_and_blame(std::size_t bad) {
    back_to_good();
    blame(bad);
  }

  void take(std::int64_t steps, std::vector<char>& good) {
    shared_.step(steps, good);
    for_others([&](State& body, std::size_t b) { good[b] = take_steps(*body.compiled_, steps); });
  }
  /// That do not go together.
  void for_others(const std::function<void(State&, std::size_t)>& work) {
    for_each([&](State& body, std::size_t b) {
      if (!shared_.has(b)) work(body, b);
    });
  }

  SharedSteps& shared_;
};

/// Bodies that touch go step by step.
class State::TouchingSteps : BodySteps {
 public:
  explicit TouchingSteps(State& world) : BodySteps(world), contact_(*world.contact_) {}

  void run(std::int64_t count) {
    contact_.begin(world_);
    const bool large = has_large_steps();
    if (large) contact_.check_large_steps(world_);
    const WorldContact::Bodies bodies = states();
    const WorldContact::ForEach each = [&](const std::function<void(std::size_t)>& work) {
      for_each([&](State&, std::size_t b) { work(b); });
    };
    for (; count > 0; --count) {
      if (!large) {
        const WorldContact::Gone gone = contact_.go_on_card(bodies, count);
        count -= gone.steps;
        if (gone.diverged) {
          contact_.end(bodies);
          blame(*gone.diverged);
        }
        if (count == 0) break;
      }
      if (large || !have_same_good()) renew_good();
      std::optional<std::size_t> bad;
      try {
        bad = large ? contact_.large_step(bodies) : contact_.step(bodies, each);
      } catch (...) {
        go_back();
        throw;
      }
      if (!bad) continue;
      go_back();
      blame(*bad);
    }
    contact_.end(bodies);
  }

 private:
  WorldContact::Bodies states() {
    WorldContact::Bodies states;
    for (State& body : bodies_) states.push_back(&*body.compiled_);
    return states;
  }
  bool have_same_good() const {
    return world_.good_contact_ && std::ranges::all_of(bodies_, [&](const State& body) {
             return body.good_ && body.good_->steps == bodies_[0].good_->steps &&
                    body.steps() - body.good_->steps < backend::steps_between_copies;
           });
  }
  void renew_good() {
    for_each([](State& body, std::size_t) { body.renew_good(); });
    world_.good_contact_ = std::make_unique<WorldContact>(contact_);
  }
  void go_back() {
    for (State& body : bodies_) body.back_to_good();
    contact_ = *world_.good_contact_;
    contact_.end(states());
  }

  WorldContact& contact_;
};

namespace {

void check_no_contact_wanted(const State& state) {
  for (std::size_t b = 0; b < state.body_count(); ++b)
    for (const Obstacle& o : state.body(b).dynamics().obstacles)
      need(o.response != Response::contact,
           "an obstacle is met by contact alone, and the state has none",
           "call set_contact(), or give the obstacle another response");
}

}  // namespace

void step(const Model& model, State& state, std::int64_t count) {
  check_step_count(count);
  need(model == state.model(), "the state is of another model",
       "step a state with the model it was made from");
  need(!state.is_part_, "a body of a world steps with it", "step the world, or a copy of the body");
  if (!state.contact_) check_no_contact_wanted(state);
  if (!state.world_ && !state.contact_) return state.step_alone(count);
  (void)state.time_step();  // the same for all
  if (state.contact_)
    State::TouchingSteps(state).run(count);
  else
    State::WorldSteps(state).run(count);
}

}  // namespace pliant
