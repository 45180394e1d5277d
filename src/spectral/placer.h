#pragma once

#include <functional>

#include "base/aligned.h"
#include "spectral/motion.h"
#include "spectral/place.h"

namespace pliant::spectral {

/// Places the vertices of a solid: its nodes laid out for an instruction set, those of the surface
/// first. Does not change.
template <class R>
class Placer {
 public:
  Placer(const Data& data, const PlaceKernel<R>& kernel);

  /// Calls `take` with vertices and their places about the centre ([3][width], as many as there are
  /// vertices count), on several threads.
  using Take =
      std::function<void(std::span<const Index> vertices, const R* places, std::size_t width)>;
  void place(const Motion& motion, Places which, const Take& take) const;
  std::size_t bytes() const;  // that it holds
  std::string_view instruction_set() const { return kernel_.instruction_set; }

 private:
  struct Part {
    std::size_t region, modes;
    std::size_t surface_packs, packs;
    std::vector<Index> vertices;  // [pack][lane]; the last ones of a part may be missing
    std::size_t surface_vertices;
    AlignedVector<R> shapes, rest;
  };
  void lay_out(const Data& data, std::size_t region);
  void place_packs(const Part& part, const NodePacks<R>& nodes, std::size_t begin, std::size_t end,
                   Places which, const Take& take) const;

  const PlaceKernel<R>& kernel_;
  std::vector<Part> parts_;
  bool warped_;
};

}  // namespace pliant::spectral
