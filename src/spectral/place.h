#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "math/mat3.h"

// Where nodes are: u = Φ q, w = Ψ q, x = Q (X + R̃(w) u), many nodes at once. Compiled once an
// instruction set (place_*.cpp). A step of a large solid reads the modes of all nodes once, which
// is what it costs: 24 bytes a node and mode in single precision.

namespace pliant::spectral {

/// Some packs of a region's nodes.
template <class R>
struct NodePacks {
  const R* shapes;  // [pack][mode][6][lane]
  const R* rest;    // [pack][3][lane], m about the centre
  const R* q;       // [mode]
  std::size_t modes;
  Mat3<R> turn;  // of the frame
  bool warped;
};

template <class R>
struct PlaceKernel {
  std::string_view instruction_set;
  std::size_t width;
  /// Places nodes about the centre: [pack][3][lane], from pack `first` to before `last`.
  void (*place)(const NodePacks<R>&, std::size_t first, std::size_t last, R* places);
};

/// Of an instruction set that this machine has.
template <class R>
const PlaceKernel<R>& place_kernel(std::string_view instruction_set);

}  // namespace pliant::spectral
