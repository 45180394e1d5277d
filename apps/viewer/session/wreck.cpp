#include "session/wreck.h"

#include <pliant/quality.h>

#include <algorithm>

namespace pliant::viewer {

namespace {

bool is_torn(const ShownBody& body, const std::vector<Vec3d>& places) {
  Vec3d middle{};
  for (const Vec3d& p : places) {
    if (!is_finite(p)) return true;
    middle += p / static_cast<double>(places.size());
  }
  if (body.absent) return false;
  const double farthest = 3 * length(bounding_box(body.mesh->vertices).size());
  return std::ranges::any_of(places, [&](const Vec3d& p) { return length(p - middle) > farthest; });
}

}  // namespace

bool is_wreck(const Moment& moment) {
  for (std::size_t b = 0; b < moment.frame.bodies.size() && b < moment.bodies->size(); ++b) {
    const ShownBody& body = (*moment.bodies)[b];
    if (!body.look.obstacle && is_torn(body, moment.frame.bodies[b].positions)) return true;
  }
  return false;
}

}  // namespace pliant::viewer
