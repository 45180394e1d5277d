#include <pliant/cut.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/text.h"
#include "scene/actions/list.h"
#include "scene/actions/load_work.h"

namespace pliant::action {

namespace {

constexpr const char* axes[] = {"x", "y", "z"};
constexpr const char* surface_help = "vertices of the surface";

struct LoadedSet {
  std::size_t body, set;
  std::vector<double> shares;  // one for all relations, or one a relation
};

// Point loads without force yet.
std::size_t add_point_loads(Body& body, const Group& vertices, bool one_for_all) {
  const std::vector<double> nothing(one_for_all ? 1 : vertices.size(), 0.0);
  body.relations.push_back({"point_load", vertices, {nothing, nothing, nothing}, {}});
  return body.relations.size() - 1;
}

// The relations of a set with one number each.
std::vector<Index> all_of(const std::vector<double>& numbers) {
  std::vector<Index> relations(numbers.size());
  std::iota(relations.begin(), relations.end(), Index(0));
  return relations;
}

void apply_force(SceneRun& run, const LoadedSet& loaded, const Vec3d& force) {
  State& state = run.bodies()[loaded.body].state;
  for (int i = 0; i < 3; ++i) {
    if (loaded.shares.size() == 1) {
      state.set_parameter(loaded.set, axes[i], force[i] * loaded.shares[0]);
      continue;
    }
    std::vector<double> forces = loaded.shares;
    for (double& share : forces) share *= force[i];
    state.set_parameters(loaded.set, axes[i], all_of(forces), forces);
  }
}

// The faces of a body's surface with all their vertices in a group.
std::vector<Triangle> faces_in(const StagedBody& body, const Selection& part) {
  std::vector<Triangle> faces;
  for (const Triangle& t : body.mesh->boundary())
    if (std::ranges::all_of(t,
                            [&](Index v) { return std::ranges::binary_search(part.vertices, v); }))
      faces.push_back(t);
  if (faces.empty())
    throw InputError("", 0,
                     text("the group holds no face of the surface of body '", body.name, "'"),
                     "choose vertices of a part of the surface");
  return faces;
}

double area(std::span<const Vec3d> x, const Triangle& t) {
  return 0.5 * length(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]));
}

}  // namespace

Declaration Load::declare() {
  Declare<Load> load("Load", "loads",
                     "A force on vertices, shared evenly among them or on each of them.",
                     "sim:addAction(Load{group = \"tip\", force = {0, -10, 0}, ramp = 0.5})");
  load.parameter("group", &Load::group, "", "which vertices", required)
      .parameter("force", &Load::force, "N", "in all, or on each", required);
  declare_times(load).parameter("each", &Load::each, "", "the force is on each vertex, not shared");
  return declare_rest(load);
}

std::unique_ptr<Work> Load::prepare(Stage& stage) const {
  std::vector<LoadedSet> sets;
  std::size_t count = 0;
  for (const Selection& part : stage.select(group, body)) {
    count += part.vertices.size();
    sets.push_back(
        {part.body, add_point_loads(stage.bodies[part.body].body, part.vertices, true), {1.0}});
  }
  for (LoadedSet& set : sets)
    if (!each) set.shares[0] = 1 / static_cast<double>(count);
  return std::make_unique<LoadWork>(
      times_of(*this, force.is_constant()),
      [sets, f = force](SceneRun& run, double time, double factor) {
        for (const LoadedSet& set : sets) apply_force(run, set, f(time) * factor);
      },
      trial_of(force, start));
}

Declaration Traction::declare() {
  Declare<Traction> load("Traction", "loads",
                         "A force on an area of the surface, by square metre at rest; it keeps "
                         "its direction.",
                         "sim:addAction(Traction{group = \"right\", traction = {1e4, 0, 0}})");
  load.parameter("group", &Traction::group, "", surface_help, required)
      .parameter("traction", &Traction::traction, "Pa", "force by area", required);
  return declare_rest(declare_times(load));
}

std::unique_ptr<Work> Traction::prepare(Stage& stage) const {
  std::vector<LoadedSet> sets;
  for (const Selection& part : stage.select(group, body)) {
    StagedBody& staged = stage.bodies[part.body];
    std::map<Index, double> areas;
    for (const Triangle& t : faces_in(staged, part))
      for (const Index v : t) areas[v] += area(staged.mesh->vertices(), t) / 3;
    Group vertices;
    LoadedSet set{part.body, 0, {}};
    for (const auto& [v, a] : areas) {
      vertices.push_back(v);
      set.shares.push_back(a);
    }
    set.set = add_point_loads(staged.body, vertices, vertices.size() == 1);
    sets.push_back(std::move(set));
  }
  return std::make_unique<LoadWork>(
      times_of(*this, traction.is_constant()),
      [sets, f = traction](SceneRun& run, double time, double factor) {
        for (const LoadedSet& set : sets) apply_force(run, set, f(time) * factor);
      },
      trial_of(traction, start));
}

Declaration Pressure::declare() {
  Declare<Pressure> load(
      "Pressure", "loads",
      "A pressure on a part of the surface, against its normal; it follows the surface.",
      "sim:addAction(Pressure{group = \"top\", pressure = 2e4, ramp = 0.1})");
  load.parameter("group", &Pressure::group, "", surface_help, required)
      .parameter("pressure", &Pressure::pressure, "Pa", "positive: inwards", required);
  return declare_rest(declare_times(load));
}

