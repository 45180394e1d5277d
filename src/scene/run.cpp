#include <pliant/actions.h>
#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/run.h>
#include <pliant/stability.h>

#include <algorithm>
#include <cmath>

#include "backend/backend.h"
#include "base/nearest_name.h"
#include "base/text.h"
#include "scene/body_mesh.h"
#include "scene/checkpoint.h"
#include "scene/output.h"

namespace pliant {

namespace {

constexpr double most_steps = 1e15;
constexpr double default_frame_seconds = 1.0 / 30;

// Adds the place in the script and the action's name to an error that lacks them.
template <class Work>
auto named(const Declared& declared, Work work) {
  try {
    return work();
  } catch (const InputError& e) {
    if (!e.file().empty()) throw;
    const std::string& name = declared.declaration().name;
    const std::string prefix = e.problem().starts_with(name + ":") ? "" : name + ": ";
    throw InputError(declared.file, declared.line, prefix + e.problem(), e.cure());
  }
}

StagedBody staged(const BodySource& source, const std::filesystem::path& folder, SceneCache* cache,
                  Notes& notes) {
  StagedBody body;
  body.name = source.name;
  BodyMesh mesh = body_mesh(source, folder, cache, notes);
  body.mesh = std::move(mesh.solid);
  body.surface = std::move(mesh.surface);
  if (!source.material.empty()) body.material = material(source.material);
  body.density = source.density;
  body.body.vertices.assign(body.mesh->vertices().begin(), body.mesh->vertices().end());
  body.dynamics.gravity = {};
  return body;
}

void check_complete(StagedBody& body, Notes& notes) {
  if (body.body.spectral) {
    if (body.has_integrator)
      notes.push_back(text("body '", body.name, "' is a spectral solid and steps by itself: its ",
                           "integrator is not used"));
    return;
  }
  if (std::ranges::none_of(body.body.relations,
                           [](const Relations& set) { return law(set.law).arity > 1; }))
    throw InputError("", 0, text("body '", body.name, "' has no forces"),
                     "add an action such as MassSpringForces");
  if (!body.body.masses.empty()) return;
  const double density = body.density > 0 ? body.density
                         : body.material  ? body.material->density
                                          : 0;
  if (!(density > 0))
    throw InputError("", 0, text("body '", body.name, "' has no density"),
                     "give the body 'density' or 'material'");
  body.body.masses = vertex_masses(*body.mesh, density, MassDistribution::lumped);
}

// A spectral solid has modes and nothing else; whatever comes second is told so.
void check_spectral(const StagedBody& body) {
  if (!body.body.spectral) return;
  const auto refuse = [&](const char* what) {
    throw InputError("", 0, text("body '", body.name, "' is a spectral solid, which ", what),
                     "leave this action or SpectralSolid out, or name different bodies");
  };
  if (std::ranges::any_of(body.body.relations,
                          [](const Relations& set) { return law(set.law).arity > 1; }))
    refuse("has no forces but those of its modes");
  if (body.dynamics.strain_limit > 0) refuse("has no springs that a strain limit could hold");
  if (!body.body.volume_constraints.empty()) refuse("has no volume constraints");
  if (!body.dynamics.pulls.empty()) refuse("takes no springs to fixed places; Drive leads it");
}

// Steps do not depend on what is recorded.
void add_default_record(std::int64_t every, std::vector<std::shared_ptr<const Action>>& actions) {
  const ActionType& record = action_type<action::Record>();
  for (const auto& action : actions)
    if (action->declaration().name == record.declaration.name) return;
  const action::Record values{.every = every, .seconds = every > 0 ? 0 : default_frame_seconds};
  actions.push_back(std::make_shared<ActionOf<action::Record>>(record, values));
}

// What contradicts itself while it runs, as handles do, is told with the line of the solid's
// action.
void step_body(RunBody& body, std::int64_t steps,
               const std::vector<std::shared_ptr<const Action>>& actions) {
  const auto makes_body = [&](const auto& action) {
    if (action->declaration().name != action_type<action::SpectralSolid>().declaration.name)
      return false;
    const auto chosen = action->get("body");
    const std::string* const name = std::get_if<std::string>(&chosen.is);
    return !name || name->empty() || *name == body.name;
  };
  const auto found = std::ranges::find_if(actions, makes_body);
  if (found == actions.end())
    pliant::step(body.model, body.state, steps);
  else
    named(**found, [&] { pliant::step(body.model, body.state, steps); });
}

}  // namespace

void SceneRun::set_up(const Simulation& simulation, const RunOptions& options,
                      const SceneRun* before) {
  if (simulation.bodies().empty())
    throw InputError(simulation.settings.file, simulation.settings.line,
                     "the simulation has no body", "add one with setStructure or addBody");
  given_ = simulation.actions();
  if (options.record && (!options.output.empty() || (before && before->output_)))
    add_default_record(simulation.settings.value.save_every, given_);
  for (const auto& action : given_) actions_.push_back(action->copy());
  Stage stage(simulation);
  for (const auto& source : simulation.bodies())
    stage.bodies.push_back(named(*source, [&] {
      return staged(source->value, simulation.folder, options.cache.get(), stage.notes);
    }));
  prepare(stage);
  build(stage, options);
  named(simulation.settings, [&] { choose_steps(simulation.settings.value, before); });
  probes_ = std::move(stage.probes);
  notes_ = std::move(stage.notes);
  set_time_steps(stage);
}

void SceneRun::set_time_steps(const Stage& stage) {
  for (RunBody& body : bodies_) {
    Dynamics dynamics = body.state.dynamics();
    const auto b = static_cast<std::size_t>(&body - bodies_.data());
    dynamics.time_step = time_step_;
    dynamics.damping += (1 - stage.bodies[b].velocity_factor) / time_step_;
    body.state.set_dynamics(dynamics);
    if (time_step_ > body.stable_step && body.model.compiled().is_spectral())
      notes_.push_back(text("the step of ", time_step_, " s is too long to follow the vibrations ",
                            "of body '", body.name, "'; up to ", body.stable_step, " s is not"));
    else if (time_step_ > body.stable_step)
      notes_.push_back(text("the step of ", time_step_, " s is larger than the largest stable one ",
                            "of body '", body.name, "', about ", body.stable_step,
                            " s: it may run away"));
  }
}

SceneRun::SceneRun(const Simulation& simulation, const RunOptions& options) {
  set_up(simulation, options, nullptr);
  const std::optional<Checkpoint> checkpoint =
      options.resume ? read_checkpoint(options.output) : std::nullopt;
  if (!options.output.empty())
    output_ = std::make_unique<Output>(*this, options, checkpoint ? &*checkpoint : nullptr);
  start();
  if (checkpoint)
    go_on(*checkpoint);
  else
    call_due();
}

SceneRun::~SceneRun() = default;

void SceneRun::prepare(Stage& stage) {
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const auto& action = actions_[i];
    auto work = named(*action, [&] {
      auto prepared = action->prepare(stage);
      for (const StagedBody& body : stage.bodies) check_spectral(body);
      return prepared;
    });
    if (work) tasks_.push_back({given_[i], action.get(), std::move(work), never});
  }
  for (StagedBody& body : stage.bodies) check_complete(body, stage.notes);
}

