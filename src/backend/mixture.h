#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace pliant::backend {

/// Which mixture of the last iterations x -> G(x) would have gone least far (Anderson 1965, type
/// II), found from products of vectors that somebody else keeps: how the ways F = G(x) - x changed
/// from one iteration to the next.
class Mixture {
 public:
  static constexpr std::size_t depth = 8;

  /// Forgets what has been.
  void clear() { count_ = 0; }
  /// Another iteration is there.
  void add() { ++count_; }
  /// Changes that are kept as a ring, and where in it; before add() they count the one that this
  /// iteration brings.
  std::size_t known() const { return std::min(count_, depth); }
  std::size_t place(std::size_t youth) const { return (count_ - 1 + depth - youth) % depth; }
  /// What the mixture has of each change, the youngest first: of the products of the youngest
  /// change with all, and of the way of now with all, the youngest first.
  std::vector<double> shares(std::span<const double> of_youngest, std::span<const double> of_way);

 private:
  std::size_t count_ = 0;                         // iterations so far
  std::array<double, depth * depth> products_{};  // by place in the ring
};

}  // namespace pliant::backend
