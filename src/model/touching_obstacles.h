#pragma once

#include <pliant/model.h>

#include <optional>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "contact/contacts.h"

namespace pliant {

/// The obstacles of a world whose surfaces bodies touch (Response::contact). Contact takes each for
/// one more body, behind those of the world, that nothing pushes: it goes its way, from where it is
/// to where its shape, velocity and time say. Where that would press it through what is near it,
/// it lags behind, and its shape is moved to where it is. What several bodies have is one.
class TouchingObstacles {
 public:
  TouchingObstacles() = default;
  /// InputError where a body that touches nothing has some.
  TouchingObstacles(const State& world, std::span<const std::size_t> without);

  std::size_t count() const { return surfaces_.size(); }
  std::vector<contact::SurfaceSource> sources() const;
  /// What bodies do with each, by the numbers that contact gives them.
  std::vector<ContactPair> pairs(const State& world) const;

  /// Whether bodies still have these.
  bool are_those_of(const State& world) const;
  /// Those that were put elsewhere, farther than they could go, are there now; tells which.
  std::vector<std::size_t> take_jumps(const State& world);
  Vec3d velocity(const State& world, std::size_t o) const;
  Vec3d velocity(std::size_t o, std::span<backend::CompiledState* const> bodies) const;
  void write(std::size_t o, std::span<const Index> vertices, std::span<Vec3d> places) const;
  /// An obstacle by its place among those of a body; none: the body does not have it.
  std::optional<std::size_t> number_in(std::size_t o, std::size_t body) const;
  std::size_t first_body(std::size_t o) const { return surfaces_[o].of.front().body; }

  using Bodies = std::vector<backend::CompiledState*>;
  /// Bodies have taken a step; m, by which an obstacle would go with it.
  Vec3d way(std::size_t o, const Bodies& bodies) const;
  /// It goes that way, which is told by way(), or a part of it.
  void move(std::size_t o, const Vec3d& way, const Bodies& bodies);
  /// It goes back to a part of the way of its last step.
  void go_back(std::size_t o, double part, const Bodies& bodies);

 private:
  struct Of {
    std::size_t body, obstacle;
  };
  struct Surface {
    std::vector<Of> of;  // whose it is; all have the same
    ClosedSurface shape;
    // m, the shape's offset: now, a step ago, and where it would be now had it not lagged behind.
    Vec3d place, before, wanted;
  };
  void put(Surface& surface, const Vec3d& place, const Bodies& bodies);

  std::vector<Surface> surfaces_;
};

}  // namespace pliant
