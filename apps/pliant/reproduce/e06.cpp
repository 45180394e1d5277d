#include "reproduce/e06.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/shapes.h>

#include <algorithm>

#include "reproduce/measure.h"
#include "scenes.h"

namespace pliant::app {

namespace e06 {

namespace {

const std::vector<Law>& all_laws() {
  static const std::vector<Law> laws{{"CPM1", "MaterialForces", "#8a63c9", true, false},
                                     {"CPM2", "MaterialForces2", "#d1603d", true, false},
                                     {"CPM3", "MaterialForces3", "#3b82c4", false, true},
                                     {"springs", "MassSpringForces", "#4f9d5d", false, false}};
  return laws;
}

// Whether this version has the law: by building a small body with it.
bool is_there(const Law& law) {
  try {
    Simulation sim;
    sim.add_body({.density = density,
                  .solid = std::make_shared<const TetMesh>(make_shape("cube", {{"cells", 1}}))});
    sim.settings.value.steps = 1;
    sim.add(law.forces(young, shear));
    SceneRun run(sim);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

std::string_view script(const std::string& name) {
  const auto found = std::ranges::find(scene_scripts, name, [](const auto& s) { return s.first; });
  if (found == std::ranges::end(scene_scripts))
    throw InputError(name, 0, "there is no such scene", "name one of scenes/");
  return found->second;
}

ScriptOptions with(Definitions definitions, const Law& law) {
  definitions["law"] = law.action;
  ScriptOptions options;
  options.defines = std::move(definitions);
  return options;
}

}  // namespace

std::shared_ptr<const Action> Law::forces(double young_modulus, double shear_modulus) const {
  const ActionType& type = find_action(action);
  std::unique_ptr<Action> made = type.make(type);
  made->set("young", young_modulus);
  made->set("shear", is_tensor ? young_modulus / (2 * (1 + poisson)) : shear_modulus);
  return made;
}

std::string Plan::model(const std::string& name) const {
  if (settings.models.empty()) return {};
  const auto file = std::filesystem::path(settings.models) / (name + ".node");
  return std::filesystem::exists(file) ? std::filesystem::absolute(file).string() : std::string();
}

Plan plan_for(const ReproduceSettings& settings) {
  Plan plan{settings, {}, {}};
  for (const Law& law : all_laws())
    if (is_there(law))
      plan.laws.push_back(law);
    else
      plan.not_there.push_back(law.name);
  return plan;
}

Experiment::Experiment(const Plan& plan, const Law& law, const std::string& scene,
                       Definitions definitions, const std::filesystem::path& output)
    : scene_("scenes/" + scene + ".lua", script(scene), {}, with(std::move(definitions), law)) {
  RunOptions options;
  options.output = output;
  options.model.backend = plan.settings.backend == Backend::cuda ? Backend::cuda : Backend::cpu;
  options.scene = script(scene);
  run_ = std::make_unique<SceneRun>(scene_.simulation(), options);
}

std::string Experiment::play(int looks, const std::function<void()>& look) {
  const std::int64_t last = run_->last_step();
  look();
  try {
    for (int i = 1; i <= looks && !run_->finished(); ++i) {
      run_->advance(last * i / looks - run_->step());
      look();
    }
  } catch (const Diverged& e) {
    run_->finish();
    return e.what();
  }
  run_->finish();
  return {};
}

}  // namespace e06

void reproduce_e06(const ReproduceSettings& settings, Report& report) {
  const e06::Plan plan = e06::plan_for(settings);
  std::vector<std::string> names;
  for (const e06::Law& law : plan.laws) names.push_back(law.name);
  const MeasuredCard card{.name = {}, .why_not = "Only the processor is measured here."};
  report.introduction = fmt::format(
      "E06 (2006) divides a solid among the vertices of its tetrahedra and computes the forces "
      "between these particles from Young's modulus E and the shear modulus G: over the faces of "
      "Voronoi cells (CPM1), or over six sub-faces inside every tetrahedron (CPM2). It announces "
      "CPM3, which is here the full stress tensor over these sub-faces, turned along with the "
      "tetrahedron. This page computes its experiments anew with {}, published or expected values "
      "beside ours. The material is rubber, {:.0f} kg/m³, E = 3 MPa, G = 1 MPa; steps are of 0.1 "
      "ms, leap-frog, where nothing else is said. E = 3 G would be a Poisson's ratio of 0.5, which "
      "CPM1 and CPM2 know nothing of; CPM3, like the springs that stand beside it for comparison, "
      "takes E and a Poisson's ratio of {}.{}{}",
      measured_on(card), e06::density, e06::poisson,
      plan.not_there.empty()
          ? ""
          : fmt::format(" This version has no {}.", fmt::join(plan.not_there, ", ")),
      settings.quick ? " This is a quick run: short simulations and coarse meshes." : "");
  report.facts = facts_of(card, settings);
  report.facts["laws"] = names;
  report.facts["meshes"] = settings.models.empty() ? "built-in" : "real";
  e06::add_tetrahedron(plan, report);
  e06::add_beam(plan, report);
  e06::add_stretch(plan, report);
  e06::add_shear(plan, report);
  e06::add_coarse_and_fine(plan, report);
  e06::add_volume(plan, report);
  e06::add_sequences(plan, report);
  e06::add_speed(plan, report);
}

}  // namespace pliant::app