std::unique_ptr<Work> Pressure::prepare(Stage& stage) const {
  std::vector<LoadedSet> sets;
  for (const Selection& part : stage.select(group, body)) {
    Body& staged = stage.bodies[part.body].body;
    std::vector<Index> vertices;
    for (const Triangle& t : faces_in(stage.bodies[part.body], part))
      vertices.insert(vertices.end(), t.begin(), t.end());
    staged.relations.push_back({"GasPressure", std::move(vertices), {{0.0}}, {}});
    sets.push_back({part.body, staged.relations.size() - 1, {}});
  }
  return std::make_unique<LoadWork>(
      times_of(*this, pressure.is_constant()),
      [sets, p = pressure](SceneRun& run, double time, double factor) {
        for (const LoadedSet& set : sets)  // the law's presses outwards
          run.bodies()[set.body].state.set_parameter(set.set, "pressure", -p(time) * factor);
      },
      trial_of(pressure, start));
}

namespace {

class EventWork final : public Work {
 public:
  EventWork(std::size_t body, std::size_t set, Group vertices, std::vector<ForceEvent> events)
      : body_(body), set_(set), vertices_(std::move(vertices)), events_(std::move(events)) {
    for (const ForceEvent& event : events_) steps_.insert({event.step, event.step + 1});
  }
  std::int64_t next_event(std::int64_t step) const override {
    const auto next = steps_.upper_bound(step);
    return next == steps_.end() ? never : *next;
  }
  void at(SceneRun& run, std::int64_t step) override {
    std::vector<Vec3d> forces(vertices_.size());
    for (const ForceEvent& event : events_)
      if (event.step == step)
        forces[static_cast<std::size_t>(
            std::ranges::lower_bound(vertices_, static_cast<Index>(event.vertex)) -
            vertices_.begin())] += event.force;
    State& state = run.bodies()[body_].state;
    for (int i = 0; i < 3; ++i) {
      std::vector<double> along;
      for (const Vec3d& force : forces) along.push_back(force[i]);
      state.set_parameters(set_, axes[i], all_of(along), along);
    }
  }
  void remember(SceneRun& run, std::span<const double>) override { at(run, run.step()); }

 private:
  std::size_t body_, set_;
  Group vertices_;
  std::vector<ForceEvent> events_;
  std::set<std::int64_t> steps_;
};

}  // namespace

Declaration EventForces::declare() {
  return Declare<EventForces>("EventForces", "loads",
                              "Forces on single vertices during single steps.",
                              "sim:addAction(EventForces{{vertex = 12, step = 100, force = {0, 5, "
                              "0}}})")
      .parameter("events", &EventForces::events, "N",
                 "each acts on its vertex while its step is taken; both count from 0", required)
      .parameter("body", &EventForces::body, "", "which body, where there are several");
}

std::unique_ptr<Work> EventForces::prepare(Stage& stage) const {
  const auto chosen = stage.chosen(body);
  if (chosen.size() > 1)
    throw InputError("", 0, "vertices have the same numbers in several bodies", "give 'body'");
  StagedBody& staged = stage.bodies[chosen[0]];
  std::set<Index> vertices;
  for (const ForceEvent& event : events) {
    const auto count = static_cast<std::int64_t>(staged.body.vertices.size());
    if (event.vertex < 0 || event.vertex >= count)
      throw InputError("", 0, text("there is no vertex ", event.vertex),
                       text("body '", staged.name, "' has ", count, ", counted from 0"));
    if (event.step < 0)
      throw InputError("", 0, text("there is no step ", event.step), "the first is 0");
    vertices.insert(static_cast<Index>(event.vertex));
  }
  if (vertices.empty()) return nullptr;
  Group sorted(vertices.begin(), vertices.end());
  const std::size_t set = add_point_loads(staged.body, sorted, false);
  return std::make_unique<EventWork>(chosen[0], set, std::move(sorted), events);
}

Declaration Cut::declare() {
  return Declare<Cut>("Cut", "loads",
                      "Cuts bodies apart at a time: what a plane or a disk meets is removed.",
                      "sim:addAction(Cut{point = {0, 0, 0}, normal = {1, 0, 0}, time = 0.5})")
      .parameter("point", &Cut::point, "m", "of the plane, and middle of the disk")
      .parameter("normal", &Cut::normal, "", "of the plane; any length but zero")
      .parameter("time", &Cut::time, "s", "when", not_negative)
      .parameter("radius", &Cut::radius, "m", "of the disk; 0: the whole plane", not_negative)
      .parameter("body", &Cut::body, "", body_help);
}

std::unique_ptr<Work> Cut::prepare(Stage& stage) const {
  if (!(length(normal) > 0))
    throw InputError("", 0, "'normal' has no length", "give a vector such as {1, 0, 0}");
  // A cut is a change at one step, and so is an event of a load that ends as it begins.
  const std::vector<std::size_t> chosen = stage.chosen(body);
  return std::make_unique<LoadWork>(
      LoadTimes{0, time, 0, 1, true, false},
      [chosen, plane = CuttingPlane{point, normal, radius}](SceneRun& run, double, double) {
        for (const std::size_t b : chosen) cut(run.bodies()[b].state, plane);
      },
      [chosen](const SceneRun& run) {
        for (const std::size_t b : chosen)
          if (run.bodies()[b].model.is_spectral())
            throw InputError("", 0,
                             text("body '", run.bodies()[b].name,
                                  "' is a spectral solid and cannot be cut: its modes are those "
                                  "of the whole"),
                             "use MassSpringForces or MaterialForces3 for what is cut");
      });
}

}  // namespace pliant::action
