#include <algorithm>
#include <charconv>
#include <map>

#include "base/text.h"
#include "mesh/io/formats.h"
#include "mesh/io/polygons.h"
#include "mesh/io/scanner.h"
#include "mesh/io/text_writer.h"

// Wavefront's OBJ in text form: v, f and l. Vertices are numbered from 1 over the whole file, or
// backwards from -1, the vertex read last.

namespace pliant::io {

namespace {

using namespace std::string_view_literals;

// Statements without geometry of their own: names, shading, parts of curves and surfaces.
constexpr std::string_view ignored[] = {
    "vt"sv,    "vn"sv,       "vp"sv,       "g"sv,          "o"sv,         "s"sv,
    "mg"sv,    "usemtl"sv,   "mtllib"sv,   "usemap"sv,     "maplib"sv,    "bevel"sv,
    "lod"sv,   "c_interp"sv, "d_interp"sv, "shadow_obj"sv, "trace_obj"sv, "ctech"sv,
    "stech"sv, "cstype"sv,   "deg"sv,      "bmat"sv,       "step"sv,      "parm"sv,
    "trim"sv,  "hole"sv,     "scrv"sv,     "sp"sv,         "end"sv,       "con"sv};

bool is_name(std::string_view word) {
  return std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

class ObjReader {
 public:
  ObjReader(Scanner in, Notes& notes) : in_(std::move(in)), notes_(notes) {}

  Mesh read() {
    while (!in_.at_end()) read_statement(in_.word());
    if (mesh_.vertices.size() > no_index)
      in_.fail("the file has too many vertices", text("at most ", no_index, " are possible"));
    vertices_.check(in_, mesh_.vertices.size());
    polygons_.note(in_.file(), notes_);
    for (const auto& [what, count] : skipped_)
      notes_.push_back(text(in_.file(), ": ", what, " skipped: ", count));
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
    } else if (statement == "l") {
      read_corners();
      for (std::size_t i = 1; i < corners_.size(); ++i)
        mesh_.lines.cells.push_back({corners_[i - 1], corners_[i]});
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
    while (in_.more_on_line()) corners_.push_back(corner(in_.word()));
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

  Scanner in_;
  Notes& notes_;
  Mesh mesh_;
  Polygons polygons_{mesh_};
  LateIndices vertices_{"vertex", "vertices", 1};
  std::vector<Index> corners_;
  std::map<std::string_view, std::size_t> skipped_;
};

Mesh read_obj(Files& files, Notes& notes) {
  const std::string_view bytes = files.main();
  return ObjReader({files.name(), bytes, '#', Scanner::Backslash::continues_line}, notes).read();
}

FileMap write_obj(const Mesh& mesh, const std::string& extension, const WriteOptions&) {
  TextWriter out;
  for (const Vec3d& p : mesh.vertices) out.text("v").point(p).end_line();
  for (const Triangle& t : mesh.triangles.cells) out.text("f").cell<3>(t, 1).end_line();
  for (const Line& l : mesh.lines.cells) out.text("l").cell<2>(l, 1).end_line();
  return {{extension, out.take()}};
}

}  // namespace

const Format obj_format{
    .name = "OBJ",
    .description = "Wavefront's surface in text form; polygons become triangles",
    .extensions = {".obj"},
    .holds = {.lines = true, .triangles = true},
    .read = read_obj,
    .write = write_obj,
};

}  // namespace pliant::io
