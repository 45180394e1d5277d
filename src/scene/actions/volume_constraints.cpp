#include <pliant/error.h>
#include <pliant/run.h>
#include <pliant/topology.h>

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "constraints/element_volumes.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

constexpr const char* region_help =
    "only the tetrahedra that have all their vertices in this group";

/// The tetrahedra of a mesh between some of its vertices.
std::vector<Tetrahedron> tetrahedra_in(const TetMesh& mesh, const Group& vertices) {
  std::vector<bool> chosen(mesh.vertices().size());
  for (const Index v : vertices) chosen[v] = true;
  std::vector<Tetrahedron> out;
  for (const Tetrahedron& t : mesh.tetrahedra())
    if (std::ranges::all_of(t, [&](Index v) { return chosen[v]; })) out.push_back(t);
  if (out.empty())
    throw InputError("", 0, "no tetrahedron has all its vertices in 'region'",
                     "choose a larger part of the body");
  return out;
}

std::vector<Triangle> boundary_of(const std::vector<Tetrahedron>& tetrahedra,
                                  std::size_t vertex_count) {
  const Lists touching = vertex_cells<4>(tetrahedra, vertex_count);
  return boundary_triangles(tetrahedra, tetrahedron_neighbours(tetrahedra, touching));
}

/// What the constraints of a run's elements cost in its last step, all bodies together.
struct Cost {
  double iterations = 0, seconds = 0, error = 0;
};

/// Solves for the corrections on the host after every step.
class ElementVolumeWork final : public Work {
 public:
  struct Part {
    std::size_t body;
    ElementVolumes constraints;
    std::vector<Vec3d> before{}, forces{};
  };
  ElementVolumeWork(std::vector<Part> parts, std::shared_ptr<Cost> cost, std::size_t probe,
                    std::int64_t every)
      : parts_(std::move(parts)), cost_(std::move(cost)), probe_(probe), every_(every) {}

  void start(SceneRun& run) override {
    for (const Part& part : parts_)
      if (const RunBody& body = run.bodies()[part.body]; body.state.dynamics().selection)
        run.note(text("it moves vertices of body '", body.name,
                      "' after every step, so that DynamicSelection lets none of them sleep"));
    take_places(run);
  }
  std::int64_t next_event(std::int64_t step) const override { return step + 1; }
  bool changes_energy() const override { return false; }
  void at(SceneRun& run, std::int64_t step) override {
    if (step > 0) {
      const auto begin = std::chrono::steady_clock::now();
      *cost_ = {};
      for (Part& part : parts_) correct(part, run);
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      cost_->seconds = passed.count();
    }
    if (step % every_ == 0) run.sample(probe_);
  }
  void end(SceneRun& run) override { run.sample(probe_); }
  // States are restored after actions remember: they cannot be asked for positions then.
  std::vector<double> memory() const override {
    std::vector<double> all;
    for (const Part& part : parts_) {
      const auto multipliers = part.constraints.multipliers();
      all.insert(all.end(), multipliers.begin(), multipliers.end());
      for (const Vec3d& x : part.before) all.insert(all.end(), {x.x, x.y, x.z});
    }
    return all;
  }
  void remember(SceneRun&, std::span<const double> memory) override {
    for (Part& part : parts_) {
      const std::size_t multipliers = part.constraints.size();
      if (memory.size() < multipliers + 3 * part.before.size())
        throw InputError("", 0, "the checkpoint is of other constraints", "start anew");
      part.constraints.start_from(memory.first(multipliers));
      memory = memory.subspan(multipliers);
      for (Vec3d& x : part.before) {
        x = {memory[0], memory[1], memory[2]};
        memory = memory.subspan(3);
      }
    }
  }
  void join(SceneRun& run, std::int64_t) override { take_places(run); }

 private:
  void take_places(const SceneRun& run) {
    for (Part& part : parts_) part.before = run.bodies()[part.body].state.positions();
  }
  void correct(Part& part, SceneRun& run) {
    State& state = run.bodies()[part.body].state;
    std::vector<Vec3d> positions = state.positions(), velocities = state.velocities();
    const ElementSolve solve = part.constraints.correct(part.before, state.freedoms(),
                                                        run.time_step(), positions, velocities);
    state.set_positions(positions);
    state.set_velocities(velocities);
    tell_forces(part, state, run.time_step());
    part.before = state.positions();
    cost_->iterations += static_cast<double>(solve.iterations);
    cost_->error = std::max(cost_->error, solve.error);
  }

  // Several may act on one state, so each takes back what it told before.
  static void tell_forces(Part& part, State& state, double h) {
    std::vector<Vec3d> all = state.outer_forces();
    if (all.empty()) {
      all.resize(state.model().vertex_count());
      part.forces.clear();
    }
    std::vector<Vec3d> now(all.size());
    part.constraints.add_forces(h, now);
    part.forces.resize(all.size());
    for (std::size_t v = 0; v < all.size(); ++v) all[v] += now[v] - part.forces[v];
    part.forces = std::move(now);
    state.set_outer_forces(std::move(all));
  }

  std::vector<Part> parts_;
  std::shared_ptr<Cost> cost_;
  std::size_t probe_;
  std::int64_t every_;
};

