#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/io/scanner.h"

namespace pliant::io::ply {

enum class Encoding { text, little_endian, big_endian };
enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

inline bool is_real(Type type) {
  return type == Type::float32 || type == Type::float64;
}
std::size_t size_of(Type type);  ///< bytes in a binary file

struct Property {
  std::string_view name;
  Type type{};
  bool is_list = false;
  Type count_type{};  ///< of a list
};

struct Element {
  std::string_view name;
  std::int64_t count = 0;  ///< as the file says; not yet compared with its length
  std::vector<Property> properties;

  std::optional<std::size_t> find(std::string_view property) const;
};

/// Names point into the file's bytes.
struct Header {
  Encoding encoding{};
  std::vector<Element> elements;
  std::int64_t vertices = 0;  ///< count of the element vertex
};

/// Reads from "ply" to the end of the line "end_header".
Header read_header(Scanner& in);

}  // namespace pliant::io::ply
