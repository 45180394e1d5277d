#pragma once

#include <pliant/laws.h>
#include <pliant/mesh.h>

#include <string>
#include <vector>

namespace pliant {

/// Relations that follow one law.
struct Relations {
  std::string law;              ///< a name of laws()
  std::vector<Index> vertices;  ///< as many a relation as the law's arity
  /// By field of LawInfo::parameters: one value for all relations, or one a relation.
  std::vector<std::vector<double>> parameters;
  /// By field of LawInfo::rest, one value a relation; empty: taken from the body's vertices.
  std::vector<std::vector<double>> rest;
};

/// Gas inside a closed surface: its pressure times the enclosed volume stays the same (S07 2.5.3).
struct Gas {
  std::size_t set = 0;  ///< the relations of GasPressure that make the surface
  double amount = 0;    ///< pressure times volume, J
  double outside = 0;   ///< pressure outside, Pa
};

/// Vertices and the relations between them: a chain, a cloth, a solid.
struct Body {
  std::vector<Vec3d> vertices;  ///< at rest, m
  std::vector<double> masses;   ///< kg; one a vertex, above zero
  std::vector<Index> pinned;
  std::vector<Relations> relations;
  std::vector<Gas> gases;
};

}  // namespace pliant
