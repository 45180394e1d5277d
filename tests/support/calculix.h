#pragma once

#include <gtest/gtest.h>
#include <pliant/mesh.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// Solids of linear tetrahedra (C3D4) in CalculiX.

namespace pliant::test {

inline bool has_calculix() {
  return std::system("command -v ccx >/dev/null 2>&1") == 0;
}

/// Nodes (the set ALL) and elements (SOLID), numbered from 1.
inline std::string calculix_mesh(const Mesh& mesh) {
  std::string out = "*NODE, NSET=ALL\n";
  char line[128];
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3d& x = mesh.vertices[i];
    std::snprintf(line, sizeof line, "%zu,%.13e,%.13e,%.13e\n", i + 1, x.x, x.y, x.z);
    out += line;
  }
  out += "*ELEMENT, TYPE=C3D4, ELSET=SOLID\n";
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    const Tetrahedron& t = mesh.tetrahedra[i];
    std::snprintf(line, sizeof line, "%zu,%u,%u,%u,%u\n", i + 1, t[0] + 1, t[1] + 1, t[2] + 1,
                  t[3] + 1);
    out += line;
  }
  return out;
}

/// The lines of the .dat file that CalculiX makes of an input.
inline std::vector<std::string> run_calculix(const std::string& input) {
  namespace fs = std::filesystem;
  std::string folder = (fs::temp_directory_path() / "pliant-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no folder for CalculiX");
  std::ofstream(fs::path(folder) / "solid.inp") << input;
  const std::string command =
      "cd '" + folder + "' && OMP_NUM_THREADS=1 timeout 60 ccx solid >log 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::vector<std::string> lines;
  std::ifstream in(fs::path(folder) / "solid.dat");
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  fs::remove_all(folder);
  return lines;
}

/// The last table of vectors of all nodes under such a heading.
inline std::vector<Vec3d> vectors_in(const std::vector<std::string>& lines,
                                     const std::string& heading, std::size_t count) {
  std::vector<Vec3d> all;
  bool inside = false;
  for (const std::string& line : lines) {
    if (line.find("time") != std::string::npos) {
      inside = line.find(heading) != std::string::npos;
      if (inside) all.clear();
    }
    std::istringstream words(line);
    std::size_t node = 0;
    Vec3d u;
    if (inside && words >> node >> u.x >> u.y >> u.z) all.push_back(u);
  }
  if (all.size() != count) throw std::runtime_error("CalculiX has not ended");
  return all;
}

}  // namespace pliant::test

/// Skips the test at hand where CalculiX is not installed.
#define PLIANT_NEEDS_CALCULIX() \
  if (!pliant::test::has_calculix()) GTEST_SKIP() << "ccx is not installed (Debian: calculix-ccx)"
