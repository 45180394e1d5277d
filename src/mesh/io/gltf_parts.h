#pragma once

#include <pliant/vec3.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// The parts of glTF that need no JSON: the .glb container, base64, binary numbers, transforms.

namespace pliant::io::gltf {

struct Container {
  std::string_view json;
  std::optional<std::string_view> binary;  ///< the BIN chunk of a .glb file
};

/// Takes a .glb file apart; any other file is JSON as a whole.
Container open(const std::string& file, std::string_view bytes);
std::string make_glb(std::string json, std::string_view binary);

std::string encode_base64(std::string_view bytes);
/// Nothing when a character does not belong or the length is impossible.
std::optional<std::string> decode_base64(std::string_view text);
/// "my%20mesh.bin" is "my mesh.bin".
std::string decode_percent(std::string_view uri);

/// Values of `componentType`; glTF is always little-endian.
enum class Component {
  int8 = 5120,
  uint8 = 5121,
  int16 = 5122,
  uint16 = 5123,
  uint32 = 5125,
  float32 = 5126
};
std::size_t size_of(Component type);
/// The number at `data`. Whole numbers that are `normalised` lie in [-1, 1].
double load(const char* data, Component type, bool normalised);

/// x -> linear x + shift.
struct Affine {
  std::array<Vec3d, 3> columns{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vec3d shift;

  Vec3d turn(const Vec3d& v) const {
    return columns[0] * v.x + columns[1] * v.y + columns[2] * v.z;
  }
  Vec3d operator()(const Vec3d& point) const { return turn(point) + shift; }
  /// First b, then this.
  Affine operator*(const Affine& b) const {
    return {{turn(b.columns[0]), turn(b.columns[1]), turn(b.columns[2])}, (*this)(b.shift)};
  }
  /// It turns a surface inside out.
  bool mirrors() const { return dot(cross(columns[0], columns[1]), columns[2]) < 0; }
};

/// Scale, then rotate by the quaternion x y z w (of any length but zero), then shift.
Affine from_parts(const Vec3d& shift, const std::array<double, 4>& rotation, const Vec3d& scale);

}  // namespace pliant::io::gltf
