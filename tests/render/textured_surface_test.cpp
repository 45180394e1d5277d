#include <gmock/gmock.h>
#include <pliant/io.h>

#include <fstream>

#include "gl_drawing.h"
#include "mesh/io/formats.h"
#include "mesh/smooth_groups.h"
#include "mesh/split_surface.h"
#include "render/texture.h"
#include "support/folder_test.h"
#include "support/meshes.h"
#include "support/textured_cube.h"

namespace pliant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class TexturedFiles : public test::FolderTest {
 protected:
  void put(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories((folder() / name).parent_path());
    std::ofstream(folder() / name, std::ios::binary) << bytes;
  }
};

// Materials group the triangles of glTF, so that corners are compared one material after the other.
std::vector<test::CornerLook> sorted_looks(const Mesh& mesh) {
  auto looks = test::corner_looks(mesh);
  std::ranges::stable_sort(looks, {}, &test::CornerLook::material);
  return looks;
}

TEST_F(TexturedFiles, ReadBackAsTheyWereWritten) {
  const Mesh cube = test::textured_cube();
  for (const std::string name : {"cube.obj", "cube.glb", "cube.gltf"}) {
    Notes notes;
    write_mesh(folder() / name, cube, {}, &notes);
    const Mesh read = read_mesh(folder() / name, &notes);
    for (const std::string& note : notes) EXPECT_THAT(note, HasSubstr("joined with another"));
    EXPECT_EQ(read.vertices, cube.vertices) << name;
    ASSERT_TRUE(read.appearance) << name;
    EXPECT_EQ(sorted_looks(read), sorted_looks(cube)) << name;
    // Once more changes nothing.
    write_mesh(folder() / ("again_" + name), read);
    Mesh again = read_mesh(folder() / ("again_" + name));
    ASSERT_TRUE(again.appearance);
    for (std::size_t i = 0; i < again.appearance->images.size(); ++i)
      again.appearance->images[i].name = read.appearance->images[i].name;
    EXPECT_EQ(again, read) << name;
  }
}

TEST_F(TexturedFiles, ObjAndGlbHoldTheSame) {
  write_mesh(folder() / "a.obj", test::textured_cube());
  write_mesh(folder() / "b.glb", read_mesh(folder() / "a.obj"));
  write_mesh(folder() / "c.obj", read_mesh(folder() / "b.glb"));
  EXPECT_EQ(sorted_looks(read_mesh(folder() / "c.obj")), sorted_looks(test::textured_cube()));
}

constexpr const char* triangle =
    "mtllib %\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 0.25\nusemtl a b\nf 1/1 2/1 3/1\n";

std::string using_library(const std::string& library) {
  std::string text = triangle;
  return text.replace(text.find('%'), 1, library);
}

TEST_F(TexturedFiles, MaterialsOfAnObjAreThoseOfItsLibrary) {
  put("sub/wood.png", test::four_colours());
  put("sub/x.mtl",
      "# a comment\nnewmtl other\nKd 1 1 1\nnewmtl a b\r\n\tKd 0.25 0.5 0.125\nd 0.5\nNs 0\nPm 1\n"
      "map_Kd -s 1 1 1 wood.png\n");
  put("t.obj", using_library("sub/x.mtl"));
  Notes notes;
  const Mesh mesh = read_mesh(folder() / "t.obj", &notes);
  EXPECT_THAT(notes, IsEmpty());
  ASSERT_TRUE(mesh.appearance);
  ASSERT_EQ(mesh.appearance->materials.size(), 1u);
  EXPECT_EQ(mesh.appearance->materials[0],
            (SurfaceMaterial{"a b", {0.25, 0.5, 0.125, 0.5}, 1, 1, 0}));
  EXPECT_EQ(mesh.appearance->images[0].bytes, test::four_colours());
  EXPECT_THAT(mesh.appearance->texture_points, ElementsAre(std::array{0.5, 0.25}));
}

TEST_F(TexturedFiles, WhatIsMissingOrOutsideIsANote) {
  put("secret.mtl", "newmtl a b\nKd 1 0 0\n");
  const auto notes_of = [&](const std::string& library) {
    put("in/t.obj", using_library(library));
    Notes notes;
    const Mesh mesh = read_mesh(folder() / "in/t.obj", &notes);
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_TRUE(mesh.appearance->materials.empty());
    return notes;
  };
  EXPECT_THAT(notes_of("none.mtl"),
              ElementsAre(HasSubstr("is not there: 'none.mtl'"), HasSubstr("in no .mtl file")));
  std::filesystem::create_symlink("../secret.mtl", folder() / "in/link.mtl");
  for (const std::string library :
       {"../secret.mtl", "x/../../secret.mtl", "/etc/passwd", "C:\\x.mtl"})
    EXPECT_THAT(notes_of(library),
                ElementsAre(HasSubstr("outside of its folder"), HasSubstr("in no .mtl file")))
        << library;
  EXPECT_THAT(notes_of("link.mtl"),
              ElementsAre(HasSubstr("is not there"), HasSubstr("in no .mtl file")));
  EXPECT_THAT(notes_of("."), ElementsAre(HasSubstr("is not there"), HasSubstr("in no .mtl file")));
}

TEST_F(TexturedFiles, PicturesThatAreNoneOrTooLargeAreANote) {
  put("t.obj", using_library("x.mtl"));
  put("x.mtl", "newmtl a b\nmap_Kd p.png\n");
  std::string large = test::four_colours();
  large[18] = '\x20';  // 8192 + 2 pixels across
  large[19] = '\x02';
  for (const auto& [bytes, why] : std::vector<std::pair<std::string, std::string>>{
           {"GIF89a", "neither PNG nor JPEG"}, {large, "8194 x 2 pixels"}}) {
    put("p.png", bytes);
    Notes notes;
    const Mesh mesh = read_mesh(folder() / "t.obj", &notes);
    EXPECT_THAT(notes, ElementsAre(HasSubstr(why)));
    EXPECT_EQ(mesh.appearance->materials[0].image, no_index);
  }
}

