#include <pliant/error.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "mesh/io/bytes.h"
#include "mesh/io/formats.h"
#include "mesh/io/gltf_document.h"
#include "mesh/io/gltf_look.h"
#include "mesh/io/gltf_materials.h"
#include "mesh/io/gltf_parts.h"
#include "mesh/io/single.h"
#include "mesh/split_surface.h"
#include "mesh/weld.h"

// glTF 2.0, text (.gltf) and binary (.glb). Read are the triangles and lines of all meshes in the
// default scene, each placed by its nodes. Exporters repeat a vertex for every normal or texture
// coordinate it has, which tears surfaces open, so vertices at the same place are welded.
//
// glTF has 32-bit floats only: written coordinates are rounded, and vertices that round to the
// same place read back as one.

namespace pliant::io {

namespace {

using gltf::Affine;
using gltf::Document;
using gltf::Json;

// Nodes may place one mesh many times. What that makes beyond the size of the file is bounded, or
// a small file could ask for any amount of memory.
constexpr std::size_t most_copies = std::size_t{1} << 24;

enum class Mode { points, lines, line_loop, line_strip, triangles, triangle_strip, triangle_fan };

class SceneReader {
 public:
  SceneReader(const Document& document, Files& files, Mesh& mesh, Notes& notes)
      : document_(document),
        mesh_(mesh),
        look_(mesh.appearance.emplace()),
        looks_(document, files, look_, notes) {}

  void read() {
    const std::size_t nodes = document_.count("nodes");
    seen_.resize(nodes);
    if (document_.count("scenes") > 0) {
      const Json& root = document_.root();
      const Json& scene = document_.item("scenes", document_.whole(root, "scene").value_or(0));
      for (const std::size_t node : document_.whole_list(scene, "nodes")) add_tree(node);
    } else if (nodes > 0) {
      std::set<std::size_t> children;
      for (std::size_t i = 0; i < nodes; ++i)
        for (const std::size_t child : document_.whole_list(document_.item("nodes", i), "children"))
          children.insert(child);
      for (std::size_t i = 0; i < nodes; ++i)
        if (!children.contains(i)) add_tree(i);
    } else {
      for (std::size_t i = 0; i < document_.count("meshes"); ++i) add_mesh(i, {});
    }
  }

 private:
  void add_tree(std::size_t root) {
    std::vector<std::pair<std::size_t, Affine>> left{{root, {}}};
    while (!left.empty()) {
      const auto [number, parent] = left.back();
      left.pop_back();
      const Json& node = document_.item("nodes", number);
      if (seen_[number])
        document_.fail(text("node ", number, " has two parents or is its own ancestor"),
                       "the file is damaged; export it anew");
      seen_[number] = true;
      const Affine place = parent * document_.transform(node);
      // A mesh with a skin is placed by the skin's joints, which leave it alone in its bind pose.
      if (const auto mesh = document_.whole(node, "mesh"))
        add_mesh(*mesh, document_.whole(node, "skin") ? Affine{} : place);
      const auto children = document_.whole_list(node, "children");
      for (auto child = children.rbegin(); child != children.rend(); ++child)
        left.push_back({*child, place});
    }
  }

  void add_mesh(std::size_t number, const Affine& place) {
    const Json& mesh = document_.item("meshes", number);
    added_.clear();
    for (const Json& primitive : document_.list(mesh, "primitives"))
      add_primitive(primitive, place);
  }

  void add_primitive(const Json& primitive, const Affine& place) {
    const Json& attributes = document_.object(primitive, "attributes");
    const auto positions = document_.whole(attributes, "POSITION");
    if (!positions) return;
    const auto [base, count] = add_vertices(*positions, place);
    const std::size_t mode = document_.whole(primitive, "mode").value_or(4);
    std::vector<Index> corners;
    if (const auto indices = document_.whole(primitive, "indices")) {
      corners = document_.indices(*indices, count);
      for (Index& corner : corners) corner += base;
    } else {
      for (std::size_t i = 0; i < count; ++i) corners.push_back(base + static_cast<Index>(i));
    }
    claim(corners.size());
    if (mode > static_cast<std::size_t>(Mode::triangle_fan))
      document_.fail(text("a primitive has the mode ", mode), "0 to 6 are possible");
    const std::size_t before = mesh_.triangles.size();
    add_cells(static_cast<Mode>(mode), corners, place.mirrors());
    if (mesh_.triangles.size() == before) return;
    claim(2 * count);
    list_corners(look_.texture_corners, looks_.texture_points(attributes, count), before, base);
    list_corners(look_.normal_corners, looks_.normals(attributes, count, place), before, base);
    look_.triangle_materials.resize(mesh_.triangles.size(), looks_.material(primitive));
  }

  // The texture points or normals of the triangles from `before` on, as their vertices from `base`.
  void list_corners(std::vector<Triangle>& corners, std::optional<Index> first, std::size_t before,
                    Index base) {
    corners.resize(mesh_.triangles.size(), {no_index, no_index, no_index});
    if (!first) return;
    for (std::size_t t = before; t < mesh_.triangles.size(); ++t)
      for (std::size_t k = 0; k < 3; ++k) corners[t][k] = mesh_.triangles[t][k] - base + *first;
  }

