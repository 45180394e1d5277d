#include "window/shapes.h"

#include <pliant/error.h>

#include <chrono>
#include <system_error>
#include <utility>

namespace pliant::viewer {

namespace {

// So many cells are made into triangles within a few hundredths of a second.
constexpr std::size_t made_at_once = 20'000;

std::size_t cost(const ShapeKey& key) {
  const Mesh& mesh = key.skin ? key.skin->surface : *key.mesh;
  const std::size_t cells = mesh.tetrahedra.size() + mesh.hexahedra.size() + mesh.triangles.size();
  return key.voronoi != render::gl::VoronoiShown::none ? 20 * cells : cells;
}

}  // namespace

ShapeKey shape_key(const ShownBody& body, const Look& look) {
  using render::gl::VoronoiShown;
  ShapeKey key;
  key.mesh = body.mesh;
  key.absent = body.absent;
  if (look.cut_away) {
    key.cut_away = true;
    key.cut = look.cut;
  }
  key.shrink = look.shrink;
  const bool solid = !body.mesh->tetrahedra.empty();
  if (solid) key.voronoi = look.voronoi;
  key.pairs = solid && look.pairs;
  if (key.voronoi != VoronoiShown::none) key.voronoi_kind = body.voronoi;
  if (key.voronoi == VoronoiShown::one_cell || key.voronoi == VoronoiShown::one_face)
    key.voronoi_number = look.voronoi_number;
  const bool whole =
      !look.cut_away && look.shrink >= 1 && !key.pairs && key.voronoi == VoronoiShown::none;
  if (look.skin && whole) key.skin = body.skin;
  return key;
}

Shape::Made Shape::make(const ShapeKey& key) {
  using render::gl::BodyShape;
  if (key.skin) return {std::make_shared<BodyShape>(key.skin->surface), {}};
  render::gl::Parts parts;
  parts.shrink = key.shrink;
  parts.pairs = key.pairs;
  if (key.cut_away) parts.cut = key.cut;
  parts.voronoi = key.voronoi;
  parts.voronoi_number = key.voronoi_number;
  parts.voronoi_kind = key.voronoi_kind;
  parts.absent = key.absent;
  try {
    return {std::make_shared<BodyShape>(*key.mesh, parts), {}};
  } catch (const InputError& e) {
    parts.voronoi = render::gl::VoronoiShown::none;
    return {std::make_shared<BodyShape>(*key.mesh, parts), e.what()};
  }
}

void Shape::take(Made made, const ShapeKey& key) {
  shape_ = std::move(made.shape);
  problem_ = std::move(made.problem);
  made_for_ = key;
}

void Shape::make_aside(const ShapeKey& key) {
  try {
    future_ = std::async(std::launch::async, make, key);
  } catch (const std::system_error&) {  // no thread is to be had
    take(make(key), key);
  }
}

void Shape::want(const ShapeKey& key) {
  if (future_.valid() && future_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    take(future_.get(), wanted_);
  if (!(shape_ && made_for_ == key) && !future_.valid()) {
    wanted_ = key;
    if (cost(key) <= made_at_once)
      take(make(key), key);
    else
      make_aside(key);
  }
  if (made_for_.mesh != key.mesh) shape_.reset();
}

const render::gl::BodyShape* Shape::made() const {
  return shape_.get();
}

std::string Shape::take_problem() {
  return std::exchange(problem_, {});
}

}  // namespace pliant::viewer
