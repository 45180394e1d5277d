#pragma once

#include <pliant/stress.h>
#include <pliant/topology.h>

#include <memory>
#include <optional>
#include <span>

#include "base/marked_list.h"

namespace pliant {

namespace backend {
class VolumePatches;
}

/// The stresses of a mesh's tetrahedra, of all or of those that have changed: each is a sum over
/// relations in one order, whoever else is computed.
class ElementStress {
 public:
  ElementStress(std::shared_ptr<const TetMesh> mesh, const Model& model);

  bool is_of(const std::shared_ptr<const TetMesh>& mesh, const Model& model) const;
  /// With the state's positions.
  void compute(const State& state, std::span<const Vec3d> x);
  /// What follows from other positions, velocities or relations of these vertices; how many
  /// tetrahedra that were.
  std::size_t update(const State& state, std::span<const Vec3d> x, std::span<const Index> vertices);
  std::vector<Stress>& values() { return values_; }

 private:
  struct Set {
    std::size_t number, arity;
    std::vector<Index> vertices;                      // of the relations
    const backend::VolumePatches* patches = nullptr;  // where it is of these
    Lists of_vertices;  // relations of each vertex; made when some are first asked for
    std::optional<MarkedList> some{};
    std::span<const Index> corners(std::size_t relation) const {
      return std::span(vertices).subspan(arity * relation, arity);
    }
  };
  struct Share {
    Index tetrahedron;
    double part;
  };
  void find_relations_of_vertices();
  void mark_relations(std::span<const Index> vertices);
  void find_shares(const State& state, std::span<const Vec3d> x, const Set& set,
                   std::size_t relation);
  void find_patch_shares(const State& state, std::span<const Vec3d> x,
                         const backend::VolumePatches& patches, std::size_t relation);
  void add_relation(const State& state, const Set& set, std::size_t relation,
                    std::span<const Vec3d> forces, std::span<const Vec3d> x, bool of_some);
  void divide_by_volume(Index tetrahedron, std::span<const Vec3d> x);

  std::shared_ptr<const TetMesh> mesh_;
  Model model_;
  std::vector<double> rest_volumes_;
  std::vector<Set> sets_;
  MarkedList tetrahedra_, corners_;  // of an update
  std::vector<Share> shares_;        // of one relation
  std::vector<Index> round_;         // tetrahedra at an edge
  std::vector<Stress> values_;
};

}  // namespace pliant
