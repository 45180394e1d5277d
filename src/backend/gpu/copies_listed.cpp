#include <algorithm>

#include "backend/gpu/copies.h"

// Patches that are listed and go together, see listed_steps.h.

namespace pliant::gpu {

template <class R>
void SelectArrays<R>::copy_to(SelectArrays& other) const {
  const auto copy = [](const auto& from, auto& to) {
    if (to.size() == 0)
      to = from;
    else
      from.copy_to(to);
  };
  copy(list, other.list);
  copy(awake, other.awake);
  copy(was_awake, other.was_awake);
  copy(wake, other.wake);
  copy(since, other.since);
  copy(woke_neighbours, other.woke_neighbours);
  copy(numbers, other.numbers);
  copy(anchors, other.anchors);
  copy(spheres, other.spheres);
}

// The list may grow until the next look at it.
template <class R>
bool Copies<R>::may_go_listed() const {
  if (!selects() || !looks_at_nodes() || compares_distances() || model_->sums_up() || driven_ ||
      !plain_obstacles_.empty() || (has_limit() && limited_.near_lately))
    return false;
  const std::size_t bytes = model_->sizes.template bytes<R>(traits_of(integrator_).kept);
  return bytes <= device().shared_bytes && 4 * selected_->listed <= 3 * select_view().blocks;
}

template <class R>
void Copies<R>::enqueue_listed(std::uint32_t steps) {
  const Args<R> a = args_of_steps();
  const std::uint32_t every = steps_between_looks_at_nodes();
  model_->for_kinds([&]<Kinds kinds>() {
    const Grid grid{a.selected.blocks, 1, most_threads<ListedSteps<R, kinds>>,
                    model_->sizes.template bytes<R>(a.method.kept)};
    for (std::uint32_t step = 0; step < steps;) {
      const auto until_look = every - static_cast<std::uint32_t>((steps_ + step) % every);
      const std::uint32_t now = std::min(until_look, steps - step);
      programs().run(
          ListedSteps<R, kinds>{a, model_->sizes, step, now, steps, now == until_look ? every : 0},
          grid);
      step += now;
    }
  });
}

template <class R>
bool Copies<R>::step_listed(std::uint32_t steps) {
  back_up_before_launch();
  if (!backup_selected_) backup_selected_.emplace();
  selected_->copy_to(*backup_selected_);
  if (may_follow_) programs().run(ShiftRows<R>{args()}, model_->grid(count(), 256, 0));
  replay(listed_graph_, steps, &Copies::enqueue_listed);
  const bool too_many = read_list(), near = has_limit() && came_near_limit();
  if (!too_many && !near) return true;
  go_back_before_launch();
  backup_selected_->copy_to(*selected_);
  return false;
}

template struct SelectArrays<float>;
template struct SelectArrays<double>;
template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
