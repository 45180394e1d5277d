#include <pliant/error.h>
#include <pliant/modes.h>

#include "spectral/mode_cache.h"
#include "spectral/mode_problem.h"
#ifdef PLIANT_HAVE_EIGENSOLVER
#include "spectral/offline/eigensolver.h"
#include "spectral/offline/statics.h"
#endif

namespace pliant {

namespace {

#ifndef PLIANT_HAVE_EIGENSOLVER
[[noreturn]] void no_solver(const char* what) {
  throw InputError("", 0, std::string(what) + " cannot be computed by this build of Pliant",
                   "compute them with a build that is not PLIANT_MINIMAL ('pliant modes MESH') and "
                   "bring its cache along: set PLIANT_CACHE to that folder");
}
#endif

Modes computed([[maybe_unused]] const spectral::ElasticSolid& solid,
               [[maybe_unused]] const ModeOptions& options) {
#ifdef PLIANT_HAVE_EIGENSOLVER
  return spectral::offline::lowest_modes(solid, options.count, options.mass, options.progress);
#else
  no_solver("modes that are not in the cache");
#endif
}

}  // namespace

Modes lowest_modes(std::span<const Vec3d> vertices, std::span<const Tetrahedron> tetrahedra,
                   std::span<const Material> materials, const ModeOptions& options) {
  const spectral::ElasticSolid solid{vertices, tetrahedra, materials, options.fixed};
  spectral::check(solid);
  spectral::check_mode_count(solid, options.count);
  if (!options.cached) return computed(solid, options);
  const spectral::ModeKey key = spectral::mode_key(solid, options.count, options.mass);
  const std::filesystem::path folder = modes_cache_folder();
  if (auto known = spectral::read_cached_modes(folder, key, vertices.size(), options.count))
    return *std::move(known);
  Modes modes = computed(solid, options);
  spectral::write_cached_modes(folder, key, modes);
  return modes;
}

std::vector<Vec3d> static_displacements(std::span<const Vec3d> vertices,
                                        std::span<const Tetrahedron> tetrahedra,
                                        std::span<const Material> materials,
                                        std::span<const Index> fixed,
                                        std::span<const Vec3d> forces) {
  const spectral::ElasticSolid solid{vertices, tetrahedra, materials, fixed};
  spectral::check(solid);
  spectral::check_forces(solid, forces);
#ifdef PLIANT_HAVE_EIGENSOLVER
  return spectral::offline::static_displacements(solid, forces);
#else
  no_solver("displacements under a static load");
#endif
}

}  // namespace pliant
