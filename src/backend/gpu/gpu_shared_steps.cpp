#include "backend/gpu/gpu_shared_steps.h"

#include <algorithm>
#include <bit>

namespace pliant::gpu {

namespace {

template <class R>
using AnySteps = EachOf<ResidentSteps<R, false, false, Kinds::all>>;

constexpr std::uint32_t thread_counts[] = {128, 192, 256, 320, 384, most_resident_threads};

}  // namespace

// --- who takes part ---

template <class R>
std::size_t GpuSharedSteps<R>::shared_bytes(const Copies<R>& copies) {
  return AnySteps<R>::extra_bytes + copies.model().sizes.template bytes<R>(copies.kept_vectors());
}

template <class R>
bool GpuSharedSteps<R>::can_take(const Copies<R>& copies) const {
  return copies.model().device == device_ && shared_bytes(copies) <= device_->shared_bytes;
}

template <class R>
std::vector<bool> GpuSharedSteps<R>::choose(std::span<backend::CompiledState* const> states) {
  std::vector<bool> taken(states.size(), false);
  members_.clear();
  std::vector<std::uint64_t> versions;
  for (std::size_t i = 0; i < states.size(); ++i) {
    auto* const state = dynamic_cast<GpuState<R>*>(states[i]);
    if (!state || !state->copies().may_share() || !can_take(state->copies())) continue;
    if (!members_.empty() &&
        members_[0].state->copies().steps_since_look() != state->copies().steps_since_look())
      continue;  // its origin follows at other steps
    state->copies().prepare_sharing();
    members_.push_back({state, i});
    versions.push_back(state->copies().version());
    taken[i] = true;
  }
  if (versions == versions_) return taken;
  versions_ = std::move(versions);
  make_tables();
  return taken;
}

// --- what launches need ---

template <class R>
void GpuSharedSteps<R>::make_tables() {
  graph_.reset();
  steps_.clear();
  limited_.clear();
  std::vector<LookWhere<R>> looks;
  std::vector<BackUp<R>> backups;
  std::vector<ShiftRows<R>> shifts;
  std::vector<BackUpBeforeLaunch<R>> before_launch;
  std::vector<ToldBy> told_by;
  std::map<Class, Members> classes;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Copies<R>& copies = members_[i].state->copies();
    looks.push_back(copies.program_to_look());
    backups.push_back(copies.program_to_back_up());
    shifts.push_back(copies.program_to_shift());
    told_by.push_back(copies.told_by());
    if (copies.has_limit()) {
      limited_.push_back(i);
      before_launch.push_back(copies.program_before_launch());
    }
    const int size = static_cast<int>(std::bit_width(shared_bytes(copies)));
    classes[{copies.model().kinds, size}].push_back(&copies);
  }
  looks_ = {device_, std::span<const LookWhere<R>>(looks)};
  backups_ = {device_, std::span<const BackUp<R>>(backups)};
  shifts_ = {device_, std::span<const ShiftRows<R>>(shifts)};
  backups_before_launch_ = {device_, std::span<const BackUpBeforeLaunch<R>>(before_launch)};
  told_by_ = {device_, std::span<const ToldBy>(told_by)};
  told_ = {device_, told_by.size()};
  for (auto& [which, members] : classes) {
    Trial* const trial = &trials_[{which.kinds, which.size, members.size()}];
    for_kinds(which.kinds, [&]<Kinds kinds>() {
      steps_.push_back({trial, steps_of<kinds>(members)});
    });
  }
}

template <class R>
std::uint32_t GpuSharedSteps<R>::Trial::threads() const {
  if (!is_over()) return thread_counts[times.size()];
  return thread_counts[std::ranges::min_element(times) - times.begin()];
}
template <class R>
bool GpuSharedSteps<R>::Trial::is_over() const {
  return times.size() == std::size(thread_counts);
}

template <class R>
template <Kinds kinds>
auto GpuSharedSteps<R>::steps_of(const Members& members) const {
  using Few = ResidentSteps<R, false, true, kinds>;
  using Many = ResidentSteps<R, false, false, kinds>;
  static_assert(EachOf<Few>::extra_bytes == AnySteps<R>::extra_bytes);
  std::size_t bytes = 0;
  std::vector<Few> few;
  std::vector<Many> many;
  for (const Copies<R>* copies : members) {
    few.push_back(copies->template program_to_step<true, kinds>());
    many.push_back(copies->template program_to_step<false, kinds>());
    bytes = std::max(bytes, shared_bytes(*copies));
  }
  const auto few_table = std::make_shared<DeviceArray<Few>>(device_, std::span<const Few>(few));
  const auto many_table = std::make_shared<DeviceArray<Many>>(device_, std::span<const Many>(many));
  return [this, bytes, few_table, many_table](std::uint32_t threads, std::uint32_t steps) {
    const Grid grid{1, static_cast<std::uint32_t>(few_table->size()), threads, bytes};
    if (threads <= few_resident_threads)
      programs().run(EachOf<Few>{few_table->data(), {.steps = steps}}, grid);
    else
      programs().run(EachOf<Many>{many_table->data(), {.steps = steps}}, grid);
  };
}

