#pragma once

#include <pliant/box.h>

#include <functional>
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

/// A body's triangles and lines in the card's memory.
class BodyBuffers {
 public:
  BodyBuffers();

  /// Moves the body to where it is now, relative to `origin`.
  void update(const BodyView& body, const Vec3d& origin);

  void draw_faces() const;
  /// The faces one material after the other; `use` gets each material, null for none, and its
  /// picture, 0 for none, before its faces are drawn.
  void draw_faces(const std::function<void(const SurfaceMaterial*, GLuint)>& use) const;
  void draw_lines() const;
  void draw_pairs() const;
  void draw_face_points() const;
  void draw_line_points() const;
  /// Whether triangles that are turned away from `eye` are hidden by others.
  bool hides_its_back(const Vec3d& eye) const;
  bool is_closed() const { return closed_; }
  /// Around what is drawn, relative to the origin.
  const Box& box() const { return box_; }

 private:
  void upload_corners();

  FilledShape filled_;
  Textures textures_;
  std::shared_ptr<const Appearance> look_;
  std::vector<MaterialRun> runs_;
  std::vector<float> ends_, pair_ends_;
  Buffer corner_buffer_, end_buffer_, pair_buffer_;
  VertexArray corner_array_, end_array_, pair_array_;
  Box box_;
  bool closed_ = false;
  std::uint64_t edition_ = 0;
  Vec3d origin_{};
};

}  // namespace pliant::render::gl
