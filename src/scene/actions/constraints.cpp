#include <pliant/error.h>
#include <pliant/run.h>

#include "constraints/total_volume.h"
#include "scene/actions/drive_work.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

std::vector<Vec3d> inverse_masses(const RunBody& body) {
  std::vector<Vec3d> inverse(body.masses.size());
  for (std::size_t v = 0; v < inverse.size(); ++v)
    inverse[v] = Vec3d{1, 1, 1} * (1 / body.masses[v]);
  for (const auto& [v, free] : body.freedom) {
    const Vec3d full = inverse[v];
    inverse[v] = {full.x * free.x, full.y * free.y, full.z * free.z};
  }
  return inverse;
}

/// Corrects positions and velocities on the host after every step.
class VolumeWork final : public Work {
 public:
  VolumeWork(std::vector<std::size_t> bodies, double gamma, VolumeCorrection form)
      : bodies_(std::move(bodies)), gamma_(gamma), form_(form) {}

  void start(SceneRun& run) override {
    for (const std::size_t b : bodies_) {
      const RunBody& body = run.bodies()[b];
      const auto boundary = body.mesh->boundary();
      parts_.push_back({b,
                        {{boundary.begin(), boundary.end()},
                         inverse_masses(body),
                         enclosed_volume(boundary, body.mesh->vertices()),
                         gamma_,
                         form_},
                        body.state.positions()});
    }
  }
  std::int64_t next_event(std::int64_t step) const override { return step + 1; }
  void at(SceneRun& run, std::int64_t step) override {
    if (step == 0) return;
    for (Part& part : parts_) {
      State& state = run.bodies()[part.body].state;
      std::vector<Vec3d> positions = state.positions(), velocities = state.velocities();
      part.constraint.correct(part.before, run.time_step(), positions, velocities);
      state.set_positions(positions);
      state.set_velocities(velocities);
      part.before = state.positions();
    }
  }
  void remember(SceneRun& run, std::span<const double>) override {
    for (Part& part : parts_) part.before = run.bodies()[part.body].state.positions();
  }

 private:
  struct Part {
    std::size_t body;
    TotalVolume constraint;
    std::vector<Vec3d> before;
  };
  std::vector<std::size_t> bodies_;
  double gamma_;
  VolumeCorrection form_;
  std::vector<Part> parts_;
};

}  // namespace

Declaration SimpleVolumeConstraint::declare() {
  using S = SimpleVolumeConstraint;
  return Declare<S>("SimpleVolumeConstraint", "constraints",
                    "Keeps the whole volume of a body by moving its surface after every step (E06 "
                    "chapter 3).",
                    "sim:addAction(SimpleVolumeConstraint())")
      .parameter("gamma", &S::gamma, "",
                 "part of the drift that is taken back a step; (3.20) is stable below 2/3",
                 {.low = 0, .high = 1})
      .parameter("form", &S::form, "", "as_published is (3.20), which over-corrects",
                 {.choices = {"corrected", "as_published"}})
      .parameter("body", &S::body, "", body_help);
}

std::unique_ptr<Work> SimpleVolumeConstraint::prepare(Stage& stage) const {
  return std::make_unique<VolumeWork>(
      stage.chosen(body), gamma,
      form == "corrected" ? VolumeCorrection::corrected : VolumeCorrection::as_published);
}

Declaration Pin::declare() {
  return Declare<Pin>("Pin", "constraints", "Holds vertices where they are at the start.",
                      "sim:addAction(Pin{group = \"left\"})")
      .parameter("group", &Pin::group, "", "which vertices", required)
      .parameter("axes", &Pin::axes, "", "directions that are held, some of the letters xyz")
      .parameter("body", &Pin::body, "", body_help);
}

std::unique_ptr<Work> Pin::prepare(Stage& stage) const {
  const auto held = parse_axes(axes);
  auto parts = stage.select(group, body);
  for (const Selection& part : parts) {
    StagedBody& staged = stage.bodies[part.body];
    staged.hold(part.vertices, held);
    if (axes_all(held))
      staged.body.pinned.insert(staged.body.pinned.end(), part.vertices.begin(),
                                part.vertices.end());
  }
  if (axes_all(held)) return nullptr;
  return std::make_unique<DriveWork>(std::move(parts), held, steady_at_rest(), DriveTimes{});
}

}  // namespace pliant::action
