#pragma once

#include <pliant/cut.h>
#include <pliant/recording.h>
#include <pliant/run.h>

#include <numeric>

#include "mesh/check/collisions.h"

namespace pliant::test {

/// Counts, exactly, the faces of all bodies of a moment that cross others, of the same body or of
/// another. Faces that did so at the start are left out.
class Intersections {
 public:
  /// As a run is now.
  explicit Intersections(const SceneRun& run) {
    std::vector<Vec3d> places;
    for (const RunBody& body : run.bodies()) {
      for (Triangle face : surface(body.state)) {
        for (Index& v : face) v += static_cast<Index>(places.size());
        faces_.push_back(face);
      }
      const std::vector<Vec3d> x = body.state.positions();
      counts_.push_back(x.size());
      places.insert(places.end(), x.begin(), x.end());
    }
    counted_.assign(faces_.size(), 1);
    const std::vector<Index> other = crossing(places);
    for (std::size_t f = 0; f < other.size(); ++f) counted_[f] = other[f] == no_index;
  }

  std::size_t faces() const { return faces_.size(); }
  /// How many crossed others at the start.
  std::size_t left_out() const { return static_cast<std::size_t>(std::ranges::count(counted_, 0)); }

  /// In a frame of that run's recording; obstacles may follow the bodies there.
  std::size_t count(const RecordedFrame& frame) const {
    std::vector<Vec3d> places;
    for (std::size_t b = 0; b < counts_.size(); ++b)
      places.insert(places.end(), frame.bodies[b].positions.begin(),
                    frame.bodies[b].positions.end());
    return count(places);
  }
  std::size_t count(const std::vector<Vec3d>& places) const {
    const std::vector<Index> other = crossing(places);
    return other.size() - static_cast<std::size_t>(std::ranges::count(other, no_index));
  }

 private:
  std::vector<Index> crossing(const std::vector<Vec3d>& places) const {
    const Points points = scaled_points(places, std::vector<char>(places.size(), 1));
    std::vector<Index> own(places.size());
    std::iota(own.begin(), own.end(), Index{0});
    return collided_faces(points, faces_, counted_, corner_places(points, faces_, own));
  }

  std::vector<Triangle> faces_;
  std::vector<char> counted_;
  std::vector<std::size_t> counts_;  // vertices by body
};

}  // namespace pliant::test
