#include <fmt/format.h>
#include <pliant/published.h>
#include <pliant/quality.h>
#include <pliant/run.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "command.h"
#include "compute.h"
#include "drop_motion.h"
#include "drop_output.h"
#include "drop_record.h"
#include "drop_report.h"
#include "drop_watch.h"
#include "interrupt.h"
#include "json.h"
#include "law_option.h"
#include "machine_options.h"
#include "material_option.h"
#include "progress_bar.h"
#include "published_option.h"
#include "quality_option.h"
#include "scene/automatic_steps.h"
#include "source.h"

namespace pliant::app {

namespace {

constexpr double patience = 10;  // s of computing, until somebody wonders

struct Drop {
  MeshSource source;
  MachineOptions machine;
  MaterialOption material_option;
  LawOption law;
  QualityOption quality{Fineness::film};
  PublishedOption published;
  DropMotion motion;
  DropOutput output;
  double height = -1;
  bool hash = false, json = false;

  void declare(Options& app) {
    source.declare(app, "MESH",
                   "A tetrahedral mesh, a surface (it is filled), or the name of a built-in shape");
    quality.declare(app);
    source.mesher = name(Mesher::automatic);
    MeshSource::declare_mesher(app, source.mesher);
    material_option.declare(app);
    law.declare(app);
    published.declare(app)
        ->excludes("--law")
        ->excludes("--material")
        ->excludes("--young")
        ->excludes("--poisson")
        ->excludes("--density");
    app.add_option("--height", height,
                   "Metres from its lowest point to the floor (half its size when not given)")
        ->check(finite_number())
        ->check(not_negative());
    motion.declare(app);
    machine.declare(app);
    output.declare(app);
    app.add_flag("--hash", hash, "Print a hash of the final positions and velocities");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    const Material material = material_option.material();
    RunOptions options;
    options.model = machine.model_options();
    output.check();
    if (motion.strain_limit > 0 && !published.given() && law.law() != SolidLaw::mass_spring)
      wrong_usage("--strain-limit", fmt::format("it holds springs, which law '{}' has not; give "
                                                "--law mass_spring",
                                                law.name));
    const FallMotion falls = motion.motion(published);
    const SimulationSettings settings = motion.settings(published);
    // Voronoi cells and published bodies are those of meshes that end at the surface.
    if ((published.given() || law.law() == SolidLaw::cpm1) &&
        source.mesher == name(Mesher::automatic))
      source.mesher = name(Mesher::fitted);
    mesh_ = lifted(source.solid(quality.filling(source.tetrahedra, source.edge), material));
    if (!output.record.empty()) record_ = std::make_shared<DropRecord>(output.record);
    Simulation scene = pliant::falling(body_of(material), forces_of(material), falls);
    scene.settings.value = settings;
    scene.add(DropWatch{.outcome = outcome_,
                        .mesh = mesh_,
                        .frames_per_second = output.frames,
                        .until_rest = motion.until_rest(),
                        .record = record_});
    if (record_) options.output = record_->folder();
    options.record = false;                                // the watch takes the frames
    options.divide_given_steps = !(motion.time_step > 0);  // published ones
    options.divide_when_energy_rises = true;
    progress().stage("building the model");
    const auto run = named(source.name, [&] { return std::make_unique<SceneRun>(scene, options); });
    Notes notes = run->notes();
    if (motion.steps.empty()) std::erase_if(notes, tells_of_usual_steps);
    tell(notes);
    fall(*run);
    return report(*run, material);
  }

  // With a bar; Ctrl-C ends it where it is.
  void fall(SceneRun& run) const {
    const Interrupt interrupt;
    DropOutcome& out = *outcome_;
    out.looking = 0;  // the first frame was taken before
    bool told = false;
    const Computed computed = compute(run, 0.2, [&](double seconds) {
      if (!told && seconds > patience) {
        told = true;
        tell_pace(seconds / run.time());
      }
      progress()(static_cast<double>(run.step()) / static_cast<double>(run.last_step()),
                 fmt::format("dropping, {:.3f} s", run.time()));
    });
    run.finish();
    const RunBody& body = run.bodies()[0];
    out.diverged = computed.diverged;
    // Back at a good state, maybe before the last frame.
    if (out.diverged) look(body, *mesh_, out);
    if (record_) record_->finish();
    out.interrupted_by = Interrupt::signal();
    out.whole_step = run.time_step();
    out.shortest_step = run.shortest_step();
    out.simulated = body.state.time();
    out.steps = std::llround(out.simulated / out.whole_step);
    out.computing = std::max(0.0, computed.seconds - out.looking);
    out.end = body.energy();
    tell(run.warnings());
  }

  // Steps of what is small, stiff or finely filled are short: `pace` is how much longer a second
  // takes.
  void tell_pace(double pace) const {
    constexpr double slow = 30;
    const bool could_be_coarser = mesh_->surface && source.tetrahedra == 0 && source.edge == 0 &&
                                  quality.fineness != Fineness::real_time;
    if (pace > slow && could_be_coarser)
      tell(
          {fmt::format("a second of this takes about {:.0f} s to compute with {} tetrahedra; "
                       "Ctrl-C ends it where it is, --quality real-time takes fewer",
                       pace, mesh_->solid->tetrahedra().size())});
  }

