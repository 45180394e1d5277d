#pragma once

#include "render/faces.h"
#include "render/gl/body_shape.h"
#include "session/live.h"
#include "tools/sight.h"

namespace pliant::viewer {

struct Modifiers {
  bool shift = false, control = false, alt = false;
};

/// What a tool works with while the mouse is in the viewport.
struct Bench {
  Live& live;
  const Moment& shown;  ///< what is drawn; tools that need the present do nothing in the past
  const Sight& sight;
  bool present = true;  ///< `shown` is the newest moment
  /// What is drawn of it, so that one takes hold of what one sees.
  std::optional<render::gl::CutAway> cut{};
  bool skin = true;
  bool contacts = false;  ///< marks of Moment::contacts are drawn

  const ShownBody& body(std::size_t number) const { return (*shown.bodies)[number]; }
  const std::vector<Vec3d>& positions(std::size_t body) const {
    return shown.frame.bodies[body].positions;
  }
};

/// What is under the mouse.
struct Hit {
  std::size_t body = 0;
  Index vertex = 0;              ///< the nearest one that can be seen there
  Vec3d place{};                 ///< m
  Index tetrahedron = no_index;  ///< whose face it is; none of a cloth or a chain
};

/// The faces that show a body, made anew when tetrahedra are cut or another part is drawn.
class DrawnSurface {
 public:
  /// Of the body's own mesh, not of its skin.
  const std::vector<render::Face>& faces(const ShownBody& body,
                                         const std::optional<render::gl::CutAway>& cut);

 private:
  std::shared_ptr<const Mesh> mesh_;  // what the faces were made from
  std::shared_ptr<const std::vector<bool>> absent_;
  std::optional<render::gl::CutAway> cut_;
  std::vector<render::Face> faces_;
};

/// Finds what the mouse points at among the bodies of a moment.
class Picker {
 public:
  /// The nearest face under `at`; a vertex of a chain, where there is none.
  std::optional<Hit> hit(const Bench& bench, Point at);
  /// Vertices of faces that are turned to the eye, each once; of a chain, all.
  std::vector<Index> facing(const Bench& bench, std::size_t body);
  /// Whether a straight stroke passes over the body, as it is drawn.
  bool crosses(const Bench& bench, std::size_t body, Point from, Point to);

 private:
  const std::vector<render::Face>& faces(const Bench& bench, std::size_t body);

  std::vector<DrawnSurface> surfaces_;
};

/// A round brush: a ball about what is under the mouse, or everything seen through its outline.
struct Brush {
  double radius = 16;  ///< in units of the window
  bool through = false;
};
/// Sorted; the hit vertex in any case.
std::vector<Index> vertices_under(const Bench& bench, const Hit& hit, const Brush& brush);
/// Those that are there and have their centre under the brush; sorted, with the one that was hit.
std::vector<Index> tetrahedra_under(const Bench& bench, const Hit& hit, const Brush& brush);

}  // namespace pliant::viewer
