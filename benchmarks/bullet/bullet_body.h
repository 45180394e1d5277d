#pragma once

#include <pliant/model.h>

#include <memory>
#include <span>

namespace pliant::bench {

/// Bullet's soft body on the same mesh: links along the springs, its volume kept as a whole (Bullet
/// keeps no volumes of tetrahedra), damping, the same floor, one iteration a step.
class BulletBody {
 public:
  virtual ~BulletBody() = default;
  virtual void step(std::int64_t count) = 0;
  virtual std::vector<Vec3d> positions() const = 0;
};

/// Null where this was built without Bullet.
std::unique_ptr<BulletBody> make_bullet_body(const Body& body, std::span<const Triangle> boundary,
                                             const Dynamics& dynamics);

}  // namespace pliant::bench
