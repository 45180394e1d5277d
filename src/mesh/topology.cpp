#include <pliant/topology.h>

#include <algorithm>
#include <map>

#include "base/joined.h"
#include "base/parallel.h"

namespace pliant {

namespace {

// Vertices are handled in fixed blocks; what a block finds depends on nothing else.
constexpr std::size_t block_size = 8192;

std::size_t block_count(std::size_t n) {
  return (n + block_size - 1) / block_size;
}

// The edges of one cell as pairs of local vertex numbers.
template <std::size_t N>
constexpr auto local_edges() {
  if constexpr (N == 2) {
    return std::array<std::array<int, 2>, 1>{{{0, 1}}};
  } else if constexpr (N == 3) {
    return std::array<std::array<int, 2>, 3>{{{0, 1}, {0, 2}, {1, 2}}};
  } else if constexpr (N == 4) {
    return std::array<std::array<int, 2>, 6>{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
  } else {
    return std::array<std::array<int, 2>, 12>{{{0, 1},
                                               {1, 2},
                                               {2, 3},
                                               {0, 3},
                                               {4, 5},
                                               {5, 6},
                                               {6, 7},
                                               {4, 7},
                                               {0, 4},
                                               {1, 5},
                                               {2, 6},
                                               {3, 7}}};
  }
}

}  // namespace

template <std::size_t N>
Lists vertex_cells(std::span<const Cell<N>> cells, std::size_t vertex_count) {
  Lists lists;
  lists.offsets.assign(vertex_count + 1, 0);
  for (const auto& cell : cells)
    for (Index v : cell) ++lists.offsets[v + 1];
  for (std::size_t v = 0; v < vertex_count; ++v) lists.offsets[v + 1] += lists.offsets[v];
  lists.items.resize(cells.size() * N);
  // Each offset serves as its row's cursor and ends at the next row's start; shifting them back
  // by one row afterwards saves a second array.
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (Index v : cells[i]) lists.items[lists.offsets[v]++] = static_cast<Index>(i);
  for (std::size_t v = vertex_count; v > 0; --v) lists.offsets[v] = lists.offsets[v - 1];
  lists.offsets[0] = 0;
  return lists;
}

template <std::size_t N>
std::vector<Line> unique_edges(std::span<const Cell<N>> cells, const Lists& touching) {
  constexpr auto edges = local_edges<N>();
  std::vector<std::vector<Line>> found(block_count(touching.size()));
  parallel_for(found.size(), 1, [&](std::size_t begin, std::size_t end) {
    std::vector<Index> above;
    for (std::size_t block = begin; block < end; ++block) {
      const std::size_t stop = std::min((block + 1) * block_size, touching.size());
      for (std::size_t v = block * block_size; v < stop; ++v) {
        above.clear();
        for (Index c : touching[v])
          for (const auto& [i, j] : edges) {
            const Index low = std::min(cells[c][i], cells[c][j]);
            const Index high = std::max(cells[c][i], cells[c][j]);
            if (low == v && high != v) above.push_back(high);
          }
        std::ranges::sort(above);
        above.erase(std::unique(above.begin(), above.end()), above.end());
        for (Index u : above) found[block].push_back({static_cast<Index>(v), u});
      }
    }
  });
  return joined(std::move(found));
}

std::vector<Cell<4>> tetrahedron_neighbours(std::span<const Tetrahedron> tetrahedra,
                                            const Lists& touching) {
  struct Face {
    Index middle, high;  // the face's two higher vertices; the lowest is the vertex at hand
    Index tetrahedron, side;
    auto operator<=>(const Face&) const = default;
  };
  std::vector<Cell<4>> neighbours(tetrahedra.size(), {no_index, no_index, no_index, no_index});
  parallel_for(touching.size(), block_size, [&](std::size_t begin, std::size_t end) {
    std::vector<Face> faces;
    for (std::size_t v = begin; v < end; ++v) {
      faces.clear();
      for (Index t : touching[v])
        for (int side = 0; side < 4; ++side) {
          Triangle f = face_of(tetrahedra[t], side);
          std::ranges::sort(f);
          if (f[0] == v) faces.push_back({f[1], f[2], t, static_cast<Index>(side)});
        }
      std::ranges::sort(faces);
      for (std::size_t i = 1; i < faces.size(); ++i) {
        const Face& a = faces[i - 1];
        const Face& b = faces[i];
        const bool same = a.middle == b.middle && a.high == b.high;
        if (!same || neighbours[a.tetrahedron][a.side] != no_index) continue;
        neighbours[a.tetrahedron][a.side] = b.tetrahedron;
        neighbours[b.tetrahedron][b.side] = a.tetrahedron;
      }
    }
  });
  return neighbours;
}

std::vector<Triangle> boundary_triangles(std::span<const Tetrahedron> tetrahedra,
                                         std::span<const Cell<4>> neighbours) {
  std::vector<Triangle> boundary;
  for (std::size_t t = 0; t < tetrahedra.size(); ++t)
    for (int side = 0; side < 4; ++side)
      if (neighbours[t][side] == no_index) boundary.push_back(face_of(tetrahedra[t], side));
  return boundary;
}

template Lists vertex_cells<2>(std::span<const Line>, std::size_t);
template Lists vertex_cells<3>(std::span<const Triangle>, std::size_t);
template Lists vertex_cells<4>(std::span<const Tetrahedron>, std::size_t);
template Lists vertex_cells<8>(std::span<const Hexahedron>, std::size_t);
template std::vector<Line> unique_edges<2>(std::span<const Line>, const Lists&);
template std::vector<Line> unique_edges<3>(std::span<const Triangle>, const Lists&);
template std::vector<Line> unique_edges<4>(std::span<const Tetrahedron>, const Lists&);
template std::vector<Line> unique_edges<8>(std::span<const Hexahedron>, const Lists&);

std::vector<Triangle> boundary_triangles(std::span<const Hexahedron> hexahedra) {
  static constexpr std::size_t sides[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                              {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  std::map<Cell<4>, int> times;
  const auto square = [](const Hexahedron& h, const std::size_t(&side)[4]) {
    return Cell<4>{h[side[0]], h[side[1]], h[side[2]], h[side[3]]};
  };
  const auto sorted = [](Cell<4> corners) {
    std::ranges::sort(corners);
    return corners;
  };
  for (const Hexahedron& h : hexahedra)
    for (const auto& side : sides) ++times[sorted(square(h, side))];
  std::vector<Triangle> out;
  for (const Hexahedron& h : hexahedra)
    for (const auto& side : sides) {
      const Cell<4> s = square(h, side);
      if (times[sorted(s)] != 1) continue;
      out.push_back({s[0], s[1], s[2]});
      out.push_back({s[0], s[2], s[3]});
    }
  return out;
}

}  // namespace pliant
