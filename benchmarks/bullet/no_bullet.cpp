#include "bullet/bullet_body.h"

namespace pliant::bench {

std::unique_ptr<BulletBody> make_bullet_body(const Body&, std::span<const Triangle>,
                                             const Dynamics&) {
  return nullptr;
}

}  // namespace pliant::bench
