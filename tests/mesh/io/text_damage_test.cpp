#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/tet_mesh.h>

#include "mesh/io/formats.h"
#include "support/meshes.h"
#include "support/models.h"

namespace pliant {
namespace {

// A mesh with something in every block that a text format has.
Mesh full_mesh() {
  Mesh mesh = test::mixed_mesh();
  mesh.voronoi.emplace();
  mesh.voronoi->vertices = {{0, 0.5, 1}, {1, 2, 3}};
  mesh.voronoi->dependencies = {{0, 1, 2, 3}, {1, 2, 3, 4}};
  mesh.voronoi->face_particles = {{0, 1}, {2, 3}};
  mesh.voronoi->face_vertices = {{0, 3, 5}, {0, 1, 0, 1, 0}};
  mesh.voronoi->cell_faces = {{0, 1, 2, 2, 2, 2, 2, 2, 2, 2}, {0, 1}};
  return mesh;
}

std::size_t largest(const std::vector<Index>& items) {
  return items.empty() ? 0 : *std::ranges::max_element(items) + std::size_t{1};
}

// Reads what may be damaged: it must be refused, or give a mesh whose Voronoi diagram is sound.
// Cells and groups are checked by io::read itself.
void read_damaged(const io::Format& format, const io::FileMap& files) {
  try {
    const Mesh mesh = test::parse(format, files);
    if (!mesh.voronoi) return;
    const VoronoiDiagram& voronoi = *mesh.voronoi;
    EXPECT_EQ(voronoi.dependencies.size(), voronoi.vertices.size());
    EXPECT_EQ(voronoi.face_particles.size(), voronoi.face_vertices.size());
    EXPECT_EQ(voronoi.cell_faces.size(), mesh.vertices.size());
    EXPECT_LE(largest(voronoi.face_vertices.items), voronoi.vertices.size());
    EXPECT_LE(largest(voronoi.cell_faces.items), voronoi.face_particles.size());
    for (const auto& dependency : voronoi.dependencies)
      for (const Index particle : dependency) EXPECT_LT(particle, mesh.vertices.size());
    for (const auto& pair : voronoi.face_particles)
      for (const Index particle : pair) EXPECT_LT(particle, mesh.vertices.size());
  } catch (const InputError& error) {
    EXPECT_NE(error.cure(), "") << error.what();
  }
}

class TextDamage : public testing::TestWithParam<const io::Format*> {
 protected:
  const io::Format& format_ = *GetParam();
  const io::FileMap whole_ = format_.write(test::held_part(full_mesh(), format_.holds),
                                           std::string(format_.extensions.front()), WriteOptions{});
};

TEST_P(TextDamage, TheWholeFileReadsBackEqual) {
  EXPECT_EQ(test::parse(format_, whole_), test::held_part(full_mesh(), format_.holds));
}

TEST_P(TextDamage, AnyPartOfAFileIsReadOrRefused) {
  for (const auto& [extension, bytes] : whole_)
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      io::FileMap part = whole_;
      part[extension].resize(length);
      read_damaged(format_, part);
    }
}

TEST_P(TextDamage, AnyByteMayBeWrong) {
  for (const auto& [extension, bytes] : whole_)
    for (std::size_t i = 0; i < bytes.size(); ++i)
      for (const char junk : {'\0', '\n', '\r', ' ', '-', '9', '.', 'e', '#', '\\', '/', '\xFF'}) {
        io::FileMap damaged = whole_;
        damaged[extension][i] = junk;
        read_damaged(format_, damaged);
      }
}

TEST_P(TextDamage, LineEndsOfEverySystemMeanTheSame) {
  for (const std::string end : {"\r\n", "\r"}) {
    io::FileMap files;
    for (const auto& [extension, bytes] : whole_) {
      files[extension] = "\xEF\xBB\xBF";
      for (const char c : bytes) files[extension] += c == '\n' ? end : std::string(1, c);
    }
    EXPECT_EQ(test::parse(format_, files), test::held_part(full_mesh(), format_.holds));
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, TextDamage,
                         testing::Values(&io::str_format, &io::l13_format, &io::medit_format,
                                         &io::obj_format, &io::off_format, &io::tetgen_format),
                         [](const auto& test) { return std::string(test.param->name); });

TEST(TextFormats, ARealMeshSurvivesEachOfThem) {
  PLIANT_NEEDS_MODELS();
  const Mesh mesh = read_mesh(test::model("beam_hole.node"));
  ASSERT_EQ(mesh.tetrahedra.size(), 7145u);
  for (const io::Format* format : {&io::str_format, &io::l13_format, &io::medit_format}) {
    const Mesh back = test::round_trip(*format, mesh);
    Mesh expected = mesh;
    if (format == &io::str_format) {  // which has the faces of the boundary, given or not
      EXPECT_EQ(back.triangles.size(), TetMesh(mesh).boundary().size());
      expected.triangles = back.triangles;
    }
    EXPECT_EQ(back, expected) << format->name;
  }
}

}  // namespace
}  // namespace pliant
