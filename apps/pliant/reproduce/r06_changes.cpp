#include <fmt/format.h>
#include <pliant/cut.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "progress_bar.h"
#include "reproduce/r06.h"

// R06 section 6: relations that change while the body runs.

namespace pliant::app::r06 {

namespace {

constexpr std::size_t springs = 0, volumes = 1;  // sets of the standing solid

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Change {
  std::string name;
  std::function<std::size_t(State&)> apply;  // returns how many relations it met
};

std::vector<Index> every(std::size_t nth, std::size_t count) {
  std::vector<Index> out;
  for (std::size_t i = 0; i < count; i += nth) out.push_back(static_cast<Index>(i));
  return out;
}

std::vector<Change> changes(const Model& model, const Motion& motion) {
  const Box box = bounding_box(motion.body.vertices);
  const Index middle = static_cast<Index>(model.relation_count(volumes) / 2);
  return {{"stiffness of a spring",
           [](State& s) {
             s.set_parameter(springs, "stiffness", 17, 0.5 * s.parameter(springs, "stiffness", 17));
             return std::size_t{1};
           }},
          {"stiffness of all springs",
           [](State& s) {
             s.set_parameter(springs, "stiffness", s.parameter(springs, "stiffness", 17));
             return s.model().relation_count(springs);
           }},
          {"a tetrahedron removed",
           [middle](State& s) {
             s.remove(volumes, std::span(&middle, 1));
             return std::size_t{1};
           }},
          {"every hundredth tetrahedron removed",
           [](State& s) {
             const auto relations = every(100, s.model().relation_count(volumes));
             s.remove(volumes, relations);
             return relations.size();
           }},
          {"cut by a disk", [box](State& s) {
             return cut(s, CuttingPlane{box.centre(), {1, 0, 0}, 0.25 * box.size().x});
           }}};
}

// The best, s; each time on a fresh copy of a running state.
struct Cost {
  std::size_t relations = 0;
  double alone = 0, with_step = 0;
};
Cost cost(const State& running, const Change& change, int repeats) {
  Cost out;
  std::vector<double> alone, with_step;
  for (int i = 0; i < repeats; ++i) {
    State state = running;
    step(state.model(), state, 1);
    const auto begin = Clock::now();
    out.relations = change.apply(state);
    alone.push_back(seconds_since(begin));
    step(state.model(), state, 1);
    with_step.push_back(seconds_since(begin));
  }
  out.alone = std::ranges::min(alone);
  out.with_step = std::ranges::min(with_step);
  return out;
}

struct Measured {
  double build = 0, step = 0;  // s
  std::vector<Cost> costs = {};
};

Measured measure(const Motion& motion, Backend backend, const Plan& plan) {
  const int repeats = plan.quick ? 3 : 25;
  const ModelOptions options{.backend = backend};
  Measured out;
  std::vector<double> builds;
  for (int i = 0; i < (plan.quick ? 1 : 3); ++i) {
    const auto begin = Clock::now();
    const Model built(motion.body, options);
    const State state = start_of(built, motion);
    builds.push_back(seconds_since(begin));
  }
  out.build = std::ranges::min(builds);
  const Model model(motion.body, options);
  State state = start_of(model, motion);
  step(model, state, 10);
  out.step = cost(state, {"", [](State&) { return std::size_t{0}; }}, repeats).with_step;
  for (const Change& change : changes(model, motion))
    out.costs.push_back(cost(state, change, repeats));
  return out;
}

// The body as it is after the changes, described anew.
Body rebuilt(const Body& body, const State& state) {
  Body out = body;
  for (std::size_t set = 0; set < body.relations.size(); ++set) {
    const LawInfo& law = state.model().law(set);
    const auto arity = static_cast<std::size_t>(law.arity);
    const std::vector<Index> vertices = body.relations[set].vertices;
    Relations& left = out.relations[set];
    left.vertices.clear();
    left.parameters.assign(law.given().size(), {});
    for (std::size_t r = 0; r < vertices.size() / arity; ++r) {
      if (state.removed(set, r)) continue;
      for (std::size_t i = 0; i < arity; ++i) left.vertices.push_back(vertices[r * arity + i]);
      for (std::size_t f = 0; f < law.given().size(); ++f)
        left.parameters[f].push_back(state.parameter(set, law.given()[f].name, r));
    }
  }
  return out;
}

// How far a changed body and one built without what was removed come apart, over their size.
double difference_to_rebuilt(const Motion& motion, Backend backend) {
  constexpr int steps = 100;
  const ModelOptions options{.backend = backend};
  const Model model(motion.body, options);
  State changed = start_of(model, motion);
  step(model, changed, steps);
  for (const Change& change : changes(model, motion)) change.apply(changed);
  const Model anew(rebuilt(motion.body, changed), options);
  State other(anew, motion.dynamics);
  other.set_positions(changed.positions());
  other.set_velocities(changed.velocities());
  step(model, changed, steps);
  step(anew, other, steps);
  double largest = 0;
  const auto a = changed.positions(), b = other.positions();
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, length(a[i] - b[i]));
  return largest / length(bounding_box(motion.body.vertices).size());
}

Table table_of(const std::vector<Change>& list, const Measured& cpu,
               const std::optional<Measured>& card) {
  using enum Source;
  Table table{"section 6",
              "Section 6: what a change costs, ms; beside it, how many changes take as long as "
              "building the model anew",
              {{"change", "Change"},
               {"relations", "relations", ours},
               {"alone", "processor", ours},
               {"with_step", "and the next step", ours},
               {"build_ratio", "building anew / change", ours},
               {"card_alone", "card", ours},
               {"card_with_step", "and the next step", ours},
               {"card_build_ratio", "building anew / change", ours}},
              {}};
  const auto ms = [](double seconds) { return significant(1e3 * seconds, 3); };
  const auto card_ms = [&](double Measured::*time) { return card ? ms((*card).*time) : nothing(); };
  table.rows.push_back({"none: a step", nothing(), nothing(), ms(cpu.step), nothing(), nothing(),
                        card_ms(&Measured::step), nothing()});
  table.rows.push_back({"none: building anew", nothing(), ms(cpu.build), nothing(), nothing(),
                        card_ms(&Measured::build), nothing(), nothing()});
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::vector<Cell> row{list[i].name, count(cpu.costs[i].relations)};
    for (const Measured* m : {&cpu, card ? &*card : nullptr}) {
      row.push_back(m ? ms(m->costs[i].alone) : nothing());
      row.push_back(m ? ms(m->costs[i].with_step) : nothing());
      row.push_back(m ? significant(m->build / m->costs[i].alone, 2) : nothing());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

void add_changes(const Plan& plan, Report& report) {
  progress()(0.88, "R06: section 6, relations that change");
  const auto cells = plan.quick ? 10.0 : 30.0;
  const Motion motion = standing(make_shape("cube", {{"cells", cells}, {"tets_per_cell", 6}}));
  const Measured cpu = measure(motion, Backend::cpu, plan);
  std::optional<Measured> card;
  if (plan.card.measured()) card = measure(motion, Backend::cuda, plan);
  double difference = difference_to_rebuilt(motion, Backend::cpu);
  if (card) difference = std::max(difference, difference_to_rebuilt(motion, Backend::cuda));
  report.facts["changed_beside_rebuilt"] = difference;

  const Model model(motion.body);
  Section& section = report.section("Section 6: relations that change while it runs");
  section.add(Paragraph{fmt::format(
      "A grid of {} springs and {} preserved volumes, full steps. Stiffnesses change and relations "
      "go while it runs; the model stays as it was built, and only what changes is touched. "
      "The best of several, each a change to a fresh copy of the running state. The step after a "
      "change "
      "also copies the state, to go back to should the change make it diverge.",
      model.relation_count(springs), model.relation_count(volumes))});
  section.add(table_of(changes(model, motion), cpu, card));
  section.add(Remark{fmt::format(
      "After all five changes and a hundred further steps no vertex is farther than {:.1g} of the "
      "body's size from where it is in a body built without what was removed. R06 describes such "
      "changes and prints no times for them. A cut costs more than the rest because it first looks "
      "for what the knife meets, in all relations, and then for springs that hang loose.",
      difference)});
}

}  // namespace pliant::app::r06
