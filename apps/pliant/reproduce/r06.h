#pragma once

#include "reproduce/measure.h"
#include "reproduce/r06_meshes.h"

// What the parts of R06's reproduction share.

namespace pliant::app::r06 {

/// What is measured, and how long.
struct Plan {
  MeasuredCard card;
  Patience patience;
  bool quick;
};

/// Springs alone, as R06 computes them: Euler-Cromer (its Figure 1), no other forces. The body
/// starts stretched along x, so that it swings for ever. `own`: each simplex has springs and rest
/// lengths of its own, as R06 stores them (section 5); else one spring an edge.
Motion swinging(const Mesh& mesh, bool own = false);

/// A full step of ours: springs, preserved volumes, damping, gravity, strain limit and a floor to
/// stand on.
Motion standing(const Mesh& mesh);

/// One row of the tables of speed.
struct Subject {
  std::string name;
  std::size_t masses, simplices, springs;  ///< ours
  const PublishedMesh* published;          ///< null: no figures
  StepTimes times;                         ///< springs alone, one an edge
  std::size_t own_springs = 0;             ///< where each simplex has its own; 0: chains
  std::optional<StepTimes> own = {};       ///< of those
  std::optional<StepTimes> full = {};      ///< of the standing solid
};
Subject measure(const std::string& name, const Mesh& mesh, const PublishedMesh* published,
                const Plan& plan, bool with_solid);

/// What a table is about.
struct Topic {
  std::string id;         ///< "figure 4"
  std::string title;      ///< "Figure 4: triangle meshes"
  std::string simplices;  ///< "triangles"
};
/// Steps a second beside the published frames, as a table and as a plot; the time of a step and
/// simplices a second.
Table rates(const Topic& topic, const std::vector<Subject>& subjects);
Plot rates_plot(const Topic& topic, const std::vector<Subject>& subjects, const Plan& plan);
Table costs(const Topic& topic, const std::vector<Subject>& subjects);

/// Parts of the report, in its order.
void add_chains(const Plan& plan, Report& report);
void add_triangles(const Plan& plan, Report& report);
void add_tetrahedra(const Plan& plan, Report& report);
void add_worst_case(const Plan& plan, Report& report);
void add_changes(const Plan& plan, Report& report);

}  // namespace pliant::app::r06
