#include "backend/cpu/cpu_state.h"

#include <pliant/threads.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "backend/cpu/damping_pass.h"
#include "backend/pulls.h"
#include "constraints/strain_limit.h"

namespace pliant::cpu {

namespace {

constexpr std::int64_t steps_between_looks = 32;

}  // namespace

template <class R>
CpuState<R>::CpuState(const Model& m, const CpuModel<R>& compiled)
    : CompiledState(m), compiled_(&compiled), origin_(compiled.origin) {
  arrays_.particles = compiled.particles;
  for (const GroupStore<R>& store : compiled.layout.stores)
    fields_.change().push_back(store.fields);
  for (const ConstrainedSurface& surface : compiled.constrained_surfaces)
    volumes_.emplace_back(surface);
  free_surfaces();
}

// --- stepping ---

template <class R>
R CpuState<R>::size() const {
  return static_cast<R>(length(compiled_->box.size()));
}

template <class R>
double CpuState<R>::near_origin() const {
  return 0.25 * double(size());
}
template <class R>
double CpuState<R>::time_between_looks() const {
  return dynamics.time_step * double(steps_between_looks);
}

template <class R>
Stepper<R> CpuState<R>::stepper(Arrays<R>& arrays, const GroupTable<R>& groups,
                                const std::vector<BlockWork>& parts) const {
  return {.exchange = {compiled_->layout, parts},
          .kernels = compiled_->kernels,
          .groups = &groups,
          .arrays = arrays,
          .method = traits_of(dynamics.integrator)};
}

template <class R>
void CpuState<R>::set_motive(Stepper<R>& s, const PlainDynamics& d) const {
  const auto i = static_cast<std::size_t>(dynamics.integrator);
  s.advance = compiled_->kernels.advance[4 * i + s.stage];
  const bool looks = dynamics.strain_limit > 0 && s.step_ends();
  s.near = looks ? static_cast<R>(near_limit(dynamics.strain_limit))
                 : std::numeric_limits<R>::infinity();
  s.motive = motive_of<R>(d, origin_, drift_, first_);
  s.obstacles.clear();
  for (const contact::PlainObstacle& o : obstacles_)
    s.obstacles.push_back(
        contact::seen_from<R>(o, time + d.h - o.since, origin_ + drift_ * d.h, drift_));
}

// For the next steps, before anything moves.
template <class R>
std::optional<Driving<R>> CpuState<R>::sample_drives(std::int64_t count) {
  if (!driven_) return std::nullopt;
  std::vector<double> times;
  double t = time;
  for (std::int64_t i = 0; i < count; ++i) times.push_back(t += dynamics.time_step);
  return std::optional<Driving<R>>(
      std::in_place, *driven_,
      DrivenPoses{drives->poses(times), drives->count(), dynamics.time_step,
                  traits_of(dynamics.integrator).keeps_move},
      arrays_);
}

// One thread does it for all: others read these rows while they step.
template <class R>
void CpuState<R>::pull() {
  if (pulled_.empty()) return;
  const PulledStep now =
      pulled_step(origin_, drift_, dynamics.time_step, traits_of(dynamics.integrator), first_);
  for (const Pull& pull : pulled_) {
    R* p = row(pull.vertex);
    R* kept = now.keeps_move ? arrays_.kept[0].data() + 4 * row_number(pull.vertex) : nullptr;
    Motion<R> m{{p[0], p[1], p[2]}, {p[4], p[5], p[6]}, {}};
    if (kept) m.kept[0] = {kept[0], kept[1], kept[2]};
    kick(pull, now, p[3], m);
    for (int i = 0; i < 3; ++i) {
      p[i + 4] = m.v[i];
      if (kept) kept[i] = m.kept[0][i];
    }
  }
}

// At fixed steps only, so that it does not matter how many are asked for at a time.
template <class R>
bool CpuState<R>::is_time_to_look() const {
  return first_ || steps % steps_between_looks == 0;
}

// Whether the vertices are looked at or changed between the present step and the next.
template <class R>
bool CpuState<R>::looks_after_step() const {
  return !pulled_.empty() || !compiled_->gases.empty() || selected_ ||
         (may_drift_ && (steps + 1) % steps_between_looks == 0);
}

template <class R>
bool CpuState<R>::step(std::int64_t count) {
  return step(count, thread_count());
}

template <class R>
bool CpuState<R>::step(std::int64_t count, int threads) {
  while (count > 0) {
    if (is_at_rest()) {
      for (; count > 0; --count, ++steps) time += dynamics.time_step;
      return true;
    }
    if (damping.is_due(steps)) damp(useful_threads(threads));
    std::int64_t now = damping.every > 0 ? std::min(count, damping.until_next(steps)) : count;
    count -= now;
    if (!run_steps(now, useful_threads(threads), threads)) return false;
    count += now;
  }
  return true;
}

// Where little is active, others would but wait.
template <class R>
int CpuState<R>::useful_threads(int threads) const {
  constexpr std::size_t packs_of_thread = 24;
  if (!selected_) return threads;
  const std::size_t useful = selected_->awake.packs() / packs_of_thread;
  return static_cast<int>(std::clamp<std::size_t>(useful, 1, static_cast<std::size_t>(threads)));
}

// Integrators that carry the last displacement on have their velocity in it; the one beside it is
// an estimate for a later time and changes along.
template <class R>
void CpuState<R>::damp(int threads) {
  const GroupTable<R> with(compiled_->layout, fields_.now());
  const auto without = fields_.table(compiled_->layout, false);
  Stepper<R> damped = stepper(arrays_, with, parts());
  Stepper<R> undamped = stepper(arrays_, *without, parts());
  damped.prepare();
  const bool by_move = damped.method.keeps_move && !first_;
  const R h = static_cast<R>(dynamics.time_step);
  const auto for_moves = [&](const auto& work) {
    if (!by_move) return;
    damped.for_rows([&](std::size_t r) {
      for (std::size_t i = 0; i < 3; ++i)
        work(arrays_.particles[8 * r + 4 + i], arrays_.kept[0][4 * r + i]);
    });
  };
  for_moves([&](R& v, R& move) {
    const R estimate = v;
    v = move / h;
    move = estimate - v;
  });
  DampingPass<R> pass(damped, undamped, damping.stages,
                      static_cast<double>(damping.every) * dynamics.time_step, threads);
  pass.run();
  if (damped.method.follows == 1)
    damped.for_rows([&](std::size_t r) {
      for (std::size_t i = 0; i < 3; ++i)
        arrays_.particles[8 * r + i] +=
            R(0.5) * h * (arrays_.particles[8 * r + 4 + i] - arrays_.damping.before[4 * r + i]);
    });
  for_moves([&](R& v, R& move) {
    const R now = v;
    v += move;
    move = now * h;
  });
}

template <class R>
bool CpuState<R>::run_steps(std::int64_t& count, int threads, int most) {
  const auto began = std::chrono::steady_clock::now();
  const double selecting = selection_costs().selecting;
  std::optional<Driving<R>> driving = sample_drives(count);
  if (is_time_to_look()) follow();
  const auto groups = [&] { return fields_.table(compiled_->layout, damping.every == 0); };
  std::shared_ptr<const GroupTable<R>> present = groups();
  Stepper<R> s = stepper(arrays_, *present, parts());
  s.driving = driving ? &*driving : nullptr;
  VolumeKeeper<R> keeper(compiled_->constrained_surfaces, volumes_, volume_goals,
                         compiled_->kernels, compiled_->layout.blocks.size());
  if (keeper.has_work())
    s.volumes = &keeper;
  else
    for (ConstrainedVolume<R>& volume : volumes_) volume.push = R(0);
  const double h = dynamics.time_step;
  const PlainDynamics unchanged = plain(dynamics, double(size()));
  s.prepare();
  Team team(compiled_->layout.blocks.size(), threads);

  const auto begin_stage = [&](std::uint32_t stage) {
    s.stage = stage;
    set_motive(s, unchanged);
    if (inflate()) s.groups = (present = groups()).get();
    s.front =
        s.step_ends() && !s.volumes && looks_at_front(steps + 1) ? &selected_->front : nullptr;
    if (s.front)
      s.front->begin(selected_->awake, selected_->nodes, static_cast<R>(selected_->plan.tolerance));
    s.puts_off = s.volumes && team.threads() > 1 && count > 1 && !driving && !looks_after_step();
    if (!driving) return;
    driving->part = s.method.part_after(s.stage);
    // Where the origin follows in between, it must see what a call that ends here would leave.
    // So must a strain limit, which works on velocities.
    driving->next_begins = s.step_ends() && count > 1 && dynamics.strain_limit == 0 &&
                           (steps + 1) % steps_between_looks != 0;
    driving->next_origin = (origin_ + drift_ * h) + drift_ * h;
  };
  const auto begin_step = [&] {
    if (selected_) {
      look_at_obstacles();
      if (selected_->awake.update()) s.list_blocks();
    }
    pull();
    if (selected_) selected_->touches = !pushes_.empty();
    if (!pushes_.empty()) give_pushes();
    begin_stage(0);
  };
  // Whether another step follows.
  const auto end_step = [&] {
    ++steps;
    time += h;
    origin_ += drift_ * h;
    first_ = false;
    --count;
    if (selected_) {
      note_moved();
      if (select(s.front != nullptr, team.threads())) s.list_blocks();
    }
    if (s.diverged || count == 0) return false;
    // With as many threads as there is work for now; paths were sampled for all steps.
    if (selected_ && !driving && (is_at_rest() || useful_threads(most) != threads)) return false;
    const bool looks = is_time_to_look();
    if (looks) follow();
    if (driving) {
      driving->step_is_over();
      if (looks || dynamics.strain_limit > 0) driving->begin_step(origin_ + drift_ * h);
    }
    return true;
  };

  Team::Work work;
  work.block = [&](Phase phase, Index block) {
    s.work(phase, block, scratch_for(compiled_->layout));
  };
  work.between = [&](Phase phase) -> std::optional<Round> {
    if (phase == Phase::forces) {
      s.put_off.reset();
      return s.round(Phase::shared);
    }
    if (phase == Phase::shared && !s.step_ends()) {
      begin_stage(s.stage + 1);
      return s.round(Phase::forces);
    }
    if (phase == Phase::shared) limit_springs(s);
    if (phase == Phase::shared && s.volumes) {
      if (keeper.find_factors(s.motive.runaway)) s.diverged = true;
      if (!s.puts_off) return s.round(Phase::volumes);
      s.put_off_volumes();
    }
    if (!end_step()) return std::nullopt;
    begin_step();
    return s.round(Phase::forces);
  };
  if (driving) driving->begin_step(origin_ + drift_ * h);
  begin_step();
  team.run(s.round(Phase::forces), work);
  if (selected_) {
    const std::chrono::duration<double> all = std::chrono::steady_clock::now() - began;
    selected_->costs.stepping += all.count() - (selected_->costs.selecting - selecting);
  }
  return !s.diverged;
}

// Moves the origin after the body when that has gone far or is fast, so that the numbers stay
// small. A few vertices tell where the body is.
template <class R>
void CpuState<R>::follow() {
  // What sleeps does not move along.
  if (!may_drift_ || (selected_ && !selected_->awake.all_active())) return;
  const std::size_t vertices = compiled_->layout.row_of_vertex.size();
  const std::size_t samples = std::min<std::size_t>(vertices, 256);
  Vec3d x{}, v{};
  for (std::size_t i = 0; i < samples; ++i) {
    const R* p = row(static_cast<Index>(i * vertices / samples));
    x += Vec3d{double(p[0]), double(p[1]), double(p[2])};
    v += Vec3d{double(p[4]), double(p[5]), double(p[6])};
  }
  x *= 1.0 / static_cast<double>(samples);
  v *= 1.0 / static_cast<double>(samples);
  const double near = near_origin();
  const bool fast = length(v) * time_between_looks() > near;
  // A drift that the body no longer shares is taken back the same way.
  if (length(x) > near || fast) shift(x, fast ? v : Vec3d{});
}

template <class R>
void CpuState<R>::shift(const Vec3d& by, const Vec3d& velocity) {
  const Vec3<R> dx{static_cast<R>(by.x), static_cast<R>(by.y), static_cast<R>(by.z)};
  const Vec3<R> dv{static_cast<R>(velocity.x), static_cast<R>(velocity.y),
                   static_cast<R>(velocity.z)};
  const R h = static_cast<R>(dynamics.time_step);
  const bool moves_kept = traits_of(dynamics.integrator).keeps_move && !arrays_.kept[0].empty();
  // Rows that fill up packs stay at rest, or they would run away in the moving frame.
  for (std::size_t r : compiled_->layout.row_of_vertex) {
    R* p = arrays_.particles.data() + 8 * r;
    for (int i = 0; i < 3; ++i) {
      p[i] -= dx[i];
      p[i + 4] -= dv[i];
      if (moves_kept) arrays_.kept[0][4 * r + static_cast<std::size_t>(i)] -= h * dv[i];
      if (selected_) selected_->nodes.anchors[4 * r + static_cast<std::size_t>(i)] -= dx[i];
    }
  }
  if (selected_) selected_->awake.changes().note_all();
  origin_ += Vec3d{double(dx.x), double(dx.y), double(dx.z)};
  drift_ += Vec3d{double(dv.x), double(dv.y), double(dv.z)};
}

// The pressure of the gas inside closed surfaces, from the volume they enclose now. True where
// there is any.
template <class R>
bool CpuState<R>::inflate() {
  for (const auto& gas : compiled_->gases)
    fill({gas.set, 0}, gas.amount / volume_of(gas) - gas.outside);
  return !compiled_->gases.empty();
}

template <class R>
double CpuState<R>::volume_of(const backend::CompiledModel::Gas& gas) const {
  double six_volumes = 0;
  for (const Triangle& t : gas.triangles) {
    Vec3d x[3];
    for (std::size_t i = 0; i < 3; ++i) {
      const R* p = row(t[i]);
      x[i] = {double(p[0]), double(p[1]), double(p[2])};
    }
    six_volumes += dot(x[0], cross(x[1], x[2]));
  }
  return std::max(six_volumes / 6, gas.least_volume);
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
