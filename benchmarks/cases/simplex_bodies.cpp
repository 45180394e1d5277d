#include "cases/simplex_bodies.h"

#include <pliant/topology.h>

#include <algorithm>
#include <cmath>

namespace pliant::bench {

namespace {

template <std::size_t N>
void add_simplices(std::span<const Cell<N>> simplices, const SimplexConstants& constants,
                   Body& body) {
  std::vector<Line> edges;  // of each simplex for itself
  edges.reserve(simplices.size() * N * (N - 1) / 2);
  for (const Cell<N>& simplex : simplices)
    for (std::size_t i = 0; i < N; ++i) {
      body.masses[simplex[i]] += constants.mass / N;
      for (std::size_t j = i + 1; j < N; ++j)
        edges.push_back({std::min(simplex[i], simplex[j]), std::max(simplex[i], simplex[j])});
    }
  std::ranges::sort(edges);
  Relations springs{"DistanceSpring", {}, {{}, {0.0}}, {}};
  for (std::size_t i = 0; i < edges.size();) {
    const Line edge = edges[i];
    const std::size_t first = i;
    while (i < edges.size() && edges[i] == edge) ++i;
    springs.vertices.insert(springs.vertices.end(), edge.begin(), edge.end());
    // The law takes joules: k (l - L) is k L² times the strain, over L.
    springs.parameters[0].push_back(
        constants.stiffness * static_cast<double>(i - first) *
        squared_length(body.vertices[edge[1]] - body.vertices[edge[0]]));
  }
  body.relations.push_back(std::move(springs));
}

double least_height(std::span<const Vec3d> x, const Tetrahedron& t) {
  double largest = 0;  // area of a face, twice
  for (int i = 0; i < 4; ++i) {
    const auto [a, b, c] = face_of(t, i);
    largest = std::max(largest, length(cross(x[b] - x[a], x[c] - x[a])));
  }
  return 6 * signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) / largest;
}

}  // namespace

Body simplex_springs(const Mesh& mesh, const SimplexConstants& constants) {
  Body body;
  body.vertices = mesh.vertices;
  body.tetrahedra = mesh.tetrahedra.cells;
  if (mesh.tetrahedra.empty()) body.triangles = mesh.triangles.cells;
  body.masses.assign(mesh.vertices.size(), 0);
  if (!mesh.tetrahedra.empty())
    add_simplices<4>(mesh.tetrahedra.cells, constants, body);
  else if (!mesh.triangles.empty())
    add_simplices<3>(mesh.triangles.cells, constants, body);
  else
    add_simplices<2>(mesh.lines.cells, constants, body);
  return body;
}

Body own_simplex_springs(const Mesh& mesh, const SimplexConstants& constants) {
  Body body = simplex_springs(mesh, constants);
  Relations& set = body.relations[0];
  const auto own = [&]<std::size_t N>(const char* law, const std::vector<Cell<N>>& simplices) {
    set = {law, {}, {{constants.stiffness}, {0.0}}, {}};
    set.vertices.reserve(N * simplices.size());
    for (const Cell<N>& simplex : simplices)
      set.vertices.insert(set.vertices.end(), simplex.begin(), simplex.end());
  };
  if (!mesh.tetrahedra.empty())
    own("TetrahedronSprings", mesh.tetrahedra.cells);
  else if (!mesh.triangles.empty())
    own("TriangleSprings", mesh.triangles.cells);
  return body;
}

Body simplex_solid(const Mesh& mesh, const SimplexConstants& constants) {
  Body body = simplex_springs(mesh, constants);
  const auto damped = [&](std::vector<double> stiffness) {
    for (double& k : stiffness) k *= constants.damping_time;
    return stiffness;
  };
  body.relations[0].parameters[1] = damped(body.relations[0].parameters[0]);
  Relations volumes{"VolumePreserve", {}, {}, {}};
  std::vector<double> stiffness;
  for (const Tetrahedron& t : mesh.tetrahedra.cells) {
    volumes.vertices.insert(volumes.vertices.end(), t.begin(), t.end());
    // A vertex that moves straight away from its face changes the volume by one over its height.
    const double lowest = least_height(mesh.vertices, t);
    stiffness.push_back(constants.stiffness * lowest * lowest);
  }
  volumes.parameters = {stiffness, damped(stiffness)};
  body.relations.push_back(std::move(volumes));
  return body;
}

// A vertex in s simplices of n vertices has s (n - 1) springs, each of which counts twice in its
// row, and the mass s m / n.
double springs_step(const Mesh& mesh, const SimplexConstants& constants) {
  const double n = !mesh.tetrahedra.empty() ? 4 : !mesh.triangles.empty() ? 3 : 2;
  return std::sqrt(constants.mass / (2 * n * (n - 1) * constants.stiffness));
}

// A preserved volume adds at most four times the constant to a row.
double solid_step(const SimplexConstants& constants) {
  return std::sqrt(constants.mass / ((24 + 16) * constants.stiffness));
}

}  // namespace pliant::bench
