#include "record/layout.h"

#include <pliant/error.h>

#include <algorithm>
#include <numeric>

#include "base/text.h"

namespace pliant::record {

std::vector<BodyLayout> layout_of(const RecordedFrame& frame, bool doubles) {
  std::vector<BodyLayout> bodies;
  for (const BodyFrame& body : frame.bodies) {
    const std::size_t vertices = body.positions.size();
    BodyLayout& arrays = bodies.emplace_back();
    arrays.push_back({positions_name, FieldPlace::vertices, vertices, 3, doubles});
    if (!body.velocities.empty())
      arrays.push_back({velocities_name, FieldPlace::vertices, vertices, 3, doubles});
    for (const RecordedField& f : body.fields)
      arrays.push_back({f.name, f.place, f.values.size() / static_cast<std::size_t>(f.components),
                        f.components, false});
  }
  return bodies;
}

int rank_of(const std::string& array) {
  return array == positions_name ? 0 : array == velocities_name ? 1 : 2;
}

std::vector<std::size_t> stored_order(const BodyLayout& arrays) {
  std::vector<std::size_t> order(arrays.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(
      order, {}, [&](std::size_t i) { return std::pair(rank_of(arrays[i].name), arrays[i].name); });
  return order;
}

void check_name(const std::string& name, const char* what) {
  constexpr std::size_t longest = 200;
  const bool plain =
      std::ranges::none_of(name, [](unsigned char c) { return c < ' ' || c == '/' || c == 127; });
  if (!plain || name.empty() || name == "." || name.size() > longest)
    throw InputError("", 0, text("'", name.substr(0, longest), "' cannot be the name of a ", what),
                     "use 1 to 200 characters without '/', and not a single dot");
}

void check_bodies(const std::vector<RecordedBody>& bodies) {
  std::vector<std::string> names;
  for (const RecordedBody& body : bodies) {
    check_name(body.name, "recorded body");
    names.push_back(body.name);
    if (body.mesh.vertices.empty())
      throw InputError("", 0, text("body '", body.name, "' has no vertices"),
                       "leave it out of the recording");
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end())
    throw InputError("", 0, text("two recorded bodies are named '", *twice, "'"),
                     "give each a name of its own");
}

namespace {

void check_field(const RecordedField& field, const RecordedBody& body) {
  constexpr int most_components = 81;
  check_name(field.name, "recorded field");
  const std::size_t places =
      field.place == FieldPlace::vertices ? body.mesh.vertices.size() : body.mesh.tetrahedra.size();
  if (field.components < 1 || field.components > most_components || places == 0 ||
      field.values.size() != places * static_cast<std::size_t>(field.components))
    throw InputError("", 0,
                     text("field '", field.name, "' of body '", body.name, "' has ",
                          field.values.size(), " values"),
                     text("give ", field.components, " for each of ", places));
}

}  // namespace

void check_frame(const RecordedFrame& frame, const std::vector<RecordedBody>& bodies) {
  if (frame.bodies.size() != bodies.size())
    throw InputError("", 0, text("a frame has ", frame.bodies.size(), " bodies"),
                     text("the recording has ", bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodyFrame& body = frame.bodies[i];
    const std::size_t vertices = bodies[i].mesh.vertices.size();
    if (body.positions.size() != vertices ||
        (!body.velocities.empty() && body.velocities.size() != vertices))
      throw InputError("", 0,
                       text("a frame has ", body.positions.size(), " positions and ",
                            body.velocities.size(), " velocities of body '", bodies[i].name, "'"),
                       text("give one for each of its ", vertices, " vertices"));
    std::vector<std::string> names{positions_name, velocities_name};
    for (const RecordedField& field : body.fields) {
      check_field(field, bodies[i]);
      if (std::ranges::find(names, field.name) != names.end())
        throw InputError("", 0, text("there is a second field '", field.name, "'"),
                         "give it another name");
      names.push_back(field.name);
    }
  }
}

std::size_t size_of(const RecordedFrame& frame) {
  std::size_t bytes = sizeof frame;
  for (const BodyFrame& body : frame.bodies) {
    bytes += (body.positions.size() + body.velocities.size()) * sizeof(Vec3d);
    for (const RecordedField& field : body.fields) bytes += field.values.size() * sizeof(float);
  }
  return bytes;
}

namespace {

std::size_t size_of_mesh(const Mesh& mesh) {
  const auto cells = [](const auto& c) {
    return c.cells.size() * sizeof(c.cells[0]) + c.regions.size() * sizeof(std::int32_t);
  };
  std::size_t bytes = mesh.vertices.size() * sizeof(Vec3d) + cells(mesh.lines) +
                      cells(mesh.triangles) + cells(mesh.tetrahedra) + cells(mesh.hexahedra);
  for (const auto& [name, group] : mesh.groups) bytes += 4096 + group.size() * sizeof(Index);
  return bytes;
}

std::size_t size_of_look(const Appearance& look) {
  constexpr std::size_t for_each = 4096;  // of HDF5's own
  std::size_t bytes =
      look.texture_points.size() * sizeof(look.texture_points[0]) +
      look.normals.size() * sizeof(Vec3d) +
      (look.texture_corners.size() + look.normal_corners.size()) * sizeof(Triangle) +
      look.triangle_materials.size() * sizeof(Index) + look.materials.size() * for_each;
  for (const TextureImage& image : look.images) bytes += for_each + image.bytes.size();
  return bytes;
}

}  // namespace

std::size_t size_of(const RecordedBody& body) {
  std::size_t bytes = size_of_mesh(body.mesh);
  if (!body.surface) return bytes;
  const Mesh& surface = body.surface->surface;
  constexpr std::size_t hanging = sizeof(Index) + 4 * sizeof(double);
  bytes += size_of_mesh(surface) + surface.vertices.size() * hanging;
  return bytes + (surface.appearance ? size_of_look(*surface.appearance) : 0);
}

}  // namespace pliant::record
