#pragma once

#include <nlohmann/json.hpp>

#include "mesh/io/gltf_parts.h"
#include "mesh/surface_look.h"

namespace pliant::io::gltf {

/// Adds materials, textures and images to a scene; pictures go to the end of its first buffer. Only
/// .cpp files that need the JSON library include this.
template <class Scene>
void add_materials(const Appearance& look, Scene& scene, std::string& buffer) {
  const std::size_t first = scene.contains("textures") ? scene["textures"].size() : 0;
  for (const SurfaceMaterial& material : look.materials) {
    Scene pbr{{"baseColorFactor", material.colour},
              {"metallicFactor", material.metallic},
              {"roughnessFactor", material.roughness}};
    if (material.image != no_index) pbr["baseColorTexture"] = {{"index", first + material.image}};
    Scene entry{{"name", material.name}, {"pbrMetallicRoughness", std::move(pbr)}};
    if (material.colour[3] < 1) entry["alphaMode"] = "BLEND";
    scene["materials"].push_back(std::move(entry));
  }
  for (std::size_t i = 0; i < look.images.size(); ++i) {
    const TextureImage& image = look.images[i];
    const auto facts = image_facts(image.bytes);
    scene["textures"].push_back({{"source", first + i}});
    scene["images"].push_back({{"name", image.name},
                               {"bufferView", scene["bufferViews"].size()},
                               {"mimeType", facts ? facts->media_type : "image/png"}});
    scene["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", buffer.size()}, {"byteLength", image.bytes.size()}});
    buffer += image.bytes;
    buffer.resize((buffer.size() + 3) / 4 * 4);
  }
}

/// Names that are not UTF-8 are mended.
template <class Scene>
std::string plain_text(const Scene& scene, int indent = -1) {
  return scene.dump(indent, ' ', false, Scene::error_handler_t::replace);
}

}  // namespace pliant::io::gltf
