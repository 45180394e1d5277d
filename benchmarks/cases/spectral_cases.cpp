#include "cases/spectral_cases.h"

#include <pliant/shapes.h>
#include <pliant/spectral.h>

#include <map>

#include "base/text.h"

namespace pliant::bench {

namespace {

#ifdef PLIANT_MINIMAL
constexpr bool has_eigensolver = false;  // modes come from the cache, which may not be there
#else
constexpr bool has_eigensolver = true;
#endif

constexpr double cell = 0.0625;          // m
constexpr double time_step = 1.0 / 512;  // s

Material soft() {
  return make_material(1e6, 0.3, 1000, 0.001);
}

SpectralOptions options_of(const SpectralRecipe& recipe, const TetMesh& mesh) {
  const double end = 0.5 * cell * recipe.cells[0];
  SpectralOptions options;
  options.modes = recipe.modes;
  options.rigid = {tetrahedra_beyond(mesh, end - std::max(cell, 0.05 * 2 * end))};
  for (std::size_t v = 0; v < mesh.vertices().size(); ++v)
    if (mesh.vertices()[v].x < 0.01 * cell - end) options.fixed.push_back(static_cast<Index>(v));
  return options;
}

}  // namespace

std::span<const SpectralRecipe> spectral_recipes() {
  static const SpectralRecipe all[] = {
      {{"spectral_bar1", "320 tetrahedra, 100 modes (Y10, 323)", has_eigensolver, false},
       {16, 2, 2},
       100},
      {{"spectral_bar2", "5355 tetrahedra, 200 modes (Y10, 5372)", has_eigensolver, false},
       {17, 9, 7},
       200},
      {{"spectral_gargoyle", "10 000 tetrahedra, 50 modes (Y10)", has_eigensolver, false},
       {20, 10, 10},
       50},
      {{"spectral_armadillo", "13 860 tetrahedra, 100 modes (Y10, 13 852)", has_eigensolver, false},
       {28, 11, 9},
       100},
      {{"spectral_dragon", "32 955 tetrahedra, 50 modes (Y10, 32 959)", has_eigensolver, false},
       {39, 13, 13},
       50},
      {{"spectral_dragon_1024", "1024 copies of spectral_dragon", false, false},
       {39, 13, 13},
       50,
       1024}};
  return all;
}

std::vector<Index> tetrahedra_beyond(const TetMesh& mesh, double x) {
  std::vector<Index> out;
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t) {
    double centre = 0;
    for (const Index v : mesh.tetrahedra()[t]) centre += mesh.vertices()[v].x / 4;
    if (centre > x) out.push_back(static_cast<Index>(t));
  }
  return out;
}

DeformablePart deformable_part(const TetMesh& mesh, std::span<const Index> rigid,
                               std::span<const Index> fixed) {
  std::vector<bool> left_out(mesh.tetrahedra().size(), false);
  for (const Index t : rigid) left_out[t] = true;
  DeformablePart out;
  std::map<Index, Index> numbers;
  for (std::size_t t = 0; t < left_out.size(); ++t) {
    if (left_out[t]) continue;
    Tetrahedron own{};
    for (std::size_t i = 0; i < 4; ++i) {
      const Index v = mesh.tetrahedra()[t][i];
      const auto [entry, is_new] = numbers.try_emplace(v, static_cast<Index>(out.vertices.size()));
      if (is_new) out.vertices.push_back(mesh.vertices()[v]);
      own[i] = entry->second;
    }
    out.tetrahedra.push_back(own);
  }
  for (const Index v : fixed)
    if (const auto found = numbers.find(v); found != numbers.end())
      out.fixed.push_back(found->second);
  return out;
}

Case make_spectral_case(const SpectralRecipe& recipe) {
  const auto [x, y, z] = recipe.cells;
  const TetMesh mesh(make_shape("grid", {{"length", cell * x},
                                         {"height", cell * y},
                                         {"width", cell * z},
                                         {"cells_x", x},
                                         {"cells_y", y},
                                         {"cells_z", z},
                                         {"tets_per_cell", 5}}));
  const SpectralOptions options = options_of(recipe, mesh);
  const Material material = soft();
  Case out;
  out.name = recipe.info.name;
  out.mesh = text("grid of ", x, " x ", y, " x ", z, " cells, ", recipe.modes, " modes");
  out.copies = recipe.copies;
  out.tetrahedra = mesh.tetrahedra().size();
  out.edges = mesh.edges().size();
  out.body = spectral_body(mesh, std::span(&material, 1), options);
  out.dynamics.time_step = time_step;
  if (has_eigensolver && recipe.copies == 1)
    out.solve_modes = [part = deformable_part(mesh, options.rigid[0], options.fixed), material,
                       modes = options.modes] {
      lowest_modes(
          part.vertices, part.tetrahedra, std::span(&material, 1),
          {.count = modes, .mass = MassMatrix::lumped, .fixed = part.fixed, .cached = false});
    };
  return out;
}

}  // namespace pliant::bench
