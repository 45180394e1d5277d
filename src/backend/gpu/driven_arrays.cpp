#include <algorithm>

#include "backend/gpu/copies.h"

namespace pliant::gpu {

template <class R>
std::shared_ptr<const DrivenArrays> driven_arrays(const GpuModel<R>& model, const Drives& drives) {
  const Layout<R>& layout = model.layout;
  constexpr std::uint32_t none = 0xffffffffu;
  std::vector<std::uint32_t> driven_of_row(layout.rows, none);
  for (std::uint32_t i = 0; i < drives.vertices().size(); ++i)
    driven_of_row[layout.row_of_vertex[drives.vertices()[i].vertex]] = i;
  std::vector<DrivenRow> rows;
  std::vector<std::uint32_t> begin;
  for (const BlockLayout& block : layout.blocks) {
    begin.push_back(static_cast<std::uint32_t>(rows.size()));
    for (std::uint32_t local = 0; local + 1 < block.local_rows(); ++local) {
      const std::uint32_t driven = driven_of_row[row_of(layout, block, local)];
      if (driven != none) rows.push_back({local, drives.vertices()[driven].by});
    }
  }
  begin.push_back(static_cast<std::uint32_t>(rows.size()));
  return std::make_shared<const DrivenArrays>(
      DrivenArrays{{model.device, std::span<const DrivenRow>(rows)},
                   {model.device, std::span<const std::uint32_t>(begin)},
                   drives.count()});
}

template std::shared_ptr<const DrivenArrays> driven_arrays(const GpuModel<float>&, const Drives&);
template std::shared_ptr<const DrivenArrays> driven_arrays(const GpuModel<double>&, const Drives&);

}  // namespace pliant::gpu
