#include "render/floor_grid.h"

#include <pliant/box.h>

namespace pliant::render {

Mesh with_floor(const Mesh& mesh, double height) {
  constexpr int cells = 8;
  Box box;
  for (const Vec3d& p : mesh.vertices) box.add(p);
  const Vec3d size = box.size(), centre = box.centre();
  const double reach = 0.7 * std::max({size.x, size.y, size.z});
  Mesh out = mesh;
  const auto add_line = [&](double x0, double z0, double x1, double z1) {
    const auto first = static_cast<Index>(out.vertices.size());
    out.vertices.push_back({centre.x + reach * x0, height, centre.z + reach * z0});
    out.vertices.push_back({centre.x + reach * x1, height, centre.z + reach * z1});
    out.lines.cells.push_back({first, first + 1});
  };
  for (int i = 0; i <= cells; ++i) {
    const double at = 2.0 * i / cells - 1;
    add_line(at, -1, at, 1);
    add_line(-1, at, 1, at);
  }
  if (!out.lines.regions.empty()) out.lines.regions.resize(out.lines.size(), 0);
  return out;
}

}  // namespace pliant::render
