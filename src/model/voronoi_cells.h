#pragma once

#include <pliant/continuum.h>
#include <pliant/masses.h>

namespace pliant {

/// What continuum_relations() asks of its arguments; InputError names what does not fit.
void check_continuum(const TetMesh& mesh, ContinuumModel model, std::span<const Material> materials,
                     const ContinuumOptions& options);

/// How CPM1 divides a body among its particles.
class VoronoiCells {
 public:
  VoronoiCells(const TetMesh& mesh, const ContinuumOptions& options);

  /// E06's diagram of circumcentres: the mesh's own, or computed.
  bool published() const { return published_; }
  std::vector<Relations> relations(std::span<const Material> materials) const;
  /// The density times the volumes of the cells (E06 5.5). Where cells have no volume, as
  /// ill-shaped tetrahedra make them: nothing, and a note; InputError where they were asked for.
  std::optional<std::vector<double>> masses(double density, bool asked_for, Notes& notes) const;
  /// What is as published, and what that can lead to; `mass_share`: the mass of the cells over that
  /// of the body, 0 where masses are not the cells'.
  void tell(double mass_share, bool undamped, Notes& notes) const;

 private:
  const TetMesh& mesh_;
  VoronoiDiagram diagram_;
  bool published_;
};

}  // namespace pliant
