#pragma once

#include <future>

#include "session/moment.h"
#include "window/look.h"

namespace pliant::viewer {

/// What the triangles of a body depend on.
struct ShapeKey {
  std::shared_ptr<const Mesh> mesh;
  std::shared_ptr<const std::vector<bool>> absent;
  std::shared_ptr<const Skin> skin;  ///< drawn instead of the mesh; null: the mesh
  bool cut_away = false;
  render::gl::CutAway cut{};
  double shrink = 1;
  bool pairs = false;
  render::gl::VoronoiShown voronoi = render::gl::VoronoiShown::none;
  std::size_t voronoi_number = 0;
  std::optional<VoronoiKind> voronoi_kind{};  ///< of what is simulated, see ShownBody

  bool operator==(const ShapeKey&) const = default;
};
ShapeKey shape_key(const ShownBody& body, const Look& look);

/// The triangles of one body. Those of large bodies are made by another thread; until then what was
/// there is drawn.
class Shape {
 public:
  void want(const ShapeKey& key);
  /// Null where there is nothing to draw yet; made_for() tells what this one was made for.
  const render::gl::BodyShape* made() const;
  const ShapeKey& made_for() const { return made_for_; }
  bool waiting() const { return future_.valid(); }
  /// Why the last one could not be made, once; it is drawn without Voronoi faces then.
  std::string take_problem();

 private:
  struct Made {
    std::shared_ptr<const render::gl::BodyShape> shape;
    std::string problem;
  };
  static Made make(const ShapeKey& key);
  void make_aside(const ShapeKey& key);
  void take(Made made, const ShapeKey& key);

  ShapeKey made_for_, wanted_;
  std::shared_ptr<const render::gl::BodyShape> shape_;
  std::future<Made> future_;
  std::string problem_;
};

}  // namespace pliant::viewer
