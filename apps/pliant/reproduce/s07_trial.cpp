#include <pliant/bodies.h>
#include <pliant/model.h>
#include <pliant/quality.h>
#include <pliant/stability.h>
#include <pliant/threads.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "reproduce/s07.h"

// The runs of S07 5.3.2.

namespace pliant::app::s07 {

namespace {

// S07 gives neither material nor load. Soft enough for steps of 0.02 s on the finest mesh; damping
// and loads were found by trying, so that the default setting on bunny1000 has about as many active
// nodes as S07 says.
Material jelly() {
  return make_material(150, 0.3, 1000, 0.2);
}
constexpr double drag = 0.5;  // 1/s

constexpr int steps_between_looks = 5;
constexpr int looks_per_second = steps_per_second / steps_between_looks;

// Unit vectors, the same in every run.
std::vector<Vec3d> directions(int count) {
  std::mt19937 random(1);
  const auto share = [&] { return static_cast<double>(random()) / 4294967296.0; };
  std::vector<Vec3d> out;
  for (int i = 0; i < count; ++i) {
    const double y = 2 * share() - 1, angle = 2 * std::numbers::pi * share();
    const double level = std::sqrt(1 - y * y);
    out.push_back({level * std::cos(angle), y, level * std::sin(angle)});
  }
  return out;
}

// S07 disables multithreading.
class OneThread {
 public:
  OneThread() { set_thread_count(1); }
  ~OneThread() { set_thread_count(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_ = thread_count();
};

double since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<Index> in_slice(const TetMesh& mesh, double from, double to) {
  const Box box = bounding_box(mesh.vertices());
  std::vector<Index> out;
  for (std::size_t v = 0; v < mesh.vertices().size(); ++v) {
    const double height = (mesh.vertices()[v].y - box.low.y) / box.size().y;
    if (from <= height && height <= to) out.push_back(static_cast<Index>(v));
  }
  return out;
}

Body held_below(const TetMesh& mesh, std::span<const Index> held, std::span<const Index> loaded) {
  Body body = mass_spring_solid(mesh, jelly());
  body.pinned.assign(held.begin(), held.end());
  body.relations.push_back(
      {"point_load", {loaded.begin(), loaded.end()}, {{0.0}, {0.0}, {0.0}}, {}});
  return body;
}

Dynamics dynamics_of(const Method& method) {
  return {.time_step = time_step, .gravity = {}, .damping = drag, .selection = method.selection};
}

}  // namespace

struct Trial::Parts {
  Protocol protocol;
  std::vector<Index> held, loaded;
  Model model;
  std::vector<Vec3d> loads;                    // N on a node, one a second
  std::vector<std::vector<Vec3d>> whole = {};  // positions of the whole simulation, look by look

  Parts(const TetMesh& mesh, double force, const Protocol& given)
      : protocol(given),
        held(in_slice(mesh, 0, held_share)),
        loaded(in_slice(mesh, 1 - loaded_share, 1)),
        model(held_below(mesh, held, loaded)),
        loads(static_cast<std::size_t>(given.idle)) {
    for (const Vec3d& d : directions(given.loaded))
      loads.push_back(d * (force / static_cast<double>(loaded.size())));
  }

  void set_load(State& state, std::size_t second) const {
    const std::size_t set = model.set_count() - 1;
    if (second < static_cast<std::size_t>(protocol.idle)) return;
    const Vec3d& load = loads[second];
    state.set_parameter(set, "x", load.x);
    state.set_parameter(set, "y", load.y);
    state.set_parameter(set, "z", load.z);
  }

  // S07 wakes the nodes under a load before every step (4.11); what is automatic needs no help.
  bool wakes(const Method& method, std::size_t second) const {
    return method.selection && method.selection->criterion != Equilibrium::automatic &&
           second >= static_cast<std::size_t>(protocol.idle);
  }

  void advance(State& state, int steps, bool is_waking) const {
    for (int i = 0; i < steps; ++i) {
      if (is_waking) state.wake(loaded);
      step(model, state, 1);
    }
  }

  // Calls see(look, state) ten times a simulated second.
  template <class See>
  void watch(State& state, const Method& method, const See& see) const {
    for (std::size_t second = 0, look = 0; second < loads.size(); ++second) {
      set_load(state, second);
      for (int i = 0; i < looks_per_second; ++i, ++look) {
        advance(state, steps_between_looks, wakes(method, second));
        see(look, state);
      }
    }
  }

  // Counts and errors, which take no part in the times.
  void compare(const Method& method, History& out) const {
    const std::vector<Vec3d> rest = State(model).positions();
    State state(model, dynamics_of(method));
    out.active.assign(loads.size(), 0);
    watch(state, method, [&](std::size_t look, const State& now) {
      out.active[look / looks_per_second] += static_cast<double>(now.active_count());
      const std::vector<Vec3d> x = now.positions();
      for (std::size_t v = 0; v < x.size(); ++v) {
        out.moved = std::max(out.moved, length(x[v] - rest[v]) / object_size);
        const double error = length(x[v] - whole[look][v]) / object_size;
        out.largest_error = std::max(out.largest_error, error);
        out.mean_error += error / static_cast<double>(x.size() * whole.size());
      }
    });
    for (double& active : out.active) active /= looks_per_second;
    if (method.selection && method.selection->criterion == Equilibrium::automatic)
      out.tolerance = state.selection().tolerance / object_size;
  }

  void time(const Method& method, History& out) const {
    State state(model, dynamics_of(method));
    for (std::size_t second = 0; second < loads.size(); ++second) {
      set_load(state, second);
      const SelectionCosts before = state.selection_costs();
      const auto begin = std::chrono::steady_clock::now();
      advance(state, steps_per_second, wakes(method, second));
      const double passed = since(begin);
      const SelectionCosts after = state.selection_costs();
      const double stepping = method.selection ? after.stepping - before.stepping : passed;
      out.rate[second] = std::max(out.rate[second], steps_per_second / passed);
      out.selecting[second] =
          std::min(out.selecting[second], 1e3 * (after.selecting - before.selecting));
      out.stepping[second] = std::min(out.stepping[second], 1e3 * stepping);
    }
  }
};

Trial::Trial(const TetMesh& mesh, double force, const Protocol& protocol) {
  const OneThread alone;
  auto parts = std::make_unique<Parts>(mesh, force, protocol);
  State state(parts->model, dynamics_of(classical()));
  parts->watch(state, classical(),
               [&](std::size_t, const State& now) { parts->whole.push_back(now.positions()); });
  parts_ = std::move(parts);
}

Trial::~Trial() = default;

History Trial::look(const Method& method) const {
  const OneThread alone;
  const std::size_t seconds = parts_->loads.size();
  constexpr double not_yet = std::numeric_limits<double>::infinity();
  History out;
  out.rate.assign(seconds, 0);
  out.selecting.assign(seconds, not_yet);
  out.stepping.assign(seconds, not_yet);
  parts_->compare(method, out);
  return out;
}

void Trial::time(const Method& method, History& history) const {
  const OneThread alone;
  parts_->time(method, history);
}

int Trial::rounds() const {
  return parts_->protocol.rounds;
}
std::size_t Trial::loaded_count() const {
  return parts_->loaded.size();
}
std::size_t Trial::held_count() const {
  return parts_->held.size();
}
double Trial::stable_step() const {
  return pliant::stable_step(parts_->model, dynamics_of(classical()));
}

}  // namespace pliant::app::s07
