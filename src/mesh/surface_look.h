#pragma once

#include <pliant/mesh.h>

#include <optional>
#include <string_view>

// What readers, writers and repair do with the appearance of a mesh.

namespace pliant {

/// Every list by triangle is empty or as long as the triangles, every number is below its end.
bool appearance_fits(const Mesh& mesh);

/// Numbers texture points, normals, materials and images in the order in which triangles name them,
/// equal points once, and drops what none names; no appearance is left where nothing is.
void tidy_appearance(Mesh& mesh);

/// Gives the triangles of `to` the look of those of `from` whose corners are at the same places,
/// also where they are turned round; others get none.
void carry_appearance(const Mesh& from, Mesh& to);

struct ImageFacts {
  std::string_view extension;   ///< .png or .jpg
  std::string_view media_type;  ///< image/png or image/jpeg
  int width = 0, height = 0;
};
/// What a PNG or JPEG file says about itself; nothing where it is neither.
std::optional<ImageFacts> image_facts(std::string_view bytes);

}  // namespace pliant
