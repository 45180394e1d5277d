#pragma once

#include <pliant/run.h>

#include <span>
#include <vector>

namespace pliant {

/// Whether two bodies of a run do, where they meet.
bool may_touch(const SceneRun& run, std::size_t first, std::size_t second);

/// Lets the bodies of a world touch as its scene says; several bodies do so where it says nothing.
/// Notes tell that, and what does not take part. InputError where the scene asks for what cannot
/// be.
void let_touch(const StagedContact& wish, std::span<RunBody> bodies, State& world, Notes& notes);

/// By body, the forces on its vertices where it touches others or itself, N; no vectors where the
/// body does not take part.
std::vector<std::vector<Vec3d>> contact_forces_of(const SceneRun& run);
/// Likewise, m: State::contact_gaps().
std::vector<std::vector<double>> contact_gaps_of(const SceneRun& run);

/// What presses on faces of a body: the part of the vertices' contact forces that goes into them,
/// along their mean normal at each vertex, and their area.
struct Pressed {
  std::vector<double> forces, areas;  ///< N, m²; by vertex
};
Pressed pressed_faces(const RunBody& body, std::span<const Triangle> faces,
                      std::span<const Vec3d> contact_forces);
/// The faces of a body's surface all of whose corners are in a group.
std::vector<Triangle> faces_of(const RunBody& body, std::span<const Index> group);

}  // namespace pliant
