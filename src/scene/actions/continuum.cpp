#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/solids.h>

#include <charconv>

#include "base/text.h"
#include "model/check_solid.h"
#include "scene/actions/list.h"
#include "scene/actions/materials.h"

namespace pliant::action {

namespace {

struct Words {
  const char *name, *help;
};
constexpr Words words_of(ContinuumModel model) {
  switch (model) {
    case ContinuumModel::voronoi_faces:
      return {
          "MaterialForces",
          "Continuum-mechanics particles: forces across the Voronoi faces between vertices (E06, "
          "chapter 5: CPM1)."};
    case ContinuumModel::sub_faces:
      return {"MaterialForces2",
              "Continuum-mechanics particles without a Voronoi diagram: forces across the six "
              "sub-faces of each tetrahedron (E06, chapter 7: CPM2)."};
    case ContinuumModel::corotated:
      return {"MaterialForces3",
              "An elastic solid by the full stress of each tetrahedron, which is linear finite "
              "elements that turn along (CPM3); also with fibres in one direction."};
    default:
      return {"ElasticForces",
              "An elastic solid for any softness: as MaterialForces3 for small strains, and beyond "
              "them (stable Neo-Hookean) it keeps its volume and never stays inside out; or, by "
              "'law', as another hyperelastic solid."};
  }
}

// Without damping: it has no energy.
constexpr bool runs_away(ContinuumModel model) {
  return model == ContinuumModel::voronoi_faces || model == ContinuumModel::sub_faces;
}

// "2:fat"
std::pair<std::int32_t, Material> region_of(const std::string& words) {
  const std::size_t colon = words.find(':');
  std::int32_t label = 0;
  const char* const end = words.data() + std::min(colon, words.size());
  const auto [read, error] = std::from_chars(words.data(), end, label);
  if (colon == std::string::npos || error != std::errc() || read != end)
    throw InputError("", 0, text("'", words.substr(0, 64), "' is no region with its material"),
                     "write its label, a colon and the material, as in \"2:fat\"");
  return {label, material(words.substr(colon + 1))};
}

template <class Forces>
std::vector<Material> materials_of(const Forces& action, const StagedBody& body) {
  std::map<std::int32_t, Material> by_region;
  for (const std::string& words : action.regions) by_region.insert(region_of(words));
  const bool has_one = !action.material.empty() || body.material || action.young > 0;
  if (!has_one && !by_region.empty()) return materials_by_region(*body.mesh, by_region);
  Material one = material_of(action, body);
  if (action.shear > 0) one.shear = action.shear;
  if (by_region.empty()) return {one};
  for (const std::int32_t label : body.mesh->mesh().tetrahedra.regions)
    by_region.try_emplace(label, one);
  by_region.try_emplace(0, one);
  return materials_by_region(*body.mesh, by_region);
}

// The names that the laws of ElasticForces have.
std::vector<std::string> elastic_laws() {
  std::vector<std::string> names;
  for (const SolidLawInfo& info : solid_laws())
    if (info.action == words_of(ContinuumModel::elastic).name) names.emplace_back(info.name);
  return names;
}

VolumeResistance volume_named(const std::string& name) {
  return name == "patches"      ? VolumeResistance::patches
         : name == "tetrahedra" ? VolumeResistance::tetrahedra
                                : VolumeResistance::by_material;
}

template <class Forces>
ContinuumOptions options_of(const Forces& action) {
  ContinuumOptions options;
  options.volume = volume_named(action.volume);
  options.mooney_ratio = action.mooney_ratio;
  options.ogden = {action.ogden_exponents, action.ogden_shares};
  if (action.voronoi == "circumcentre") options.voronoi = VoronoiKind::circumcentre;
  if (action.voronoi == "clipped") options.voronoi = VoronoiKind::clipped;
  if (squared_length(action.fibre) > 0)
    options.fibres =
        Fibres{{action.fibre}, action.fibre_young, action.fibre_poisson, action.fibre_shear};
  return options;
}

template <class Forces>
void prepare_hexahedra(const Forces& action, StagedBody& staged, Notes& notes) {
  if (!action.regions.empty())
    throw InputError("", 0, "'regions' are for tetrahedra", "give hexahedra one material");
  if (action.volume == "patches")
    throw InputError("", 0, "patches of a volume are made of tetrahedra",
                     "leave 'volume' out for hexahedra");
  if (action.law != Forces{}.law)
    throw InputError("", 0, text("'", action.law, "' is a law of tetrahedra"),
                     text("leave out 'law' for hexahedra, which are '", Forces{}.law, "'"));
  Material own = material_of(action, staged);
  if (action.shear > 0) own.shear = action.shear;
  staged.made_of({&own, 1});
  tell_locking("hexahedra", {&own, 1}, &notes);
  Body solid = hexahedral_solid(staged.mesh->mesh(), own);
  staged.body.masses = std::move(solid.masses);
  staged.body.relations.push_back(std::move(solid.relations[0]));
}

// Which diagram is computed; nothing where the mesh's own is taken.
std::optional<VoronoiKind> diagram_kind(const TetMesh& mesh, const ContinuumOptions& options) {
  if (options.voronoi || mesh.mesh().voronoi) return options.voronoi;
  return VoronoiKind::clipped;
}

}  // namespace

template <ContinuumModel model>
Declaration ContinuumForces<model>::declare() {
  using M = ContinuumForces<model>;
  constexpr Words words = words_of(model);
  constexpr bool is_voronoi = model == ContinuumModel::voronoi_faces;
  Declare<M> d(words.name, "forces", words.help, text("sim:addAction(", words.name, "(3e6, 1e6))"));
  d.parameter("young", &M::young, "Pa", "Young's modulus; 0: the material's", not_negative)
      .parameter("shear", &M::shear, "Pa", "shear modulus; 0: from Poisson's ratio", not_negative)
      .parameter("material", &M::material, "", "by name; empty: the body's")
      .parameter("poisson", &M::poisson, "", poisson_help, poisson_limits)
      .parameter("damping_time", &M::damping_time, "s",
                 "viscous stress over the rate of elastic stress; below 0: the material's, or none")
      .parameter("regions", &M::regions, "", "materials of regions of the mesh, such as \"2:fat\"")
      .parameter(
          "masses", &M::masses, "",
          is_voronoi ? "how the mass is shared among the vertices; model: by the cells of a "
                       "diagram of circumcentres (E06, 5.5), else lumped"
                     : "how the mass is shared among the vertices",
          {.choices = is_voronoi
                          ? std::vector<std::string>{"model", "lumped", "average_volume", "voronoi"}
                          : std::vector<std::string>{"lumped", "average_volume", "voronoi"}})
      .parameter("fastest", &M::fastest, "",
                 is_voronoi
                     ? "how many times as fast as the median a vertex may swing before it is "
                       "softened; 0: no limit; below 0: 4, none for a diagram of circumcentres"
                     : "how many times as fast as the median a vertex may swing before it is "
                       "softened; 0: no limit",
                 is_voronoi ? Limits{} : not_negative)
      .parameter("most_damping", &M::most_damping, "",
                 "share of critical damping that a relation gets at most; 0: no limit",
                 not_negative);
  if constexpr (runs_away(model))
    d.parameter("least_damping", &M::least_damping, "",
                is_voronoi ? "share of critical damping at least; without any, what swings can run "
                             "away; below 0: 1, none for a diagram of circumcentres"
                           : "share of critical damping at least; without any, what swings can run "
                             "away; below 0: 0.1");
  d.parameter("largest_inverse_mass", &M::largest_inverse_mass, "1/kg", inverse_mass_help,
              not_negative);
  if constexpr (is_voronoi)
    d.parameter("voronoi", &M::voronoi, "",
                "how the body is divided among its vertices; given: as its .str file says, clipped "
                "where that says nothing; circumcentre: as in E06",
                {.choices = {"given", "clipped", "circumcentre"}});
  if constexpr (model == ContinuumModel::corotated)
    d.parameter("fibre", &M::fibre, "", "direction of fibres at rest; zero: there are none")
        .parameter("fibre_young", &M::fibre_young, "Pa", "Young's modulus along the fibres",
                   not_negative)
        .parameter("fibre_poisson", &M::fibre_poisson, "", "of a pull along the fibres",
                   not_negative)
        .parameter("fibre_shear", &M::fibre_shear, "Pa",
                   "shear modulus along the fibres; 0: that across", not_negative);
  if constexpr (!runs_away(model))
    d.parameter("volume", &M::volume, "",
                text("what resists a change of volume: each tetrahedron, which locks where "
                     "Poisson's ratio is near 0.5, or patches of them, which do not; material: "
                     "patches where it is above ",
                     largest_plain_poisson),
                {.choices = {"material", "tetrahedra", "patches"}});
  if constexpr (model == ContinuumModel::elastic)
    d.parameter("law", &M::law, "", "how stress follows from large strains, docs/models.md",
                {.choices = elastic_laws()})
        .parameter("mooney_ratio", &M::mooney_ratio, "",
                   "of the two constants of mooney_rivlin, C01 / C10", not_negative)
        .parameter("ogden_exponents", &M::ogden_exponents, "",
                   "of the three terms of ogden; those of areas are negative")
        .parameter("ogden_shares", &M::ogden_shares, "",
                   "of the shear modulus that these terms have, over their sum; 0: no such term");
  return d.parameter("body", &M::body, "", body_help);
}

template <ContinuumModel model>
void ContinuumForces<model>::prepare(Stage& stage) const {
  SolidOptions options;
  if (masses != "model") options.masses = distribution(masses);
  if (fastest >= 0) options.fastest = fastest;
  options.most_damping = most_damping;
  options.largest_inverse_mass = largest_inverse_mass;
  if (runs_away(model) && least_damping >= 0) options.least_damping = least_damping;
  constexpr BodyKind kinds[] = {BodyKind::solid, BodyKind::hexahedra};
  const std::size_t meant = model == ContinuumModel::elastic ? 2 : 1;
  for (const std::size_t b : stage.chosen(body, std::span(kinds).first(meant))) {
    StagedBody& staged = stage.bodies[b];
    if (staged.mesh->kind() == BodyKind::hexahedra) {
      prepare_hexahedra(*this, staged, stage.notes);
      continue;
    }
    const ContinuumOptions continuum = options_of(*this);
    const std::vector<Material> materials = materials_of(*this, staged);
    staged.made_of(materials);
    options.fill = staged.fill;
    const ContinuumModel chosen = model == ContinuumModel::elastic ? *solid_law(law).model : model;
    Body solid = continuum_solid(*staged.mesh, chosen, materials, options, continuum, &stage.notes);
    if (model == ContinuumModel::voronoi_faces)
      staged.voronoi = diagram_kind(*staged.mesh, continuum);
    staged.body.masses = std::move(solid.masses);
    for (Relations& set : solid.relations) staged.body.relations.push_back(std::move(set));
  }
}

template struct ContinuumForces<ContinuumModel::voronoi_faces>;
template struct ContinuumForces<ContinuumModel::sub_faces>;
template struct ContinuumForces<ContinuumModel::corotated>;
template struct ContinuumForces<ContinuumModel::elastic>;

}  // namespace pliant::action
