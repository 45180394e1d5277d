#include "render/gl/textures.h"

#include "render/texture.h"

namespace pliant::render::gl {

namespace {

// Returns whether it can be drawn with.
bool load_picture(const Texture& texture, const TextureImage& image) {
  const auto pixels = decoded(image);
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (!pixels || pixels->width > most || pixels->height > most) return false;
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels->width, pixels->height, 0, GL_RGBA,
               GL_UNSIGNED_BYTE, pixels->rgba.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
  return true;
}

}  // namespace

void Textures::load(const std::shared_ptr<const Appearance>& look) {
  if (look == look_) return;
  look_ = look;
  textures_.clear();
  usable_.clear();
  if (!look) return;
  for (const TextureImage& image : look->images)
    usable_.push_back(load_picture(textures_.emplace_back(), image));
}

GLuint Textures::of(const SurfaceMaterial& material) const {
  const Index image = material.image;
  return image < textures_.size() && usable_[image] ? textures_[image].name() : 0;
}

}  // namespace pliant::render::gl
