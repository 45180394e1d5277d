#include <array>

#include "mesh/io/gmsh.h"

namespace pliant::io {

namespace {

constexpr auto L = GmshShape::line, T = GmshShape::triangle, Q = GmshShape::quadrangle,
               V = GmshShape::tetrahedron, H = GmshShape::hexahedron, P = GmshShape::prism,
               Y = GmshShape::pyramid, O = GmshShape::point, N = GmshShape::none;

// By type number. `N` stands for numbers not given out and for types without a fixed number of
// nodes (polygons, polyhedra, parts of elements), which files for meshes do not contain.
constexpr std::array<GmshType, gmsh_types> types{{
    // 0
    {N, 0},
    {L, 2},
    {T, 3},
    {Q, 4},
    {V, 4},
    {H, 8},
    {P, 6},
    {Y, 5},
    {L, 3},
    {T, 6},
    // 10
    {Q, 9},
    {V, 10},
    {H, 27},
    {P, 18},
    {Y, 14},
    {O, 1},
    {Q, 8},
    {H, 20},
    {P, 15},
    {Y, 13},
    // 20
    {T, 9},
    {T, 10},
    {T, 12},
    {T, 15},
    {T, 15},
    {T, 21},
    {L, 4},
    {L, 5},
    {L, 6},
    {V, 20},
    // 30
    {V, 35},
    {V, 56},
    {V, 22},
    {V, 28},
    {N, 0},
    {N, 0},
    {Q, 16},
    {Q, 25},
    {Q, 36},
    {Q, 12},
    // 40
    {Q, 16},
    {Q, 20},
    {T, 28},
    {T, 36},
    {T, 45},
    {T, 55},
    {T, 66},
    {Q, 49},
    {Q, 64},
    {Q, 81},
    // 50
    {Q, 100},
    {Q, 121},
    {T, 18},
    {T, 21},
    {T, 24},
    {T, 27},
    {T, 30},
    {Q, 24},
    {Q, 28},
    {Q, 32},
    // 60
    {Q, 36},
    {Q, 40},
    {L, 7},
    {L, 8},
    {L, 9},
    {L, 10},
    {L, 11},
    {N, 0},
    {N, 0},
    {N, 0},
    // 70
    {N, 0},
    {V, 84},
    {V, 120},
    {V, 165},
    {V, 220},
    {V, 286},
    {N, 0},
    {N, 0},
    {N, 0},
    {V, 34},
    // 80: those of a single node have it in their middle, so they have no corners to use
    {V, 40},
    {V, 46},
    {V, 52},
    {V, 58},
    {O, 1},
    {O, 1},
    {O, 1},
    {O, 1},
    {O, 1},
    {O, 1},
    // 90
    {P, 40},
    {P, 75},
    {H, 64},
    {H, 125},
    {H, 216},
    {H, 343},
    {H, 512},
    {H, 729},
    {H, 1000},
    {H, 32},
    // 100
    {H, 44},
    {H, 56},
    {H, 68},
    {H, 80},
    {H, 92},
    {H, 104},
    {P, 126},
    {P, 196},
    {P, 288},
    {P, 405},
    // 110
    {P, 550},
    {P, 24},
    {P, 33},
    {P, 42},
    {P, 51},
    {P, 60},
    {P, 69},
    {P, 78},
    {Y, 30},
    {Y, 55},
    // 120
    {Y, 91},
    {Y, 140},
    {Y, 204},
    {Y, 285},
    {Y, 385},
    {Y, 21},
    {Y, 29},
    {Y, 37},
    {Y, 45},
    {Y, 53},
    // 130
    {Y, 61},
    {Y, 69},
    {O, 1},
    {N, 0},
    {N, 0},
    {N, 0},
    {N, 0},
    {V, 16},
    {N, 0},
    {N, 0},
    // 140
    {N, 0},
}};

}  // namespace

GmshType gmsh_type(std::int64_t number) {
  return number >= 0 && number < gmsh_types ? types[static_cast<std::size_t>(number)] : GmshType{};
}

std::string_view name(GmshShape shape) {
  constexpr std::string_view names[] = {"line",  "triangle", "tetrahedron", "hexahedron", "quad",
                                        "prism", "pyramid",  "point",       "unknown"};
  return names[static_cast<std::size_t>(shape)];
}

}  // namespace pliant::io
