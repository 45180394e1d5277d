#include <cstdint>
#include <optional>

#include "base/text.h"
#include "mesh/io/bytes.h"
#include "mesh/io/formats.h"
#include "mesh/io/ply_header.h"
#include "mesh/io/polygons.h"
#include "mesh/io/scanner.h"
#include "mesh/io/text_writer.h"

// PLY, text and binary of either byte order. Used are the elements vertex (x, y, z), face and
// tristrips (vertex_indices or vertex_index) and edge (vertex1, vertex2); other elements are
// passed over and noted, other properties passed over. Written are doubles, so a mesh reads back
// equal.

namespace pliant::io {

namespace {

using ply::Element;
using ply::Header;
using ply::Property;
using ply::Type;

// Values of a text file. The types in the header do not matter there, beyond whole or not.
class TextValues {
 public:
  explicit TextValues(Scanner& in) : in_(in) {}
  double real(Type) { return in_.real(); }
  std::int64_t integer(Type) { return in_.integer(); }
  void skip(Type, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) in_.word();
  }
  std::size_t checked_count(std::int64_t count, std::string_view what, std::size_t values) const {
    if (count < 0)
      fail(text("a negative number of ", what, ": ", count), "a count is zero or more");
    // A value takes at least a digit and a space; the last one may lack the space.
    if (static_cast<std::uint64_t>(count) > (in_.remaining() + 1) / (2 * values))
      fail(text("the file says it has ", count, ' ', what, ", but is too short for them"),
           "it may have been cut off, or the count is wrong");
    return static_cast<std::size_t>(count);
  }
  std::size_t rows(const Element& element) const {
    return checked_count(element.count, element.name, element.properties.size());
  }
  std::size_t items(std::int64_t count, Type) const { return checked_count(count, "items", 1); }
  [[noreturn]] void fail(const std::string& problem, const std::string& cure) const {
    in_.fail(problem, cure);
  }

 private:
  Scanner& in_;
};

class BinaryValues {
 public:
  explicit BinaryValues(Bytes& in) : in_(in) {}
  double real(Type type) {
    switch (type) {
      case Type::float32:
        return in_.real<float>();
      case Type::float64:
        return in_.real<double>();
      default:
        return static_cast<double>(integer(type));
    }
  }
  std::int64_t integer(Type type) {
    switch (type) {
      case Type::int8:
        return in_.get<std::int8_t>();
      case Type::uint8:
        return in_.get<std::uint8_t>();
      case Type::int16:
        return in_.get<std::int16_t>();
      case Type::uint16:
        return in_.get<std::uint16_t>();
      case Type::int32:
        return in_.get<std::int32_t>();
      default:
        return in_.get<std::uint32_t>();
    }
  }
  void skip(Type type, std::size_t count) { in_.raw(count * ply::size_of(type), "a property"); }
  std::size_t rows(const Element& element) const {
    std::size_t bytes = 0;
    for (const Property& property : element.properties)
      bytes += ply::size_of(property.is_list ? property.count_type : property.type);
    return in_.checked_count(element.count, element.name, bytes);
  }
  std::size_t items(std::int64_t count, Type type) const {
    return in_.checked_count(count, "items", ply::size_of(type));
  }
  [[noreturn]] void fail(const std::string& problem, const std::string& cure) const {
    in_.fail(problem, cure);
  }

 private:
  Bytes& in_;
};

template <class Values>
class Body {
 public:
  Body(Values values, const Header& header, std::string file, Mesh& mesh, Notes& notes)
      : in_(values), header_(header), file_(std::move(file)), mesh_(mesh), notes_(notes) {}

  void read() {
    for (const Element& element : header_.elements) {
      if (element.properties.empty()) continue;
      const std::size_t rows = in_.rows(element);
      if (element.name == "vertex")
        read_vertices(element, rows);
      else if (element.name == "face")
        read_faces(element, rows);
      else if (element.name == "tristrips")
        read_strips(element, rows);
      else if (element.name == "edge")
        read_edges(element, rows);
      else
        skip(element, rows);
    }
    say_what_was_changed();
  }

