#pragma once

#include <gtest/gtest.h>
#include <pliant/mesh.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
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

}  // namespace pliant::test

/// Skips the test at hand where CalculiX is not installed.
#define PLIANT_NEEDS_CALCULIX() \
  if (!pliant::test::has_calculix()) GTEST_SKIP() << "ccx is not installed (Debian: calculix-ccx)"
