#pragma once

#include <pliant/actions.h>
#include <pliant/run.h>

namespace pliant::action {

/// The forces through a plane in the material, where it was at rest: those with which what lies
/// beyond it pulls at what lies before it.
class PlaneFlux {
 public:
  struct Through {
    Vec3d force, torque;
  };
  struct Forces {
    Through relations, constraints;
    /// Of the relations, together all of them: what laws with two moduli have without G, and the
    /// rest; of other laws what is along the normal, and what is across it.
    Vec3d elastic, shear;
  };

  PlaneFlux(const std::vector<std::size_t>& bodies, const CalculateFlux& asked);
  Forces measure(const SceneRun& run);
  const Vec3d& normal() const { return normal_; }

 private:
  struct CutSet {
    std::size_t set;
    std::size_t arity;
    std::vector<Index> relations;
    std::vector<Index> vertices;               // of these
    std::optional<std::size_t> shear_modulus;  // a parameter, where the law splits its forces so
  };
  struct CutBody {
    std::size_t body;
    std::vector<CutSet> sets{};
    std::vector<Index> beyond{};   // all vertices there
    std::vector<Index> between{};  // vertices of what is cut, each once
  };

  bool is_beyond(const RunBody& body, Index v) const;
  void look(const RunBody& body, CutBody& cut) const;
  CutSet cut_set(const RunBody& body, std::size_t s) const;
  Through through(const RunBody& body, const CutSet& cut, std::span<const std::size_t> without,
                  std::span<const Vec3d> x, const Vec3d& about) const;
  Vec3d middle(const SceneRun& run) const;

  std::vector<CutBody> bodies_;
  Vec3d normal_;
  double position_;
  std::optional<Vec3d> about_;
  bool looked_ = false;  // at what is cut
};

}  // namespace pliant::action
