#pragma once

#include <pliant/laws.h>
#include <pliant/vec3.h>

#include <cstddef>

#include "math/mat3.h"
#include "relations/law.h"

namespace pliant {

/// A law's functions in double precision for code that knows it by name only. Vertices, rest states
/// and parameters are arrays of as many as its LawInfo says.
struct LawFunctions {
  void (*rest)(const Vec3d* x, double* rest);
  void (*absent)(double* rest);
  double (*energy)(const Vec3d* x, const double* rest, const double* param);
  void (*force)(const Vec3d* x, const Vec3d* v, const double* rest, const double* param, Vec3d* f);
  /// The diagonal blocks of the stiffness (diagonal_blocks.h), N/m, and `share` (1/s) times those
  /// of the damping at rest, of the vertices that it pushes.
  void (*blocks)(const Vec3d* x, const double* rest, const double* param, double share,
                 Sym3<double>* blocks);
  /// The whole stiffness (element_stiffness.h), that of damping `share` (1/s) times included.
  void (*stiffness)(const Vec3d* x, const double* rest, const double* param, double share,
                    double* blocks);
  /// Null for a law that cannot be limited in strain.
  double (*stretch)(const Vec3d* x, const double* rest);
};

/// By position in laws().
const LawFunctions& law_functions(std::size_t law);
std::size_t law_index(std::string_view name);

}  // namespace pliant
