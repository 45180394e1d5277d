#include <pliant/actions.h>
#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/precision.h>
#include <pliant/run.h>
#include <pliant/stability.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/text.h"
#include "model/attributes.h"
#include "model/damping_share.h"
#include "scene/automatic_steps.h"
#include "scene/body_mesh.h"
#include "scene/named.h"
#include "scene/output.h"
#include "scene/starting_notes.h"
#include "scene/touching.h"

// How a run is made from the description of a simulation.

namespace pliant {

namespace {

bool is_force(const Relations& set) {
  return law(set.law).arity > 1;
}

// An error in a mesh's file, or that there is none, with the line that asked for it.
template <class Work>
auto asked_for(const Declared& body, Work work) {
  try {
    return work();
  } catch (const InputError& e) {
    if (e.file().empty() || e.file() == body.file || body.file.empty()) throw;
    const std::string place = e.line() > 0 ? text(e.file(), ':', e.line()) : e.file();
    throw InputError(body.file, body.line,
                     text(body.declaration().name, ": ", place, ": ", e.problem()), e.cure());
  }
}

StagedBody staged(const BodySource& source, const std::filesystem::path& folder, SceneCache* cache,
                  Notes& notes) {
  StagedBody body;
  body.name = source.name;
  BodyMesh mesh = body_mesh(source, folder, cache, notes);
  body.mesh = std::move(mesh.solid);
  body.surface = std::move(mesh.surface);
  body.fill = std::move(mesh.fill);
  if (!source.material.empty()) body.material = material(source.material);
  if (body.material) body.look.material = body.material->name;
  if (!source.colour.empty()) body.look.colour = parse_colour(source.colour);
  if (source.density > 0 && source.total_mass > 0)
    throw InputError("", 0, text("body '", source.name, "' has a density and a total mass"),
                     "give one of them");
  body.total_mass = source.total_mass;
  const bool has_volume = body.mesh->volume() > 0;
  body.density =
      source.total_mass > 0 && has_volume ? source.total_mass / body.volume() : source.density;
  body.body.vertices.assign(body.mesh->vertices().begin(), body.mesh->vertices().end());
  body.body.insets = std::move(mesh.insets);
  const Mesh& cells = body.mesh->mesh();
  body.body.tetrahedra = cells.tetrahedra.cells;
  if (body.mesh->kind() == BodyKind::hexahedra) body.body.hexahedra = cells.hexahedra.cells;
  if (body.mesh->kind() == BodyKind::cloth) body.body.triangles = cells.triangles.cells;
  body.dynamics.gravity = {};
  body.velocity = source.velocity;
  return body;
}

// Attributes, where laws have actions of their own.
void check_what_laws_read(const StagedBody& body) {
  for (const Relations& set : body.body.relations)
    for (const StagedBody::Forces& forces : body.forces)
      if (forces.action == set.law)
        named(*forces.by, [&] { check_attributes(body.body, law(set.law)); });
}

void check_complete(StagedBody& body, Notes& notes) {
  if (body.body.spectral) {
    body.dynamics.large_steps.reset();  // all of its steps are stable
    if (body.has_integrator)
      notes.push_back(text("body '", body.name, "' is a spectral solid and steps by itself: its ",
                           "integrator is not used"));
    return;
  }
  if (std::ranges::none_of(body.body.relations, is_force))
    throw InputError("", 0, text("body '", body.name, "' has no forces"),
                     "add an action such as MassSpringForces");
  if (!body.body.masses.empty()) return;
  if (body.mesh->kind() != BodyKind::solid)
    throw InputError("", 0, text("body '", body.name, "' has no masses"),
                     "add ClothForces, ChainForces or ElasticForces: single laws bring none");
  const double density = body.density > 0 ? body.density
                         : body.material  ? body.material->density
                                          : 0;
  if (!(density > 0))
    throw InputError("", 0, text("body '", body.name, "' has no density"),
                     "give the body 'density' or 'material'");
  body.body.masses = body.fill.empty()
                         ? vertex_masses(*body.mesh, density, MassDistribution::lumped)
                         : filled_masses(*body.mesh, density, body.fill);
}

// A spectral solid has modes and nothing else; whatever comes second is told so.
void check_spectral(const StagedBody& body) {
  if (!body.body.spectral) return;
  const auto refuse = [&](const char* what) {
    throw InputError("", 0, text("body '", body.name, "' is a spectral solid, which ", what),
                     "leave this action or SpectralSolid out, or name different bodies");
  };
  if (std::ranges::any_of(body.body.relations, is_force))
    refuse("has no forces but those of its modes");
  if (body.dynamics.strain_limit > 0) refuse("has no springs that a strain limit could hold");
  if (!body.body.volume_constraints.empty()) refuse("has no volume constraints");
  if (body.dynamics.selection) refuse("steps by its modes, whatever of it moves");
  if (!body.dynamics.pulls.empty()) refuse("takes no springs to fixed places; Drive leads it");
}

// A limit for all bodies may be meant for some of them.
void leave_out_idle_limits(Stage& stage) {
  for (StagedBody& body : stage.bodies) {
    if (body.body.spectral || body.dynamics.strain_limit == 0) continue;
    const auto is_spring = [](const Relations& set) { return law(set.law).arity == 2; };
    if (std::ranges::any_of(body.body.relations, is_spring)) continue;
    body.dynamics.strain_limit = 0;
    stage.notes.push_back(text("StrainLimit: body '", body.name,
                               "' has no springs that it could hold, and is left as it is"));
  }
}

std::vector<std::ptrdiff_t> force_counts(const Stage& stage) {
  std::vector<std::ptrdiff_t> counts;
  for (const StagedBody& body : stage.bodies)
    counts.push_back(std::ranges::count_if(body.body.relations, is_force));
  return counts;
}

bool records(const std::shared_ptr<const Action>& action) {
  return action_as<action::Record>(*action) != nullptr;
}

// All frames of a recording hold the same, and each step has one.
void check_one_record(std::span<const std::shared_ptr<const Action>> actions) {
  const auto first = std::ranges::find_if(actions, records);
  if (first == actions.end()) return;
  const auto second = std::find_if(first + 1, actions.end(), records);
  if (second == actions.end()) return;
  const std::string where =
      (*first)->line > 0 ? text(" (the first is in line ", (*first)->line, ")") : "";
  named(**second, [&] {
    throw InputError("", 0, text("it is the second one", where, ", but a scene has one recording"),
                     "join them into one Record with the fields of both");
  });
}

// Steps do not depend on what is recorded.
void add_default_record(std::int64_t every, std::vector<std::shared_ptr<const Action>>& actions) {
  if (std::ranges::any_of(actions, records)) return;
  const action::Record values{.every = every, .seconds = every > 0 ? 0 : default_frame_seconds};
  actions.push_back(
      std::make_shared<ActionOf<action::Record>>(action_type<action::Record>(), values));
}

void add_default_watch(bool stop, std::vector<std::shared_ptr<const Action>>& actions) {
  const auto does_it = [&](const std::shared_ptr<const Action>& action) {
    const auto* const watch = action_as<action::WatchEnergy>(*action);
    return watch && (watch->stop || !stop);
  };
  if (std::ranges::any_of(actions, does_it)) return;
  actions.push_back(std::make_shared<ActionOf<action::WatchEnergy>>(
      action_type<action::WatchEnergy>(), action::WatchEnergy{.stop = stop}));
}

/// Bodies for which LargeSteps{method = "auto"} leave the choice to us.
struct LeftToChoose {
  const Action* action = nullptr;
  double frame = 0;  // s
  std::vector<std::size_t> bodies;
  LargeSteps settings;
};

// The first; others name other bodies, which step along with these.
std::optional<LeftToChoose> left_to_choose(std::span<const std::shared_ptr<const Action>> actions,
                                           const Stage& stage) {
  std::optional<LeftToChoose> found;
  for (const auto& action : actions) {
    const auto* const large = action_as<action::LargeSteps>(*action);
    if (!large || large->method != "auto") continue;
    if (!found) {
      found.emplace();
      found->action = action.get();
      found->frame = large->step > 0 ? large->step : large_step;
      found->settings = {.integrator = implicit_integrator(large->integrator),
                         .iterations = static_cast<int>(large->iterations),
                         .tolerance = large->tolerance};
    }
    for (const std::size_t b : stage.chosen(large->body))
      if (!stage.bodies[b].body.spectral && !stage.bodies[b].dynamics.large_steps)
        found->bodies.push_back(b);
  }
  if (found && found->bodies.empty()) found.reset();
  return found;
}

// Why all bodies take explicit steps, whatever large ones cost; empty: they need not.
std::string reason_for_explicit(const Stage& stage, const LeftToChoose& left) {
  if (stage.contact.given && stage.contact.touch) return "explicit steps: bodies touch";
  for (std::size_t b = 0; b < stage.bodies.size(); ++b) {
    const StagedBody& body = stage.bodies[b];
    if (std::ranges::find(left.bodies, b) == left.bodies.end() && !body.body.spectral &&
        !body.dynamics.large_steps)
      return text("explicit steps: body '", body.name, "' takes them");
  }
  return {};
}

}  // namespace

SceneRun::Built SceneRun::built(const StagedBody& body, const ModelOptions& options,
                                SceneCache* cache) {
  Model model = cache ? cache->model(body.body, options) : Model(body.body, options);
  const double stable =
      cache ? cache->stable_step(model, body.dynamics) : stable_step(model, body.dynamics);
  Dynamics dynamics = body.dynamics;
  dynamics.time_step = 1e-9;  // until all bodies have told theirs
  State state(model, dynamics);
  return {std::move(model), std::move(state), stable};
}

// Side by side where the processor steps them.
std::vector<SceneRun::Built> SceneRun::build(const Stage& stage, const RunOptions& options) {
  const std::size_t count = stage.bodies.size();
  std::vector<std::optional<Built>> made(count);
  const auto make = [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b)
      made[b].emplace(built(stage.bodies[b], options.model, options.cache.get()));
  };
  const Backend wanted = options.model.backend;
  if (wanted != Backend::cuda && usable_backend(wanted) == Backend::cpu)
    parallel_for(count, 1, make);
  else
    make(0, count);
  std::vector<Built> bodies;
  for (std::size_t b = 0; b < count; ++b) {
    Built& body = bodies.emplace_back(std::move(*made[b]));
    const StagedBody& staged = stage.bodies[b];
    if (staged.stiffest.empty()) continue;
    State changed = body.state;
    for (const auto& change : staged.stiffest) change(staged.body, changed, true);
    body.stable_step = std::min(body.stable_step, stable_step(changed, staged.dynamics));
  }
  return bodies;
}

