#pragma once

#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "mesh/io/format.h"
#include "mesh/io/gltf_parts.h"

namespace pliant::io::gltf {

using Json = nlohmann::json;

/// The JSON of a glTF file and its buffers. Every look into it checks that what is asked for is
/// there and of the right type, and throws InputError otherwise. Only gltf.cpp includes this: it
/// is what keeps builds without the JSON library whole.
class Document {
 public:
  explicit Document(Files& files) : file_(files.name()) {
    const std::string_view bytes = files.main();
    const Container parts = open(file_, bytes);
    parse(parts.json);
    check_version_and_extensions();
    load_buffers(files, parts.binary);
    size_ = bytes.size();
    for (const std::string_view buffer : buffers_) size_ += buffer.size();
  }

  const Json& root() const { return root_; }
  std::size_t size() const { return size_; }  ///< bytes of the file and of all its buffers

  [[noreturn]] void fail(const std::string& problem, const std::string& cure) const {
    throw InputError(file_, 0, problem, cure);
  }

  /// A member that must be an array; empty when it is not there.
  const Json& list(const Json& parent, const char* name) const {
    static const Json empty = Json::array();
    const Json* found = member(parent, name);
    if (found == nullptr) return empty;
    if (!found->is_array()) fail(text("'", name, "' is not a list"), damaged);
    return *found;
  }
  const Json& object(const Json& parent, const char* name) const {
    const Json* found = member(parent, name);
    if (found == nullptr || !found->is_object()) fail(text("no object '", name, "'"), damaged);
    return *found;
  }
  std::size_t count(const char* name) const { return list(root_, name).size(); }
  const Json& item(const char* name, std::size_t number) const {
    const Json& items = list(root_, name);
    if (number >= items.size())
      fail(text("there is no number ", number, " in '", name, "', which has ", items.size()),
           damaged);
    if (!items[number].is_object())
      fail(text("number ", number, " in '", name, "' is not an object"), damaged);
    return items[number];
  }
  std::optional<std::size_t> whole(const Json& parent, const char* name) const {
    const Json* found = member(parent, name);
    if (found == nullptr) return std::nullopt;
    return as_whole(*found, name);
  }
  std::size_t needed_whole(const Json& parent, const char* name) const {
    const auto value = whole(parent, name);
    if (!value) fail(text("'", name, "' is missing"), damaged);
    return *value;
  }
  std::vector<std::size_t> whole_list(const Json& parent, const char* name) const {
    std::vector<std::size_t> values;
    for (const Json& value : list(parent, name)) values.push_back(as_whole(value, name));
    return values;
  }

  Affine transform(const Json& node) const {
    if (member(node, "matrix") != nullptr) {
      const auto m = reals<16>(node, "matrix", {});
      if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
        fail("the matrix of a node has a last row other than 0 0 0 1", "export it anew");
      return {{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}},
              {m[12], m[13], m[14]}};
    }
    const auto shift = reals<3>(node, "translation", {0, 0, 0});
    const auto rotation = reals<4>(node, "rotation", {0, 0, 0, 1});
    const auto scale = reals<3>(node, "scale", {1, 1, 1});
    if (std::ranges::all_of(rotation, [](double x) { return std::abs(x) < 1e-100; }))
      fail("the rotation of a node is zero", "it must be a unit quaternion");
    return from_parts({shift[0], shift[1], shift[2]}, rotation, {scale[0], scale[1], scale[2]});
  }

  /// Vectors of N numbers, such as positions; `what` names them in messages.
  template <std::size_t N>
  std::vector<std::array<double, N>> vectors(std::size_t number, const char* type_name,
                                             const std::string& what) const {
    const Json& accessor = item("accessors", number);
    const std::size_t count = needed_whole(accessor, "count");
    const Component type = component(accessor);
    if (type == Component::uint32 || !has_type(accessor, type_name))
      fail(text(what, "s are not vectors of ", N, " floats"), "export it as plain glTF 2.0");
    const bool normalised = is_true(accessor, "normalized");
    const auto vector_at = [&](const char* data) {
      std::array<double, N> vector;
      for (std::size_t k = 0; k < N; ++k) {
        vector[k] = load(data + k * size_of(type), type, normalised);
        if (!std::isfinite(vector[k]))
          fail(text("a ", what, " is not finite (NaN or infinity)"), "mend or remove the vertex");
      }
      return vector;
    };
    return elements<std::array<double, N>>(accessor, count, N * size_of(type), vector_at);
  }

  /// All bytes of a buffer view.
  std::string_view view_bytes(std::size_t number) const {
    const Json& view = item("bufferViews", number);
    const std::size_t buffer = needed_whole(view, "buffer");
    if (buffer >= buffers_.size()) fail(text("there is no buffer ", buffer), damaged);
    return part(buffers_[buffer], whole(view, "byteOffset").value_or(0))
        .substr(0, needed_whole(view, "byteLength"));
  }

