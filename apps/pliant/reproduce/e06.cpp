#include "reproduce/e06.h"

#include <fmt/format.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "reproduce/measure.h"
#include "scenes.h"

namespace pliant::app {

namespace e06 {

namespace {

// As E06 describes them: no damping, no softened vertices; CPM1 on circumcentres (6.4.1), with the
// masses of its cells (5.5). Sub-volumes of CPM2 are a quarter of a tetrahedron each, which is how
// masses are shared by default.
const std::map<std::string, Value> published1{{"voronoi", Value(std::string("circumcentre"))},
                                              {"masses", Value(std::string("model"))},
                                              {"least_damping", Value(0.0)},
                                              {"fastest", Value(0.0)}};
const std::map<std::string, Value> published2{{"least_damping", Value(0.0)},
                                              {"fastest", Value(0.0)}};

std::vector<Law> all_laws() {
  const std::string first = "MaterialForces", second = "MaterialForces2";
  return {
      {"CPM1 as published",
       "CPM1",
       first,
       "#c3a6ee",
       true,
       false,
       true,
       "circumcentres",
       "none",
       {{first, published1}}},
      {"CPM1", "CPM1", first, "#7a4fc0", true, false, false, "clipped", "1 of critical", {}},
      {"CPM2 as published",
       "CPM2",
       second,
       "#eba48d",
       true,
       false,
       true,
       "sub-faces",
       "none",
       {{second, published2}}},
      {"CPM2", "CPM2", second, "#c94f28", true, false, false, "sub-faces", "0.1 of critical", {}},
      {"CPM3", "CPM3", "MaterialForces3", "#3b82c4", false, true, false, "sub-faces", "none", {}},
      {"springs", "springs", "MassSpringForces", "#4f9d5d", false, false, false, "", "none", {}}};
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

Simulation with(const Simulation& scene, const Settings& settings) {
  Simulation out;
  out.settings = scene.settings;
  out.folder = scene.folder;
  for (const auto& body : scene.bodies()) out.add_body(body);
  for (const auto& group : scene.groups()) out.add_group(group);
  for (const auto& action : scene.actions()) {
    const auto found = settings.find(action->declaration().name);
    if (found == settings.end()) {
      out.add(action);
      continue;
    }
    std::unique_ptr<Action> changed = action->copy();
    for (const auto& [name, value] : found->second) changed->set(name, value);
    out.add(std::shared_ptr<const Action>(std::move(changed)));
  }
  return out;
}

}  // namespace

std::string Law::id() const {
  std::string out = name;
  std::ranges::replace(out, ' ', '-');
  return out;
}

std::shared_ptr<const Action> Law::forces(double young_modulus, double shear_modulus) const {
  const ActionType& type = find_action(action);
  std::unique_ptr<Action> made = type.make(type);
  made->set("young", young_modulus);
  made->set("shear", is_tensor ? young_modulus / (2 * (1 + poisson)) : shear_modulus);
  if (const auto found = settings.find(action); found != settings.end())
    for (const auto& [parameter, value] : found->second) made->set(parameter, value);
  return made;
}

std::string Plan::model(const std::string& name) const {
  if (settings.models.empty()) return {};
  const auto file = std::filesystem::path(settings.models) / (name + ".node");
  return std::filesystem::exists(file) ? std::filesystem::absolute(file).string() : std::string();
}

const Law& Plan::law(const std::string& name) const {
  return *std::ranges::find(laws, name, &Law::name);
}

Experiment::Experiment(const Plan& plan, const Law& law, const std::string& scene,
                       Definitions definitions, const std::filesystem::path& output, Settings more)
    : scene_("scenes/" + scene + ".lua", script(scene), {}, with(std::move(definitions), law)) {
  RunOptions options;
  options.output = output;
  options.model.backend = plan.settings.backend == Backend::cuda ? Backend::cuda : Backend::cpu;
  options.scene = script(scene);
  more.insert(law.settings.begin(), law.settings.end());
  run_ = std::make_unique<SceneRun>(with(scene_.simulation(), more), options);
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
    return run_->words_of(e);
  }
  run_->finish();
  return {};
}

double torque_of(const State& state) {
  const std::vector<Vec3d> x = state.positions(), f = state.forces();
  Vec3d middle, torque;
  for (const Vec3d& p : x) middle += p / static_cast<double>(x.size());
  for (std::size_t v = 0; v < x.size(); ++v) torque += cross(x[v] - middle, f[v]);
  return length(torque);
}

Findings::Findings(const std::string& id, const std::string& title)
    : table{id,
            title,
            {{"finding", "E06 finds", Source::published},
             {"as_published", "the models as published", Source::ours},
             {"ours", "ours", Source::ours}},
            {}} {}

void Findings::add(const std::string& finding, const Answer& as_published, const Answer& ours) {
  const auto cell = [](const Answer& a) {
    return Cell((a.holds ? "yes: " : "no: ") + a.numbers, a.holds);
  };
  table.rows.push_back({finding, cell(as_published), cell(ours)});
}

}  // namespace e06

std::vector<Part> reproduce_e06(const ReproduceSettings& settings, Report& report) {
  const e06::Plan plan{settings, e06::all_laws()};
  std::vector<std::string> names;
  for (const e06::Law& law : plan.laws) names.push_back(law.name);
  const MeasuredCard card{.name = {}, .why_not = "Only the processor is measured here."};
  report.introduction = fmt::format(
      "E06 (2006) divides a solid among the vertices of its tetrahedra and computes the forces "
      "between these particles from Young's modulus E and the shear modulus G: over the faces of "
      "Voronoi cells (CPM1), or over six sub-faces inside every tetrahedron (CPM2). It announces "
      "CPM3, which is here the full stress tensor over these sub-faces, turned along with the "
      "tetrahedron. This page computes its experiments anew with {}, published or expected values "
      "beside ours. CPM1 and CPM2 run twice: as published (CPM1 on the diagram of circumcentres "
      "with the masses of its cells, both without any damping), and as Pliant has them by default "
      "(CPM1 on a clipped diagram; damping of the fastest motions, CPM1's critical, CPM2's a tenth "
      "of it). The material is rubber, {:.0f} kg/m³, E = 3 MPa, G = 1 MPa, as in E06 9.1; steps "
      "are of 0.1 ms, leap-frog, where nothing else is said. E = 3 G would be a Poisson's ratio of "
      "0.5, which CPM1 and CPM2 know nothing of; CPM3, like the springs that stand beside it for "
      "comparison, takes E and a Poisson's ratio of {}.{}",
      measured_on(card), e06::density, e06::poisson,
      settings.quick ? " This is a quick run: short simulations and coarse meshes." : "");
  report.facts = facts_of(card, settings);
  report.facts["laws"] = names;
  report.facts["meshes"] = settings.models.empty() ? "built-in" : "real";
  const auto part = [plan, &report](const char* name, void (*add)(const e06::Plan&, Report&)) {
    return Part{name, [=, &report] { add(plan, report); }};
  };
  return {part("6.4", e06::add_diagrams), part("7.5", e06::add_tetrahedron),
          part("9.2", e06::add_beam),     part("9.3", e06::add_stretch),
          part("9.4", e06::add_shear),    part("9.5", e06::add_coarse_and_fine),
          part("9.6", e06::add_volume),   part("9.7", e06::add_sequences),
          part("9.8", e06::add_bunny),    part("9.9", e06::add_speed)};
}

}  // namespace pliant::app
