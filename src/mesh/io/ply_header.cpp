#include "mesh/io/ply_header.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace pliant::io::ply {

namespace {

constexpr std::size_t most_elements = 64;
constexpr std::size_t most_properties = 1024;

Encoding read_encoding(Scanner& in) {
  const std::string_view word = in.word();
  in.expect("1.0");
  if (word == "ascii") return Encoding::text;
  if (word == "binary_little_endian") return Encoding::little_endian;
  if (word == "binary_big_endian") return Encoding::big_endian;
  in.fail("the format is neither ascii, binary_little_endian nor binary_big_endian",
          "check that the file is a PLY file");
}

Type read_type(Scanner& in) {
  static constexpr std::pair<std::string_view, Type> names[] = {
      {"char", Type::int8},      {"int8", Type::int8},       {"uchar", Type::uint8},
      {"uint8", Type::uint8},    {"short", Type::int16},     {"int16", Type::int16},
      {"ushort", Type::uint16},  {"uint16", Type::uint16},   {"int", Type::int32},
      {"int32", Type::int32},    {"uint", Type::uint32},     {"uint32", Type::uint32},
      {"float", Type::float32},  {"float32", Type::float32}, {"double", Type::float64},
      {"float64", Type::float64}};
  const std::string_view word = in.word();
  for (const auto& [name, type] : names)
    if (name == word) return type;
  in.fail("a property has an unknown type", "known are char, short, int, float, double and so on");
}

Property read_property(Scanner& in) {
  Property property;
  if (in.peek() == "list") {
    in.word();
    property.is_list = true;
    property.count_type = read_type(in);
    if (is_real(property.count_type))
      in.fail("a list is counted by a type with fractions", "it must be of whole numbers");
  }
  property.type = read_type(in);
  property.name = in.word();
  return property;
}

void read_element(Scanner& in, Header& header) {
  Element element;
  element.name = in.word();
  // Notes and messages show the name.
  const auto printable = [](char c) { return c > ' ' && c <= '~'; };
  if (element.name.size() > 64 || !std::ranges::all_of(element.name, printable))
    in.fail("an element has an odd name", "names are up to 64 letters");
  element.count = in.integer();
  if (element.count < 0)
    in.fail(text("a negative number of ", element.name), "a count is zero or more");
  for (const Element& other : header.elements)
    if (other.name == element.name)
      in.fail(text("the element ", element.name, " stands twice"), "join the two");
  if (header.elements.size() == most_elements) in.fail("too many elements", "remove some");
  if (element.name == "vertex") {
    if (element.count >= no_index)
      in.fail(text(element.count, " vertices"), text("at most ", no_index - 1, " are possible"));
    header.vertices = element.count;
  }
  header.elements.push_back(std::move(element));
}

}  // namespace

std::size_t size_of(Type type) {
  switch (type) {
    case Type::int8:
    case Type::uint8:
      return 1;
    case Type::int16:
    case Type::uint16:
      return 2;
    case Type::float64:
      return 8;
    default:
      return 4;
  }
}

std::optional<std::size_t> Element::find(std::string_view property) const {
  const auto it = std::ranges::find(properties, property, &Property::name);
  if (it == properties.end()) return std::nullopt;
  return static_cast<std::size_t>(it - properties.begin());
}

Header read_header(Scanner& in) {
  Header header;
  std::optional<Encoding> encoding;
  in.expect("ply");
  for (;;) {
    const std::string_view keyword = in.word();
    if (keyword == "format") {
      encoding = read_encoding(in);
    } else if (keyword == "element") {
      read_element(in, header);
    } else if (keyword == "property") {
      if (header.elements.empty()) in.fail("a property before any element", "the file is damaged");
      auto& properties = header.elements.back().properties;
      if (properties.size() == most_properties) in.fail("too many properties", "remove some");
      properties.push_back(read_property(in));
    } else if (keyword != "comment" && keyword != "obj_info" && keyword != "end_header") {
      in.fail("a line of the header begins with an unknown word",
              "known are format, comment, obj_info, element, property and end_header");
    }
    in.rest_of_line();
    if (keyword == "end_header") break;
  }
  if (!encoding) in.fail("the header has no line 'format'", "check that it is a PLY file");
  header.encoding = *encoding;
  return header;
}

}  // namespace pliant::io::ply