  /// Numbers of vertices below `vertices`.
  std::vector<Index> indices(std::size_t number, std::size_t vertices) const {
    const Json& accessor = item("accessors", number);
    const Component type = index_component(accessor);
    if (!has_type(accessor, "SCALAR")) fail("vertex numbers are not single numbers", damaged);
    const auto index_at = [&](const char* data) {
      const double value = load(data, type, false);
      if (value >= static_cast<double>(vertices))
        fail(text("vertex ", value, " does not exist; the primitive has ", vertices), damaged);
      return static_cast<Index>(value);
    };
    return elements<Index>(accessor, needed_whole(accessor, "count"), size_of(type), index_at);
  }

  /// A member of any type, or null.
  const Json* member(const Json& parent, const char* name) const {
    if (!parent.is_object()) fail(text("no object around '", name, "'"), damaged);
    const auto it = parent.find(name);
    return it == parent.end() ? nullptr : &*it;
  }
  template <std::size_t N>
  std::array<double, N> reals(const Json& parent, const char* name,
                              std::array<double, N> values) const {
    const Json& given = list(parent, name);
    if (given.empty()) return values;
    if (given.size() != N) fail(text("'", name, "' does not have ", N, " numbers"), damaged);
    for (std::size_t i = 0; i < N; ++i) {
      if (!given[i].is_number()) fail(text("'", name, "' is not made of numbers"), damaged);
      values[i] = given[i].get<double>();
    }
    return values;
  }

 private:
  static constexpr const char* damaged = "the file is damaged; export it anew";
  static constexpr int deepest = 64;  // glTF itself needs about ten levels

  static std::string shown(const std::string& name) {
    std::string out = name.substr(0, 60);
    for (char& c : out)
      if (c < 32 || c > 126) c = '?';
    return out;
  }

  std::size_t as_whole(const Json& value, const char* name) const {
    if (value.is_number_unsigned()) return value.get<std::size_t>();
    const double number = value.is_number() ? value.get<double>() : -1;
    if (!(number >= 0 && number < 0x1p53) || number != std::floor(number))
      fail(text("'", name, "' is not a whole number from zero"), damaged);
    return static_cast<std::size_t>(number);
  }
  bool has_type(const Json& accessor, const char* type) const {
    const Json* found = member(accessor, "type");
    return found != nullptr && found->is_string() && *found == type;
  }
  bool is_true(const Json& parent, const char* name) const {
    const Json* found = member(parent, name);
    return found != nullptr && found->is_boolean() && found->get<bool>();
  }
  Component component(const Json& parent) const {
    const std::size_t type = needed_whole(parent, "componentType");
    if (type < 5120 || type > 5126 || type == 5124)
      fail(text("there is no component type ", type), damaged);
    return static_cast<Component>(type);
  }
  Component index_component(const Json& parent) const {
    const Component type = component(parent);
    if (type != Component::uint8 && type != Component::uint16 && type != Component::uint32)
      fail("vertex numbers are not unsigned whole numbers", damaged);
    return type;
  }

