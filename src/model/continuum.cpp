#include <pliant/continuum.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/text.h"
#include "mesh/cells.h"
#include "model/fibre_rest.h"
#include "model/isotropic.h"
#include "model/volume_patches.h"
#include "model/voronoi_cells.h"
#include "model/voronoi_relations.h"
#include "relations/corotated_fibre.h"

namespace pliant {

namespace {

using Values = std::vector<double>;

constexpr double most_ogden_exponent = 50;  // of twice the length single precision holds 2^50

void check_count(const char* what, std::size_t count, const TetMesh& mesh) {
  if (count != 1 && count != mesh.tetrahedra().size())
    throw InputError("", 0,
                     text(count, " ", what, " for ", mesh.tetrahedra().size(), " tetrahedra"),
                     "give one, or one a tetrahedron");
}

// Constants of CorotatedFibre from moduli. With the axis 1 along the fibres, Voigt's stiffnesses
// follow from E, ν across, E_a, ν_a, G_a along them (the inverse of the compliance matrix):
//   C11 = E_a (1 - ν) / d,  C12 = ν_a E / d,  C22 + C23 = E / d,  C22 - C23 = E / (1 + ν),
//   d = 1 - ν - 2 ν_a² E / E_a.
struct FibreConstants {
  double shear, lame, coupling, fibre, fibre_shear;
};
FibreConstants constants_of(const Material& m, const Fibres& fibres, Notes* notes) {
  const double poisson = isotropic(m, notes).poisson, young = m.young;
  const double d = 1 - poisson - 2 * fibres.poisson * fibres.poisson * young / fibres.young;
  if (!(d > 0))
    throw InputError(
        "", 0, text("fibres with a Poisson's ratio of ", fibres.poisson, " have no energy"),
        text("give one below ", std::sqrt((1 - poisson) * fibres.young / (2 * young))));
  const double c11 = fibres.young * (1 - poisson) / d, c12 = fibres.poisson * young / d;
  const double shear = 0.5 * young / (1 + poisson), c22 = 0.5 * young / d + shear;
  const double lame = c22 - 2 * shear, coupling = c12 - lame;
  return {shear, lame, coupling, c11 - c22 - 2 * coupling,
          (fibres.shear > 0 ? fibres.shear : shear) - shear};
}

void check_fibres(const Fibres& fibres, const TetMesh& mesh) {
  check_directions(mesh, fibres.directions);
  if (!(fibres.young > 0) || !std::isfinite(fibres.young))
    throw InputError("", 0, text("Young's modulus along the fibres is ", fibres.young),
                     "give a positive number of pascals");
  if (!(fibres.shear >= 0) || !std::isfinite(fibres.shear) || !std::isfinite(fibres.poisson))
    throw InputError("", 0, "the moduli of the fibres are no numbers above zero",
                     "give pascals, and a Poisson's ratio below 1");
}

// Parameters of a set, one of each field a material.
class Parameters {
 public:
  void add(const Values& values) {
    fields_.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) fields_[i].push_back(values[i]);
  }
  std::vector<Values> take() { return std::move(fields_); }