  // Primitives of a mesh often share their positions; these are added once.
  std::pair<Index, std::size_t> add_vertices(std::size_t accessor, const Affine& place) {
    if (const auto it = added_.find(accessor); it != added_.end()) return it->second;
    const auto points = document_.vectors<3>(accessor, "VEC3", "position");
    claim(points.size());
    if (mesh_.vertices.size() + points.size() > no_index)
      document_.fail("too many vertices", "split the scene");
    const auto base = static_cast<Index>(mesh_.vertices.size());
    for (const auto& [x, y, z] : points) {
      const Vec3d placed = place({x, y, z});
      if (!std::isfinite(placed.x) || !std::isfinite(placed.y) || !std::isfinite(placed.z))
        document_.fail("a vertex is moved to infinity", "check the transforms of the nodes");
      mesh_.vertices.push_back(placed);
    }
    return added_[accessor] = {base, points.size()};
  }

  void claim(std::size_t items) {
    claimed_ += items;
    if (claimed_ > document_.size() + most_copies)
      document_.fail("the scene repeats its meshes too often", "export fewer copies");
  }

  void add_cells(Mode mode, const std::vector<Index>& corners, bool mirrored) {
    const std::size_t n = corners.size();
    const auto line = [&](Index a, Index b) { mesh_.lines.cells.push_back({a, b}); };
    const auto triangle = [&](Index a, Index b, Index c) {
      mesh_.triangles.cells.push_back(mirrored ? Triangle{a, c, b} : Triangle{a, b, c});
    };
    // Strips and fans use triangles with a repeated corner to carry on elsewhere.
    const auto proper_triangle = [&](Index a, Index b, Index c) {
      if (a != b && b != c && c != a) triangle(a, b, c);
    };
    switch (mode) {
      case Mode::points:
        break;
      case Mode::lines:
        for (std::size_t i = 0; i + 1 < n; i += 2) line(corners[i], corners[i + 1]);
        break;
      case Mode::line_loop:
      case Mode::line_strip:
        for (std::size_t i = 0; i + 1 < n; ++i) line(corners[i], corners[i + 1]);
        if (mode == Mode::line_loop && n > 2) line(corners[n - 1], corners[0]);
        break;
      case Mode::triangles:
        for (std::size_t i = 0; i + 2 < n; i += 3)
          triangle(corners[i], corners[i + 1], corners[i + 2]);
        break;
      case Mode::triangle_strip:
        for (std::size_t i = 0; i + 2 < n; ++i)
          proper_triangle(corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]);
        break;
      case Mode::triangle_fan:
        for (std::size_t i = 1; i + 1 < n; ++i)
          proper_triangle(corners[0], corners[i], corners[i + 1]);
        break;
    }
  }

  const Document& document_;
  Mesh& mesh_;
  Appearance& look_;
  gltf::LookReader looks_;
  std::vector<bool> seen_;                                      // by node
  std::map<std::size_t, std::pair<Index, std::size_t>> added_;  // by accessor: first, count
  std::size_t claimed_ = 0;
};

Mesh read_gltf(Files& files, Notes& notes) {
  Mesh mesh;
  try {
    const Document document(files);
    SceneReader(document, files, mesh, notes).read();
  } catch (const Json::exception&) {
    throw InputError(files.name(), 0, "the JSON does not describe a glTF scene",
                     "check it with a glTF validator");
  }
  if (const std::size_t joined = weld_exact(mesh); joined > 0)
    notes.push_back(text(files.name(), ": ", plural(joined, "vertex", "vertices"),
                         " joined with another at the same place"));
  return mesh;
}

using OrderedJson = nlohmann::ordered_json;

// One buffer with the positions, texture points and normals, then the corners of triangles, then
// those of lines, then pictures.
class SceneWriter {
 public:
  explicit SceneWriter(const Mesh& mesh) : mesh_(mesh), split_(mesh) {
    scene_["asset"] = {{"version", "2.0"}, {"generator", "Pliant"}};
    if (mesh.vertices.empty()) return;
    scene_["scene"] = 0;
    scene_["scenes"] = {{{"nodes", {0}}}};
    scene_["nodes"] = {{{"mesh", 0}}};
    add_attributes();
    OrderedJson primitives = OrderedJson::array();
    for (const auto& [material, triangles] : by_material()) {
      primitives.push_back(primitive<3>(triangles, Mode::triangles));
      if (material != no_index) primitives.back()["material"] = material;
    }
    if (!mesh.lines.empty()) primitives.push_back(primitive<2>(mesh.lines.cells, Mode::lines));
    if (primitives.empty())
      primitives.push_back({{"attributes", attributes_}, {"mode", static_cast<int>(Mode::points)}});
    scene_["meshes"] = {{{"primitives", std::move(primitives)}}};
    if (mesh.appearance) gltf::add_materials(*mesh.appearance, scene_, buffer_);
    scene_["buffers"] = {{{"byteLength", buffer_.size()}}};
  }

