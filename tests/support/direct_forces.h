#pragma once

#include <algorithm>
#include <array>
#include <iterator>

#include "model/attributes.h"
#include "relations/law_functions.h"
#include "support/dynamics.h"

// Bodies of any laws, and their forces relation by relation.

namespace pliant::test {

/// The forces of all relations, one by one in double precision.
inline std::vector<Vec3d> direct_forces(const Body& body, const std::vector<Vec3d>& x,
                                        const std::vector<Vec3d>& v) {
  std::vector<Vec3d> sum(x.size());
  const Body whole = with_attributes(body);
  for (const Relations& set : whole.relations) {
    const std::size_t l = law_index(set.law);
    const auto arity = static_cast<std::size_t>(laws()[l].arity);
    for (std::size_t r = 0; r < set.vertices.size() / arity; ++r) {
      std::array<Vec3d, max_arity> at_rest, at, speed, force;
      for (std::size_t i = 0; i < arity; ++i) {
        const Index vertex = set.vertices[r * arity + i];
        at_rest[i] = body.vertices[vertex];
        at[i] = x[vertex];
        speed[i] = v[vertex];
      }
      std::array<double, max_law_fields> rest{}, param{};
      law_functions(l).rest(at_rest.data(), rest.data());
      for (std::size_t p = 0; p < set.parameters.size(); ++p)
        param[p] = set.parameters[p].size() == 1 ? set.parameters[p][0] : set.parameters[p][r];
      law_functions(l).force(at.data(), speed.data(), rest.data(), param.data(), force.data());
      for (std::size_t i = 0; i < arity; ++i) sum[set.vertices[r * arity + i]] += force[i];
    }
  }
  return sum;
}

/// For each edge its ends and, as often as there is room, the vertices of the tetrahedra round it.
inline void add_edges_with_rings(const TetMesh& mesh, std::size_t arity, Relations& set) {
  for (const Line& edge : mesh.edges()) {
    std::vector<Index> ring;
    for (Index t : mesh.vertex_tetrahedra()[edge[0]])
      if (const Tetrahedron& tet = mesh.tetrahedra()[t];
          std::ranges::find(tet, edge[1]) != tet.end())
        std::ranges::copy_if(tet, std::back_inserter(ring),
                             [&](Index v) { return v != edge[0] && v != edge[1]; });
    set.vertices.insert(set.vertices.end(), edge.begin(), edge.end());
    for (std::size_t i = 0; i + 2 < arity; ++i) set.vertices.push_back(ring[i % ring.size()]);
  }
}

/// The same of every sixth edge, as bodies have of such relations, with each vertex once, filled up
/// with others nearby; edges where there are too few are left out.
inline void add_edges_with_neighbours(const TetMesh& mesh, std::size_t arity, Relations& set) {
  for (std::size_t e = 0; e < mesh.edges().size(); e += 6) {
    const Line& edge = mesh.edges()[e];
    std::vector<Index> all(edge.begin(), edge.end());
    for (std::size_t i = 0; i < all.size() && all.size() < arity; ++i)
      for (const Index t : mesh.vertex_tetrahedra()[all[i]])
        for (const Index v : mesh.tetrahedra()[t])
          if (all.size() < arity && std::ranges::find(all, v) == all.end()) all.push_back(v);
    if (all.size() == arity) set.vertices.insert(set.vertices.end(), all.begin(), all.end());
  }
}

inline bool is_hexahedral(const LawInfo& law) {
  return law.arity == 8 && law.pushed == 0;
}

/// Springs, areas and volumes of a law on all edges, faces or tetrahedra, or loads on some
/// vertices, with parameters of their own for each relation.
inline Relations relations_of(const TetMesh& mesh, const LawInfo& law, Samples& samples) {
  Relations set{std::string(law.name), {}, {}, {}};
  const auto add = [&](const auto& cells) {
    for (const auto& cell : cells)
      set.vertices.insert(set.vertices.end(), cell.begin(), cell.end());
  };
  if (law.arity == 1)
    for (Index v = 0; v < mesh.vertices().size(); v += 3) set.vertices.push_back(v);
  if (law.arity == 2) add(mesh.edges());
  if (law.arity == 3) add(mesh.boundary());
  if (law.arity == 4) add(mesh.tetrahedra());
  if (is_hexahedral(law)) add(mesh.mesh().hexahedra.cells);
  if (law.arity > 4 && law.pushed > 0)
    add_edges_with_rings(mesh, static_cast<std::size_t>(law.arity), set);
  if (law.arity > 4 && law.pushed == 0 && !is_hexahedral(law))
    add_edges_with_neighbours(mesh, static_cast<std::size_t>(law.arity), set);
  const std::size_t count = set.vertices.size() / static_cast<std::size_t>(law.arity);
  set.parameters.resize(law.given().size());
  for (auto& values : set.parameters)
    for (std::size_t i = 0; i < count; ++i) values.push_back(samples.between(0.5, 2));
  return set;
}

/// Some hexahedra, pushed about.
inline Mesh random_hexahedra() {
  Mesh mesh = make_shape("voxels", {{"edge", 0.2}, {"cells_x", 4}, {"cells_y", 5}, {"cells_z", 6}});
  Samples samples(11);
  for (Vec3d& x : mesh.vertices) x += samples.vector(0.02);
  return mesh;
}

/// What a law on hexahedra holds there is none of in tetrahedra: these stand for the solid, or
/// beside it where other laws need tetrahedra.
inline TetMesh mesh_for(const TetMesh& solid, const std::vector<const LawInfo*>& wanted) {
  const auto needs_tetrahedra = [](auto* law) { return !is_hexahedral(*law) && law->arity > 2; };
  if (std::ranges::none_of(wanted, [](auto* law) { return is_hexahedral(*law); })) return solid;
  const Mesh hexahedra = random_hexahedra();
  if (std::ranges::none_of(wanted, needs_tetrahedra)) return TetMesh::of_cells(hexahedra);
  Mesh both = solid.mesh();
  const auto first = static_cast<Index>(both.vertices.size());
  for (const Vec3d& x : hexahedra.vertices) both.vertices.push_back(x + Vec3d{1.5, 0, 0});
  for (Hexahedron h : hexahedra.hexahedra.cells) {
    for (Index& v : h) v += first;
    both.hexahedra.cells.push_back(h);
  }
  return TetMesh(std::move(both));
}

inline Body body_of(const TetMesh& solid, const std::vector<const LawInfo*>& wanted) {
  const TetMesh mesh = mesh_for(solid, wanted);
  Samples samples(7);
  Body body;
  body.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  for (std::size_t v = 0; v < body.vertices.size(); ++v)
    body.masses.push_back(samples.between(0.5, 2));
  for (const LawInfo* law : wanted) body.relations.push_back(relations_of(mesh, *law, samples));
  for (const char* name : {"swelling", "activation"}) {
    body.attributes.push_back({name, {}});
    for (std::size_t v = 0; v < body.vertices.size(); ++v)
      body.attributes.back().values.push_back(samples.between(-0.002, 0.002));
  }
  return body;
}

inline double edge_length(const TetMesh& mesh) {
  const Line e = mesh.edges()[0];
  return length(mesh.vertices()[e[0]] - mesh.vertices()[e[1]]);
}

}  // namespace pliant::test
