#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/descent_kernels.h"
#include "backend/layout/visit_numbers.h"
#include "backend/vertex_colours.h"
#include "base/aligned.h"

namespace pliant::cpu {

/// In which order descent moves the vertices of a body, and what each of them visits; made of the
/// Model alone. Vertices of one colour move at once. Those of a colour that lie together are sorted
/// by how many relations they have, and so many as a pack has lanes make a pack.
struct DescentOrder {
  /// `along` has the vertices in an order in which neighbours lie together.
  DescentOrder(const backend::CompiledModel& model, std::span<const Index> along, std::size_t width,
               backend::Colouring colouring = backend::Colouring::even);

  std::size_t vertices() const { return row_of_vertex.size(); }
  std::size_t packs() const { return vertex_of_lane.size() / width; }
  /// Of a vertex: where in vertex_of_lane it stands.
  std::vector<Index> lanes_of_vertices() const;

  std::size_t width;
  std::size_t rows = 0;  // of the vertices in the order `along`, then of idle lanes
  std::vector<Index> row_of_vertex;
  std::vector<Index> vertex_of_lane;  // [pack][lane]; no_index: idle
  AlignedVector<Index> at;            // likewise, where its row begins

  /// The visits of a set.
  struct Set : backend::VisitedSet {
    std::size_t others = 0;            // corners of a visit in `at`
    std::vector<std::uint32_t> begin;  // of each pack, and the end
    AlignedVector<Index> at;           // [visit][corner][lane], where rows begin
  };
  std::vector<Set> sets;

  /// Some packs of a colour: what a thread does at once.
  struct Chunk {
    std::uint32_t begin, end;  // packs
  };
  std::vector<Chunk> chunks;
  std::vector<std::vector<Index>> colours;  // of each its chunks
};

}  // namespace pliant::cpu