 private:
  std::vector<Values> fields_;
};

// Of Corotated and of the laws whose parameters begin with its own.
Values solid_parameters(ContinuumModel model, const Material& m, const ContinuumOptions& options) {
  Values all{m.shear_modulus(), m.lame_lambda()};
  if (model == ContinuumModel::mooney_rivlin) all.push_back(options.mooney_ratio);
  if (model == ContinuumModel::ogden) {
    const Vec3d exponents = options.ogden.exponents, shares = options.ogden.shares;
    const double sum = shares.x + shares.y + shares.z;
    for (int i = 0; i < 3; ++i) all.push_back(exponents[i]);
    for (int i = 0; i < 3; ++i) all.push_back(shares[i] / sum);
  }
  all.push_back(m.damping_time);
  return all;
}

// Lamé's lambda of what follows from a material's shear modulus and this Poisson's ratio.
double lame_with(const Material& m, double poisson) {
  return 2 * m.shear_modulus() * poisson / (1 - 2 * poisson);
}

bool wants_patches(const Material& m, VolumeResistance volume) {
  if (volume == VolumeResistance::by_material) return m.poisson > largest_plain_poisson;
  return volume == VolumeResistance::patches && m.poisson > patched_poisson;
}

// Gives patches what they take of the resistance of a set's tetrahedra.
std::optional<Relations> split_volumes(const TetMesh& mesh, std::span<const Material> materials,
                                       VolumeResistance volume, Relations& set) {
  // Of one kind are those whose patches have the same numbers.
  std::map<std::pair<double, double>, int> known;
  std::vector<std::pair<double, double>> of_kind;  // lambda and damping of its patches
  std::vector<int> kinds;
  for (const Material& m : materials) {
    if (!wants_patches(m, volume)) {
      kinds.push_back(-1);
      continue;
    }
    const std::pair numbers(m.lame_lambda() - lame_with(m, patched_poisson), m.damping_time);
    const auto [found, is_new] = known.try_emplace(numbers, static_cast<int>(of_kind.size()));
    if (is_new) of_kind.push_back(numbers);
    kinds.push_back(found->second);
  }
  if (of_kind.empty()) return {};
  const std::vector<VolumePatchShape> patches = volume_patches(mesh, kinds);
  if (patches.empty()) return {};
  const auto kind_of = [&](Index t) { return kinds[kinds.size() == 1 ? 0 : t]; };
  Values& lame = set.parameters[1];
  if (lame.size() == 1) lame.resize(mesh.tetrahedra().size(), lame[0]);
  Values patch_lame, patch_damping;
  for (const VolumePatchShape& patch : patches) {
    const auto kind = static_cast<std::size_t>(kind_of(patch.tetrahedra[0]));
    patch_lame.push_back(of_kind[kind].first);
    patch_damping.push_back(of_kind[kind].second);
    for (const Index t : patch.tetrahedra)
      lame[t] = lame_with(materials[materials.size() == 1 ? 0 : t], patched_poisson);
  }
  if (std::ranges::all_of(lame, [&](double value) { return value == lame[0]; })) lame.resize(1);
  return patch_relations(mesh, patches, patch_lame, patch_damping);
}

void check_ogden(const OgdenTerms& terms) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double exponent = terms.exponents[i], share = terms.shares[i];
    if (!(share >= 0) || !std::isfinite(share))
      throw InputError("", 0, text("a term of Ogden's law has a share of ", share),
                       "give numbers of at least zero");
    if (!(std::abs(exponent) <= most_ogden_exponent))
      throw InputError(
          "", 0, text("an exponent of Ogden's law is ", exponent),
          text("give numbers from -", most_ogden_exponent, " to ", most_ogden_exponent));
    if (exponent == 0 && share > 0)
      throw InputError("", 0, "an exponent of Ogden's law is zero, and has a share",
                       "give it another exponent, or no share");
    sum += share;
  }
  if (!(sum > 0))
    throw InputError("", 0, "no term of Ogden's law has a share", "give one above zero");
}

}  // namespace

std::string_view tetrahedral_law(ContinuumModel model) {
  switch (model) {
    case ContinuumModel::voronoi_faces:
      return {};
    case ContinuumModel::sub_faces:
      return "SubFaces";
    case ContinuumModel::corotated:
      return "Corotated";
    case ContinuumModel::elastic:
      return "Elastic";
    case ContinuumModel::neo_hookean:
      return "NeoHookean";
    case ContinuumModel::st_venant_kirchhoff:
      return "StVenantKirchhoff";
    case ContinuumModel::fixed_corotated:
      return "FixedCorotated";
    case ContinuumModel::mooney_rivlin:
      return "MooneyRivlin";
    case ContinuumModel::ogden:
      return "Ogden";
  }
  return {};
}

