#include "backend/cpu/cpu_state.h"
#include "backend/layout/limited_springs.h"

// The strain limit on the CPU. One thread does it, where springs are near their limit: each spring
// begins where the last has left its ends.

namespace pliant::cpu {

template <class R>
const std::vector<LimitedSpring<R>>& CpuState<R>::limited() {
  if (!limited_)
    limited_ = std::make_shared<const std::vector<LimitedSpring<R>>>(
        limited_springs(*compiled_, compiled_->layout, fields_.now(), freedoms()));
  return *limited_;
}

template <class R>
void CpuState<R>::limit_springs(Stepper<R>& s) {
  arrays_.impulses.clear();
  if (!s.near_limit) return;
  s.near_limit = false;
  s.front = nullptr;  // nodes move on
  const std::size_t rows = compiled_->layout.rows;
  arrays_.impulses.resize(4 * rows, R(0));
  const auto end = [&](std::size_t row) -> LimitedEnd<R> {
    return {arrays_.particles.data() + 8 * row,
            s.method.keeps_move ? arrays_.kept[0].data() + 4 * row : nullptr,
            arrays_.impulses.data() + 4 * row};
  };
  // A spring is as it was when it was last looked at, unless an end has moved since.
  std::vector<std::uint8_t> moved(rows, 0);  // in which sweep, at the latest
  const std::vector<LimitedSpring<R>>& springs = limited();
  for (std::uint8_t sweep = 1; sweep <= limit_sweeps; ++sweep) {
    bool any = false;
    const LimitedStep<R> step{static_cast<R>(dynamics.strain_limit),
                              static_cast<R>(dynamics.time_step),
                              static_cast<R>(limit_relaxation(sweep))};
    for (const LimitedSpring<R>& spring : springs) {
      if (moved[spring.a] + 1 < sweep && moved[spring.b] + 1 < sweep) continue;
      if (!limit_spring(spring, step, end(spring.a), end(spring.b))) continue;
      moved[spring.a] = moved[spring.b] = sweep;
      if (selected_) {
        wake_row(spring.a);
        wake_row(spring.b);
      }
      any = true;
    }
    if (!any) break;
  }
  for (std::size_t b = 0; b < compiled_->layout.blocks.size(); ++b) {
    if (s.volumes) s.volumes->find_moved(b, arrays_.particles.data());
    if (s.puts_off) s.show_shared(b);
  }
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
