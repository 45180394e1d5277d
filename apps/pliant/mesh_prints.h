#pragma once

#include <pliant/simulation.h>

#include <map>
#include <mutex>
#include <string>

namespace pliant::app {

/// Tells whether the files that scenes take their bodies from have changed. Each is read once. May
/// be used by several threads.
class MeshPrints {
 public:
  /// A fingerprint of all of them; empty where there are none.
  std::string of(const Simulation& simulation);

 private:
  std::uint64_t of_file(const std::filesystem::path& file);

  std::mutex mutex_;
  std::map<std::filesystem::path, std::uint64_t> known_;
};

}  // namespace pliant::app
