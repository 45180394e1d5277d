#pragma once

#include <array>
#include <span>
#include <vector>

#include "backend/stiffness_of_relations.h"
#include "large_steps/objective.h"

namespace pliant::large_steps {

/// Which vertices act on each other, and the Hessian between them: a 3 x 3 block for each pair,
/// row-major. Each row has its neighbours in ascending order, itself among them.
struct BlockMatrix {
  std::vector<std::size_t> rows;  // where each begins in the following, and the end
  std::vector<Index> columns;
  std::vector<std::array<double, 9>> blocks;

  std::size_t size() const { return rows.size() - 1; }
  std::size_t place(std::size_t row, std::size_t column) const;
};

/// Finds the Hessian of an objective. Bodies that tell the stiffness of their relations are asked
/// for it; of others it is found by products: vertices of one colour have no neighbour in common,
/// so that one product tells the columns of all of them.
class HessianFinder {
 public:
  /// `by_products`: even of bodies that would tell.
  explicit HessianFinder(const Objective& objective, bool by_products = false);
  /// That it takes of the relations.
  std::size_t products() const { return products_; }
  /// How many products would take as long.
  double cost() const { return cost_; }
  /// Where it has blocks now, which are left out.
  BlockMatrix pattern() const;
  /// Of where the bodies are now: made symmetric, with ones where a vertex is held.
  BlockMatrix find() const;

 private:
  struct OfPart {
    BlockMatrix pattern;
    std::vector<std::vector<Index>> colours;
    const backend::StiffnessOfRelations* tells = nullptr;
  };
  void add_told(std::size_t part, BlockMatrix& out) const;
  void add_products(std::size_t part, BlockMatrix& out) const;
  BlockMatrix pattern_with(std::span<const TermPair> terms) const;

  const Objective& objective_;
  std::vector<OfPart> parts_;
  std::size_t products_ = 0;
  double cost_ = 0;
};

}  // namespace pliant::large_steps
