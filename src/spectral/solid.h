#pragma once

#include <pliant/spectral.h>

#include "math/mat3.h"

// The numbers of a spectral solid. Its regions' modes q follow from hybrid modes η, which keep the
// boundaries together and have a diagonal stiffness: q = T η. A free solid moves rigidly besides.

namespace pliant {

struct SpectralSolid::Data {
  /// A node of a region: a vertex on a boundary is one in each.
  struct Node {
    std::uint32_t region = 0, number = 0;
  };
  /// Nodes near each other, which turn alike as far as weight is concerned.
  struct Cluster {
    std::vector<double> rotation;  // [3][hybrid]: the mean rotation vector
    std::vector<double> weight;    // [3][hybrid]: sum of mass times displacement, kg
  };
  struct Modal {
    std::size_t modes = 0;
    std::vector<double> shapes;  // [node][6][mode]: displacement, then rotation
    std::vector<double> map;     // [mode][hybrid]: T
  };
  /// A tetrahedron of the mesh, with its region's nodes.
  struct Cell {
    std::uint32_t region = 0;
    std::array<std::uint32_t, 4> nodes{};
    double lambda = 0, mu = 0;  // Lamé's, Pa
  };
  /// Between two rigid regions: the same point, seen from a node of each.
  struct Joint {
    struct Side {
      Node node;
      Vec3d offset;  // of the point from the node at rest, m
    };
    Side first, second;
    Vec3d axis;  // at rest, a unit vector; zero: a ball joint
  };
  struct Pair {
    Node deformable, rigid;
    bool constrained = false;
  };

  std::vector<Region> regions;
  std::vector<Boundary> boundaries;
  std::vector<Modal> modal;       // of each region
  std::vector<double> stiffness;  // of each hybrid mode, (rad/s)²
  std::vector<Cluster> clusters;  // of a solid that is not free
  std::vector<double>
      centrifugal;  // [xx yy zz xy yz zx][hybrid]: load by products of the spin, free
  std::vector<Joint> joints;
  std::vector<Pair> pairs;       // the two sides of vertices on boundaries
  std::vector<Node> node_of;     // of each vertex; on a boundary the rigid region's
  std::vector<bool> on_surface;  // by vertex
  std::vector<Vec3d> rest;       // of each vertex, about the centre
  std::vector<Line> edges;       // of the mesh
  std::vector<Cell> cells;       // likewise
  std::vector<Index> fixed;      // vertices
  Vec3d centre{};                // of mass, m
  double mass = 0;               // kg
  Sym3<double> inertia{};        // about the centre, kg m²
  double size = 0;               // m, the diagonal of its box
  bool free = true;
  double mass_damping = 0, stiffness_damping = 0;
  double p1 = 0, p2 = 0;  // of handles and joints, 1/s
  BoundaryForm form = BoundaryForm::linear;
  bool warped = true;
  std::uint64_t fingerprint = 0;

  std::size_t hybrid() const { return stiffness.size(); }
};

}  // namespace pliant

namespace pliant::spectral {

using Data = SpectralSolid::Data;

/// The mass matrix of a region, as what it does to a displacement of its vertices.
class RegionMass {
 public:
  RegionMass(const TetMesh& mesh, const std::vector<Index>& cells,
             const std::vector<Tetrahedron>& tetrahedra, std::size_t vertices,
             std::span<const Material> materials, MassMatrix kind);
  std::vector<Vec3d> times(const std::vector<Vec3d>& field) const;
  const std::vector<double>& lumped() const { return lumped_; }

 private:
  const std::vector<Tetrahedron>& tetrahedra_;
  std::vector<double> quarters_;  // of each tetrahedron's mass, kg
  std::vector<double> lumped_;
  MassMatrix kind_;
};

/// Half the curl of a displacement at each vertex, the mean over its tetrahedra by volume.
std::vector<Vec3d> rotation_field(std::span<const Vec3d> vertices,
                                  std::span<const Tetrahedron> tetrahedra,
                                  std::span<const Vec3d> displacements);

}  // namespace pliant::spectral
