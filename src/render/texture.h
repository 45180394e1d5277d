#pragma once

#include <pliant/appearance.h>

#include <optional>

namespace pliant::render {

/// The pixels of a picture; nothing where it is damaged or larger than largest_texture each way.
std::optional<TexturePixels> decoded(const TextureImage& image);

}  // namespace pliant::render
