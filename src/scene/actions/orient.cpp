#include <pliant/error.h>
#include <pliant/run.h>
#include <pliant/spectral.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "scene/actions/list.h"
#include "spectral/regions.h"

namespace pliant::action {

namespace {

using Rows = std::array<Vec3d, 3>;

constexpr std::size_t most_handles = 4;  // of a group: more would say the same again

Rows product(const Rows& a, const Rows& b) {
  Rows out;
  for (std::size_t i = 0; i < 3; ++i) out[i] = b[0] * a[i].x + b[1] * a[i].y + b[2] * a[i].z;
  return out;
}

// A constant is reached evenly, a function followed.
Vec3d vector_after(const Orient& action, double seconds) {
  const double longest =
      action.seconds > 0 ? action.seconds : std::numeric_limits<double>::infinity();
  const double after = std::clamp(seconds, 0.0, longest);
  if (!action.rotation.is_constant()) return action.rotation(after);
  return action.rotation(0) * (action.seconds > 0 ? after / longest : 1);
}

/// Turns the material around some vertices from one step to another.
class OrientWork final : public Work {
 public:
  OrientWork(std::vector<Selection> parts, const Orient& action)
      : parts_(std::move(parts)), action_(action) {}

  void start(SceneRun& run) override {
    for (Selection& part : parts_) {
      const RunBody& body = run.bodies()[part.body];
      if (!body.model.is_spectral())
        throw InputError(
            "", 0,
            text("body '", body.name, "' is no spectral solid: its vertices have no orientation"),
            "add SpectralSolid, or turn vertices about an axis with Rotate");
      part.vertices = spectral::farthest_apart(body.mesh->vertices(), part.vertices, most_handles);
    }
    first_ = run.step_at(action_.start);
    begin_ = static_cast<double>(first_) * run.time_step();
    if (action_.seconds > 0 && !action_.hold) last_ = first_ + run.step_at(action_.seconds);
    vector_after(action_, run.time_step());  // tells now what is wrong with a function
  }
  std::int64_t next_event(std::int64_t step) const override {
    return step < first_ ? first_ : step < last_ ? last_ : never;
  }
  void at(SceneRun& run, std::int64_t step) override {
    if (step >= last_) return let_go(run);
    rest_.clear();
    for (const Selection& part : parts_)
      for (const Index v : part.vertices)
        rest_.push_back(orientation(run.bodies()[part.body].state, v));
    turn(run);
  }

  // When it began, and the orientations then.
  std::vector<double> memory() const override {
    std::vector<double> out;
    if (numbers_.empty()) return out;
    out = {static_cast<double>(first_), begin_};
    for (const Rows& rows : rest_)
      for (const Vec3d& row : rows) out.insert(out.end(), {row.x, row.y, row.z});
    return out;
  }
  void remember(SceneRun& run, std::span<const double> memory) override {
    std::size_t count = 0;
    for (const Selection& part : parts_) count += part.vertices.size();
    if (!memory.empty() && (memory.size() != 2 + 9 * count || !(std::abs(memory[0]) < 1e15)))
      throw InputError("", 0, "what is remembered is of another handle", "start anew");
    let_go(run);
    if (memory.empty()) return;
    begin_at(static_cast<std::int64_t>(memory[0]), memory[1]);
    rest_.assign(count, {});
    const double* from = memory.data() + 2;
    for (Rows& rows : rest_)
      for (Vec3d& row : rows) {
        row = {from[0], from[1], from[2]};
        from += 3;
      }
    turn(run);
  }
  /// Begins now where it would have begun already.
  void join(SceneRun& run, std::int64_t step) override {
    if (step < first_) return;
    begin_at(step, run.time());
    at(run, step);
  }

 private:
  void begin_at(std::int64_t step, double time) {
    if (last_ != never) last_ = step + (last_ - first_);
    first_ = step;
    begin_ = time;
  }
  void turn(SceneRun& run) {
    std::size_t next = 0;
    for (const Selection& part : parts_)
      for (const Index v : part.vertices)
        numbers_.push_back(add_orientation_handle(
            run.bodies()[part.body].state,
            {.vertex = v,
             .path = [action = action_, begin = begin_, rest = rest_[next++]](double time) {
               return product(rotation_by(vector_after(action, time - begin)), rest);
             }}));
  }
  void let_go(SceneRun& run) {
    std::size_t next = 0;
    for (const Selection& part : parts_)
      for (std::size_t i = 0; i < part.vertices.size() && !numbers_.empty(); ++i)
        remove_orientation_handle(run.bodies()[part.body].state, numbers_[next++]);
    numbers_.clear();
  }

  std::vector<Selection> parts_;
  Orient action_;
  std::int64_t first_ = 0, last_ = never;  // steps
  double begin_ = 0;                       // s
  std::vector<Rows> rest_;                 // of each vertex, when it began
  std::vector<std::size_t> numbers_;       // of their handles
};

}  // namespace

Declaration Orient::declare() {
  return Declare<Orient>("Orient", "drives",
                         "Turns the material around vertices of a spectral solid from how it is "
                         "when it begins: an orientation handle (Y10). Where it goes is free.",
                         "sim:addAction(Orient{group = \"tip\", rotation = {1.57, 0, 0}, "
                         "seconds = 1})")
      .parameter("group", &Orient::group, "",
                 "which vertices; of more than four, those farthest from each other", required)
      .parameter("rotation", &Orient::rotation, "rad",
                 "rotation vector after t seconds of the handle: its direction is the axis, its "
                 "length the angle; a constant one is reached evenly within 'seconds'",
                 required)
      .parameter("start", &Orient::start, "s", "when it begins", not_negative)
      .parameter("seconds", &Orient::seconds, "s", "how long it turns; 0: to the end", not_negative)
      .parameter("hold", &Orient::hold, "", "stay so afterwards, else let go")
      .parameter("body", &Orient::body, "", body_help);
}

std::unique_ptr<Work> Orient::prepare(Stage& stage) const {
  return std::make_unique<OrientWork>(stage.select(group, body), *this);
}

}  // namespace pliant::action
