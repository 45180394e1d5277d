#include <fmt/format.h>
#include <pliant/bodies.h>
#include <pliant/box.h>
#include <pliant/doubts.h>
#include <pliant/error.h>
#include <pliant/precision.h>
#include <pliant/quality.h>
#include <pliant/stability.h>
#include <pliant/threads.h>

#include <cmath>
#include <filesystem>

#include "backend_option.h"
#include "command.h"
#include "drop_report.h"
#include "json.h"
#include "material_option.h"
#include "precision_option.h"
#include "progress_bar.h"
#include "published_option.h"
#include "render/floor_grid.h"
#include "render/picture.h"
#include "run_body.h"
#include "scene/starting_notes.h"
#include "source.h"

namespace pliant::app {

namespace {

std::vector<std::string> integrator_names() {
  std::vector<std::string> names;
  for (Integrator i : integrators()) names.emplace_back(name(i));
  return names;
}

// What the user typed, so a wrong value is wrong usage.
template <class Work>
auto as_usage(Work work) {
  try {
    return work();
  } catch (const InputError& e) {
    wrong_usage(e.what());
  }
}

struct Drop {
  MeshSource source;
  PrecisionOption precision;
  BackendOption backend;
  MaterialOption material_option;
  PublishedOption published;
  std::string integrator_name;
  std::string instruction_set, record, out, picture;
  double seconds = 2, height = -1, time_step = 0;
  double strain_limit = 0, damping = 0, frames = 30;
  bool hash = false, json = false;

  void declare(Options& app) {
    source.declare(app, "MESH",
                   "A tetrahedral mesh, a surface (it is filled), or the name of a built-in shape");
    material_option.declare(app);
    published.declare(app)
        ->excludes("--material")
        ->excludes("--young")
        ->excludes("--poisson")
        ->excludes("--density");
    declare_motion(app);
    declare_output(app);
  }

  void declare_motion(Options& app) {
    app.add_option("--seconds", seconds, "How long it falls and lies, simulated")
        ->capture_default_str()
        ->check(positive_number());
    app.add_option("--height", height,
                   "Metres from its lowest point to the floor (half its size when not given)")
        ->check(finite_number())
        ->check(not_negative());
    app.add_option("--step", time_step, "Time step in seconds (a safe one when not given)")
        ->check(positive_number());
    app.add_option("--integrator", integrator_name,
                   fmt::format("One of {} ({} when not given, {} --as-published)",
                               fmt::join(integrator_names(), ", "), name(Dynamics{}.integrator),
                               name(published_integrator)));
    app.add_option("--strain-limit", strain_limit,
                   "Longest length of an edge over its rest length, such as 1.3 (none when not "
                   "given)")
        ->check(number_above(1));
    app.add_option("--damping", damping, "Deceleration of every vertex, 1/s, as of air")
        ->capture_default_str()
        ->check(finite_number())
        ->check(not_negative());
    precision.declare(app);
    backend.declare(app);
    app.add_option(
           "--instruction-set", instruction_set,
           fmt::format("One of {} (the first when not given)", fmt::join(instruction_sets(), ", ")))
        ->check(one_of(instruction_sets()));
    add_threads(app);
  }

  void declare_output(Options& app) {
    app.add_option("--record", record,
                   "Write frames: FILE.html for any browser, FILE.pvd for ParaView, FILE.csv for "
                   "energies and volume");
    app.add_option("--fps", frames, "Frames recorded in a simulated second")
        ->capture_default_str()
        ->check(positive_number());
    app.add_option("-o,--output", out, "Write the body as it is at the end");
    app.add_option("--picture", picture, "Draw the end into this .png file");
    app.add_flag("--hash", hash, "Print a hash of the final positions and velocities");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    const Material material = material_option.material();
    if (integrator_name.empty())
      integrator_name = name(published.given() ? published_integrator : Dynamics{}.integrator);
    const Backend where = backend.usable(instruction_set);
    if (!out.empty()) need_mesh_output(out);
    if (!picture.empty()) need_output(picture, {".png"});
    if (!record.empty()) need_output(record, {".html", ".pvd", ".csv"});
    Dynamics dynamics{.integrator = as_usage([&] { return integrator(integrator_name); }),
                      .time_step = 0,
                      .damping = damping,
                      .strain_limit = strain_limit,
                      .obstacles = {{Floor{}}}};
    if (published.given()) dynamics.gravity = {0, -published_gravity, 0};
    const TetMesh tets =
        published.given() ? lifted(published.scaled(source.solid())) : source.solid();
    Notes notes;
    const Body body = make_body(tets, material, notes);
    ModelOptions options{.instruction_set = instruction_set, .backend = where};
    precision.apply(options);
    Model model = make_model(body, options);
    const double stable = choose_step(model, dynamics);
    choose_precision(body, dynamics, options, model, notes);
    State state(model, dynamics);
    Mesh mesh = tets.mesh();
    mesh.voronoi.reset();  // it does not move along
    const RunOutcome outcome = run_until_stable(model, state, mesh, tets.volume());
    const Json made_of =
        published.given() ? published.describe() : MaterialOption::describe(material);
    Json report = describe_drop({tets, made_of, state, outcome, stable});
    report["notes"] = notes;
    if (hash) report["hash"] = fmt::format("{:016x}", state.hash());
    write_outputs(mesh, outcome, report);
    if (json)
      print_json(report);
    else
      print_drop(report);
    return exit_code(outcome);
  }

