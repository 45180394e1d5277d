#include <algorithm>

#include "backend/gpu/copies.h"

namespace pliant::gpu {

namespace {

bool same_vertices(const std::vector<Pull>& a, const std::vector<Pull>& b) {
  return std::ranges::equal(a, b, {}, &Pull::vertex, &Pull::vertex);
}

}  // namespace

template <class R>
void Copies<R>::set_pulls(std::size_t copy, std::span<const Pull> pulls) {
  std::vector<Pull> wanted = merged(pulls);
  pulls_.resize(count());
  if (wanted == pulls_[copy]) return;
  const bool same_rows = same_vertices(wanted, pulls_[copy]);
  pulls_[copy] = std::move(wanted);
  if (!same_rows) return find_pulled_rows();
  std::size_t first = 0;
  for (std::size_t c = 0; c < copy; ++c) first += pulls_[c].size();
  pulled_.pulls.write(pulls_[copy], first);
}

template <class R>
void Copies<R>::find_pulled_rows() {
  const Layout<R>& layout = model_->layout;
  constexpr std::uint32_t none = 0xffffffffu;
  std::vector<PulledRow> rows;
  std::vector<std::uint32_t> begin;
  std::vector<Pull> all;
  for (const std::vector<Pull>& of_copy : pulls_) {
    std::vector<std::uint32_t> pull_of_row(layout.rows, none);
    for (const Pull& pull : of_copy) {
      pull_of_row[layout.row_of_vertex[pull.vertex]] = static_cast<std::uint32_t>(all.size());
      all.push_back(pull);
    }
    for (const BlockLayout& block : layout.blocks) {
      begin.push_back(static_cast<std::uint32_t>(rows.size()));
      if (of_copy.empty()) continue;
      for (std::uint32_t local = 0; local + 1 < block.local_rows(); ++local)
        if (const std::uint32_t pull = pull_of_row[row_of(layout, block, local)]; pull != none)
          rows.push_back({local, pull});
    }
  }
  begin.push_back(static_cast<std::uint32_t>(rows.size()));
  pulled_ = {{model_->device, std::span<const PulledRow>(rows)},
             {model_->device, std::span<const std::uint32_t>(begin)},
             {model_->device, std::span<const Pull>(all)}};
  forget_recordings();
}

template void Copies<float>::set_pulls(std::size_t, std::span<const Pull>);
template void Copies<double>::set_pulls(std::size_t, std::span<const Pull>);

}  // namespace pliant::gpu
