#include "body_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace pliant::app {

namespace {

// The first of these that a body has are its cells: a solid's mesh may have its surface's, too.
constexpr const char* kinds[] = {"tetrahedra", "hexahedra", "triangles", "lines"};

}  // namespace

Json body_report(const std::string& name, const Mesh& mesh) {
  const std::size_t counts[] = {mesh.tetrahedra.size(), mesh.hexahedra.size(),
                                mesh.triangles.size(), mesh.lines.size()};
  const auto* const found = std::ranges::find_if(counts, [](std::size_t n) { return n > 0; });
  const std::size_t kind = found == std::end(counts) ? 0 : std::size_t(found - counts);
  return {{"name", name}, {"vertices", mesh.vertices.size()}, {kinds[kind], counts[kind]}};
}

std::string body_in_words(const Json& report) {
  const auto* const kind =
      std::ranges::find_if(kinds, [&](const char* name) { return report.contains(name); });
  return fmt::format("{}: {} vertices, {} {}", report["name"].get<std::string>(),
                     report["vertices"].dump(), report[*kind].dump(), *kind);
}

}  // namespace pliant::app
