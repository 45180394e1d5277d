#include <algorithm>
#include <bit>

#include "backend/gpu/copies.h"
#include "backend/gpu/gpu_model.h"

// How a body runs best on a card: every way is tried for some steps.

namespace pliant::gpu {

namespace {

std::vector<Plan> candidates() {
  std::vector<Plan> out;
  for (std::uint32_t threads = 128; threads <= most_resident_threads; threads += 64)
    for (const bool overlap : {true, false}) out.push_back({true, threads, overlap});
  for (std::uint32_t threads = 128; threads <= most_streamed_threads; threads += 64)
    out.push_back({false, threads, false});
  return out;
}

// To an eighth.
std::uint32_t about(std::size_t n) {
  const int low_bits = std::max(0, static_cast<int>(std::bit_width(n)) - 4);
  return static_cast<std::uint32_t>(n >> low_bits << low_bits);
}

}  // namespace

template <class R>
bool GpuModel<R>::may_stay(std::size_t copies, std::uint32_t kept, const Staying& how) const {
  const std::size_t bytes = sizes.template bytes<R>(kept);
  if (sums_up() || bytes > device->shared_bytes) return false;
  std::uint32_t at_once = 0;
  for_staying(how, [&]<class Program>() {
    at_once = programs().template blocks_at_once<Program>(how.threads, bytes);
  });
  // Without others to wait for, copies may also run one after the other.
  return layout.blocks.size() == 1 ? at_once > 0 : layout.blocks.size() * copies <= at_once;
}

// Every way gives the same bits, so that the fastest may be taken.
template <class R>
void GpuModel<R>::choose_plan() {
  if (!plan.resident || layout.blocks.size() > 1) {
    plan = fastest_plan();
    return;
  }
  const KnownPlans::Like like{kinds, about(packs_.size()), about(sizes.slots)};
  if (const std::optional<Plan> known = device->plans(precision).find(like)) {
    plan = *known;
    return;
  }
  plan = fastest_plan();
  device->plans(precision).add(like, plan);
}

template <class R>
Plan GpuModel<R>::fastest_plan() {
  Copies<R> trial(*this, 1);
  Dynamics still;
  still.gravity = {};
  still.time_step = 1e-9;
  trial.set_dynamics(0, still);
  double best = 0;
  bool found = false;
  const Plan wish = plan;
  Plan fastest{};
  for (const Plan& candidate : candidates()) {
    if (candidate.resident && !(wish.resident && may_stay(1, 0, {candidate.threads}))) continue;
    plan = candidate;
    const std::int64_t steps = candidate.resident ? steps_between_looks : 4;
    const auto step = [&] { trial.step(steps, false, Clock{}); };
    double time = device->time(step);
    if (time > 0) time = device->time(step) / static_cast<double>(steps);  // warm now
    if (!found || time < best) {
      best = time;
      fastest = plan;
      found = true;
    }
    if (time == 0) break;  // a device that does not measure
  }
  return fastest;
}

template class GpuModel<float>;
template class GpuModel<double>;

}  // namespace pliant::gpu
