#include "mesh_prints.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/fingerprint.h"

namespace pliant::app {

namespace fs = std::filesystem;

std::string MeshPrints::of(const Simulation& simulation) {
  Fingerprint all;
  bool any = false;
  for (const auto& body : simulation.bodies()) {
    const fs::path file = simulation.folder / body->value.mesh;
    std::error_code error;
    if (body->value.mesh.empty() || !fs::is_regular_file(file, error)) continue;
    any = true;
    all.add(std::vector{of_file(file)});
  }
  return any ? fmt::format("{:016x}", all.value()) : "";
}

std::uint64_t MeshPrints::of_file(const fs::path& file) {
  const std::lock_guard lock(mutex_);
  const auto known = known_.find(file);
  if (known != known_.end()) return known->second;
  Fingerprint print;
  print.add(read_file(file));
  return known_.emplace(file, print.value()).first->second;
}

}  // namespace pliant::app
