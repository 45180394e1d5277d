#include "cases/descent_cases.h"

#include <pliant/bodies.h>
#include <pliant/box.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/large_steps.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <optional>

#include "backend/sweeps_alone.h"
#include "base/text.h"
#include "cases/machine.h"
#include "cases/stopwatch.h"

namespace pliant::bench {

namespace {

Body heavy_strand() {
  std::vector<Vec3d> points;
  for (int i = 0; i < 400; ++i) points.push_back({0, -0.01 * i, 0});
  Body body = chain(points, {.mass = 0.5, .stiffness = 1e8});
  body.masses.back() = 1000;
  body.pinned = {0};
  return body;
}

TetMesh ball_of_tetrahedra(Case& out) {
  constexpr double radius = 0.5, count = 700'000;
  out.mesh = "ball of 700 000 tetrahedra";
  // A lattice has twelve tetrahedra a cube.
  const double volume = 4 * std::numbers::pi / 3 * radius * radius * radius;
  return TetMesh(tetrahedralise({[](const Vec3d& x) { return length(x) - radius; },
                                 {-radius, -radius, -radius},
                                 {radius, radius, radius}},
                                {.edge = std::cbrt(12 * volume / count)}));
}

TetMesh armadillo_mesh(const std::filesystem::path& file, Case& out, Notes* notes) {
  out.stands_in = file.empty();
  out.mesh = out.stands_in ? "critter tets=147163" : file.string();
  return TetMesh(out.stands_in ? make_shape("critter", {{"tets", 147163}}) : read_mesh(file, notes),
                 notes);
}

// A state of its own, that goes on from measurement to measurement.
class Frames {
 public:
  Frames(const Model& model, Dynamics dynamics, int sweeps) : model_(model) {
    // A tolerance that no sweep meets: all of them are done.
    dynamics.large_steps->iterations = sweeps;
    dynamics.large_steps->tolerance = 1e-300;
    state_.emplace(model, dynamics);
    step(model_, *state_, 1);  // which makes lists
  }
  /// s a step, least of some.
  double measure(double seconds) {
    double least = 1e300, spent = 0;
    do {
      const double one = seconds_of([&](std::int64_t n) { step(model_, *state_, n); }, 1);
      least = std::min(least, one);
      spent += one;
    } while (spent < seconds);
    return least;
  }

 private:
  const Model& model_;
  std::optional<State> state_;
};

struct Measuring {
  Timing timing, alone;  // of a step, of its sweeps
  std::unique_ptr<Frames> frames;
  std::function<void(int)> sweep;
  std::vector<double> times = {}, sweeps = {};

  void measure(double seconds, int count) {
    set_thread_count(timing.threads);
    times.push_back(frames->measure(0.5 * seconds));
    double least = 1e300, spent = 0;
    do {
      const double one = seconds_of([&](std::int64_t) { sweep(count); }, 1);
      least = std::min(least, one);
      spent += one;
    } while (spent < 0.5 * seconds);
    sweeps.push_back(least);
  }
};

void tell(const std::vector<double>& times, Timing timing, std::vector<Timing>& out) {
  std::vector<double> sorted = times;
  std::ranges::sort(sorted);
  timing.best = sorted.front();
  timing.median = sorted[sorted.size() / 2];
  out.push_back(std::move(timing));
}

}  // namespace

std::span<const DescentRecipe> descent_recipes() {
  using enum DescentBody;
  static const std::array<DescentRecipe, 4> all{
      {{{"armadillo_descent",
         "147 163 tetrahedra of a scan, Neo-Hookean, held by its feet, ten sweeps a frame", false,
         false},
        armadillo,
        10},
       {{"armadillo_descent_20", "the same with 20 sweeps a frame", false, false}, armadillo, 20},
       {{"strand_descent", "400 vertices of a stiff strand, 1000 kg at its end, 100 sweeps a frame",
         false, false},
        strand,
        100},
       {{"ball_descent",
         "a ball of 700 000 tetrahedra, Neo-Hookean, held below, 120 sweeps a frame", false, false},
        ball,
        120}}};
  return all;
}

Case make_descent_case(const DescentRecipe& recipe, const std::filesystem::path& file,
                       Notes* notes) {
  Case out;
  out.name = recipe.info.name;
  out.sweeps = recipe.sweeps;
  out.dynamics.time_step = large_step;
  out.dynamics.large_steps = LargeSteps{.method = Minimiser::descent};
  if (recipe.body == DescentBody::strand) {
    out.mesh = "strand of 400 vertices";
    out.body = heavy_strand();
    out.edges = out.body.vertices.size() - 1;
    return out;
  }
  const TetMesh tets =
      recipe.body == DescentBody::ball ? ball_of_tetrahedra(out) : armadillo_mesh(file, out, notes);
  out.tetrahedra = tets.tetrahedra().size();
  out.edges = tets.edges().size();
  out.body = continuum_solid(tets, ContinuumModel::neo_hookean, make_material(1e5, 0.4, 1000), {},
                             {}, notes);
  // Held below: what falls freely is found at once.
  Box box;
  for (const Vec3d& x : out.body.vertices) box.add(x);
  for (Index v = 0; v < out.body.vertices.size(); ++v)
    if (out.body.vertices[v].y < box.low.y + 0.05 * (box.high.y - box.low.y))
      out.body.pinned.push_back(v);
  return out;
}

Measured measure_descent(const Case& which, const MeasureOptions& options) {
  const KeepThreads keep;
  Measured out;
  out.time_step = which.dynamics.time_step;
  std::vector<Model> models;
  for (const Precision precision : options.precisions) {
    const std::size_t before = resident_bytes();
    models.emplace_back(which.body,
                        ModelOptions{precision, options.instruction_set, options.backend});
    const std::size_t after = resident_bytes();
    out.memory.push_back({precision, models.back().memory(), after > before ? after - before : 0});
  }
  out.instruction_set = models.front().instruction_set();
  std::vector<Measuring> all;
  for (const Model& model : models)
    for (const int threads : measured_threads(options.threads, options.backend == Backend::cuda)) {
      Measuring one;
      one.timing.engine = "pliant";
      one.timing.precision = model.precision();
      one.timing.backend = options.backend;
      one.timing.threads = threads;
      one.alone = one.timing;
      one.timing.part = text("a step of ", which.sweeps, " sweeps");
      one.alone.part = text(which.sweeps, " sweeps");
      one.frames = std::make_unique<Frames>(model, which.dynamics, which.sweeps);
      one.sweep = backend::sweeps_alone(State(model, which.dynamics), out.time_step, threads);
      all.push_back(std::move(one));
    }
  for (int round = 0; round < options.rounds; ++round) {
    if (options.progress) options.progress(double(round) / options.rounds, "measuring");
    for (Measuring& one : all) one.measure(options.seconds_each, which.sweeps);
  }
  for (const Measuring& one : all) {
    tell(one.times, one.timing, out.timings);
    tell(one.sweeps, one.alone, out.timings);
  }
  return out;
}

}  // namespace pliant::bench
