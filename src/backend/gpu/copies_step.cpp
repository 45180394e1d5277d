#include <algorithm>

#include "backend/gpu/copies.h"
#include "integrators/chebyshev.h"

namespace pliant::gpu {

template <class R>
bool Copies<R>::is_resident() const {
  const bool selects_each_step = selects() && !selected_->plan.automatic() && looks_at_nodes();
  return model_->plan.resident && plain_obstacles_.empty() && !selects_each_step &&
         model_->may_stay(count(), traits_of(integrator_).kept, staying());
}

template <class R>
void Copies<R>::enqueue_look(std::uint32_t elapsed, bool follow, bool everywhere) {
  LookWhere<R> look = program_to_look();
  look.elapsed = elapsed;
  look.follow = follow;
  look.everywhere = everywhere;
  programs().run(
      look, {1, static_cast<std::uint32_t>(count()), max_samples, 2 * max_samples * sizeof(Vec3d)});
}

template <class R>
LookWhere<R> Copies<R>::program_to_look() const {
  const double ahead = steps_between_looks * dynamics_[0].h;
  return {args(), 0, may_follow_, false, near_origin(), ahead, selects()};
}

template <class R>
void Copies<R>::need_backup_arrays() {
  const bool keeps_move = traits_of(integrator_).keeps_move;
  if (backup_particles_.size() > 0 && (!keeps_move || backup_moves_.size() > 0)) return;
  version_ = next_version();
  if (backup_particles_.size() == 0) {
    backup_particles_ = {model_->device, particles_.size()};
    backup_particles_.clear();  // rows that fill up blocks are never kept, but read with the others
    backup_origins_ = {model_->device, count()};
  }
  if (keeps_move && backup_moves_.size() == 0) backup_moves_ = {model_->device, particles_.size()};
}
template <class R>
BackUp<R> Copies<R>::program_to_back_up() const {
  return {args(), backup_particles_.data(), backup_moves_.data(), backup_origins_.data()};
}
template <class R>
void Copies<R>::enqueue_backup() {
  need_backup_arrays();
  programs().run(program_to_back_up(), model_->grid(count(), 256, 0));
  note_backup();
}

template <class R>
void Copies<R>::enqueue_stages(std::uint32_t steps, bool limited) {
  const Args<R> a = args_of_steps();
  // A body that stays by itself may have a plan of more, and too many copies to stay.
  const std::uint32_t threads = std::min(model_->plan.threads, most_streamed_threads);
  const Grid grid = model_->grid(count(), threads, 0);
  const Grid for_rows{grid.blocks, grid.copies};
  const Grid for_moving = listed_grid(for_rows);
  if (leads_rows()) programs().run(CorrectRows<R>{a, {0, 0, steps}, true}, for_rows);
  for (std::uint32_t step = 0; step < steps; ++step)
    for (std::uint32_t stage = 0; stage < a.method.stages; ++stage) {
      enqueue_gases(a);
      if (a.obstacles && stage == 0 && a.method.stages == 1)
        programs().run(RememberSpeeds<R>{a, step}, for_moving);
      if (stage == 0)
        enqueue_volumes([&](const SurfaceView<R>& view) { return FindGradient<R>{a, view}; });
      model_->for_kinds([&]<Kinds kinds>() {
        if (selects()) {
          using Listed = StreamedForces<R, false, kinds, true>;
          Grid listed = listed_grid(grid);
          listed.threads = most_threads<Listed>;
          programs().run(Listed{a, model_->sizes, step, stage}, listed);
        } else if (a.factors)
          programs().run(StreamedForces<R, true, kinds>{a, model_->sizes, step, stage}, grid);
        else
          programs().run(StreamedForces<R, false, kinds>{a, model_->sizes, step, stage}, grid);
      });
      const auto run_shared = [&](const auto& shared, std::uint32_t many) {
        programs().run(shared,
                       listed_grid({grid.blocks, grid.copies, many, shared.shared_bytes()}));
      };
      if (selects())
        run_shared(StreamedShared<R, true>{a, model_->sizes, step, stage}, 256);
      else
        run_shared(StreamedShared<R>{a, model_->sizes, step, stage}, 64);
      if (a.obstacles && stage + 1 == a.method.stages)
        programs().run(MeetObstacles<R>{a, step}, for_moving);
      // A limit works on the velocities of this step.
      const std::uint32_t last = limited ? step + 1 : steps;
      if (driven_ || (corrects_rows(a) && stage + 1 == a.method.stages))
        programs().run(CorrectRows<R>{a, {step, stage, last}, false}, for_rows);
      if (stage + 1 < a.method.stages) continue;
      if (limited) enqueue_limit();
      enqueue_volumes([&](const SurfaceView<R>& view) { return FindMoved<R>{a, view}; });
      enqueue_volumes([&](const SurfaceView<R>& view) { return CorrectSurface<R>{a, view, step}; });
      if (selects()) enqueue_selection(step);
      if (leads_rows() && last < steps)
        programs().run(CorrectRows<R>{a, {step + 1, 0, steps}, true}, for_rows);
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
void Copies<R>::enqueue_damping() {
  DampingArrays& d = damping_arrays_;
  for (auto* rows : {&d.forces, &d.undamped, &d.before, &d.last})
    if (rows->size() == 0) *rows = {model_->device, particles_.size()};
  if (d.messages.size() == 0) d.messages = {model_->device, model_->replicas * count()};
  std::vector<ChebyshevStage> stages = chebyshev_stages(damping_.stages);
  stages.insert(stages.begin(), {0, 0});
  const double span = static_cast<double>(damping_.every) * dynamics_[0].h;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    Args<R> a = i == 0 ? args_of_steps() : args();
    a.messages = d.messages.data();
    enqueue_forces(a, nullptr, false, d.forces.data(), count());
    programs().run(
        DampRows<R>{a, model_->sizes, d.forces.data(), d.undamped.data(), d.before.data(),
                    d.last.data(), static_cast<R>(stages[i].back),
                    static_cast<R>(stages[i].gain * span), i == 0, i + 1 == stages.size(),
                    traits_of(integrator_).keeps_move, traits_of(integrator_).follows == 1},
        model_->grid(count(), 256, 1));
  }
}

template <class R>
void Copies<R>::enqueue_resident(std::uint32_t steps) {
  const Args<R> a = args_of_steps();
  const Grid grid = model_->grid(count(), model_->plan.threads, a.method.kept);
  model_->for_staying(staying(), [&]<class Program>() {
    programs().run(Program{a, model_->sizes, steps}, grid);
  });
}

template <class R>
void Copies<R>::enqueue_steps(std::uint32_t steps) {
  const bool limited = has_limit();
  // Patches that stay do not limit springs. Where one comes near its limit, which they tell, what
  // they did is done again by those that are streamed, with the same bits; and so are the next
  // steps, as long as springs are long.
  if (is_resident() && !(limited && limited_.near_lately)) {
    if (limited) back_up_before_launch();
    enqueue_resident(steps);
    if (!limited || !came_near_limit()) {
      if (selects()) select_together(steps);
      return;
    }
    go_back_before_launch();
  } else if (may_go_listed() && step_listed(steps)) {
    return;
  }
  enqueue_each_stage(steps);
}

// Stage by stage, which every way to run comes down to.
template <class R>
void Copies<R>::enqueue_each_stage(std::uint32_t steps) {
  if (may_follow_) programs().run(ShiftRows<R>{args()}, model_->grid(count(), 256, 0));
  replay(graph_, steps, &Copies::enqueue_streamed);
  if (has_limit() && (model_->plan.resident || selects())) limited_.near_lately = came_near_limit();
  if (selects()) read_list();
}

// Recorded where it is as many steps as usual.
template <class R>
void Copies<R>::replay(std::unique_ptr<Graph>& graph, std::uint32_t steps,
                       void (Copies::*enqueue)(std::uint32_t)) {
  if (steps != steps_between_looks) {
    (this->*enqueue)(steps);
    return;
  }
  if (!graph) graph = device().record([this, steps, enqueue] { (this->*enqueue)(steps); });
  graph->replay();
}

template <class R>
Stepped Copies<R>::step(std::int64_t count, bool backing_up, const Clock& clock,
                        const Poses& poses) {
  // A gas sets its pressure, so that belongs to this state.
  for (const auto& gas : model_->gases) {
    const auto& places = model_->layout.places[gas.set];
    for (std::size_t i = 0; i < places.stores; ++i) {
      const auto& member = model_->layout.stores[places.store[i]].members[places.member[i]];
      own(places.store[i], parameter_field(member, 0), true, 0);
    }
  }
  list_obstacles();
  if (has_limit()) prepare_limit();
  std::uint32_t elapsed = 0;
  Stepped done;
  const Vec3d origin_before = selects() ? origin(0) : Vec3d{};
  if (selects()) {
    set_clock();
    wake_near_changed(clock);
    if (selected_->has_woken) {
      enqueue_list(0);
      read_list();
    }
    selected_->has_woken = false;
    if (rests()) {
      steps_ += count;
      since_backup_ += count;
      return {count};
    }
  }
  while (done.steps < count) {
    const std::int64_t until_look = steps_between_looks - steps_ % steps_between_looks;
    const std::int64_t until_pause =
        damping_.every > 0 ? std::min(until_look, damping_.until_next(steps_)) : until_look;
    const auto now =
        static_cast<std::uint32_t>(std::min<std::int64_t>(count - done.steps, until_pause));
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
    if (backing_up && (!has_backup_ || since_backup_ >= steps_between_copies)) {
      enqueue_look(elapsed, false, false);
      elapsed = 0;
      enqueue_backup();
    }
    if (damping_.is_due(steps_)) {
      enqueue_look(elapsed, false, false);  // which tells whether the integrator has started
      elapsed = 0;
      enqueue_damping();
    }
    enqueue_look(elapsed, may_follow_, steps_ % steps_between_looks == 0);
    move_obstacles({clock.time_then, clock.steps + done.steps});
    enqueue_pushes();
    enqueue_steps(now);
    elapsed = now;
    took(now);
    done.steps += now;
  }
  enqueue_look(elapsed, false, false);
  origins_ = device_origins_.read();
  if (selects()) note_moved(origin_before);
  return done;
}

template <class R>
void Copies<R>::go_back(std::size_t copy, bool stays_stopped) {
  const std::size_t rows = model_->layout.rows;
  particles_.write(backup_particles_.read(copy * rows, rows), copy * rows);
  if (traits_of(integrator_).keeps_move)
    kept_[0].write(backup_moves_.read(copy * rows, rows), copy * rows);
  // Tags go on: messages of the steps that are taken back lie about.
  const std::uint32_t tag = origins_[copy].tag;
  origins_[copy] = backup_origins_.read(copy, 1).front();
  origins_[copy].tag = tag;
  origins_[copy].stopped = stays_stopped;
  origins_changed();
  if (stays_stopped) return;
  diverged_.clear();
  steps_ -= since_backup_;
  since_backup_ = 0;
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