  // The JSON library frees nested values recursively.
  void check_depth(std::string_view json) const {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
      const char c = json[i];
      if (in_string && c == '\\')
        ++i;
      else if (c == '"')
        in_string = !in_string;
      else if (!in_string && (c == '[' || c == '{'))
        ++depth;
      else if (!in_string && (c == ']' || c == '}'))
        --depth;
      if (depth > deepest) fail(text("JSON nested more than ", deepest, " deep"), damaged);
    }
  }
  void parse(std::string_view json) {
    check_depth(json);
    try {
      root_ = Json::parse(json);
    } catch (const Json::parse_error& error) {
      const std::size_t at = std::min(error.byte, json.size());
      const auto line =
          1 + std::count(json.begin(), json.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      throw InputError(file_, static_cast<std::size_t>(line),
                       text("broken JSON (at its byte ", at, ")"),
                       "it may have been cut off; get it anew");
    }
    if (!root_.is_object()) fail("the JSON is not an object", "check that the file is glTF");
  }

  void check_version_and_extensions() const {
    const Json* version = member(object(root_, "asset"), "version");
    if (version == nullptr || !version->is_string() ||
        !version->get_ref<const std::string&>().starts_with("2."))
      fail("not glTF 2", "export it as glTF 2.0");
    // Those that leave positions and indices as they are, apart from their component types.
    static constexpr std::string_view harmless[] = {"KHR_materials_",        "KHR_texture_",
                                                    "KHR_lights_",           "EXT_texture_",
                                                    "KHR_mesh_quantization", "KHR_xmp"};
    for (const Json& entry : list(root_, "extensionsRequired")) {
      if (!entry.is_string()) fail("'extensionsRequired' is not made of names", damaged);
      const auto& name = entry.get_ref<const std::string&>();
      if (std::ranges::none_of(harmless, [&](auto prefix) { return name.starts_with(prefix); }))
        fail(text("the file needs the glTF extension ", shown(name), ", which is not supported"),
             "export it without that (without compression, for instance)");
    }
  }

  void load_buffers(Files& files, const std::optional<std::string_view>& binary) {
    const Json& buffers = list(root_, "buffers");
    decoded_.reserve(buffers.size());  // buffers_ points into it
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const Json& buffer = item("buffers", i);
      const Json* uri = member(buffer, "uri");
      std::string_view bytes;
      if (uri != nullptr && uri->is_string())
        bytes = bytes_at(uri->get_ref<const std::string&>(), files);
      else if (i == 0 && binary)
        bytes = *binary;
      else
        fail(text("buffer ", i, " has no data"), "embed the buffer (export as .glb)");
      const std::size_t length = needed_whole(buffer, "byteLength");
      if (length > bytes.size())
        fail(text("buffer ", i, " has ", bytes.size(), " bytes instead of ", length),
             "it was cut off; export it anew");
      buffers_.push_back(bytes.substr(0, length));
    }
  }
  std::string_view bytes_at(const std::string& uri, Files& files) {
    if (uri.starts_with("data:")) {
      const std::size_t comma = std::min(uri.find(','), uri.size());
      auto bytes = decode_base64(std::string_view(uri).substr(std::min(comma + 1, uri.size())));
      if (!bytes || !std::string_view(uri).substr(0, comma).ends_with(";base64"))
        fail("a buffer is not valid base64", damaged);
      return decoded_.emplace_back(std::move(*bytes));
    }
    const std::string beside = files.name(".bin");
    std::string wanted = decode_percent(uri);
    if (wanted.starts_with("./")) wanted.erase(0, 2);
    // npos + 1 is 0: the whole name.
    if (wanted != std::string_view(beside).substr(beside.rfind('/') + 1))
      fail(text("a buffer lies in the file '", shown(uri), "'"),
           "embed the buffer (export as .glb)");
    return files.get(".bin", "put it beside the file, or embed it (export as .glb)");
  }

  struct Range {
    const char* data;
    std::size_t stride;
  };
  // `parent` is an accessor, or the indices or values of a sparse one.
  Range range(const Json& parent, std::size_t count, std::size_t element_size) const {
    const std::size_t number = needed_whole(parent, "bufferView");
    const Json& view = item("bufferViews", number);
    const std::string_view bytes =
        part(view_bytes(number), whole(parent, "byteOffset").value_or(0));
    const std::size_t stride = whole(view, "byteStride").value_or(element_size);
    if (stride < element_size || stride > 4096)
      fail(text("a stride of ", stride, " bytes"), damaged);
    if (count > 0 &&
        (bytes.size() < element_size || count - 1 > (bytes.size() - element_size) / stride))
      fail(text(count, " elements do not fit into their buffer"), damaged);
    return {bytes.data(), stride};
  }
  std::string_view part(std::string_view bytes, std::size_t offset) const {
    if (offset > bytes.size()) fail(text("an offset of ", offset, " leaves its buffer"), damaged);
    return bytes.substr(offset);
  }

  // The elements of an accessor; those of a sparse one are given as a base and what differs.
  template <class T, class At>
  std::vector<T> elements(const Json& accessor, std::size_t count, std::size_t element_size,
                          const At& at) const {
    std::vector<T> values;
    const Json* sparse = member(accessor, "sparse");
    if (member(accessor, "bufferView") != nullptr) {
      const Range base = range(accessor, count, element_size);
      values.reserve(count);
      for (std::size_t i = 0; i < count; ++i) values.push_back(at(base.data + i * base.stride));
    } else if (sparse != nullptr && count <= size_) {
      values.resize(count);
    } else {
      fail("an accessor has no data", "export it without compression");
    }
    if (sparse != nullptr) replace(*sparse, element_size, at, values);
    return values;
  }
  template <class T, class At>
  void replace(const Json& sparse, std::size_t element_size, const At& at,
               std::vector<T>& values) const {
    const std::size_t count = needed_whole(sparse, "count");
    if (count > values.size()) fail("a sparse accessor changes more than it has", damaged);
    const Json& places = object(sparse, "indices");
    const Component type = index_component(places);
    const Range place = range(places, count, size_of(type));
    const Range value = range(object(sparse, "values"), count, element_size);
    for (std::size_t i = 0; i < count; ++i) {
      const double target = load(place.data + i * place.stride, type, false);
      if (target >= static_cast<double>(values.size()))
        fail("a sparse accessor leaves its range", damaged);
      values[static_cast<std::size_t>(target)] = at(value.data + i * value.stride);
    }
  }

  std::string file_;
  Json root_;
  std::size_t size_ = 0;
  std::vector<std::string> decoded_;
  std::vector<std::string_view> buffers_;
};

}  // namespace pliant::io::gltf
