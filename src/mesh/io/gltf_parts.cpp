#include "mesh/io/gltf_parts.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/text.h"
#include "mesh/io/bytes.h"

namespace pliant::io::gltf {

namespace {

constexpr std::uint32_t magic = 0x46546c67;         // "glTF"
constexpr std::uint32_t json_chunk = 0x4e4f534a;    // "JSON"
constexpr std::uint32_t binary_chunk = 0x004e4942;  // "BIN"
constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr auto digit_of = [] {
  std::array<std::int8_t, 256> digits{};
  digits.fill(-1);
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    digits[static_cast<unsigned char>(alphabet[i])] = static_cast<std::int8_t>(i);
  return digits;
}();

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string_view take_chunk(Bytes& in, std::uint32_t& type) {
  const auto size = in.get<std::uint32_t>();
  type = in.get<std::uint32_t>();
  return in.raw(size, "a chunk");
}

void put_chunk(std::string& out, std::uint32_t type, std::string_view bytes) {
  put(out, static_cast<std::uint32_t>(bytes.size()));
  put(out, type);
  out += bytes;
}

template <Number T>
double load_as(const char* data, bool normalised) {
  T value;
  std::memcpy(&value, data, sizeof value);
  if constexpr (std::endian::native != std::endian::little) value = swap_bytes(value);
  const double number = static_cast<double>(value);
  if constexpr (std::integral<T>)
    if (normalised)
      return std::max(number / static_cast<double>(std::numeric_limits<T>::max()), -1.0);
  return number;
}

}  // namespace

Container open(const std::string& file, std::string_view bytes) {
  if (!bytes.starts_with("glTF")) return {bytes, std::nullopt};
  Bytes in(file, bytes);
  in.get<std::uint32_t>();
  if (const auto version = in.get<std::uint32_t>(); version != 2)
    in.fail(text("a binary glTF of version ", version), "export it as glTF 2.0");
  const auto length = in.get<std::uint32_t>();
  if (length > bytes.size())
    in.fail(text("the file should have ", length, " bytes"), "it was cut off; get it anew");
  Container parts;
  std::uint32_t type = 0;
  parts.json = take_chunk(in, type);
  if (type != json_chunk) in.fail("the first chunk is not JSON", "the file is damaged");
  // Padding should be spaces, but some programs pad with zeros.
  while (parts.json.ends_with('\0')) parts.json.remove_suffix(1);
  while (in.position() + 8 <= length && !parts.binary) {
    const std::string_view chunk = take_chunk(in, type);
    if (type == binary_chunk) parts.binary = chunk;
  }
  return parts;
}

std::string make_glb(std::string json, std::string_view binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::size_t length = 12 + 8 + json.size() + (binary.empty() ? 0 : 8 + binary.size());
  if (length > 0xffffffffu)
    throw InputError("", 0, "the mesh is too large for a .glb file", "use another format");
  std::string out;
  out.reserve(length);
  put(out, magic);
  put(out, std::uint32_t{2});
  put(out, static_cast<std::uint32_t>(length));
  put_chunk(out, json_chunk, json);
  if (!binary.empty()) put_chunk(out, binary_chunk, binary);
  return out;
}

std::string encode_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t some = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < some ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out += k <= some ? alphabet[bits >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::optional<std::string> decode_base64(std::string_view text) {
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const int digit = digit_of[static_cast<unsigned char>(c)];
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>(bits >> held & 255);
    }
  }
  return out;
}

std::string decode_percent(std::string_view uri) {
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && hex_digit(uri[i + 1]) >= 0 &&
        hex_digit(uri[i + 2]) >= 0) {
      out += static_cast<char>(16 * hex_digit(uri[i + 1]) + hex_digit(uri[i + 2]));
      i += 2;
    } else {
      out += uri[i];
    }
  }
  return out;
}

std::size_t size_of(Component type) {
  switch (type) {
    case Component::int8:
    case Component::uint8:
      return 1;
    case Component::int16:
    case Component::uint16:
      return 2;
    default:
      return 4;
  }
}

double load(const char* data, Component type, bool normalised) {
  switch (type) {
    case Component::int8:
      return load_as<std::int8_t>(data, normalised);
    case Component::uint8:
      return load_as<std::uint8_t>(data, normalised);
    case Component::int16:
      return load_as<std::int16_t>(data, normalised);
    case Component::uint16:
      return load_as<std::uint16_t>(data, normalised);
    case Component::uint32:
      return load_as<std::uint32_t>(data, normalised);
    default:
      return load_as<float>(data, normalised);
  }
}

Affine from_parts(const Vec3d& shift, const std::array<double, 4>& rotation, const Vec3d& scale) {
  const Vec3d v{rotation[0], rotation[1], rotation[2]};
  const double w = rotation[3];
  // A quaternion (v, w) of length n turns u into u + 2 v x (v x u + w u) / n^2.
  const double factor = 2 / (dot(v, v) + w * w);
  const auto turned = [&](const Vec3d& u) { return u + factor * cross(v, cross(v, u) + w * u); };
  return {{turned({scale.x, 0, 0}), turned({0, scale.y, 0}), turned({0, 0, scale.z})}, shift};
}

}  // namespace pliant::io::gltf