  std::string glb() const { return gltf::make_glb(gltf::plain_text(scene_), buffer_); }
  std::string text_with_buffer() {
    if (!buffer_.empty())
      scene_["buffers"][0]["uri"] =
          "data:application/octet-stream;base64," + gltf::encode_base64(buffer_);
    return gltf::plain_text(scene_, 1) + "\n";
  }

 private:
  static constexpr int float32 = 5126, uint32 = 5125;
  static constexpr int array_buffer = 34962, element_array_buffer = 34963;

  void add_view(std::size_t begin, int target) {
    scene_["bufferViews"].push_back({{"buffer", 0},
                                     {"byteOffset", begin},
                                     {"byteLength", buffer_.size() - begin},
                                     {"target", target}});
  }

  // Vertices of the mesh first, then those that its corners have once more.
  void add_attributes() {
    std::array<float, 3> low, high;
    const std::size_t begin = buffer_.size();
    for (std::size_t i = 0; i < split_.vertices.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        const float x =
            float_of(mesh_.vertices[split_.vertices[i]][k], "glTF", "use a format with doubles");
        const auto axis = static_cast<std::size_t>(k);
        low[axis] = i == 0 ? x : std::min(low[axis], x);
        high[axis] = i == 0 ? x : std::max(high[axis], x);
        put(buffer_, x);
      }
    add_attribute("POSITION", "VEC3", begin);
    scene_["accessors"].back()["min"] = low;
    scene_["accessors"].back()["max"] = high;
    if (!mesh_.appearance) return;
    if (split_.has_normals) add_normals(*mesh_.appearance);
    if (split_.has_texture_points) add_texture_points(*mesh_.appearance);
  }

  void add_normals(const Appearance& look) {
    const std::size_t begin = buffer_.size();
    for (const Index n : split_.normals) {
      const Vec3d normal = n == no_index ? Vec3d{0, 0, 1} : look.normals[n];
      for (int k = 0; k < 3; ++k) put(buffer_, float_of(normal[k], "glTF", "use .obj"));
    }
    add_attribute("NORMAL", "VEC3", begin);
  }

  void add_texture_points(const Appearance& look) {
    const std::size_t begin = buffer_.size();
    for (const Index t : split_.texture_points) {
      const auto [u, v] = t == no_index ? std::array<double, 2>{0, 1} : look.texture_points[t];
      put(buffer_, float_of(u, "glTF", "use .obj"));
      put(buffer_, float_of(1 - v, "glTF", "use .obj"));  // glTF counts from the upper left
    }
    add_attribute("TEXCOORD_0", "VEC2", begin);
  }

  void add_attribute(const char* name, const char* type, std::size_t begin) {
    add_view(begin, array_buffer);
    const std::size_t number = scene_["accessors"].size();
    scene_["accessors"].push_back({{"bufferView", number},
                                   {"componentType", float32},
                                   {"count", split_.vertices.size()},
                                   {"type", type}});
    attributes_[name] = number;
  }

  // Triangles without a material are the last.
  std::map<Index, std::vector<Triangle>> by_material() const {
    std::map<Index, std::vector<Triangle>> parts;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      const bool has = mesh_.appearance && !mesh_.appearance->triangle_materials.empty();
      parts[has ? mesh_.appearance->triangle_materials[t] : no_index].push_back(
          split_.triangles[t]);
    }
    return parts;
  }

  template <std::size_t N>
  OrderedJson primitive(const std::vector<Cell<N>>& cells, Mode mode) {
    const std::size_t begin = buffer_.size();
    for (const Cell<N>& cell : cells)
      for (Index v : cell) put(buffer_, v);
    add_view(begin, element_array_buffer);
    const std::size_t number = scene_["accessors"].size();
    scene_["accessors"].push_back({{"bufferView", number},
                                   {"componentType", uint32},
                                   {"count", N * cells.size()},
                                   {"type", "SCALAR"}});
    return {{"attributes", attributes_}, {"indices", number}, {"mode", static_cast<int>(mode)}};
  }

  const Mesh& mesh_;
  SplitSurface split_;
  OrderedJson scene_, attributes_;
  std::string buffer_;
};

FileMap write_gltf(const Mesh& mesh, const std::string& extension, const WriteOptions&) {
  SceneWriter writer(mesh);
  return {{extension, extension == ".gltf" ? writer.text_with_buffer() : writer.glb()}};
}

}  // namespace

const Format gltf_format{
    .name = "glTF",
    .description =
        "glTF 2.0: triangles, lines and materials of a scene; vertices at the same place are "
        "joined",
    .extensions = {".glb", ".gltf"},
    .holds = {.lines = true, .triangles = true, .appearance = true},
    .read = read_gltf,
    .write = write_gltf,
};

}  // namespace pliant::io