// More constraints than directions to give way in cannot all be met.
void note_freedom(Stage& stage, const StagedBody& staged,
                  const std::vector<Tetrahedron>& tetrahedra) {
  std::vector<bool> free(staged.body.vertices.size());
  for (const Tetrahedron& t : tetrahedra)
    for (const Index v : t) free[v] = true;
  for (const Index v : staged.body.pinned) free[v] = false;
  const auto directions = 3 * static_cast<std::size_t>(std::ranges::count(free, true));
  if (tetrahedra.size() > directions)
    stage.notes.push_back(text("ElementVolumeConstraint: '", staged.name, "' has ",
                               tetrahedra.size(), " tetrahedra whose volumes shall be kept and ",
                               directions,
                               " directions in which vertices are free: it is stiffer than its "
                               "material, and what cannot be met is met as well as possible"));
}

}  // namespace

Declaration SimpleVolumeConstraint::declare() {
  using S = SimpleVolumeConstraint;
  return Declare<S>("SimpleVolumeConstraint", "constraints",
                    "Keeps the whole volume of a body by moving its surface after every step (E06, "
                    "chapter 3).",
                    "sim:addAction(SimpleVolumeConstraint())")
      .parameter(
          "gamma", &S::gamma, "",
          "part of the drift that is taken back a step; not given: 1, or 0.5 for (3.20), which "
          "is stable below 2/3",
          {.low = 0, .high = 1})
      .parameter("form", &S::form, "", "as_published is (3.20), which over-corrects",
                 {.choices = {"corrected", "as_published"}})
      .parameter("region", &S::region, "", region_help)
      .parameter("body", &S::body, "", body_help);
}

void SimpleVolumeConstraint::prepare(Stage& stage) const {
  for (const Selection& part : stage.select(region, body)) {
    StagedBody& staged = stage.bodies[part.body];
    VolumeConstraint constraint;
    constraint.surface =
        boundary_of(tetrahedra_in(*staged.mesh, part.vertices), staged.mesh->vertices().size());
    constraint.form =
        form == "corrected" ? VolumeCorrection::corrected : VolumeCorrection::as_published;
    const bool published = constraint.form == VolumeCorrection::as_published;
    constraint.strength = gamma.value_or(published ? 0.5 : 1.0);
    if (published && constraint.strength > 2.0 / 3)
      stage.notes.push_back(text("SimpleVolumeConstraint: with gamma = ", constraint.strength,
                                 " (3.20) multiplies a drift of the volume by ",
                                 1 - 3 * constraint.strength, " every step, so that body '",
                                 staged.name, "' runs away; it is stable below 2/3"));
    staged.body.volume_constraints.push_back(std::move(constraint));
  }
}

Declaration ElementVolumeConstraint::declare() {
  using E = ElementVolumeConstraint;
  return Declare<E>("ElementVolumeConstraint", "constraints",
                    "Keeps the volume of every tetrahedron: the constraints that E06 calls too "
                    "expensive, solved together by conjugate gradients after every step. A probe "
                    "tells iterations, seconds and the largest error of a volume in the last step.",
                    "sim:addAction(ElementVolumeConstraint{tolerance = 1e-5})")
      .parameter("gamma", &E::gamma, "", "part of the drift that is taken back a step",
                 {.low = 0, .high = 1})
      .parameter("tolerance", &E::tolerance, "",
                 "what the solver may leave of a tetrahedron's change, over its volume at rest",
                 {.low = 0, .high = 1, .above = true})
      .parameter("max_iterations", &E::max_iterations, "", "of the solver in a step", {.low = 1})
      .parameter("softness", &E::softness, "",
                 "how much constraints give way, so that those that contradict each other can be "
                 "solved at all",
                 {.low = 0, .high = 1})
      .parameter("region", &E::region, "", region_help)
      .parameter("name", &E::name, "", "of the probe", limits::a_name)
      .parameter("every", &E::every, "", "steps from one value of the probe to the next",
                 {.low = 1})
      .parameter("body", &E::body, "", body_help);
}

std::unique_ptr<Work> ElementVolumeConstraint::prepare(Stage& stage) const {
  std::vector<ElementVolumeWork::Part> parts;
  for (const Selection& part : stage.select(region, body)) {
    const StagedBody& staged = stage.bodies[part.body];
    std::vector<Tetrahedron> tetrahedra = tetrahedra_in(*staged.mesh, part.vertices);
    note_freedom(stage, staged, tetrahedra);
    parts.push_back({part.body,
                     {std::move(tetrahedra),
                      staged.mesh->vertices(),
                      {gamma, tolerance, max_iterations, softness}}});
  }
  auto cost = std::make_shared<Cost>();
  const std::size_t probe = stage.add_probe({name,
                                             {".iterations", ".seconds", ".error"},
                                             {"", "s", ""},
                                             [cost](const SceneRun&, std::span<double> out) {
                                               out[0] = cost->iterations;
                                               out[1] = cost->seconds;
                                               out[2] = cost->error;
                                             }});
  return std::make_unique<ElementVolumeWork>(std::move(parts), std::move(cost), probe, every);
}

}  // namespace pliant::action
