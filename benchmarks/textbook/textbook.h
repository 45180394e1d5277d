#pragma once

#include <pliant/model.h>

#include <optional>
#include <span>
#include <vector>

namespace pliant::bench {

/// The loop one writes from L13: an array of structures, one relation after the other, forces
/// scattered to the vertices, no SIMD, one thread. It is what the engine is measured against and
/// compared with. Takes bodies of DistanceSpring, VolumePreserve, SubFaces, Corotated and
/// VoronoiFace4 to 8, and Euler-Cromer steps of a given length (InputError otherwise).
template <class R>
class Textbook {
 public:
  Textbook(const Body& body, const Dynamics& dynamics);

  void step(std::int64_t count = 1);

  std::vector<Vec3d> positions() const;   ///< m
  std::vector<Vec3d> velocities() const;  ///< m/s
  void set_positions(std::span<const Vec3d> positions);
  void set_velocities(std::span<const Vec3d> velocities);
  /// How many times a spring was found longer than the strain limit, and a vertex below the floor.
  std::int64_t limited() const { return limited_; }
  std::int64_t floor_hits() const { return floor_hits_; }

 private:
  struct Vertex {
    Vec3<R> x, v, force;
    R inverse_mass;
  };
  struct Spring {
    Index ends[2];
    R inverse_length, stiffness, damping;
  };
  struct Volume {
    Index corners[4];
    R inverse_volume, stiffness, damping;  // of six volumes
  };
  /// A tetrahedron of a continuum, with its shape at rest.
  struct Element {
    Index corners[4];
    Vec3<R> gradients[4];  // of the shape functions
    R volume, damping;
  };
  struct SubFaceElement : Element {
    struct Face {
      R barycentric[4];  // of the unit normal at rest
      R area;
    } faces[6];
    R young, shear;
  };
  struct CorotatedElement : Element {
    R shear, lame;
  };
  struct VoronoiElement {
    std::vector<Index> vertices;  // the two particles, then the others
    std::vector<R> weights;       // of the pairs of vectors from the first
    R length, area, young, shear, damping;
  };
  struct Plane {
    Vec3<R> normal;
    R offset;
  };

  void add_springs(const Relations& set, const std::vector<Vec3d>& rest);
  void add_volumes(const Relations& set, const std::vector<Vec3d>& rest);
  void add_sub_faces(const Relations& set, const std::vector<Vec3d>& rest);
  void add_corotated(const Relations& set, const std::vector<Vec3d>& rest);
  void add_voronoi_faces(const Relations& set);
  void apply(const Spring& spring);
  void apply(const Volume& volume);
  void apply(const SubFaceElement& element);
  void apply(const CorotatedElement& element);
  void apply(const VoronoiElement& element);
  void order_springs();
  void limit_springs();
  void limit(const Spring& spring, R relaxation);
  void advance();

  std::vector<Vertex> vertices_;
  std::vector<Spring> springs_;
  std::vector<Volume> volumes_;
  std::vector<SubFaceElement> sub_faces_;
  std::vector<CorotatedElement> corotated_;
  std::vector<VoronoiElement> voronoi_;
  std::vector<std::size_t> in_colours_;  // springs in the order in which the strain limit sees them
  bool look_at_limit_ = false;           // some spring is near it
  std::int64_t limited_ = 0, floor_hits_ = 0;
  R step_, damping_, longest_, near_limit_;
  Vec3<R> gravity_;
  std::optional<Plane> floor_;
};

}  // namespace pliant::bench