  void raise(std::vector<Vec3d>& vertices) const {
    Box box;
    for (const Vec3d& p : vertices) box.add(p);
    const Vec3d size = box.size();
    const double gap = height >= 0 ? height : 0.5 * std::max({size.x, size.y, size.z});
    const double up = gap - box.low.y;
    for (Vec3d& p : vertices) p.y += up;
  }

  // Before anything is made of it, as in scenes: the bits are the same then.
  TetMesh lifted(const TetMesh& mesh) const {
    Mesh higher = mesh.mesh();
    raise(higher.vertices);
    return TetMesh(std::move(higher));
  }

  Body make_body(const TetMesh& tets, const Material& material, Notes& notes) const {
    if (!published.given()) progress().stage("fitting springs and volumes to " + material.name);
    Body body = named(source.name, [&] {
      return published.given() ? published_solid(tets, published.solid())
                               : mass_spring_solid(tets, material, {}, &notes);
    });
    if (!published.given()) note_softness(tets, material, notes);
    for (std::string& doubt : doubts(source.name, body)) notes.push_back(std::move(doubt));
    tell(notes);
    if (!published.given()) raise(body.vertices);
    return body;
  }

  Model make_model(const Body& body, const ModelOptions& options) const {
    progress().stage("laying out the model");
    return named(source.name, [&] { return Model(body, options); });
  }

  void choose_precision(const Body& body, const Dynamics& dynamics, ModelOptions options,
                        Model& model, Notes& notes) const {
    const bool raised = !options.keep_precision && options.precision == Precision::single_precision;
    const auto note = precision_note(source.name, model, dynamics, raised);
    if (!note) return;
    tell({*note});
    notes.push_back(*note);
    options.precision = Precision::double_precision;
    if (raised) model = make_model(body, options);
  }

  void note_softness(const TetMesh& tets, const Material& material, Notes& notes) const {
    const auto note =
        too_soft(source.name, {material.young, material.density, length(Dynamics{}.gravity),
                               bounding_box(tets.vertices()).size().y});
    if (note) notes.push_back(*note);
  }

  // Returns the largest stable step.
  double choose_step(const Model& model, Dynamics& dynamics) const {
    progress().stage("estimating the stable step");
    const double stable = stable_step(model, dynamics);
    const double given = time_step > 0 ? time_step : published.given() ? published.time_step() : 0;
    if (given > stable)
      warn(
          fmt::format("the step of {:.4g} s is larger than the largest stable one, about {:.4g} s; "
                      "it may run away",
                      given, stable));
    if (given <= 0 && !(stable > 0))
      wrong_usage(fmt::format("{} has no stable step here; give --step, or another --integrator",
                              integrator_name));
    // One of our own is such that the last step ends on time.
    dynamics.time_step = given > 0 ? given : seconds / std::ceil(seconds / safe_step(stable));
    return stable;
  }

