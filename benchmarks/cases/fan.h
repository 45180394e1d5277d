#pragma once

#include <pliant/body.h>
#include <pliant/tet_mesh.h>

namespace pliant::bench {

/// Rubber on the shape "fan", whose tetrahedra all share one vertex: R06's worst case. No constants
/// can be fitted to such needles, so each relation just gets Young's modulus times the volume that
/// belongs to it. Sets: DistanceSpring (mesh.edges()), VolumePreserve (mesh.tetrahedra()).
Body fan_body(const TetMesh& mesh);

}  // namespace pliant::bench