Material isotropic(const Material& material, Notes* notes) {
  Material out = material;
  if (material.shear == 0) return out;
  out.shear = 0;
  out.poisson = material.young / (2 * material.shear) - 1;
  if (out.poisson <= largest_corotated_poisson) return out;
  out.poisson = largest_corotated_poisson;
  const std::string note =
      text("E and G tell of a solid that keeps its volume; a Poisson's ratio of ",
           largest_corotated_poisson, " is taken with the same E");
  if (notes && std::ranges::find(*notes, note) == notes->end()) notes->push_back(note);
  return out;
}

void check_continuum(const TetMesh& mesh, ContinuumModel model, std::span<const Material> materials,
                     const ContinuumOptions& options) {
  check_count("materials", materials.size(), mesh);
  for (const Material& m : materials) check(m);
  if (options.fibres && model != ContinuumModel::corotated)
    throw InputError("", 0, "only the model 'corotated' takes fibres", "take it, or no fibres");
  if (options.volume == VolumeResistance::patches &&
      (options.fibres || tetrahedral_law(model).empty() || model == ContinuumModel::sub_faces))
    throw InputError("", 0,
                     options.fibres ? "tetrahedra with fibres keep their volume themselves"
                                    : "continuum particles have no volume to keep in patches",
                     "take another model, or no patches");
  if (!(options.mooney_ratio >= 0) || !std::isfinite(options.mooney_ratio))
    throw InputError("", 0,
                     text("the ratio of Mooney and Rivlin's constants is ", options.mooney_ratio),
                     "give a number of at least zero");
  if (model == ContinuumModel::ogden) check_ogden(options.ogden);
}

VoronoiDiagram continuum_diagram(const TetMesh& mesh, const ContinuumOptions& options) {
  if (!options.voronoi && mesh.mesh().voronoi) return stored_voronoi(mesh);
  return voronoi_diagram(mesh, options.voronoi.value_or(VoronoiKind::clipped));
}

std::vector<Relations> continuum_relations(const TetMesh& mesh, ContinuumModel model,
                                           std::span<const Material> materials,
                                           const ContinuumOptions& options, Notes* notes) {
  check_continuum(mesh, model, materials, options);
  if (model == ContinuumModel::voronoi_faces)
    return voronoi_relations(mesh, continuum_diagram(mesh, options), materials);
  Relations set{std::string(tetrahedral_law(model)), flat(mesh.tetrahedra()), {}, {}};
  Parameters parameters;
  if (options.fibres) {
    check_fibres(*options.fibres, mesh);
    set.law = "CorotatedFibre";
    set.rest = fibre_rest(mesh, options.fibres->directions, all_tetrahedra(mesh));
  }
  std::vector<Material> taken;
  for (const Material& m : materials) {
    if (options.fibres) {
      const FibreConstants c = constants_of(m, *options.fibres, notes);
      parameters.add({c.shear, c.lame, c.coupling, c.fibre, c.fibre_shear, m.damping_time});
    } else if (model != ContinuumModel::sub_faces) {
      taken.push_back(isotropic(m, notes));
      parameters.add(solid_parameters(model, taken.back(), options));
    } else {
      parameters.add({m.young, m.shear_modulus(), m.damping_time});
    }
  }
  set.parameters = parameters.take();
  std::optional<Relations> patches;
  if (!taken.empty()) patches = split_volumes(mesh, taken, options.volume, set);
  std::vector<Relations> sets{std::move(set)};
  if (patches) sets.push_back(std::move(*patches));
  return sets;
}

std::vector<Material> materials_by_region(const TetMesh& mesh,
                                          const std::map<std::int32_t, Material>& materials) {
  std::vector<Material> out;
  out.reserve(mesh.tetrahedra().size());
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t) {
    const auto found = materials.find(mesh.mesh().tetrahedra.region(t));
    if (found == materials.end())
      throw InputError("", 0, text("region ", mesh.mesh().tetrahedra.region(t), " has no material"),
                       "give one for every region of the mesh");
    out.push_back(found->second);
  }
  return out;
}

}  // namespace pliant
