#pragma once

#include <pliant/body.h>
#include <pliant/cage.h>
#include <pliant/continuum.h>
#include <pliant/material.h>
#include <pliant/notes.h>
#include <pliant/tet_mesh.h>

#include <optional>
#include <span>
#include <string_view>

namespace pliant {

/// By which forces an elastic solid is computed, where nothing but its material is known.
enum class SolidLaw {
  elastic,
  mass_spring,
  cpm1,
  cpm2,
  cpm3,
  neo_hookean,
  st_venant_kirchhoff,
  fixed_corotated,
  mooney_rivlin,
  ogden
};

struct SolidLawInfo {
  SolidLaw law;
  std::string_view name;    ///< as --law has it
  std::string_view action;  ///< that gives a body of a scene these forces
  std::string_view help;
  std::optional<ContinuumModel> model{};  ///< none: springs
};

/// All of them, `elastic` first: the one to take where none is asked for.
std::span<const SolidLawInfo> solid_laws();

/// InputError with the nearest name where there is none.
const SolidLawInfo& solid_law(std::string_view name);

/// A body of one material, with the usual options of its law.
Body make_solid(const TetMesh& mesh, SolidLaw law, const Material& material,
                Notes* notes = nullptr);
/// The same of a surface that was filled by fill_surface().
Body make_solid(const TetMesh& mesh, const Cage* cage, SolidLaw law, const Material& material,
                Notes* notes = nullptr);

}  // namespace pliant
