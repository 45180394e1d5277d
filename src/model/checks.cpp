#include "model/checks.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/text.h"
#include "model/ranges.h"

namespace pliant {

void need(bool good, const std::string& problem, const std::string& cure) {
  if (!good) throw InputError("", 0, problem, cure);
}

void check_dynamics(const Dynamics& d) {
  need(d.time_step == 0 || ranges::time_step.has(d.time_step),
       text("the time step is ", d.time_step),
       text("give seconds above zero, ", in_words(ranges::time_step), ", or 0 for a safe one"));
  need(is_finite(d.gravity), "gravity is not finite", "give three finite numbers");
  need(ranges::gravity.has(length(d.gravity)), text("gravity is ", length(d.gravity), " m/s²"),
       text("give a vector with a length ", in_words(ranges::gravity)));
  need(std::isfinite(d.damping) && d.damping >= 0, text("the damping is ", d.damping),
       "give a number of at least zero");
  need(d.strain_limit == 0 || (d.strain_limit > 1 && std::isfinite(d.strain_limit)),
       text("the strain limit is ", d.strain_limit), "give a number above 1, or 0 for none");
  check_obstacles(d.obstacles);
}

void check_pulls(std::span<const Pull> pulls, const Model& model) {
  need(pulls.empty() || !model.compiled().is_spectral(), "a spectral solid takes no pulls",
       "lead its vertices with drives, or leave them out");
  for (const Pull& pull : pulls) {
    check_vertex(model, pull.vertex);
    if (!is_finite(pull.target) || !(pull.stiffness >= 0) || !std::isfinite(pull.stiffness) ||
        !(pull.damping >= 0) || !std::isfinite(pull.damping))
      need(false, text("the pull on vertex ", pull.vertex, " is not finite, or negative"),
           "give a place, and a stiffness and a damping of at least zero");
  }
}

void check_selection(const std::optional<DynamicSelection>& selection, const Model& model) {
  if (!selection) return;
  need(!model.compiled().is_spectral(), "a spectral solid has no nodes to select",
       "leave the selection out: it costs what its modes cost");
  for (const auto& [name, value] : {std::pair("threshold", selection->threshold),
                                    {"active time", selection->active_time},
                                    {"neighbour time", selection->neighbour_time},
                                    {"tolerance", selection->tolerance},
                                    {"pixel", selection->pixel}})
    need(std::isfinite(value) && value >= 0, text("the selection's ", name, " is ", value),
         "give a number of at least zero");
}

void check_large_obstacles(std::span<const Obstacle> obstacles) {
  for (const Obstacle& o : obstacles)
    need(o.bounce == 0 || o.response == Response::penalty,
         text("large steps give an obstacle no bounce of ", o.bounce),
         "give it no bounce, or the response 'penalty'");
}

namespace {

void check_large_steps(const Dynamics& d, const Model& model) {
  const LargeSteps& large = *d.large_steps;
  need(large.iterations >= 0, text("large steps have ", large.iterations, " iterations"),
       "give a number above zero, or 0 for as many as are usual");
  need(large.tolerance > 0 && large.tolerance < 1,
       text("the tolerance of large steps is ", large.tolerance),
       "give a number above zero and below 1");
  need(!model.compiled().is_spectral(), "a spectral solid is stable with every step",
       "leave the large steps out for it");
  check_large_obstacles(d.obstacles);
  need(!d.selection, "large steps are for all vertices", "leave the selection out");
  need(d.strain_limit == 0, "large steps keep no strain limit",
       "leave it out, or make the springs as stiff as they shall be");
  need(model.volume_constraint_count() == 0, "large steps keep no volumes",
       "leave the volume constraint out, or take a material that is nearly incompressible");
  need(model.compiled().gases.empty(), "large steps have no gas",
       "leave large steps out, or fill the body with a solid");
}

}  // namespace

void check_dynamics(const Dynamics& d, const Model& model) {
  check_dynamics(d);
  if (d.large_steps) check_large_steps(d, model);
  check_obstacles(d.obstacles, model);
  check_pulls(d.pulls, model);
  const bool spectral = model.compiled().is_spectral();
  need(!spectral || d.strain_limit == 0, "a spectral solid has no springs to limit",
       "leave the strain limit out");
  check_selection(d.selection, model);
  need(d.strain_limit == 0 || model.compiled().has_springs(),
       "the body has no springs that a strain limit could hold", "leave the strain limit out");
}

// What follows is asked of every vertex or relation of a body, so messages are made only where they
// are needed.

void check_vectors(std::span<const Vec3d> values, const Model& model, const char* what) {
  need(values.size() == model.vertex_count(),
       text(values.size(), " ", what, " for ", model.vertex_count(), " vertices"),
       "give one a vertex");
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!is_finite(values[i]))
      need(false, text("number ", i, " of the ", what, " is not finite"), "give finite numbers");
}

void check_vertex(const Model& model, std::size_t vertex) {
  if (vertex < model.vertex_count()) return;
  need(false, text("no vertex ", vertex), text("there are ", model.vertex_count()));
}

void check_relation(const Model& model, std::size_t set, std::size_t relation) {
  if (set < model.set_count() && relation < model.relation_count(set)) return;
  need(set < model.set_count(), text("no set ", set), text("there are ", model.set_count()));
  need(relation < model.relation_count(set), text("no relation ", relation, " in set ", set),
       text("there are ", model.relation_count(set)));
}

void check_different(const Model& model, std::size_t set, std::span<const Index> relations) {
  for (const Index relation : relations) check_relation(model, set, relation);
  if (std::ranges::adjacent_find(relations, std::greater_equal()) == relations.end()) return;
  std::vector<Index> sorted(relations.begin(), relations.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end())
    need(false, text("relation ", *twice, " is named twice"), "name each relation once");
}

void check_volume_constraint(const Model& model, std::size_t constraint) {
  const std::size_t count = model.volume_constraint_count();
  need(constraint < count, text("no volume constraint ", constraint), text("there are ", count));
}

void check_volume_goal(const VolumeGoal& goal) {
  need(goal.rest_volume > 0 && std::isfinite(goal.rest_volume),
       text("a volume constraint shall keep ", goal.rest_volume, " m³"),
       "give a volume above zero");
  need(goal.strength >= 0 && goal.strength <= 1,
       text("a volume constraint has the strength ", goal.strength),
       "give the part of the drift that a step takes back, from 0 to 1");
}

void check_finite(double value, std::string_view what) {
  if (!std::isfinite(value)) need(false, text(what, " is not finite"), "give a finite number");
  if (!ranges::law_number.has(value))
    need(false, text(what, " is ", value), text("give a number ", in_words(ranges::law_number)));
}

void check_step_count(std::int64_t count) {
  need(count >= 0, "the number of steps is negative", "give a number of at least zero");
}

backend::FieldName find_field(const Model& model, std::size_t set, std::string_view field) {
  need(set < model.set_count(), text("no set ", set), text("there are ", model.set_count()));
  const LawInfo& law = model.law(set);
  std::string known;
  for (std::size_t i = 0; i < law.parameters.size(); ++i) {
    if (law.parameters[i].name == field) return {set, i};
    known += (known.empty() ? "" : ", ") + std::string(law.parameters[i].name);
  }
  throw InputError("", 0, text(law.name, " has no parameter '", field, "'"),
                   text("it has: ", known));
}

}  // namespace pliant