  // The stable step is that of small motions; a body that is squashed may need a smaller one. Where
  // the step was ours to choose, the whole drop is done again: one step then holds for all of it.
  RunOutcome run_until_stable(const Model& model, State& state, Mesh& mesh, double volume) const {
    constexpr int most_attempts = 8;
    for (int attempt = 1;; ++attempt) {
      const double step = state.dynamics().time_step;
      const bool last = time_step > 0 || attempt == most_attempts;
      const auto recorder = record.empty() ? nullptr : make_recorder(record);
      RunOutcome outcome =
          run_body(model, state, mesh, {step_count(step), frames, volume, !last}, recorder.get());
      outcome.attempts = attempt;
      if (last || !(outcome.diverged || outcome.energy_rose)) return outcome;
      tell(
          {fmt::format("with steps of {:.4g} s it {} after {:.4g} s; starting again with half of "
                       "that",
                       step, outcome.diverged ? "ran away" : "gained energy",
                       outcome.diverged ? outcome.diverged->time() : *outcome.energy_rose)});
      Dynamics halved = state.dynamics();
      halved.time_step = step / 2;
      state = State(model, halved);
    }
  }

  std::int64_t step_count(double step) const {
    const double steps = std::round(seconds / step);
    if (steps > 1e15) wrong_usage(fmt::format("{:.3g} steps are too many", steps));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(steps));
  }

  void write_outputs(const Mesh& mesh, const RunOutcome& outcome, Json& report) const {
    Json written = Json::array();
    if (!record.empty()) written.push_back(record);
    if (outcome.diverged) {
      const std::string file = last_good_file();
      save(file, mesh);
      written.push_back(file);
    } else {
      if (!out.empty()) {
        save(out, mesh);
        written.push_back(out);
      }
      if (!picture.empty()) {
        progress().stage("drawing " + picture);
        render::write_png(picture, render::draw(render::with_floor(mesh, 0)));
        written.push_back(picture);
      }
    }
    report["wrote"] = written;
  }

  // Beside what would have been written.
  std::string last_good_file() const {
    std::filesystem::path file = !out.empty() ? out : !record.empty() ? record : "drop";
    const std::string extension = out.empty() ? ".vtu" : file.extension().string();
    file.replace_filename(file.stem().string() + "-last-good" + extension);
    return file.string();
  }

  // As a part of what it had; 0: none to speak of.
  static double energy_gain(const RunOutcome& outcome) {
    constexpr double least = 1e-3;
    if (outcome.diverged || !outcome.end.has_elastic || !(outcome.start.total() > 0)) return 0;
    const double gain = outcome.end.total() / outcome.start.total() - 1;
    return gain > least ? gain : 0;
  }

  int exit_code(const RunOutcome& outcome) const {
    if (outcome.inverted > 0)
      warn(
          fmt::format("{} tetrahedra are turned inside out at the end: the material is too soft "
                      "for a body of this size, or the mesh too coarse",
                      outcome.inverted));
    constexpr double much = -0.5;  // of its volume
    if (outcome.volume_change < much)
      warn(
          fmt::format("the body has lost {:.0f} % of its volume at the end: the material is too "
                      "soft for a body of this size",
                      -100 * outcome.volume_change));
    if (outcome.energy_rose && !outcome.diverged)
      warn(fmt::format("the body gained energy after {:.4g} s; give a smaller --step",
                       *outcome.energy_rose));
    else if (const double gain = energy_gain(outcome); gain > 0)
      tell(
          {fmt::format("the body has {:.2g} % more energy at the end than at the start; a smaller "
                       "--step or --precision double keeps it closer",
                       100 * gain)});
    if (outcome.diverged) {
      fmt::print(stderr, "pliant: {}\npliant: the last good state is in {}\n",
                 outcome.diverged->what(), last_good_file());
      return 1;
    }
    if (outcome.interrupted_by != 0) {
      fmt::print(stderr, "pliant: stopped after {:.4g} of {:.4g} s\n", outcome.simulated, seconds);
      return 128 + outcome.interrupted_by;
    }
    return 0;
  }
};

}  // namespace

void add_drop(Commands& commands) {
  commands.add<Drop>(
      "drop", "Let a soft body fall on a floor",
      "  pliant drop critter size=0.3 --material jelly -o end.vtu --picture end.png\n"
      "  pliant drop scan.obj --tets 20000 --seconds 3 --record fall.html\n"
      "  pliant drop bunny.node --young 5e4 --poisson 0.4 --density 1000 --hash\n"
      "  pliant drop cube cells=10 --record energy.csv --fps 1000\n"
      "  pliant drop bunny.node --as-published bunny --record fall.html");
}

}  // namespace pliant::app
