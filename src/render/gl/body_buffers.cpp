#include "render/gl/body_buffers.h"

#include <cstddef>

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

namespace {

// x, y, z of both ends of each line that is at finite places.
void list_ends(std::span<const Line> lines, std::span<const Vec3d> positions, const Vec3d& origin,
               std::vector<float>& ends) {
  ends.clear();
  for (const Line& line : lines) {
    const Vec3d a = positions[line[0]] - origin, b = positions[line[1]] - origin;
    if (!is_finite(a) || !is_finite(b)) continue;
    for (const double part : {a.x, a.y, a.z, b.x, b.y, b.z})
      ends.push_back(static_cast<float>(part));
  }
}

}  // namespace

BodyBuffers::BodyBuffers() {
  describe(corner_array_, corner_buffer_, sizeof(Corner),
           {{0, 3, GL_FLOAT, false, offsetof(Corner, position)},
            {1, 3, GL_FLOAT, false, offsetof(Corner, normal)},
            {2, 1, GL_FLOAT, false, offsetof(Corner, value)},
            {3, 4, GL_UNSIGNED_BYTE, true, offsetof(Corner, edge)},
            {4, 2, GL_FLOAT, false, offsetof(Corner, texture)}});
  describe(end_array_, end_buffer_, 3 * sizeof(float), {{0, 3, GL_FLOAT, false, 0}});
  describe(pair_array_, pair_buffer_, 3 * sizeof(float), {{0, 3, GL_FLOAT, false, 0}});
}

void BodyBuffers::update(const BodyView& body, const Vec3d& origin) {
  if (body.edition != 0 && body.edition == edition_ && origin == origin_) return;
  edition_ = body.edition;
  origin_ = origin;
  look_ = body.shape->look();
  runs_.assign(body.shape->runs().begin(), body.shape->runs().end());
  textures_.load(look_);
  closed_ = body.shape->is_closed();
  body.shape->refill({body.positions, body.editions}, body.field, origin, filled_);
  list_ends(body.shape->lines(), body.positions, origin, ends_);
  list_ends(body.shape->pairs(), body.positions, origin, pair_ends_);
  upload_corners();
  upload(end_buffer_, ends_.data(), ends_.size() * sizeof(float));
  upload(pair_buffer_, pair_ends_.data(), pair_ends_.size() * sizeof(float));
  box_ = {};
  for (const Corner& c : filled_.corners)
    box_.add(Vec3d{c.position[0], c.position[1], c.position[2]});
  for (std::size_t i = 0; i < ends_.size(); i += 3)
    box_.add(Vec3d{ends_[i], ends_[i + 1], ends_[i + 2]});
}

// Neighbours go together, with what little lies between them.
void BodyBuffers::upload_corners() {
  constexpr std::size_t most_between = 64;
  const std::vector<Corner>& corners = filled_.corners;
  if (filled_.all) return upload(corner_buffer_, corners.data(), corners.size() * sizeof(Corner));
  const std::vector<Index>& triangles = filled_.triangles;
  for (std::size_t i = 0; i < triangles.size();) {
    const std::size_t first = triangles[i];
    std::size_t end = first;
    for (; i < triangles.size() && triangles[i] <= end + most_between; ++i) end = triangles[i] + 1;
    upload_part(corner_buffer_, 3 * first * sizeof(Corner), &corners[3 * first],
                3 * (end - first) * sizeof(Corner));
  }
}

void BodyBuffers::draw_faces() const {
  glBindVertexArray(corner_array_.name());
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(filled_.corners.size()));
}

void BodyBuffers::draw_faces(const std::function<void(const SurfaceMaterial*, GLuint)>& use) const {
  glBindVertexArray(corner_array_.name());
  for (const MaterialRun& run : runs_) {
    const SurfaceMaterial* material =
        look_ && run.material != no_index ? &look_->materials[run.material] : nullptr;
    use(material, material ? textures_.of(*material) : 0);
    glDrawArrays(GL_TRIANGLES, static_cast<GLint>(3 * run.first),
                 static_cast<GLsizei>(3 * run.count));
  }
}

bool BodyBuffers::hides_its_back(const Vec3d& eye) const {
  return closed_ && !box_.contains(eye);
}

void BodyBuffers::draw_lines() const {
  glBindVertexArray(end_array_.name());
  glDrawArrays(GL_LINES, 0, static_cast<GLsizei>(ends_.size() / 3));
}

void BodyBuffers::draw_pairs() const {
  glBindVertexArray(pair_array_.name());
  glDrawArrays(GL_LINES, 0, static_cast<GLsizei>(pair_ends_.size() / 3));
}

void BodyBuffers::draw_face_points() const {
  glBindVertexArray(corner_array_.name());
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(filled_.corners.size()));
}

void BodyBuffers::draw_line_points() const {
  glBindVertexArray(end_array_.name());
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(ends_.size() / 3));
}

}  // namespace pliant::render::gl
