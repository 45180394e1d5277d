#pragma once

#include <pliant/mesh.h>
#include <pliant/notes.h>

#include <span>
#include <string>

#include "base/text.h"

namespace pliant::io {

/// Puts the polygons of a surface file into a mesh: two vertices make a line, three a triangle,
/// more a fan of triangles round the first vertex.
class Polygons {
 public:
  explicit Polygons(Mesh& mesh) : mesh_(mesh) {}

  void add(std::span<const Index> polygon) {
    if (polygon.size() < 2) {
      ++points_;
    } else if (polygon.size() == 2) {
      mesh_.lines.cells.push_back({polygon[0], polygon[1]});
    } else {
      if (polygon.size() > 3) ++split_;
      for (std::size_t i = 2; i < polygon.size(); ++i)
        mesh_.triangles.cells.push_back({polygon[0], polygon[i - 1], polygon[i]});
    }
  }

  void note(const std::string& file, Notes& notes) const {
    if (split_ > 0)
      notes.push_back(
          text(file, ": ", plural(split_, "polygon is", "polygons are"), " split into triangles"));
    if (points_ > 0)
      notes.push_back(
          text(file, ": ", plural(points_, "face", "faces"), " of less than two vertices skipped"));
  }

 private:
  Mesh& mesh_;
  std::size_t split_ = 0;
  std::size_t points_ = 0;
};

}  // namespace pliant::io