 private:
  std::size_t list_size(const Property& property) {
    return in_.items(in_.integer(property.count_type), property.type);
  }
  void skip(const Property& property) {
    in_.skip(property.type, property.is_list ? list_size(property) : 1);
  }
  void skip(const Element& element, std::size_t rows) {
    for (std::size_t i = 0; i < rows; ++i)
      for (const Property& property : element.properties) skip(property);
    if (rows > 0)
      notes_.push_back(text(file_, ": ", rows, " of the element ", element.name, " not used"));
  }

  Index vertex(Type type) { return existing(in_.integer(type)); }
  Index existing(std::int64_t number) const {
    if (number < 0 || number >= header_.vertices)
      in_.fail(text("vertex ", number, " does not exist"),
               text("the file has ", header_.vertices, " vertices, numbered from 0"));
    return static_cast<Index>(number);
  }

  // The properties that matter, by column; the others are passed over.
  template <std::size_t N>
  std::array<std::size_t, N> columns(const Element& element,
                                     const std::array<std::string_view, N>& names) {
    std::array<std::size_t, N> found;
    for (std::size_t i = 0; i < N; ++i) {
      const auto column = element.find(names[i]);
      if (!column || element.properties[*column].is_list)
        in_.fail(text("the element ", element.name, " has no number ", names[i]),
                 "check that the file is a mesh");
      found[i] = *column;
    }
    return found;
  }

  void read_vertices(const Element& element, std::size_t rows) {
    const auto [x, y, z] = columns<3>(element, {"x", "y", "z"});
    mesh_.vertices.reserve(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      Vec3d point;
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        const Property& property = element.properties[k];
        if (k == x || k == y || k == z)
          (k == x ? point.x : k == y ? point.y : point.z) = in_.real(property.type);
        else
          skip(property);
      }
      mesh_.vertices.push_back(point);
    }
  }

  void read_edges(const Element& element, std::size_t rows) {
    const auto [first, second] = columns<2>(element, {"vertex1", "vertex2"});
    for (const std::size_t column : {first, second}) require_whole(element.properties[column]);
    mesh_.lines.cells.reserve(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      Line line{};
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        const Property& property = element.properties[k];
        if (k == first || k == second)
          line[k == first ? 0 : 1] = vertex(property.type);
        else
          skip(property);
      }
      mesh_.lines.cells.push_back(line);
    }
  }

  void require_whole(const Property& property) const {
    if (ply::is_real(property.type))
      in_.fail(text("vertices are named by numbers of a type with fractions in ", property.name),
               "they must be whole numbers");
  }

  // Calls take(property) for each list of vertices of an element.
  template <class Take>
  void for_each_list(const Element& element, std::size_t rows, Take take) {
    auto column = element.find("vertex_indices");
    if (!column) column = element.find("vertex_index");
    if (!column || !element.properties[*column].is_list)
      in_.fail(text("the element ", element.name, " has no list vertex_indices"),
               "check that the file is a mesh");
    require_whole(element.properties[*column]);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t k = 0; k < element.properties.size(); ++k)
        if (k == *column)
          take(element.properties[k]);
        else
          skip(element.properties[k]);
  }

  void read_faces(const Element& element, std::size_t rows) {
    mesh_.triangles.cells.reserve(rows);
    std::vector<Index> corners;
    for_each_list(element, rows, [&](const Property& property) {
      const std::size_t size = list_size(property);
      if (size < 3) {
        in_.skip(property.type, size);
        ++too_few_corners_;
        return;
      }
      corners.clear();
      for (std::size_t i = 0; i < size; ++i) corners.push_back(vertex(property.type));
      polygons_.add(corners);
    });
  }

  // -1 begins a new strip. Triangles with a repeated corner only carry a strip elsewhere.
  void read_strips(const Element& element, std::size_t rows) {
    for_each_list(element, rows, [&](const Property& property) {
      const std::size_t size = list_size(property);
      Triangle corner{};
      std::size_t length = 0;
      for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t number = in_.integer(property.type);
        if (number == -1) {
          length = 0;
          continue;
        }
        corner = {corner[1], corner[2], existing(number)};
        if (++length >= 3) add_strip_triangle(corner, length % 2 == 0);
      }
    });
  }
  void add_strip_triangle(const Triangle& t, bool turned) {
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) return;
    mesh_.triangles.cells.push_back(turned ? Triangle{t[1], t[0], t[2]} : t);
  }

  void say_what_was_changed() {
    polygons_.note(file_, notes_);
    if (too_few_corners_ > 0)
      notes_.push_back(text(file_, ": ", plural(too_few_corners_, "face", "faces"),
                            " with fewer than three corners not used"));
  }

  Values in_;
  const Header& header_;
  std::string file_;
  Mesh& mesh_;
  Notes& notes_;
  Polygons polygons_{mesh_};
  std::size_t too_few_corners_ = 0;
};

