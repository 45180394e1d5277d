#include <fmt/format.h>
#include <pliant/doubts.h>
#include <pliant/precision.h>
#include <pliant/published.h>
#include <pliant/quality.h>

#include <algorithm>
#include <numeric>

#include "backend_option.h"
#include "command.h"
#include "drop_output.h"
#include "drop_report.h"
#include "drop_run.h"
#include "json.h"
#include "law_option.h"
#include "material_option.h"
#include "precision_option.h"
#include "progress_bar.h"
#include "published_option.h"
#include "quality_option.h"
#include "scene/starting_notes.h"
#include "source.h"

namespace pliant::app {

namespace {

struct Drop {
  MeshSource source;
  PrecisionOption precision;
  BackendOption backend;
  MaterialOption material_option;
  LawOption law;
  QualityOption quality{Fineness::film};
  PublishedOption published;
  DropMotion motion;
  DropOutput output;
  std::string instruction_set;
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
    precision.declare(app);
    backend.declare(app);
    app.add_option(
           "--instruction-set", instruction_set,
           fmt::format("One of {} (the first when not given)", fmt::join(instruction_sets(), ", ")))
        ->check(one_of(instruction_sets()));
    add_threads(app);
    output.declare(app);
    app.add_flag("--hash", hash, "Print a hash of the final positions and velocities");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    const Material material = material_option.material();
    const Backend where = backend.usable(instruction_set);
    output.check();
    if (!published.given()) output.look.material = material.name;
    if (motion.strain_limit > 0 && !published.given() && law.law() != SolidLaw::mass_spring)
      wrong_usage("--strain-limit", fmt::format("it holds springs, which law '{}' has not; give "
                                                "--law mass_spring",
                                                law.name));
    Dynamics dynamics = published.given()
                            ? motion.dynamics(published_integrator, 0)
                            : motion.dynamics(Dynamics{}.integrator, usual_floor_friction);
    if (published.given()) dynamics.gravity = {0, -published_gravity, 0};
    // Voronoi cells and published bodies are those of meshes that end at the surface.
    if ((published.given() || law.law() == SolidLaw::cpm1) &&
        source.mesher == name(Mesher::automatic))
      source.mesher = name(Mesher::fitted);
    MeshSource::Solid solid =
        source.solid(quality.filling(source.tetrahedra, source.edge), material);
    if (!output.coarse) output.surface = solid.surface;
    TetMesh& tets = solid.mesh;
    if (published.given()) tets = lifted(published.scaled(std::move(tets)));
    Notes notes;
    const Body body = make_body(solid, material, notes);
    ModelOptions options{.instruction_set = instruction_set, .backend = where};
    precision.apply(options);
    Model model = make_model(body, options);
    const double stable =
        motion.choose_step(model, published.given() ? published.time_step() : 0, dynamics);
    choose_precision(body, dynamics, options, model, notes);
    State state(model, dynamics);
    Mesh mesh = tets.mesh();
    mesh.voronoi.reset();  // it does not move along
    const RunOutcome outcome =
        motion.run(model, state, stable, mesh, measured(solid, body), output);
    const Json made_of =
        published.given() ? published.describe() : MaterialOption::describe(material);
    Json report = describe_drop({tets, outside_of(solid).size(), made_of, state, outcome, stable});
    if (solid.cage) report["mesher"] = name(Mesher::embedding);
    if (!published.given()) report["law"] = law.name;
    report["ended_by"] = ended_by(outcome);
    report["notes"] = notes;
    if (hash) report["hash"] = fmt::format("{:016x}", state.hash());
    report["wrote"] = output.write(mesh, outcome);
    if (json)
      print_json(report);
    else
      print_drop(report);
    return tell_outcome(outcome);
  }

  // Of what meets the floor, at rest.
  static Box outside_of(const MeshSource::Solid& solid) {
    return bounding_box(solid.cage ? std::span<const Vec3d>(solid.surface->surface.vertices)
                                   : solid.mesh.vertices());
  }

  static DroppedBody measured(const MeshSource::Solid& solid, const Body& body) {
    const Vec3d size = outside_of(solid).size();
    DroppedBody out{solid.mesh.volume(),
                    std::accumulate(body.masses.begin(), body.masses.end(), 0.0),
                    std::max({size.x, size.y, size.z})};
    if (!solid.cage) return out;
    out.fill = solid.cage->fill;
    out.insets = solid.cage->insets;
    const std::vector<double> volumes = tetrahedron_volumes(solid.mesh.mesh());
    out.volume = std::inner_product(volumes.begin(), volumes.end(), out.fill.begin(), 0.0);
    return out;
  }

  void raise(const Box& box, std::vector<Vec3d>& vertices) const {
    const double up = (height >= 0 ? height : usual_drop_height(box)) - box.low.y;
    for (Vec3d& p : vertices) p.y += up;
  }

  // Before anything is made of it, as in scenes: the bits are the same then.
  TetMesh lifted(const TetMesh& mesh) const {
    Mesh higher = mesh.mesh();
    raise(bounding_box(higher.vertices), higher.vertices);
    return TetMesh(std::move(higher));
  }

  Body make_body(const MeshSource::Solid& solid, const Material& material, Notes& notes) const {
    const TetMesh& tets = solid.mesh;
    if (!published.given()) progress().stage("making a solid of " + material.name);
    Body body = named(source.name, [&] {
      return published.given() ? published_solid(tets, published.solid())
                               : make_solid(tets, solid.cage ? &*solid.cage : nullptr, law.law(),
                                            material, &notes);
    });
    if (!published.given()) note_softness(tets, material, notes);
    for (std::string& doubt : doubts(source.name, body)) notes.push_back(std::move(doubt));
    tell(notes);
    if (!published.given()) raise(outside_of(solid), body.vertices);
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

  std::string ended_by(const RunOutcome& outcome) const {
    if (outcome.diverged) return "divergence";
    if (outcome.interrupted_by != 0) return "interrupt";
    if (outcome.came_to_rest) return "rest";
    return motion.until_rest() ? "longest fall" : "seconds";
  }

  // What of the outcome the user should hear; returns the exit code.
  int tell_outcome(const RunOutcome& outcome) const {
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