// --- stepping ---

template <class R>
void GpuSharedSteps<R>::look(const Launch& launch) {
  using Program = EachOf<LookWhere<R>>;
  programs().run(Program{looks_.data(), launch},
                 {1, count(), max_samples, Program::extra_bytes + 2 * max_samples * sizeof(Vec3d)});
}

template <class R>
void GpuSharedSteps<R>::advance(std::uint32_t steps) {
  const bool everywhere = members_[0].state->copies().steps_since_look() == 0;
  const auto launch = [&] {
    look({.follow = true, .everywhere = everywhere});
    if (!limited_.empty()) {
      using Program = EachOf<BackUpBeforeLaunch<R>>;
      programs().run(Program{backups_before_launch_.data(), {}},
                     {1, static_cast<std::uint32_t>(limited_.size()), 256, Program::extra_bytes});
    }
    launch_steps(steps);
  };
  if (steps == steps_between_looks && !tries()) {
    if (!graph_) graph_ = device_->record(launch);
    graph_->replay();
  } else {
    launch();
  }
  if (!limited_.empty()) step_limited_again(steps);
  look({.steps = steps});
  for (const Member& member : members_) member.state->copies().took(steps);
}

template <class R>
bool GpuSharedSteps<R>::tries() const {
  return std::ranges::any_of(steps_, [](const Launched& l) { return !l.trial->is_over(); });
}

template <class R>
void GpuSharedSteps<R>::launch_steps(std::uint32_t steps) {
  for (const Launched& launched : steps_) {
    const auto take = [&] { launched.run(launched.trial->threads(), steps); };
    if (steps == steps_between_looks && !launched.trial->is_over())
      launched.trial->times.push_back(device_->time(take));
    else
      take();
  }
}

// Patches that stay do not limit springs; those that had to are told by themselves.
template <class R>
void GpuSharedSteps<R>::step_limited_again(std::uint32_t steps) {
  const std::vector<Told> told = tell();
  for (const std::size_t i : limited_)
    if (told[i].near_limit) members_[i].state->copies().step_again(steps);
}

template <class R>
std::vector<Told> GpuSharedSteps<R>::tell() {
  const std::uint32_t each = TellOfBodies<R>::bodies_each;
  programs().run(TellOfBodies<R>{told_by_.data(), told_.data(), count()},
                 {(count() + each - 1) / each});
  return told_.read();
}

template <class R>
void GpuSharedSteps<R>::step(std::int64_t steps, std::span<char> good) {
  if (members_.empty()) return;
  for (std::int64_t done = 0; done < steps;) {
    const std::int64_t until_look =
        steps_between_looks - members_[0].state->copies().steps_since_look();
    const auto now = static_cast<std::uint32_t>(std::min(steps - done, until_look));
    advance(now);
    done += now;
  }
  const std::vector<Told> told = tell();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    GpuState<R>& state = *members_[i].state;
    state.copies().moving_origin(0) = told[i].origin;
    state.pass(steps);
    if (told[i].origin.stopped) good[members_[i].number] = 0;
  }
}

// --- by turns with contact ---

template <class R>
void GpuSharedSteps<R>::begin_touching() {
  if (members_.empty()) return;
  look({.follow = true, .everywhere = members_[0].state->copies().steps_since_look() == 0});
  using Program = EachOf<ShiftRows<R>>;
  programs().run(Program{shifts_.data(), {}}, {1, count(), 256, Program::extra_bytes});
}

template <class R>
void GpuSharedSteps<R>::enqueue_touching_step() {
  for (const Launched& launched : steps_)
    launched.run(launched.trial->is_over() ? launched.trial->threads() : few_resident_threads, 1);
}

// --- going back ---

template <class R>
void GpuSharedSteps<R>::back_up() {
  if (members_.empty()) return;
  using Program = EachOf<BackUp<R>>;
  programs().run(Program{backups_.data(), {}}, {1, count(), 256, Program::extra_bytes});
  for (const Member& member : members_) member.state->copies().note_backup();
}

template <class R>
std::optional<std::int64_t> GpuSharedSteps<R>::backed_up_at() const {
  std::optional<std::int64_t> all;
  for (const Member& member : members_) {
    const Copies<R>& copies = member.state->copies();
    if (!copies.has_backup()) return std::nullopt;
    const std::int64_t step = member.state->steps - copies.steps_since_backup();
    if (all && *all != step) return std::nullopt;
    all = step;
  }
  return all;
}

template <class R>
void GpuSharedSteps<R>::go_back() {
  for (const Member& member : members_) {
    member.state->pass(-member.state->copies().steps_since_backup());
    member.state->copies().go_back(0, false);
  }
}

template class GpuSharedSteps<float>;
template class GpuSharedSteps<double>;

}  // namespace pliant::gpu
