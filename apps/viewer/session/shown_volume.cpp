#include "session/shown_volume.h"

#include <pliant/state_reader.h>

#include <algorithm>

#include "base/marked_list.h"

namespace pliant::viewer {

namespace {

constexpr std::size_t tetrahedra_of_range = 1024;

}  // namespace

ShownVolume::ShownVolume(const ShownBody& body)
    : mesh_(body.mesh), absent_(body.absent), fill_(body.fill) {
  constexpr std::size_t run = StateReader::vertices_of_run;
  const auto& cells = mesh_->tetrahedra.cells;
  ranges_.resize((mesh_->vertices.size() + run - 1) / run);
  parts_.resize((cells.size() + tetrahedra_of_range - 1) / tetrahedra_of_range);
  for (std::size_t t = 0; t < cells.size(); ++t) {
    const auto range = static_cast<Index>(t / tetrahedra_of_range);
    for (const Index v : cells[t])
      if (std::vector<Index>& list = ranges_[v / run]; list.empty() || list.back() != range)
        list.push_back(range);
  }
}

double ShownVolume::of_range(std::size_t range, std::span<const Vec3d> x) const {
  const auto& cells = mesh_->tetrahedra.cells;
  const std::size_t first = range * tetrahedra_of_range;
  double sum = 0;
  for (std::size_t i = first; i < std::min(first + tetrahedra_of_range, cells.size()); ++i) {
    if (absent_ && (*absent_)[i]) continue;
    const Tetrahedron& t = cells[i];
    const double volume = signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
    sum += fill_ ? volume * (*fill_)[i] : volume;
  }
  return sum;
}

double ShownVolume::at(std::span<const Vec3d> x, std::span<const std::uint64_t> editions) {
  const bool known = editions.size() == ranges_.size() && editions_.size() == ranges_.size();
  MarkedList moved(parts_.size());
  for (std::size_t run = 0; run < ranges_.size(); ++run)
    if (!known || editions[run] != editions_[run])
      for (const Index range : ranges_[run]) moved.add(range);
  for (const Index range : moved.list()) parts_[range] = of_range(range, x);
  editions_.assign(editions.begin(), editions.end());
  double sum = 0;
  for (const double part : parts_) sum += part;
  return sum;
}

}  // namespace pliant::viewer
