#include "spectral/mode_problem.h"

#include <pliant/error.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/fingerprint.h"
#include "base/text.h"
#include "mesh/disjoint_sets.h"
#include "model/isotropic.h"

namespace pliant::spectral {

namespace {

// Squares and cubes of longer lengths leave the range of numbers.
constexpr double longest = 1e90;

[[noreturn]] void refuse(std::string problem, std::string cure) {
  throw InputError("", 0, std::move(problem), std::move(cure));
}

void check_vertices(const ElasticSolid& solid) {
  if (solid.vertices.size() < 4 || solid.tetrahedra.empty())
    refuse(text("a solid of ", plural(solid.vertices.size(), "vertex", "vertices"), " and ",
                plural(solid.tetrahedra.size(), "tetrahedron", "tetrahedra"), " has no modes"),
           "give at least four vertices and one tetrahedron; 'pliant mesh' fills a surface");
  for (std::size_t i = 0; i < solid.vertices.size(); ++i) {
    const Vec3d& x = solid.vertices[i];
    if (!(std::abs(x.x) < longest && std::abs(x.y) < longest && std::abs(x.z) < longest))
      refuse(text("vertex ", i, " is not at a finite place"), "mend or remove it");
  }
  for (Index i : solid.fixed)
    if (i >= solid.vertices.size())
      refuse(text("vertex ", i, " is to be fixed, but there are ", solid.vertices.size()),
             "vertices count from 0");
}

void check_tetrahedra(const ElasticSolid& solid) {
  for (std::size_t e = 0; e < solid.tetrahedra.size(); ++e) {
    const Tetrahedron& t = solid.tetrahedra[e];
    for (Index i : t)
      if (i >= solid.vertices.size())
        refuse(
            text("tetrahedron ", e, " names vertex ", i, ", but there are ", solid.vertices.size()),
            "vertices count from 0");
    const double volume = signed_volume(solid.vertices[t[0]], solid.vertices[t[1]],
                                        solid.vertices[t[2]], solid.vertices[t[3]]);
    if (!(volume > 0))
      refuse(text("tetrahedron ", e, volume < 0 ? " is wrongly wound" : " has no volume"),
             volume < 0 ? "swap two of its vertices; a TetMesh does it by itself"
                        : "remove it; 'pliant check --repair' drops flat tetrahedra");
  }
}

void check_materials(const ElasticSolid& solid) {
  if (solid.materials.size() != 1 && solid.materials.size() != solid.tetrahedra.size())
    refuse(text(plural(solid.materials.size(), "material", "materials"), " for ",
                plural(solid.tetrahedra.size(), "tetrahedron", "tetrahedra")),
           "give one material, or one for each tetrahedron");
  for (const Material& material : solid.materials) pliant::check(material);
}

void check_connection(const ElasticSolid& solid) {
  DisjointSets sets(solid.vertices.size());
  std::vector<bool> used(solid.vertices.size(), false);
  std::size_t vertices = 0, joined = 0;
  for (const Tetrahedron& t : solid.tetrahedra)
    for (Index i : t) {
      vertices += !used[i];
      used[i] = true;
      joined += sets.join(t[0], i);
    }
  if (const auto loose = std::ranges::find(used, false); loose != used.end())
    refuse(text("vertex ", loose - used.begin(), " belongs to no tetrahedron",
                solid.vertices.size() - vertices > 1
                    ? text(" (nor do ", solid.vertices.size() - vertices - 1, " others)")
                    : ""),
           "remove it; 'pliant check --repair' does");
  if (const std::size_t pieces = vertices - joined; pieces > 1)
    refuse(text("the mesh is in ", pieces, " pieces that do not hang together"),
           "keep one of them, or weld them where they touch ('pliant check --repair'); each piece "
           "has modes of its own");
}

}  // namespace

void check(const ElasticSolid& solid) {
  check_vertices(solid);
  check_tetrahedra(solid);
  check_materials(solid);
  check_connection(solid);
}

std::vector<bool> fixed_vertices(const ElasticSolid& solid) {
  std::vector<bool> fixed(solid.vertices.size(), false);
  for (Index i : solid.fixed) fixed[i] = true;
  return fixed;
}

std::size_t free_vertex_count(const ElasticSolid& solid) {
  return static_cast<std::size_t>(std::ranges::count(fixed_vertices(solid), false));
}

void check_mode_count(const ElasticSolid& solid, std::size_t count) {
  const std::size_t most = 3 * free_vertex_count(solid);
  if (most == 0) refuse("every vertex is fixed", "leave some free to move");
  if (count == 0) refuse("no modes are asked for", "ask for at least one");
  if (count > most)
    refuse(text(count, " modes are asked for, but ", plural(most / 3, "vertex", "vertices"),
                " that may move have only ", most, " degrees of freedom"),
           text("ask for ", most, " or fewer, or refine the mesh"));
}

void check_forces(const ElasticSolid& solid, std::span<const Vec3d> forces) {
  if (forces.size() != solid.vertices.size())
    refuse(text(plural(forces.size(), "force", "forces"), " for ",
                plural(solid.vertices.size(), "vertex", "vertices")),
           "give one force for each vertex, zero where there is none");
  for (std::size_t i = 0; i < forces.size(); ++i)
    if (!is_finite(forces[i])) refuse(text("the force at vertex ", i, " is not finite"), "mend it");
  if (solid.fixed.empty())
    refuse("nothing holds the solid", "fix at least three vertices that are not in a line");
}

ModeKey mode_key(const ElasticSolid& solid, std::size_t count, MassMatrix mass) {
  std::vector<std::array<double, 4>> elastic;
  for (const Material& given : solid.materials) {
    const Material m = isotropic(given);
    elastic.push_back({m.young, m.poisson, m.density, m.shear});
  }
  std::vector<Index> fixed(solid.fixed.begin(), solid.fixed.end());
  std::ranges::sort(fixed);
  fixed.erase(std::unique(fixed.begin(), fixed.end()), fixed.end());

  // Two fingerprints of the same in another order: 64 bits alone are few for what is never
  // compared with the mesh itself.
  const std::array<std::uint64_t, 2> request{count, static_cast<std::uint64_t>(mass)};
  Fingerprint forwards, backwards;
  forwards.add(request);
  forwards.add(solid.vertices);
  forwards.add(solid.tetrahedra);
  forwards.add(elastic);
  forwards.add(fixed);
  backwards.add(fixed);
  backwards.add(elastic);
  backwards.add(solid.tetrahedra);
  backwards.add(solid.vertices);
  backwards.add(request);
  return {forwards.value(), backwards.value()};
}

}  // namespace pliant::spectral
