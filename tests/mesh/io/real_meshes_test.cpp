// Every real mesh through every format and back.

#include <gtest/gtest.h>
#include <pliant/io.h>
#include <pliant/topology.h>

#include <set>

#include "mesh/io/formats.h"
#include "support/meshes.h"
#include "support/models.h"

namespace pliant {
namespace {

class RealMesh : public testing::TestWithParam<const char*> {};

// Formats that hold positions as 32-bit numbers, or store each triangle's corners by themselves.
bool is_exact(const io::Format& format) {
  return format.name != "glTF";
}
bool keeps_numbering(const io::Format& format) {
  return format.name != "STL";
}

std::vector<WriteOptions> options_of(const io::Format& format) {
  if (format.name == "Gmsh") return {{false, "2.2"}, {true, "2.2"}, {false, "4.1"}, {true, "4.1"}};
  if (format.name == "STL") return {{false, ""}};  // the binary form has 32-bit numbers
  return {{false, ""}, {true, ""}};
}

// By way of an array: g++ 12 leaves out a conversion to float and straight back when it
// vectorises.
Mesh rounded_to_float(Mesh mesh) {
  std::vector<float> numbers;
  for (const Vec3d& v : mesh.vertices)
    for (int k = 0; k < 3; ++k) numbers.push_back(static_cast<float>(v[k]));
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    mesh.vertices[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  return mesh;
}

// The triangles with positions in place of vertex numbers.
std::vector<std::array<Vec3d, 3>> soup(const Mesh& mesh) {
  std::vector<std::array<Vec3d, 3>> triangles;
  for (const auto& f : mesh.triangles.cells)
    triangles.push_back({mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]]});
  return triangles;
}

void expect_no_loss(const Mesh& mesh) {
  for (const io::Format* format : io::formats()) {
    const Mesh held = test::held_part(mesh, format->holds);
    if (held.triangles.empty() && held.tetrahedra.empty()) continue;
    // A surface file leaves out the vertices inside a body.
    if (!mesh.tetrahedra.empty() && held.tetrahedra.empty()) continue;
    for (const WriteOptions& options : options_of(*format)) {
      const Mesh back = test::round_trip(*format, held, options);
      const Mesh expected = is_exact(*format) ? held : rounded_to_float(held);
      if (keeps_numbering(*format)) {
        EXPECT_TRUE(back == expected) << format->name;
      } else {
        EXPECT_TRUE(soup(back) == soup(expected)) << format->name;
        EXPECT_EQ(back.vertices.size(), expected.vertices.size()) << format->name;
      }
    }
  }
}

TEST_P(RealMesh, SurvivesEveryFormat) {
  PLIANT_NEEDS_MODELS();
  Mesh mesh = read_mesh(test::model(GetParam()));
  if (!mesh.tetrahedra.empty()) {  // with labels and stored faces, as a file of a modeller has
    mesh.tetrahedra.regions.resize(mesh.tetrahedra.size());
    for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i)
      mesh.tetrahedra.regions[i] = 1 + static_cast<std::int32_t>(i % 3);
    const std::span<const Tetrahedron> cells(mesh.tetrahedra.cells);
    mesh.triangles.cells = boundary_triangles(
        cells, tetrahedron_neighbours(cells, vertex_cells(cells, mesh.vertices.size())));
  }
  expect_no_loss(mesh);
}

INSTANTIATE_TEST_SUITE_P(Models, RealMesh,
                         testing::Values("armadillo.node", "beam_hole.node", "bunny.node",
                                         "bunny2.node", "bunny_raw.node", "cube.node",
                                         "cube150.node", "cube_coarse.node", "cube_fine.node",
                                         "dragon.node", "grid30.node", "surfaces/armadillo.obj",
                                         "surfaces/beam_hole.obj", "surfaces/bunny.obj",
                                         "surfaces/bunny2.obj", "surfaces/cube.obj",
                                         "surfaces/cube150.obj", "surfaces/cube_coarse.obj",
                                         "surfaces/cube_fine.obj", "surfaces/dragon.obj"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

}  // namespace
}  // namespace pliant
