#pragma once

#include <pliant/tet_mesh.h>

#include "command.h"
#include "drop_watch.h"

namespace pliant::app {

struct DropFacts {
  const TetMesh& mesh;
  const Vec3d& size;     ///< m, at rest
  const Json& material;  ///< what it is made of
  const RunBody& body;   ///< at the end
  const DropOutcome& outcome;
};

/// What `pliant drop` reports, for programs; print_drop writes the same for people.
Json describe_drop(const DropFacts& facts);
void print_drop(const Json& report);
/// Says on stderr what is doubtful about the end of a drop.
void warn_of(const DropOutcome& outcome);

}  // namespace pliant::app
