#pragma once

#include <pliant/model.h>

#include "backend/backend.h"

// What a State and a Batch ask of what they are given: InputError where it is wrong.

namespace pliant {

void need(bool good, const std::string& problem, const std::string& cure);
void check_dynamics(const Dynamics& dynamics);
/// The same, and whether bodies of this kind can have all of it.
void check_dynamics(const Dynamics& dynamics, const Model& model);
void check_pulls(std::span<const Pull> pulls, const Model& model);
void check_obstacles(std::span<const Obstacle> obstacles);
void check_obstacles(std::span<const Obstacle> obstacles, const Model& model);
/// Of a state with large steps.
void check_large_obstacles(std::span<const Obstacle> obstacles);
void check_selection(const std::optional<DynamicSelection>& selection, const Model& model);
/// One finite vector a vertex.
void check_vectors(std::span<const Vec3d> values, const Model& model, const char* what);
void check_vertex(const Model& model, std::size_t vertex);
void check_relation(const Model& model, std::size_t set, std::size_t relation);
/// That these relations are there, and none of them twice.
void check_different(const Model& model, std::size_t set, std::span<const Index> relations);
void check_volume_constraint(const Model& model, std::size_t constraint);
void check_volume_goal(const VolumeGoal& goal);
void check_finite(double value, std::string_view what);
void check_step_count(std::int64_t count);
backend::FieldName find_field(const Model& model, std::size_t set, std::string_view field);

}  // namespace pliant
