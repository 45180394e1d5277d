#include "backend/drives.h"

#include <pliant/error.h>

#include <map>

#include "base/text.h"

namespace pliant::backend {

Drives::Drives(std::vector<Numbered> in_order) : list_(std::move(in_order)) {
  constexpr DrivenBy by_none{{not_driven, not_driven, not_driven}, {}};
  std::map<Index, DrivenBy> by_vertex;
  for (std::size_t d = 0; d < list_.size(); ++d) {
    const Drive& drive = list_[d].drive;
    for (std::size_t i = 0; i < drive.vertices.size(); ++i) {
      DrivenBy& by = by_vertex.try_emplace(drive.vertices[i], by_none).first->second;
      for (int axis = 0; axis < 3; ++axis) {
        if (!drive.axes[static_cast<std::size_t>(axis)]) continue;
        by.drive[axis] = static_cast<std::uint32_t>(d);
        by.place[axis] = drive.places[i];
      }
    }
  }
  for (const auto& [vertex, by] : by_vertex) vertices_.push_back({vertex, by});
}

std::vector<PlainPose> Drives::poses(std::span<const double> times) const {
  std::vector<PlainPose> out;
  out.reserve(times.size() * list_.size());
  for (const double time : times)
    for (const Numbered& numbered : list_) {
      const Pose pose = numbered.drive.path(time);
      const auto& [x, y, z] = pose.rotation;
      if (!is_finite(x) || !is_finite(y) || !is_finite(z) || !is_finite(pose.shift))
        throw InputError(
            "", 0, text("the path of drive ", numbered.number, " is not finite at ", time, " s"),
            "give a path that is finite at any time of the run");
      out.push_back({{x, y, z}, pose.shift});
    }
  return out;
}

}  // namespace pliant::backend
