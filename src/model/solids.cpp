#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/solids.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/nearest_name.h"
#include "base/text.h"

namespace pliant {

std::span<const SolidLawInfo> solid_laws() {
  static constexpr SolidLawInfo all[] = {
      {SolidLaw::elastic, "elastic", "ElasticForces",
       "the elastic solid, which converges as the mesh gets finer and keeps its volume",
       ContinuumModel::elastic},
      {SolidLaw::mass_spring, "mass_spring", "MassSpringForces",
       "springs along the edges and preserved volumes, fitted to the material"},
      {SolidLaw::cpm1, "cpm1", "MaterialForces",
       "continuum particles: forces across the Voronoi faces between vertices",
       ContinuumModel::voronoi_faces},
      {SolidLaw::cpm2, "cpm2", "MaterialForces2",
       "continuum particles: forces across the six sub-faces of each tetrahedron",
       ContinuumModel::sub_faces},
      {SolidLaw::cpm3, "cpm3", "MaterialForces3",
       "corotated linear finite elements: the full stress of each tetrahedron",
       ContinuumModel::corotated},
      {SolidLaw::neo_hookean, "neo_hookean", "ElasticForces",
       "as elastic, but no stiffer against large changes of volume", ContinuumModel::neo_hookean},
      {SolidLaw::st_venant_kirchhoff, "st_venant_kirchhoff", "ElasticForces",
       "stress linear in Green's strain, for small strains", ContinuumModel::st_venant_kirchhoff},
      {SolidLaw::fixed_corotated, "fixed_corotated", "ElasticForces",
       "as cpm3, but stiff against a change of volume", ContinuumModel::fixed_corotated},
      {SolidLaw::mooney_rivlin, "mooney_rivlin", "ElasticForces", "rubber by two constants",
       ContinuumModel::mooney_rivlin},
      {SolidLaw::ogden, "ogden", "ElasticForces", "rubber and tissue by powers of stretches",
       ContinuumModel::ogden},
  };
  return all;
}

const SolidLawInfo& solid_law(std::string_view name) {
  std::vector<std::string> names;
  for (const SolidLawInfo& info : solid_laws()) {
    if (info.name == name) return info;
    names.emplace_back(info.name);
  }
  throw InputError("", 0, text("there is no law '", name.substr(0, 64), "'"),
                   nearest_name(name, names));
}

namespace {

Body solid_with(const TetMesh& mesh, SolidLaw law, const Material& material,
                const SolidOptions& options, Notes* notes) {
  const auto model = std::ranges::find(solid_laws(), law, &SolidLawInfo::law)->model;
  return model ? continuum_solid(mesh, *model, material, options, {}, notes)
               : mass_spring_solid(mesh, material, options, notes);
}

}  // namespace

Body make_solid(const TetMesh& mesh, SolidLaw law, const Material& material, Notes* notes) {
  return solid_with(mesh, law, material, {}, notes);
}

Body make_solid(const TetMesh& mesh, const Cage* cage, SolidLaw law, const Material& material,
                Notes* notes) {
  SolidOptions options;
  if (cage) options.fill = cage->fill;
  Body body = solid_with(mesh, law, material, options, notes);
  if (cage) body.insets = cage->insets;
  return body;
}

}  // namespace pliant