void SceneRun::join(const Stage& stage, std::vector<Built> bodies) {
  std::vector<State> states;
  for (Built& body : bodies) states.push_back(std::move(body.state));
  world_ = std::make_unique<State>(State::joined(std::move(states)));
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const StagedBody& staged = stage.bodies[b];
    RunBody& body = bodies_.emplace_back(
        RunBody{staged.name, staged.mesh, staged.body.masses, bodies[b].model, world_->body(b),
                bodies[b].stable_step, staged.surface, staged.voronoi, staged.look});
    body.fill = staged.fill;
    body.solver = staged.solver;
  }
}

void SceneRun::set_up(const Simulation& simulation, const RunOptions& options,
                      const SceneRun* before) {
  if (simulation.bodies().empty())
    throw InputError(simulation.settings.file, simulation.settings.line,
                     "the simulation has no body", "add one with setStructure or addBody");
  given_ = simulation.actions();
  check_one_record(given_);
  if (options.record && (!options.output.empty() || (before && before->output_)))
    add_default_record(simulation.settings.value.save_every, given_);
  if (options.watch_energy) add_default_watch(options.stop_when_energy_rises, given_);
  for (const auto& action : given_) actions_.push_back(action->copy());
  Stage stage(simulation);
  for (const auto& source : simulation.bodies())
    stage.bodies.push_back(named(*source, [&] {
      return asked_for(*source, [&] {
        return staged(source->value, simulation.folder, options.cache.get(), stage.notes);
      });
    }));
  prepare(stage);
  std::vector<Built> bodies = build(stage, options);
  if (const auto left = left_to_choose(actions_, stage)) {
    named(*left->action, [&] {
      ChosenSteps chosen{false, reason_for_explicit(stage, *left)};
      if (chosen.why.empty()) {
        std::vector<Undecided> undecided;
        for (const std::size_t b : left->bodies) {
          const double stable = bodies[b].stable_step;
          undecided.push_back({stage.bodies[b].name, &bodies[b].state, left->settings,
                               stable > 0 ? safe_step(stable) : 0});
        }
        chosen = chosen_steps(undecided, left->frame, stage.given_time_step());
      }
      stage.notes.push_back(text(left->action->declaration().name, ": ", chosen.why));
      if (!chosen.large) return;
      if (stage.large_step == 0) stage.large_step = left->frame;
      for (const std::size_t b : left->bodies) {
        stage.bodies[b].dynamics.large_steps = left->settings;
        bodies[b] = built(stage.bodies[b], options.model, options.cache.get());
      }
    });
  }
  double stable = std::numeric_limits<double>::infinity();
  for (const Built& body : bodies) stable = std::min(stable, body.stable_step);
  named(simulation.settings,
        [&] { choose_steps(simulation.settings.value, before, stable, stage.large_step); });
  choose_precision(stage, options, bodies);
  join(stage, std::move(bodies));
  probes_ = std::move(stage.probes);
  notes_ = std::move(stage.notes);
  set_time_steps(stage);
  contact_ = stage.contact;
  if (!before) let_touch(contact_, bodies_, *world_, notes_);
  if (simulation.settings.value.time_step > 0 && !options.divide_given_steps) return;
  std::vector<double> stable_steps;
  for (const RunBody& body : bodies_) stable_steps.push_back(body.stable_step);
  control_.emplace(*world_, stable_steps);
  if (options.divide_when_energy_rises) control_->watch_energy();
}

