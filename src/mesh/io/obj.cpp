#include <algorithm>
#include <charconv>
#include <map>

#include "base/text.h"
#include "mesh/io/formats.h"
#include "mesh/io/obj_materials.h"
#include "mesh/io/polygons.h"
#include "mesh/io/scanner.h"
#include "mesh/io/text_writer.h"

// Wavefront's OBJ in text form: v, vt, vn, f, l, usemtl and mtllib. Vertices are numbered from 1
// over the whole file, or backwards from -1, the vertex read last; texture coordinates and normals
// likewise.

namespace pliant::io {

namespace {

using namespace std::string_view_literals;

// Statements without geometry of their own: names, shading, parts of curves and surfaces.
constexpr std::string_view ignored[] = {
    "vp"sv,    "g"sv,      "o"sv,        "s"sv,        "mg"sv,         "usemap"sv,    "maplib"sv,
    "bevel"sv, "lod"sv,    "c_interp"sv, "d_interp"sv, "shadow_obj"sv, "trace_obj"sv, "ctech"sv,
    "stech"sv, "cstype"sv, "deg"sv,      "bmat"sv,     "step"sv,       "parm"sv,      "trim"sv,
    "hole"sv,  "scrv"sv,   "sp"sv,       "end"sv,      "con"sv};

bool is_name(std::string_view word) {
  return std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

class ObjReader {
 public:
  ObjReader(Scanner in, Files& files, Notes& notes)
      : in_(std::move(in)), files_(files), notes_(notes) {}

  Mesh read() {
    while (!in_.at_end()) read_statement(in_.word());
    if (mesh_.vertices.size() > no_index)
      in_.fail("the file has too many vertices", text("at most ", no_index, " are possible"));
    vertices_.check(in_, mesh_.vertices.size());
    polygons_.note(in_.file(), notes_);
    for (const auto& [what, count] : skipped_)
      notes_.push_back(text(in_.file(), ": ", what, " skipped: ", count));
    dress();
    return std::move(mesh_);
  }

 private:
  void read_statement(std::string_view statement) {
    if (statement == "v") {
      mesh_.vertices.push_back(in_.point());
      in_.rest_of_line();  // a weight or a colour
    } else if (statement == "f" || statement == "fo") {
      read_corners();
      polygons_.add(corners_);
      list_looks();
    } else if (statement == "l") {
      read_corners();
      for (std::size_t i = 1; i < corners_.size(); ++i)
        mesh_.lines.cells.push_back({corners_[i - 1], corners_[i]});
    } else if (statement == "vt") {
      std::array<double, 2> point{};
      leading_numbers(in_.rest_of_line(), point);
      look_.texture_points.push_back(point);
    } else if (statement == "vn") {
      std::array<double, 3> n{};
      leading_numbers(in_.rest_of_line(), n);
      look_.normals.push_back({n[0], n[1], n[2]});
    } else if (statement == "usemtl") {
      material_ = materials_.number(in_.rest_of_line());
    } else if (statement == "mtllib") {
      materials_.add_libraries(in_.rest_of_line());
    } else {
      skip(statement);
    }
  }

  void skip(std::string_view statement) {
    if (statement == "p") {
      ++skipped_["point statements"];
    } else if (statement == "curv" || statement == "curv2") {
      ++skipped_["curves"];
    } else if (statement == "surf") {
      ++skipped_["free-form surfaces"];
    } else if (std::ranges::find(ignored, statement) == std::end(ignored)) {
      if (!is_name(statement))
        in_.fail(text("expected a statement such as v or f, found '", shown(statement), "'"),
                 "check that this is an OBJ file and not a binary one");
      ++skipped_["unknown statements"];
    }
    in_.rest_of_line();
  }

  void read_corners() {
    corners_.clear();
    texture_.clear();
    normals_.clear();
    while (in_.more_on_line()) {
      const std::string_view word = in_.word();
      corners_.push_back(corner(word));
      const std::size_t slash = std::min(word.find('/'), word.size() - 1);
      const std::size_t second = std::min(word.find('/', slash + 1), word.size() - 1);
      texture_.push_back(late(word.substr(slash + 1), look_.texture_points.size()));
      normals_.push_back(late(word.substr(second + 1), look_.normals.size()));
    }
  }

  // A number of something that may come later in the file; no_index for no number.
  static Index late(std::string_view word, std::size_t before) {
    std::int64_t number = 0;
    if (std::from_chars(word.data(), word.data() + word.size(), number).ec != std::errc())
      return no_index;
    if (number < 0) number += static_cast<std::int64_t>(before) + 1;
    return number > 0 && number <= std::int64_t{no_index} ? static_cast<Index>(number - 1)
                                                          : no_index;
  }

  // The triangles of the last polygon, a fan round its first corner; lists begin where they must.
  void list_looks() {
    const std::size_t before =
        mesh_.triangles.size() + 2 - std::max<std::size_t>(corners_.size(), 2);
    const auto list = [&](const std::vector<Index>& numbers, std::vector<Triangle>& all) {
      if (all.empty() && std::ranges::all_of(numbers, [](Index i) { return i == no_index; }))
        return;
      all.resize(before, no_corners);
      for (std::size_t i = 2; i < numbers.size(); ++i)
        all.push_back({numbers[0], numbers[i - 1], numbers[i]});
    };
    list(texture_, look_.texture_corners);
    list(normals_, look_.normal_corners);
    if (look_.triangle_materials.empty() && material_ == no_index) return;
    look_.triangle_materials.resize(before, no_index);
    look_.triangle_materials.resize(mesh_.triangles.size(), material_);
  }

  void dress() {
    const std::size_t triangles = mesh_.triangles.size();
    std::size_t missing = 0;
    const auto finish = [&](std::vector<Triangle>& corners, std::size_t count) {
      if (corners.empty()) return;
      corners.resize(triangles, no_corners);
      for (Triangle& c : corners)
        for (Index& i : c)
          if (i != no_index && i >= count) {
            i = no_index;
            ++missing;
          }
    };
    finish(look_.texture_corners, look_.texture_points.size());
    finish(look_.normal_corners, look_.normals.size());
    if (missing > 0)
      notes_.push_back(text(in_.file(), ": ", plural(missing, "corner names", "corners name"),
                            " texture coordinates or normals that are not there"));
    if (!materials_.empty()) {
      look_.triangle_materials.resize(triangles, no_index);
      materials_.define(files_, look_, notes_);
    }
    mesh_.appearance = std::move(look_);
  }

  // The vertex of a corner written v, v/vt, v//vn or v/vt/vn.
  Index corner(std::string_view word) {
    std::int64_t number = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || (stop != end && *stop != '/'))
      in_.fail(text("expected a vertex number, found '", shown(word), "'"),
               "corners are written 5, 5/2, 5//3 or 5/2/3");
    if (number >= 0) return vertices_.add(number, in_);
    const std::int64_t before = static_cast<std::int64_t>(mesh_.vertices.size());
    if (number < -before)
      in_.fail(text("vertex ", number, " does not exist"),
               text(plural(mesh_.vertices.size(), "vertex stands", "vertices stand"),
                    " before this line"));
    return static_cast<Index>(before + number);
  }

  static constexpr Triangle no_corners{no_index, no_index, no_index};

  Scanner in_;
  Files& files_;
  Notes& notes_;
  Mesh mesh_;
  Appearance look_;
  ObjMaterials materials_;
  Index material_ = no_index;  // of the next face
  Polygons polygons_{mesh_};
  LateIndices vertices_{"vertex", "vertices", 1};
  std::vector<Index> corners_, texture_, normals_;  // of a face
  std::map<std::string_view, std::size_t> skipped_;
};

Mesh read_obj(Files& files, Notes& notes) {
  const std::string_view bytes = files.main();
  return ObjReader({files.name(), bytes, '#', Scanner::Backslash::continues_line}, files, notes)
      .read();
}

void write_corner(TextWriter& out, Index vertex, Index texture, Index normal) {
  const auto one_based = [](Index i) { return std::uint64_t{i} + 1; };
  std::string word = text(one_based(vertex));
  if (texture != no_index || normal != no_index) word += '/';
  if (texture != no_index) word += text(one_based(texture));
  if (normal != no_index) word += text('/', one_based(normal));
  out.word(word);
}

FileMap write_obj(const Mesh& mesh, const std::string& extension, const WriteOptions& options) {
  static const Appearance plain;
  const Appearance& look = mesh.appearance ? *mesh.appearance : plain;
  FileMap files;
  TextWriter out;
  std::vector<std::string> materials;
  if (!look.materials.empty()) {
    materials = obj_material_names(look);
    if (std::ranges::find(look.triangle_materials, no_index) == look.triangle_materials.end())
      materials.pop_back();
    write_obj_materials(look, materials, options.stem, files);
    out.text("mtllib ").text(options.stem).text(".mtl").end_line();
  }
  for (const Vec3d& p : mesh.vertices) out.text("v").point(p).end_line();
  for (const auto& [u, v] : look.texture_points) out.text("vt").number(u).number(v).end_line();
  for (const Vec3d& n : look.normals) out.text("vn").point(n).end_line();
  std::size_t used = no_index;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!materials.empty()) {
      const std::size_t m =
          std::min<std::size_t>(look.triangle_materials[t], look.materials.size());
      if (m != used) out.text("usemtl ").text(materials[m]).end_line();
      used = m;
    }
    out.text("f");
    for (std::size_t k = 0; k < 3; ++k)
      write_corner(out, mesh.triangles[t][k],
                   look.texture_corners.empty() ? no_index : look.texture_corners[t][k],
                   look.normal_corners.empty() ? no_index : look.normal_corners[t][k]);
    out.end_line();
  }
  for (const Line& l : mesh.lines.cells) out.text("l").cell<2>(l, 1).end_line();
  files[extension] = out.take();
  return files;
}

}  // namespace

const Format obj_format{
    .name = "OBJ",
    .description = "Wavefront's surface in text form with materials; polygons become triangles",
    .extensions = {".obj"},
    .holds = {.lines = true, .triangles = true, .appearance = true},
    .read = read_obj,
    .write = write_obj,
};

}  // namespace pliant::io
