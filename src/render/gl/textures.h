#pragma once

#include <memory>
#include <vector>

#include "render/gl/objects.h"
#include "render/gl/view.h"

namespace pliant::render::gl {

/// The pictures of a body's materials in the card's memory.
class Textures {
 public:
  /// Loads them where the look is another one than before; null: none.
  void load(const std::shared_ptr<const Appearance>& look);
  /// That of a material; 0 where it has none, or one that cannot be used.
  GLuint of(const SurfaceMaterial& material) const;

 private:
  std::shared_ptr<const Appearance> look_;
  std::vector<Texture> textures_;  // by image
  std::vector<bool> usable_;
};

}  // namespace pliant::render::gl