void SceneRun::set_time_steps(const Stage& stage) {
  for (RunBody& body : bodies_) {
    Dynamics dynamics = body.state.dynamics();
    const auto b = static_cast<std::size_t>(&body - bodies_.data());
    dynamics.time_step = time_step_;
    dynamics.damping += (1 - stage.bodies[b].velocity_factor) / time_step_;
    const StagedBody& staged = stage.bodies[b];
    for (const auto& change : staged.stiffest) change(staged.body, body.state, true);
    body.state.set_dynamics(dynamics);
    for (const auto& change : staged.stiffest) change(staged.body, body.state, false);
    if (staged.velocity != Vec3d{})
      body.state.set_velocities(std::vector<Vec3d>(body.model.vertex_count(), staged.velocity));
    note_penalties(body.name, dynamics, notes_);
    if (auto note = damping_note(body.state, body.name)) notes_.push_back(std::move(*note));
    note_selection(staged, body.state, notes_);
    if (time_step_ > body.stable_step && body.model.is_spectral())
      notes_.push_back(text("the step of ", time_step_, " s is too long to follow the vibrations ",
                            "of body '", body.name, "'; up to ", body.stable_step, " s is not"));
    else if (time_step_ > body.stable_step)
      notes_.push_back(text("the step of ", time_step_, " s is larger than the largest stable one ",
                            "of body '", body.name, "', about ", body.stable_step,
                            " s: it may run away"));
  }
}

