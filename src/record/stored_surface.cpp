#include "record/stored_surface.h"

#include <pliant/error.h>

#include "mesh/surface_look.h"
#include "record/read_array.h"

namespace pliant::record {

namespace {

constexpr const char* surface_name = "surface";

template <class N, class T>
void write_table(const hdf5::Object& group, const char* name, const std::vector<T>& rows) {
  constexpr std::size_t width = sizeof(T) / sizeof(N);
  if (rows.empty()) return;
  const hdf5::Shape shape = width == 1 ? hdf5::Shape{rows.size()} : hdf5::Shape{rows.size(), width};
  hdf5::write_array(group, name, hdf5::number_of<N>(), shape, rows.data());
}

template <class T, class N>
std::vector<T> table_if_any(const hdf5::Object& group, const char* name) {
  return hdf5::has(group, name) ? read_rows<T, N>(group, name) : std::vector<T>{};
}

// Four digits, so that the order of names is that of numbers.
std::string four_digits(std::size_t number) {
  const std::string plain = text(number);
  return std::string(plain.size() < 4 ? 4 - plain.size() : 0, '0') + plain;
}

void write_materials(const hdf5::Object& parent, const Appearance& look) {
  if (!look.materials.empty()) {
    const hdf5::Object all = hdf5::make_group(parent, "materials");
    for (std::size_t i = 0; i < look.materials.size(); ++i) {
      const SurfaceMaterial& m = look.materials[i];
      const hdf5::Object group = hdf5::make_group(all, four_digits(i));
      hdf5::set_attribute(group, "name", m.name);
      const std::vector<double> numbers{m.colour[0], m.colour[1], m.colour[2],
                                        m.colour[3], m.metallic,  m.roughness};
      write_table<double>(group, "look", numbers);
      if (m.image != no_index) hdf5::set_attribute(group, "image", std::int64_t{m.image});
    }
  }
  if (look.images.empty()) return;
  const hdf5::Object all = hdf5::make_group(parent, "images");
  for (std::size_t i = 0; i < look.images.size(); ++i) {
    const hdf5::Object group = hdf5::make_group(all, four_digits(i));
    hdf5::set_attribute(group, "name", look.images[i].name);
    const std::string& bytes = look.images[i].bytes;
    if (!bytes.empty())
      hdf5::write_array(group, "bytes", hdf5::Number::uint8, {bytes.size()}, bytes.data());
  }
}

void read_materials(const hdf5::Object& parent, Appearance& look) {
  if (hdf5::has(parent, "materials")) {
    const hdf5::Object all = hdf5::open_group(parent, "materials");
    for (const std::string& number : hdf5::children(all)) {
      const hdf5::Object group = hdf5::open_group(all, number);
      SurfaceMaterial& m = look.materials.emplace_back();
      m.name = hdf5::text_attribute(group, "name");
      const auto numbers = read_list<double>(group, "look");
      if (numbers.size() != 6) refuse("a material does not have six numbers");
      m.colour = {numbers[0], numbers[1], numbers[2], numbers[3]};
      m.metallic = numbers[4];
      m.roughness = numbers[5];
      if (!hdf5::has_attribute(group, "image")) continue;
      const std::int64_t image = hdf5::whole_attribute(group, "image");
      if (image < 0 || image >= std::int64_t{no_index}) refuse("a material has no such image");
      m.image = static_cast<Index>(image);
    }
  }
  if (!hdf5::has(parent, "images")) return;
  const hdf5::Object all = hdf5::open_group(parent, "images");
  for (const std::string& number : hdf5::children(all)) {
    const hdf5::Object group = hdf5::open_group(all, number);
    const auto bytes = table_if_any<std::uint8_t, std::uint8_t>(group, "bytes");
    look.images.push_back(
        {hdf5::text_attribute(group, "name"), std::string(bytes.begin(), bytes.end())});
  }
}

Mesh read_shape(const hdf5::Object& group) {
  Mesh surface;
  surface.vertices = read_rows<Vec3d, double>(group, "vertices");
  surface.triangles.cells = table_if_any<Triangle, Index>(group, "triangles");
  if (surface.vertices.size() >= no_index) refuse("'surface/vertices' has the wrong shape");
  for (const Triangle& t : surface.triangles.cells)
    for (const Index v : t)
      if (v >= surface.vertices.size())
        refuse("'surface/triangles' use vertices that are not there");
  Appearance look;
  look.texture_points = table_if_any<std::array<double, 2>, double>(group, "texture_points");
  look.normals = table_if_any<Vec3d, double>(group, "normals");
  look.texture_corners = table_if_any<Triangle, Index>(group, "texture_corners");
  look.normal_corners = table_if_any<Triangle, Index>(group, "normal_corners");
  look.triangle_materials = table_if_any<Index, Index>(group, "triangle_materials");
  read_materials(group, look);
  if (look != Appearance{}) surface.appearance = std::move(look);
  if (!appearance_fits(surface)) refuse("the look of the surface does not fit it");
  return surface;
}

}  // namespace

void write_surface(const hdf5::Object& parent, const RecordedBody& body) {
  if (!body.surface || body.surface->surface.vertices.empty()) return;
  const hdf5::Object group = hdf5::make_group(parent, surface_name);
  const auto& [surface, embedding] = *body.surface;
  write_table<double>(group, "vertices", surface.vertices);
  write_table<Index>(group, "triangles", surface.triangles.cells);
  const auto tetrahedra = embedding.tetrahedra();
  const auto weights = embedding.weights();
  hdf5::write_array(group, "tetrahedra", hdf5::Number::uint32, {tetrahedra.size()},
                    tetrahedra.data());
  hdf5::write_array(group, "weights", hdf5::Number::float64, {weights.size(), 4}, weights.data());
  if (!surface.appearance || !appearance_fits(surface)) return;
  const Appearance& look = *surface.appearance;
  write_table<double>(group, "texture_points", look.texture_points);
  write_table<double>(group, "normals", look.normals);
  write_table<Index>(group, "texture_corners", look.texture_corners);
  write_table<Index>(group, "normal_corners", look.normal_corners);
  write_table<Index>(group, "triangle_materials", look.triangle_materials);
  write_materials(group, look);
}

void read_surface(const hdf5::Object& parent, RecordedBody& body) {
  if (!hdf5::has(parent, surface_name)) return;
  const hdf5::Object group = hdf5::open_group(parent, surface_name);
  Mesh surface = read_shape(group);
  auto tetrahedra = read_list<Index>(group, "tetrahedra");
  auto weights = read_rows<std::array<double, 4>, double>(group, "weights");
  if (tetrahedra.size() != surface.vertices.size())
    refuse("'surface/tetrahedra' has the wrong length");
  try {
    Embedding embedding(std::move(tetrahedra), std::move(weights), body.mesh.tetrahedra.cells,
                        body.mesh.vertices.size());
    body.surface = std::make_shared<const EmbeddedSurface>(
        EmbeddedSurface{std::move(surface), std::move(embedding)});
  } catch (const InputError& error) {
    refuse(text("the surface does not hang in the body: ", error.problem()));
  }
}

}  // namespace pliant::record
