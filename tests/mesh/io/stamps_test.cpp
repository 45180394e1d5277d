#include <gmock/gmock.h>
#include <pliant/error.h>

#include "mesh/io/formats.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::FileMap;
using testing::HasSubstr;

Mesh tetrahedron(double height) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, height}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  return mesh;
}

FileMap written(const io::Format& format, const Mesh& mesh) {
  Notes notes;
  return io::write(format, mesh, std::string(format.extensions[0]), {}, notes);
}

// What reading them says, empty where they are read.
std::string problem(const io::Format& format, const FileMap& files) {
  io::MemoryFiles memory("memory", std::string(format.extensions[0]), files);
  Notes notes;
  try {
    io::read(format, memory, notes);
    return {};
  } catch (const InputError& e) {
    return e.what();
  }
}

void remove_last_line(std::string& bytes) {
  bytes.erase(bytes.rfind('\n', bytes.size() - 2) + 1);
}

class Stamps : public testing::TestWithParam<const io::Format*> {};

TEST_P(Stamps, EveryMixtureOfTwoMeshesIsRefused) {
  const FileMap one = written(*GetParam(), tetrahedron(1)),
                other = written(*GetParam(), tetrahedron(2));
  ASSERT_GT(one.size(), 1u);
  EXPECT_EQ(problem(*GetParam(), one), "");
  EXPECT_EQ(problem(*GetParam(), other), "");
  for (const auto& [extension, bytes] : other) {
    FileMap mixed = one;
    mixed[extension] = bytes;
    EXPECT_THAT(problem(*GetParam(), mixed), HasSubstr("was not written together with memory."))
        << extension;
  }
}

TEST_P(Stamps, FilesWithoutThemBelongTogether) {
  FileMap files = written(*GetParam(), tetrahedron(1));
  for (auto& [extension, bytes] : files) remove_last_line(bytes);
  EXPECT_EQ(problem(*GetParam(), files), "");
}

TEST_P(Stamps, AFileWithoutOneIsOfAnotherWriting) {
  for (const auto& [extension, bytes] : written(*GetParam(), tetrahedron(1))) {
    FileMap files = written(*GetParam(), tetrahedron(1));
    remove_last_line(files[extension]);
    EXPECT_THAT(problem(*GetParam(), files), HasSubstr("remove the comment in the last line"));
  }
}

TEST_P(Stamps, EditorsMayChangeTheEndsOfLines) {
  FileMap files = written(*GetParam(), tetrahedron(1));
  files.begin()->second.insert(files.begin()->second.size() - 1, 1, '\r');
  EXPECT_EQ(problem(*GetParam(), files), "");
  files.begin()->second.erase(files.begin()->second.size() - 2);
  EXPECT_EQ(problem(*GetParam(), files), "");
}

INSTANTIATE_TEST_SUITE_P(Formats, Stamps, testing::Values(&io::tetgen_format, &io::l13_format),
                         [](const auto& format) { return std::string(format.param->name); });

}  // namespace
}  // namespace pliant