  int report(const SceneRun& run, const Material& material) const {
    const RunBody& body = run.bodies()[0];
    const DropOutcome& outcome = *outcome_;
    const Json made_of =
        published.given() ? published.describe() : MaterialOption::describe(material);
    Json report = describe_drop({*mesh_->solid, size_, made_of, body, outcome});
    if (!mesh_->fill.empty()) report["mesher"] = name(Mesher::embedding);
    if (!published.given()) report["law"] = law.name;
    report["ended_by"] = ended_by(outcome);
    report["notes"] = run.notes();
    if (hash) report["hash"] = fmt::format("{:016x}", body.state.hash());
    Mesh mesh = mesh_->solid->mesh();
    mesh.voronoi.reset();  // it does not move along
    mesh.vertices = body.positions();
    report["wrote"] = output.write(mesh, body, outcome);
    if (json)
      print_json(report);
    else
      print_drop(report);
    return tell_outcome(outcome);
  }

  // As high above the floor as it shall begin; published ones as large as they shall be.
  std::shared_ptr<const BodyMesh> lifted(MeshSource::Solid solid) {
    if (published.given()) solid.mesh = published.scaled(solid.mesh);
    const Box box =
        bounding_box(solid.cage ? std::span<const Vec3d>(solid.surface->surface.vertices)
                                : solid.mesh.vertices());
    size_ = box.size();
    const double up = (height >= 0 ? height : usual_drop_height(box)) - box.low.y;
    const auto raised = [&](Mesh mesh) {
      for (Vec3d& p : mesh.vertices) p.y += up;
      if (mesh.voronoi)
        for (Vec3d& p : mesh.voronoi->vertices) p.y += up;
      return mesh;
    };
    BodyMesh out;
    out.solid = named(source.name,
                      [&] { return std::make_shared<const TetMesh>(raised(solid.mesh.mesh())); });
    if (solid.surface)
      out.surface = std::make_shared<const EmbeddedSurface>(
          EmbeddedSurface{raised(solid.surface->surface), solid.surface->embedding});
    if (solid.cage) {
      out.fill = std::move(solid.cage->fill);
      out.insets = std::move(solid.cage->insets);
    }
    return std::make_shared<const BodyMesh>(std::move(out));
  }

  BodySource body_of(const Material& material) const {
    BodySource body;
    body.name = std::filesystem::path(source.name).filename().string();
    if (published.given()) {
      body.total_mass = published.solid().mass;
    } else {
      body.material = material.name;
      body.density = material.density;
    }
    BodyMesh shown = *mesh_;
    if (output.coarse) shown.surface = nullptr;
    body.ready = std::make_shared<const BodyMesh>(std::move(shown));
    return body;
  }

  std::shared_ptr<const Action> forces_of(const Material& material) const {
    return published.given() ? published.forces() : solid_forces(law.name, &material);
  }

  std::string ended_by(const DropOutcome& outcome) const {
    if (outcome.diverged) return "divergence";
    if (outcome.interrupted_by != 0) return "interrupt";
    if (outcome.came_to_rest) return "rest";
    return motion.until_rest() ? "longest fall" : "seconds";
  }

  // What of the outcome the user should hear; returns the exit code.
  int tell_outcome(const DropOutcome& outcome) const {
    warn_of(outcome);
    if (outcome.diverged) {
      fmt::print(stderr, "pliant: {}\npliant: the last good state is in {}\n",
                 outcome.diverged->what(), output.last_good_file());
      return 1;
    }
    if (outcome.interrupted_by != 0) {
      fmt::print(stderr, "pliant: stopped after {:.4g}{} s\n", outcome.simulated,
                 motion.until_rest() ? "" : fmt::format(" of {:.4g}", motion.seconds));
      return 128 + outcome.interrupted_by;
    }
    if (motion.until_rest() && !outcome.came_to_rest)
      tell({fmt::format("it still moves after {:.4g} s, and the drop ends; --seconds gives it more",
                        outcome.simulated)});
    return 0;
  }

  std::shared_ptr<const BodyMesh> mesh_;  // where it begins
  Vec3d size_;                            // m, of what meets the floor, at rest
  std::shared_ptr<DropRecord> record_;    // null: none
  std::shared_ptr<DropOutcome> outcome_ = std::make_shared<DropOutcome>();
};

}  // namespace

void add_drop(Commands& commands) {
  commands.add<Drop>(
      "drop", "Let a soft body fall on a floor",
      "  pliant drop critter size=0.3 --material jelly -o end.vtu --picture end.png\n"
      "  pliant drop scan.obj --tets 20000 --seconds 3 --record fall.mp4\n"
      "  pliant drop part.stl --unit mm --up z --material foam\n"
      "  pliant drop bunny.node --young 5e4 --poisson 0.4 --density 1000 --hash\n"
      "  pliant drop cube cells=10 --record energy.csv --fps 1000\n"
      "  pliant drop bunny.node --as-published bunny --record fall.html");
}

}  // namespace pliant::app
