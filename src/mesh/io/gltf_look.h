#pragma once

#include "mesh/io/gltf_document.h"
#include "mesh/io/texture_files.h"

namespace pliant::io::gltf {

/// Materials, texture points and normals of a glTF file. What cannot be used is noted and left out:
/// it does not keep the shape from being read. Only gltf.cpp includes this.
class LookReader {
 public:
  LookReader(const Document& document, Files& files, Appearance& look, Notes& notes)
      : document_(document),
        look_(look),
        notes_(notes),
        files_(files),
        pictures_(files, look, notes) {}

  /// The material of a primitive; no_index: none.
  Index material(const Json& primitive) {
    const auto number = document_.whole(primitive, "material");
    if (!number) return no_index;
    const auto known = materials_.find(*number);
    if (known != materials_.end()) return known->second;
    look_.materials.push_back(usable(SurfaceMaterial{}, [&] { return read_material(*number); }));
    return materials_[*number] = static_cast<Index>(look_.materials.size() - 1);
  }

  /// The first of the texture points or normals that were added for an attribute of `count`
  /// vertices; nothing where there are none.
  std::optional<Index> texture_points(const Json& attributes, std::size_t count) {
    return usable(std::optional<Index>{}, [&]() -> std::optional<Index> {
      const auto accessor = document_.whole(attributes, "TEXCOORD_0");
      if (!accessor) return std::nullopt;
      const auto points = document_.vectors<2>(*accessor, "VEC2", "texture point");
      const std::optional<Index> first =
          place_for(look_.texture_points.size(), points.size(), count);
      // glTF counts from the image's upper left.
      if (first)
        for (const auto& [u, v] : points) look_.texture_points.push_back({u, 1 - v});
      return first;
    });
  }

  std::optional<Index> normals(const Json& attributes, std::size_t count, const Affine& place) {
    return usable(std::optional<Index>{}, [&]() -> std::optional<Index> {
      const auto accessor = document_.whole(attributes, "NORMAL");
      if (!accessor) return std::nullopt;
      const auto normals = document_.vectors<3>(*accessor, "VEC3", "normal");
      const std::optional<Index> first = place_for(look_.normals.size(), normals.size(), count);
      if (first)
        for (const auto& [x, y, z] : normals) look_.normals.push_back(turned({x, y, z}, place));
      return first;
    });
  }

 private:
  template <class T, class Read>
  T usable(T otherwise, const Read& read) {
    try {
      return read();
    } catch (const InputError& error) {
      if (complaints_.insert(error.problem()).second)
        notes_.push_back(text(files_.name(), ": part of the look is left out: ", error.problem()));
      return otherwise;
    }
  }

  std::optional<Index> place_for(std::size_t begin, std::size_t given, std::size_t wanted) const {
    if (given != wanted)
      document_.fail(text(given, " texture points or normals for ", wanted, " vertices"), "");
    if (begin + given >= no_index) return std::nullopt;
    return static_cast<Index>(begin);
  }

  // Normals stay upright on a surface by the inverse transpose.
  static Vec3d turned(const Vec3d& n, const Affine& place) {
    const auto& [a, b, c] = place.columns;
    if (place.columns == Affine{}.columns) return n;
    const Vec3d upright = cross(b, c) * n.x + cross(c, a) * n.y + cross(a, b) * n.z;
    const double size = length(upright);
    if (!(size > 0) || !std::isfinite(size)) return {};
    return upright * ((place.mirrors() ? -1 : 1) / size);
  }

  SurfaceMaterial read_material(std::size_t number) {
    const Json& given = document_.item("materials", number);
    SurfaceMaterial material{.name = name_of(given), .metallic = 1, .roughness = 1};
    if (document_.member(given, "pbrMetallicRoughness") == nullptr) return material;
    const Json& pbr = document_.object(given, "pbrMetallicRoughness");
    material.colour = document_.reals<4>(pbr, "baseColorFactor", {1, 1, 1, 1});
    material.metallic = number_of(pbr, "metallicFactor", 1);
    material.roughness = number_of(pbr, "roughnessFactor", 1);
    if (document_.member(pbr, "baseColorTexture") != nullptr)
      material.image = usable(no_index, [&] {
        const Json& texture = document_.object(pbr, "baseColorTexture");
        if (document_.whole(texture, "texCoord").value_or(0) != 0)
          document_.fail("a picture goes by the second texture points", "");
        return image(document_.needed_whole(texture, "index"));
      });
    return material;
  }

  Index image(std::size_t texture) {
    const auto source = document_.whole(document_.item("textures", texture), "source");
    if (!source) document_.fail("a picture is in a format that glTF itself does not have", "");
    const auto [known, is_new] = images_.try_emplace(*source, no_index);
    if (is_new) known->second = read_image(document_.item("images", *source));
    return known->second;
  }

  Index read_image(const Json& image) {
    if (const auto view = document_.whole(image, "bufferView"))
      return pictures_.from_bytes(name_of(image), document_.view_bytes(*view));
    const Json* uri = document_.member(image, "uri");
    if (uri == nullptr || !uri->is_string()) document_.fail("a picture has no data", "");
    const auto& where = uri->get_ref<const std::string&>();
    if (!where.starts_with("data:")) return pictures_.from_file(decode_percent(where));
    const auto bytes = decode_base64(std::string_view(where).substr(where.find(',') + 1));
    if (!bytes) document_.fail("a picture is not valid base64", "");
    return pictures_.from_bytes(name_of(image), *bytes);
  }

  std::string name_of(const Json& item) const {
    const Json* name = document_.member(item, "name");
    return name != nullptr && name->is_string() ? name->get<std::string>() : std::string();
  }
  double number_of(const Json& parent, const char* name, double otherwise) const {
    const Json* found = document_.member(parent, name);
    return found != nullptr && found->is_number() ? found->get<double>() : otherwise;
  }

  const Document& document_;
  Appearance& look_;
  Notes& notes_;
  Files& files_;
  TextureFiles pictures_;
  std::map<std::size_t, Index> materials_, images_;  // by their numbers in the file
  std::set<std::string> complaints_;
};

}  // namespace pliant::io::gltf