TEST(Appearance, IsNotedWhereAFormatCannotHoldIt) {
  Notes notes;
  io::write(io::stl_format, test::textured_cube(), ".stl", {}, notes);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("texture coordinates, normals and materials left out")));
}

TEST(Appearance, IsCarriedToTheSameTrianglesOfAnotherMesh) {
  const Mesh cube = test::textured_cube();
  Mesh other = cube;
  other.appearance.reset();
  // Other numbers, another order, some turned round, one that is new.
  std::ranges::reverse(other.vertices);
  for (Triangle& t : other.triangles.cells)
    for (Index& v : t) v = 7 - v;
  std::ranges::reverse(other.triangles.cells);
  std::swap(other.triangles.cells[3][0], other.triangles.cells[3][1]);
  other.triangles.cells.push_back({0, 1, 7});
  carry_appearance(cube, other);
  ASSERT_TRUE(other.appearance);
  EXPECT_EQ(other.appearance->triangle_materials.back(), no_index);
  const auto expected = test::corner_looks(cube);
  other.triangles.cells.pop_back();
  for (const test::CornerLook& look : test::corner_looks(other))
    EXPECT_THAT(expected, testing::Contains(look));
}

TEST(SmoothGroups, AreThoseOfTheNormalsGiven) {
  Mesh sphere = test::icosphere(1);
  const SmoothGroups all = smooth_groups(sphere);
  EXPECT_EQ(all.count, sphere.vertices.size());
  const auto normals = all.normals(sphere.triangles.cells, sphere.vertices);
  for (std::size_t t = 0; t < sphere.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_GT(dot(normals[all.corners[t][k]], sphere.vertices[sphere.triangles[t][k]]), 0.99);
  // One normal for each triangle: nothing is smooth.
  sphere.appearance.emplace();
  for (std::size_t t = 0; t < sphere.triangles.size(); ++t) {
    const auto n = static_cast<Index>(t);
    sphere.appearance->normals.push_back({0, 0, 1});
    sphere.appearance->normal_corners.push_back({n, n, n});
  }
  const SmoothGroups flat = smooth_groups(sphere);
  EXPECT_EQ(flat.count, 3 * sphere.triangles.size());
  EXPECT_EQ(smooth_groups(test::textured_cube()).count, 24u);
  EXPECT_EQ(smooth_groups(test::cube_surface()).count, 24u);
}

TEST(SplitSurface, HasAVertexForEachCornerThatDiffers) {
  const Mesh cube = test::textured_cube();
  const SplitSurface split(cube);
  for (std::size_t v = 0; v < 8; ++v) EXPECT_EQ(split.vertices[v], v);
  for (std::size_t t = 0; t < 12; ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const Index v = split.triangles[t][k];
      EXPECT_EQ(split.vertices[v], cube.triangles[t][k]);
      EXPECT_EQ(split.texture_points[v], cube.appearance->texture_corners[t][k]);
      EXPECT_EQ(split.normals[v], cube.appearance->normal_corners[t][k]);
    }
}

TEST(Texture, IsDecoded) {
  const auto pixels = render::decoded({"", test::four_colours()});
  ASSERT_TRUE(pixels);
  EXPECT_EQ(pixels->width, 2);
  EXPECT_THAT(pixels->rgba,
              ElementsAre(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255));
  EXPECT_FALSE(render::decoded({"", test::four_colours().substr(0, 40)}));
  EXPECT_FALSE(render::decoded({"", "nothing"}));
}

using TexturedDrawing = test::GlDrawing;

TEST_F(TexturedDrawing, ShowsThePictureUpright) {
  const Mesh cube = test::textured_cube();
  const render::gl::BodyShape shape(cube);
  ASSERT_EQ(shape.runs().size(), 2u);
  const render::Image image = draw(front_view(shape, cube));
  // The side towards the eye: x goes right, y up.
  const int reach = 20;
  const auto upper_left = test::pixel(image, width / 2 - reach, height / 2 - reach);
  const auto upper_right = test::pixel(image, width / 2 + reach, height / 2 - reach);
  const auto lower_left = test::pixel(image, width / 2 - reach, height / 2 + reach);
  const auto lower_right = test::pixel(image, width / 2 + reach, height / 2 + reach);
  EXPECT_GT(upper_left.red, upper_left.green + 40);
  EXPECT_GT(upper_left.red, upper_left.blue + 40);
  EXPECT_GT(upper_right.green, upper_right.red + 40);
  EXPECT_GT(upper_right.green, upper_right.blue + 40);
  EXPECT_GT(lower_left.blue, lower_left.red + 40);
  EXPECT_GT(lower_left.blue, lower_left.green + 40);
  EXPECT_LT(std::abs(lower_right.red - lower_right.blue), 40);
  EXPECT_GT(lower_right.light(), upper_left.light());
}

TEST_F(TexturedDrawing, FieldsTakeThePlaceOfPictures) {
  const Mesh cube = test::textured_cube();
  Mesh plain = cube;
  plain.appearance.reset();
  const std::vector<float> values(cube.vertices.size(), 0.5f);
  const render::gl::BodyShape shape(cube), without(plain);
  render::gl::View view = front_view(shape, cube);
  view.colours.emplace();
  view.legend = false;
  view.bodies[0].field = {values, FieldPlace::vertices};
  const render::Image dressed = draw(view);
  view.bodies[0].shape = &without;
  EXPECT_EQ(test::changed(dressed, draw(view)), 0u);
}

}  // namespace
}  // namespace pliant