void SceneRun::prepare(Stage& stage) {
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const auto& action = actions_[i];
    const std::vector<std::ptrdiff_t> forces = force_counts(stage);
    auto work = named(*action, [&] {
      auto prepared = action->prepare(stage);
      for (const StagedBody& body : stage.bodies) check_spectral(body);
      return prepared;
    });
    const Declaration& declared = action->declaration();
    for (StagedBody& body : stage.bodies)
      if (body.body.spectral && !body.solver) body.solver = action.get();
    if (stage.contact.given && !stage.contact.by) stage.contact.by = action.get();
    for (std::size_t b = 0; b < forces.size(); ++b)
      if ((declared.group == "forces" || declared.group == "laws") &&
          force_counts(stage)[b] > forces[b])
        stage.bodies[b].forces.push_back({declared.name, declared.group == "forces", action.get()});
    if (work) tasks_.push_back({given_[i], action.get(), std::move(work), never});
  }
  for (StagedBody& body : stage.bodies) {
    for (Obstacle& obstacle : body.dynamics.obstacles)
      if (std::isnan(obstacle.friction)) obstacle.friction = body.friction;
    check_complete(body, stage.notes);
    check_what_laws_read(body);
    note_start(body, stage.notes);
  }
  leave_out_idle_limits(stage);
}

void SceneRun::choose_precision(Stage& stage, const RunOptions& options,
                                std::vector<Built>& bodies) const {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const StagedBody& body = stage.bodies[b];
    Dynamics dynamics = body.dynamics;
    dynamics.time_step = time_step_;
    const Model& model = bodies[b].model;
    const bool raised =
        !options.model.keep_precision && model.precision() == Precision::single_precision;
    auto note = precision_note(body.name, model, dynamics, raised);
    if (!note) continue;
    stage.notes.push_back(std::move(*note));
    if (!raised) continue;
    ModelOptions precise = options.model;
    precise.precision = Precision::double_precision;
    bodies[b] = built(body, precise, options.cache.get());
  }
}

void SceneRun::choose_steps(const SimulationSettings& settings, const SceneRun* before,
                            double stable, double large) {
  if (settings.seconds > 0 && settings.steps > 0)
    throw InputError("", 0, "both seconds and steps are given", "give one of them");
  if (!(settings.seconds > 0) && settings.steps == 0)
    throw InputError("", 0, "it is not said how long it shall run", "set sim.seconds or sim.steps");
  time_step_ = settings.time_step;
  if (!(time_step_ > 0)) {
    if (!(stable > 0))
      throw InputError("", 0, "the integrator has no stable step here",
                       "give a time step, or choose another integrator");
    time_step_ = large > 0 && std::isinf(stable) ? large : safe_step(stable);
    if (settings.seconds > 0 && !before)
      time_step_ = settings.seconds / std::ceil(settings.seconds / time_step_);
  }
  const double steps =
      settings.steps > 0 ? static_cast<double>(settings.steps) : settings.seconds / time_step_;
  if (!(steps <= most_steps))
    throw InputError("", 0, text(steps, " steps are too many"), "simulate a shorter time");
  last_step_ = std::max<std::int64_t>(1, std::llround(steps));
  if (before) go_on_in_steps_of(*before);
}

}  // namespace pliant
