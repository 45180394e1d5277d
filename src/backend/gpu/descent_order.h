#pragma once

#include <vector>

#include "backend/gpu/descent_views.h"
#include "backend/layout/visit_numbers.h"

namespace pliant::backend {
class CompiledModel;
}

namespace pliant::gpu {

/// In which order a card moves the vertices of a body, and what each of them visits; made of the
/// Model and of the size of the card.
struct DescentOrder {
  /// `along` has the vertices in the order of their rows, in which neighbours lie together.
  DescentOrder(const backend::CompiledModel& model, std::span<const Index> along,
               std::uint32_t multiprocessors);

  std::uint32_t colours = 0, most_items_of_colour = 0;
  std::vector<DescentItem> items;
  std::vector<DescentChunk> chunks;
  std::vector<std::uint32_t> near;
  std::vector<std::uint32_t> own;  // the own vertices of the items, their rows
  struct Set : backend::VisitedSet {
    std::uint32_t words = 0;                  // of a visit
    std::vector<std::uint32_t> begin;         // of each chunk, and the end: packs
    std::vector<std::uint32_t> corners_near;  // [pack][word][lane]
  };
  std::vector<Set> sets;
};

}  // namespace pliant::gpu