Mesh read_ply(Files& files, Notes& notes) {
  const std::string file = files.name();
  const std::string_view bytes = files.main();
  // No comments: their lines are part of the header, and text bodies have none.
  Scanner in(file, bytes, '\0');
  const Header header = ply::read_header(in);
  Mesh mesh;
  if (header.encoding == ply::Encoding::text) {
    Body(TextValues(in), header, file, mesh, notes).read();
  } else {
    Bytes rest(
        file, bytes.substr(in.position()),
        header.encoding == ply::Encoding::big_endian ? std::endian::big : std::endian::little,
        in.position());
    Body(BinaryValues(rest), header, file, mesh, notes).read();
  }
  return mesh;
}

void write_header(const Mesh& mesh, bool binary, TextWriter& out) {
  // Other programs expect int; uint is for what does not fit.
  const std::string_view number = mesh.vertices.size() > 0x7fffffffu ? "uint" : "int";
  out.text("ply\nformat ").text(binary ? "binary_little_endian" : "ascii").text(" 1.0\n");
  out.text("element vertex").number(mesh.vertices.size()).end_line();
  for (const char* axis : {"x", "y", "z"}) out.text("property double ").text(axis).end_line();
  if (!mesh.triangles.empty()) {
    out.text("element face").number(mesh.triangles.size()).end_line();
    out.text("property list uchar ").text(number).text(" vertex_indices\n");
  }
  if (!mesh.lines.empty()) {
    out.text("element edge").number(mesh.lines.size()).end_line();
    for (const char* end : {" vertex1\n", " vertex2\n"})
      out.text("property ").text(number).text(end);
  }
  out.text("end_header\n");
}

void write_text(const Mesh& mesh, TextWriter& out) {
  for (const Vec3d& vertex : mesh.vertices) out.point(vertex).end_line();
  for (const Triangle& triangle : mesh.triangles.cells) out.word("3").cell<3>(triangle).end_line();
  for (const Line& line : mesh.lines.cells) out.cell<2>(line).end_line();
}

void write_binary(const Mesh& mesh, std::string& out) {
  for (const Vec3d& vertex : mesh.vertices) put(out, vertex);
  for (const Triangle& triangle : mesh.triangles.cells) {
    put(out, std::uint8_t{3});
    for (Index v : triangle) put(out, v);
  }
  for (const Line& line : mesh.lines.cells)
    for (Index v : line) put(out, v);
}

FileMap write_ply(const Mesh& mesh, const std::string& extension, const WriteOptions& options) {
  TextWriter writer;
  write_header(mesh, options.binary, writer);
  if (!options.binary) write_text(mesh, writer);
  std::string out = writer.take();
  if (options.binary) write_binary(mesh, out);
  return {{extension, std::move(out)}};
}

}  // namespace

const Format ply_format{
    .name = "PLY",
    .description = "triangles and lines, text or binary; polygons are split",
    .extensions = {".ply"},
    .holds = {.lines = true, .triangles = true},
    .binary = true,
    .read = read_ply,
    .write = write_ply,
};

}  // namespace pliant::io