void SceneRun::build(Stage& stage, const RunOptions& options) {
  for (StagedBody& body : stage.bodies) {
    Model model = options.cache ? options.cache->model(body.body, options.model)
                                : Model(body.body, options.model);
    const double stable = options.cache ? options.cache->stable_step(model, body.dynamics)
                                        : stable_step(model, body.dynamics);
    Dynamics dynamics = body.dynamics;
    dynamics.time_step = 1e-9;  // until all bodies have told theirs
    State state(model, dynamics);
    bodies_.push_back({body.name, body.mesh, std::move(body.body.masses), std::move(model),
                       std::move(state), stable, body.surface});
  }
}

void SceneRun::choose_steps(const SimulationSettings& settings, const SceneRun* before) {
  if (settings.seconds > 0 && settings.steps > 0)
    throw InputError("", 0, "both seconds and steps are given", "give one of them");
  if (!(settings.seconds > 0) && settings.steps == 0)
    throw InputError("", 0, "it is not said how long it shall run", "set sim.seconds or sim.steps");
  time_step_ = settings.time_step;
  if (!(time_step_ > 0)) {
    double stable = std::numeric_limits<double>::infinity();
    for (const RunBody& body : bodies_) stable = std::min(stable, body.stable_step);
    if (!(stable > 0))
      throw InputError("", 0, "the integrator has no stable step here",
                       "set sim.time_step, or choose another integrator");
    time_step_ = safe_step(stable);
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

void SceneRun::start() {
  for (const Measurement& probe : probes_)
    samples_.resize(samples_.size() + probe.columns.size(), std::nan(""));
  for (Task& task : tasks_) {
    named(*task.action, [&] { task.work->start(*this); });
    task.next = task.work->next_event(-1);
  }
}

void SceneRun::go_on(const Checkpoint& checkpoint) {
  if (checkpoint.states.size() != bodies_.size() || checkpoint.memories.size() != tasks_.size() ||
      checkpoint.time_step != time_step_ || checkpoint.step > last_step_)
    throw InputError("", 0, "the checkpoint is of another scene",
                     "resume with the scene and the settings that it was made with");
  step_ = checkpoint.step;
  // Drives first: what a state restores comes on top of them.
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    tasks_[i].work->remember(*this, checkpoint.memories[i]);
    tasks_[i].next = tasks_[i].work->next_event(step_);
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].state.restore(checkpoint.states[i]);
}

void SceneRun::save_checkpoint() {
  if (!output_) return;
  Checkpoint checkpoint;
  checkpoint.step = step_;
  checkpoint.time_step = time_step_;
  for (const RunBody& body : bodies_) checkpoint.states.push_back(body.state.save());
  for (const Task& task : tasks_) checkpoint.memories.push_back(task.work->memory());
  output_->save(checkpoint);
}

std::int64_t SceneRun::next_event() const {
  std::int64_t next = never;
  for (const Task& task : tasks_) next = std::min(next, task.next);
  return next;
}

void SceneRun::advance(std::int64_t steps) {
  const std::int64_t target = std::min(last_step_, step_ + std::min(steps, last_step_));
  while (step_ < target && !finished()) {
    const std::int64_t stretch = std::min(target, next_event()) - step_;
    for (RunBody& body : bodies_) step_body(body, stretch, actions_);
    step_ += stretch;
    call_due();
  }
}

void SceneRun::call_due() {
  for (Task& task : tasks_) {
    if (task.next != step_) continue;
    named(*task.action, [&] { task.work->at(*this, step_); });
    task.next = task.work->next_event(step_);
  }
  write_samples();
}

void SceneRun::extend(double seconds) {
  const double last = static_cast<double>(last_step_) + std::round(seconds / time_step_);
  if (!(seconds >= 0) || !(last <= most_steps))
    throw InputError("", 0, text("it cannot go on for ", seconds, " s"),
                     "give a time of zero or more that is not endless");
  last_step_ = static_cast<std::int64_t>(last);
}

void SceneRun::finish() {
  if (output_) output_->finish();
}

const Measurement& SceneRun::find_probe(std::string_view name) const {
  std::vector<std::string> names;
  for (const Measurement& probe : probes_) {
    if (probe.name == name) return probe;
    names.push_back(probe.name);
  }
  throw InputError("", 0, text("there is no probe '", name.substr(0, 64), "'"),
                   nearest_name(name, names));
}

std::vector<double> SceneRun::measure(std::string_view name) const {
  const Measurement& probe = find_probe(name);
  std::vector<double> values(probe.columns.size());
  probe.measure(*this, values);
  return values;
}

void SceneRun::sample(std::size_t probe) {
  std::size_t column = 0;
  for (std::size_t p = 0; p < probe; ++p) column += probes_[p].columns.size();
  probes_[probe].measure(*this, std::span(samples_).subspan(column, probes_[probe].columns.size()));
  sampled_ = true;
}

void SceneRun::write_samples() {
  if (!sampled_) return;
  if (output_) output_->add_row(step_, time(), samples_);
  std::ranges::fill(samples_, std::nan(""));
  sampled_ = false;
}

std::size_t SceneRun::memory() const {
  std::size_t bytes = 0;
  for (const RunBody& body : bodies_) bytes += body.model.memory();
  return bytes;
}

std::int64_t SceneRun::step_at(double seconds) const {
  const double step = std::round(seconds / time_step_);
  return step <= most_steps ? static_cast<std::int64_t>(step) : never;
}

}  // namespace pliant
