#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "scene/actions/load_work.h"

// Actions that change what relations are while it runs.

namespace pliant::action {

namespace {

/// The relations of a body between vertices of a group, and their stiffness in the model.
struct Stiffened {
  struct Numbers {
    std::size_t set;
    std::string_view field;
    std::vector<Index> relations;
    std::vector<double> values;  // one each
  };
  std::vector<Numbers> numbers;

  void multiply(State& state, double factor) const {
    for (const Numbers& n : numbers) {
      std::vector<double> values = n.values;
      for (double& value : values) value *= factor;
      state.set_parameters(n.set, n.field, n.relations, values);
    }
  }
};

// What makes a law stiff, which always has a unit. Damping that is told as a time grows along with
// it by itself; the other kind has to, so that the time stays.
bool is_stiffness(const LawInfo& law, const LawField& field) {
  return law.force_free_at_rest && field.unit != "s" && field.unit != "1";
}

Stiffened stiffened(const Body& body, const Group& vertices) {
  Stiffened out;
  for (std::size_t s = 0; s < body.relations.size(); ++s) {
    const Relations& set = body.relations[s];
    const LawInfo& info = law(set.law);
    const auto arity = static_cast<std::size_t>(info.arity);
    const auto pushed = info.pushed > 0 ? static_cast<std::size_t>(info.pushed) : arity;
    std::vector<Index> relations;
    for (std::size_t r = 0; r < set.vertices.size() / arity; ++r)
      if (std::ranges::all_of(std::span(set.vertices).subspan(r * arity, pushed),
                              [&](Index v) { return std::ranges::binary_search(vertices, v); }))
        relations.push_back(static_cast<Index>(r));
    if (relations.empty()) continue;
    for (std::size_t f = 0; f < info.given().size(); ++f) {
      if (!is_stiffness(info, info.given()[f])) continue;
      const std::vector<double>& given = set.parameters[f];
      std::vector<double> values;
      for (const Index r : relations) values.push_back(given[given.size() == 1 ? 0 : r]);
      out.numbers.push_back({s, info.given()[f].name, relations, std::move(values)});
    }
  }
  return out;
}

// The largest value that a function of time has while it acts, as far as that can be told now.
double largest_of(const OfTime<double>& factor, double start, double seconds, double whole) {
  double most = factor(start);
  if (factor.is_constant()) return most;
  const double end = seconds > 0 ? start + seconds : std::max(start, whole);
  constexpr int looks = 256;
  for (int i = 1; i <= looks; ++i) most = std::max(most, factor(start + (end - start) * i / looks));
  return most;
}

void check_factor(double factor) {
  if (!(factor >= 0) || !std::isfinite(factor))
    throw InputError("", 0, text("'factor' is ", factor), "give a finite number of at least zero");
}

[[noreturn]] void refuse(const RunBody& body) {
  if (body.model.is_spectral())
    throw InputError("", 0,
                     text("body '", body.name, "' is a spectral solid, whose modes have the ",
                          "stiffness they were computed with"),
                     "use MassSpringForces or MaterialForces3 for what changes");
  throw InputError("", 0,
                   text("no relation of body '", body.name, "' has all its ends in the group"),
                   "choose a larger group");
}

bool reads(const Model& model, std::string_view attribute) {
  for (std::size_t set = 0; set < model.set_count(); ++set)
    for (const LawField& field : model.law(set).parameters)
      if (field.attribute == attribute) return true;
  return false;
}

struct StiffenedBody {
  std::size_t body;
  std::shared_ptr<Stiffened> relations;
};

}  // namespace

Declaration ChangeStiffness::declare() {
  Declare<ChangeStiffness> change(
      "ChangeStiffness", "loads",
      "Makes relations stiffer or softer while it runs: all between vertices of a group. Their "
      "damping grows along, so that its time stays.",
      "sim:addAction(ChangeStiffness{factor = 0.2, group = \"top\", start = 0.5, ramp = 0.1})");
  change
      .parameter("factor", &ChangeStiffness::factor, "",
                 "what the stiffness is multiplied by, that which the forces gave it", required)
      .parameter("group", &ChangeStiffness::group, "", "vertices; relations with all ends in it");
  return declare_rest(declare_times(change));
}

std::unique_ptr<Work> ChangeStiffness::prepare(Stage& stage) const {
  check_factor(factor(start));
  const double most = largest_of(factor, start, seconds, stage.given_seconds());
  check_factor(most);
  std::vector<StiffenedBody> bodies;
  for (const Selection& part : stage.select(group, body)) {
    StagedBody& staged = stage.bodies[part.body];
    const auto relations = std::make_shared<Stiffened>();
    bodies.push_back({part.body, relations});
    // Other actions may still give the body relations.
    staged.stiffest.push_back([relations, vertices = part.vertices, most](
                                  const Body& built, State& state, bool stiffest) {
      if (relations->numbers.empty()) *relations = stiffened(built, vertices);
      relations->multiply(state, stiffest ? std::max(1.0, most) : 1.0);
    });
  }
  return std::make_unique<LoadWork>(
      times_of(*this, factor.is_constant()),
      [bodies, f = factor](SceneRun& run, double time, double grown) {
        const double wanted = f(time);
        check_factor(wanted);
        for (const StiffenedBody& b : bodies)
          b.relations->multiply(run.bodies()[b.body].state, 1 + (wanted - 1) * grown);
      },
      [bodies](const SceneRun& run) {
        for (const StiffenedBody& b : bodies)
          if (b.relations->numbers.empty()) refuse(run.bodies()[b.body]);
      });
}

Declaration SetAttribute::declare() {
  Declare<SetAttribute> set(
      "SetAttribute", "loads",
      "An attribute of vertices that laws read, such as the swelling of SwellingSpring and the "
      "activation of Muscle; zero where and when nothing sets it.",
      "sim:addAction(SetAttribute{attribute = \"swelling\", value = 0.1, group = \"top\", ramp = "
      "1})");
  set.parameter("attribute", &SetAttribute::attribute, "", "its name", required)
      .parameter("value", &SetAttribute::value, "", "of each vertex", required)
      .parameter("group", &SetAttribute::group, "", "which vertices");
  return declare_rest(declare_times(set));
}

std::unique_ptr<Work> SetAttribute::prepare(Stage& stage) const {
  std::vector<Selection> parts = stage.select(group, body);
  for (const Selection& part : parts) {
    auto& attributes = stage.bodies[part.body].body.attributes;
    if (std::ranges::find(attributes, attribute, &VertexAttribute::name) == attributes.end())
      attributes.push_back({attribute, {0.0}});
  }
  return std::make_unique<LoadWork>(
      times_of(*this, value.is_constant()),
      [parts, name = attribute, value = value](SceneRun& run, double time, double grown) {
        const double wanted = value(time) * grown;
        for (const Selection& part : parts)
          run.bodies()[part.body].state.set_attribute(name, part.vertices, {&wanted, 1});
      },
      [parts, name = attribute, trial = trial_of(value, start)](const SceneRun& run) {
        trial(run);
        for (const Selection& part : parts)
          if (const RunBody& of = run.bodies()[part.body]; !reads(of.model, name))
            throw InputError("", 0, text("no force of body '", of.name, "' reads '", name, "'"),
                             "SwellingSpring reads 'swelling', Muscle 'activation'; other forces "
                             "read none");
      });
}

}  // namespace pliant::action
