#pragma once

#include <string>

#include "mesh/io/format.h"

namespace pliant::test {

/// One tetrahedron of volume 1/6 with its corner at the origin.
inline Mesh single_tetrahedron() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  return mesh;
}

/// A little of everything: awkward numbers, all four kinds of cells, labels, groups.
inline Mesh mixed_mesh() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0},
                   {1.0 / 3, 0, 0},
                   {0.1, 1e-17, 0},
                   {0, 0, 2.5e11},
                   {-1, 0.3, 7},
                   {5e-324, 0, 1},
                   {1.7976931348623157e308, 0, 0},
                   {-0.0, 1e22, 1e23},
                   {0.1, 0.2, 0.3}};
  mesh.lines.cells = {{0, 1}, {3, 2}};
  mesh.triangles.cells = {{0, 1, 2}, {8, 7, 6}, {1, 2, 3}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {1, 2, 3, 4}};
  mesh.hexahedra.cells = {{0, 1, 2, 3, 4, 5, 6, 7}};
  mesh.lines.regions = {4, 5};
  mesh.triangles.regions = {1, 2, 2};
  mesh.tetrahedra.regions = {7, 3};
  mesh.hexahedra.regions = {9};
  mesh.groups = {{"feet", {0, 2, 8}}, {"tip", {3}}};
  return mesh;
}

/// The part of a mesh that a format can hold.
inline Mesh held_part(Mesh mesh, const io::Holds& holds) {
  if (!holds.lines) mesh.lines = {};
  if (!holds.triangles) mesh.triangles = {};
  if (!holds.tetrahedra) mesh.tetrahedra = {};
  if (!holds.hexahedra) mesh.hexahedra = {};
  if (!holds.regions) {
    mesh.lines.regions.clear();
    mesh.triangles.regions.clear();
    mesh.tetrahedra.regions.clear();
    mesh.hexahedra.regions.clear();
  }
  if (!holds.groups) mesh.groups.clear();
  if (!holds.voronoi) mesh.voronoi.reset();
  return mesh;
}

/// Writes and reads a mesh in memory.
inline Mesh round_trip(const io::Format& format, const Mesh& mesh,
                       const WriteOptions& options = {}) {
  Notes notes;
  const std::string extension(format.extensions.front());
  io::MemoryFiles files("memory", extension, io::write(format, mesh, extension, options, notes));
  return io::read(format, files, notes);
}

/// Reads text as a format.
inline Mesh parse(const io::Format& format, io::FileMap files, Notes* notes = nullptr) {
  Notes unheard;
  io::MemoryFiles memory("memory", std::string(format.extensions.front()), std::move(files));
  return io::read(format, memory, notes != nullptr ? *notes : unheard);
}

inline Mesh parse(const io::Format& format, std::string text, Notes* notes = nullptr) {
  return parse(format, io::FileMap{{std::string(format.extensions.front()), std::move(text)}},
               notes);
}

}  // namespace pliant::test
