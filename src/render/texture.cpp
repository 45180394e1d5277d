#include "render/texture.h"

#include <cstdlib>
#include <memory>

#include "mesh/surface_look.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 8192
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace pliant::render {

std::optional<TexturePixels> decoded(const TextureImage& image) {
  const auto facts = image_facts(image.bytes);
  if (!facts || facts->width > largest_texture || facts->height > largest_texture ||
      image.bytes.size() > 0x7fffffff)
    return std::nullopt;
  TexturePixels pixels;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> data(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(image.bytes.data()),
                            static_cast<int>(image.bytes.size()), &pixels.width, &pixels.height,
                            &channels, 4),
      std::free);
  if (!data) return std::nullopt;
  const auto bytes =
      4 * static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height);
  pixels.rgba.assign(data.get(), data.get() + bytes);
  return pixels;
}

}  // namespace pliant::render
