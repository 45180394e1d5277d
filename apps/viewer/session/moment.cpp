#include "session/moment.h"

#include "mesh/cut_surface.h"

namespace pliant::viewer {

void show_cut(const std::vector<bool>& removed, const std::shared_ptr<const Skin>& whole,
              ShownBody& shown) {
  if (shown.absent ? *shown.absent == removed : removed.empty()) return;
  shown.absent = nullptr;
  shown.skin = whole;
  if (removed.empty()) return;
  shown.absent = std::make_shared<const std::vector<bool>>(removed);
  if (whole) shown.skin = std::make_shared<const Skin>(cut_surface(*whole, *shown.mesh, removed));
}

}  // namespace pliant::viewer
