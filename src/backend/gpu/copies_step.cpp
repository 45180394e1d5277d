#include <algorithm>

#include "backend/gpu/copies.h"

namespace pliant::gpu {

template <class R>
bool Copies<R>::is_resident() const {
  return model_->plan.resident &&
         model_->may_stay(count(), static_cast<std::uint32_t>(needs_of(integrator_).kept),
                          model_->plan.threads);
}

template <class R>
void Copies<R>::enqueue_look(std::uint32_t elapsed, bool follow, bool everywhere) {
  const double ahead = steps_between_looks * dynamics_[0].h;
  programs().run(
      LookWhere<R>{args(), elapsed, follow, everywhere, near_origin(), ahead},
      {1, static_cast<std::uint32_t>(count()), max_samples, 2 * max_samples * sizeof(Vec3d)});
}

template <class R>
void Copies<R>::enqueue_keep() {
  if (kept_particles_.size() == 0) {
    kept_particles_ = {model_->device, particles_.size()};
    kept_particles_.clear();  // rows that fill up blocks are never kept, but read with the others
    kept_frames_ = {model_->device, count()};
  }
  if (integrator_ == Integrator::verlet && kept_moves_.size() == 0)
    kept_moves_ = {model_->device, particles_.size()};
  programs().run(
      KeepCopy<R>{args(), kept_particles_.data(), kept_moves_.data(), kept_frames_.data()},
      model_->grid(count(), 256, 0));
}

template <class R>
void Copies<R>::enqueue_streamed(std::uint32_t steps) {
  const Args<R> a = args();
  // A body that stays by itself may have a plan of more, and too many copies to stay.
  const std::uint32_t threads = std::min(model_->plan.threads, most_streamed_threads);
  const Grid grid = model_->grid(count(), threads, 0);
  const Grid for_rows{grid.blocks, grid.copies};
  if (leads_rows()) programs().run(CorrectRows<R>{a, {0, 0, steps}, true}, for_rows);
  for (std::uint32_t step = 0; step < steps; ++step)
    for (std::uint32_t stage = 0; stage < a.stages; ++stage) {
      enqueue_gases(a);
      if (stage == 0)
        enqueue_volumes([&](const SurfaceView<R>& view) { return FindGradient<R>{a, view}; });
      model_->for_kinds([&]<Kinds kinds>() {
        if (a.factors)
          programs().run(StreamedForces<R, true, kinds>{a, model_->sizes, step, stage}, grid);
        else
          programs().run(StreamedForces<R, false, kinds>{a, model_->sizes, step, stage}, grid);
      });
      const StreamedShared<R> shared{a, model_->sizes, step, stage};
      programs().run(shared, {grid.blocks, grid.copies, 64, shared.shared_bytes()});
      if (driven_ || (corrects_rows(a) && stage + 1 == a.stages))
        programs().run(CorrectRows<R>{a, {step, stage, steps}, false}, for_rows);
      if (stage + 1 < a.stages) continue;
      enqueue_volumes([&](const SurfaceView<R>& view) { return FindMoved<R>{a, view}; });
      enqueue_volumes([&](const SurfaceView<R>& view) { return CorrectSurface<R>{a, view, step}; });
    }
}

template <class R>
void Copies<R>::enqueue_gases(const Args<R>& a) {
  for (std::size_t g = 0; g < model_->gases.size(); ++g) {
    const auto& gas = model_->gases[g];
    const auto& places = model_->layout.places[gas.set];
    for (std::size_t i = 0; i < places.stores; ++i) {
      const std::size_t store = places.store[i];
      const auto& member = model_->layout.stores[store].members[places.member[i]];
      const std::size_t f = parameter_field(member, 0);
      programs().run(Inflate<R>{a, model_->gas_rows[g]->data(),
                                static_cast<std::uint32_t>(gas.triangles.size()), gas.amount,
                                gas.outside, gas.least_volume, fields_[store][f].values->data()},
                     {1, 1, 256, 256 * sizeof(double)});
    }
  }
}

template <class R>
template <class Make>
void Copies<R>::enqueue_volumes(const Make& program) {
  for (std::size_t i = 0; i < volumes_.size(); ++i)
    programs().run(program(surface(i)),
                   {model_->surfaces[i].blocks(), static_cast<std::uint32_t>(count()),
                    slots_of_block, slots_of_block * sizeof(VolumeSums)});
}

template <class R>
void Copies<R>::enqueue_steps(std::uint32_t steps) {
  const Args<R> a = args();
  if (is_resident()) {
    const Grid grid = model_->grid(count(), model_->plan.threads, a.kept_count);
    model_->for_kinds([&]<Kinds kinds>() {
      if (a.factors)
        programs().run(ResidentSteps<R, true, false, kinds>{a, model_->sizes, steps}, grid);
      else if (grid.threads <= few_resident_threads)
        programs().run(ResidentSteps<R, false, true, kinds>{a, model_->sizes, steps}, grid);
      else
        programs().run(ResidentSteps<R, false, false, kinds>{a, model_->sizes, steps}, grid);
    });
    return;
  }
  if (may_follow_) programs().run(ShiftRows<R>{a}, model_->grid(count(), 256, 0));
  if (steps != steps_between_looks) return enqueue_streamed(steps);
  if (!recording_) recording_ = device().record([this] { enqueue_streamed(steps_between_looks); });
  recording_->replay();
}

template <class R>
Stepped Copies<R>::step(std::int64_t count, bool keeping, const Poses& poses) {
  // A gas sets its pressure, so that belongs to this state.
  for (const auto& gas : model_->gases) {
    const auto& places = model_->layout.places[gas.set];
    for (std::size_t i = 0; i < places.stores; ++i) {
      const auto& member = model_->layout.stores[places.store[i]].members[places.member[i]];
      own(places.store[i], parameter_field(member, 0), true, 0);
    }
  }
  std::uint32_t elapsed = 0;
  Stepped done;
  while (done.steps < count) {
    const std::int64_t until_look = steps_between_looks - steps_ % steps_between_looks;
    const auto now =
        static_cast<std::uint32_t>(std::min<std::int64_t>(count - done.steps, until_look));
    if (driven_) {
      // Found while the device is busy with the steps before.
      std::vector<PlainPose> next;
      try {
        next = poses(done.steps, now);
      } catch (...) {
        done.problem = std::current_exception();
        break;
      }
      poses_.write(next);
    }
    if (keeping && (kept_particles_.size() == 0 || since_kept_ >= steps_between_copies)) {
      enqueue_look(elapsed, false, false);
      elapsed = 0;
      enqueue_keep();
      since_kept_ = 0;
    }
    enqueue_look(elapsed, may_follow_, steps_ % steps_between_looks == 0);
    enqueue_steps(now);
    elapsed = now;
    steps_ += now;
    since_kept_ += now;
    done.steps += now;
  }
  enqueue_look(elapsed, false, false);
  frames_ = device_frames_.read();
  return done;
}

template <class R>
void Copies<R>::go_back(std::size_t copy, bool stays_stopped) {
  const std::size_t rows = model_->layout.rows;
  particles_.write(kept_particles_.read(copy * rows, rows), copy * rows);
  if (integrator_ == Integrator::verlet)
    kept_[0].write(kept_moves_.read(copy * rows, rows), copy * rows);
  // Tags go on: messages of the steps that are taken back lie about.
  const std::uint32_t tag = frames_[copy].tag;
  frames_[copy] = kept_frames_.read(copy, 1).front();
  frames_[copy].tag = tag;
  frames_[copy].stopped = stays_stopped;
  frames_changed();
  if (stays_stopped) return;
  diverged_.clear();
  steps_ -= since_kept_;
  since_kept_ = 0;
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
