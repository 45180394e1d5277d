#include "backend/cpu/cpu_sensitive_run.h"

#include <pliant/error.h>
#include <pliant/threads.h>

#include <algorithm>
#include <numeric>

#include "backend/cpu/team.h"
#include "backend/layout/relation_reader.h"
#include "backend/pulls.h"
#include "backend/vertex_rows.h"

namespace pliant::cpu {

namespace {

Vec3d or_zero(const std::vector<Vec3d>& values, std::size_t i) {
  return values.empty() ? Vec3d{} : values[i];
}

// That of the calling thread: as many numbers, all zero.
AlignedVector<double>& cleared_scratch(std::size_t numbers) {
  thread_local AlignedVector<double> own;
  own.assign(numbers, 0);
  return own;
}

}  // namespace

template <int lanes>
CpuSensitiveRun<lanes>::CpuSensitiveRun(const Model& model, const CpuModel<double>& compiled,
                                        const Dynamics& dynamics, const backend::RunStart& start,
                                        std::span<const backend::RunSlopes> slopes)
    : model_(model),
      compiled_(compiled),
      layout_(compiled.layout),
      kernels_(sensitivity_kernels<lanes>(compiled.kernels.instruction_set)),
      exchange_(compiled.layout, compiled.whole),
      dynamics_(dynamics),
      method_(traits_of(dynamics.integrator)),
      pulls_(backend::merged(dynamics.pulls)),
      pull_slopes_(lanes),
      obstacles_(contact::plain_others(dynamics.obstacles)) {
  place_vertices(start, slopes);
  take_fields(slopes);
  for (std::size_t lane = 0; lane < slopes.size(); ++lane) {
    motive_.gravity[lane] = slopes[lane].gravity;
    motive_.damping[lane] = slopes[lane].damping;
    pull_slopes_[lane] = slopes[lane].pulls;
  }
  for (std::uint32_t i = 0; i < method_.kept; ++i) kept_[i].assign(vector * layout_.rows, 0);
  aside_.reserve(layout_);
  all_blocks_.resize(layout_.blocks.size());
  std::iota(all_blocks_.begin(), all_blocks_.end(), Index(0));
  for (const Index b : all_blocks_)
    if (layout_.blocks[b].shared > 0) sharing_blocks_.push_back(b);
}

template <int lanes>
Vec3<Dual<double, lanes>> CpuSensitiveRun<lanes>::vector_of(const double* numbers,
                                                            std::size_t stride) {
  Vec3<D> out;
  for (int i = 0; i < 3; ++i) {
    out[i].value = numbers[i];
    for (int k = 0; k < lanes; ++k)
      out[i].derivative[k] =
          numbers[stride * static_cast<std::size_t>(k + 1) + static_cast<std::size_t>(i)];
  }
  return out;
}

template <int lanes>
void CpuSensitiveRun<lanes>::put(double* numbers, std::size_t stride, const Vec3<D>& a) {
  for (int i = 0; i < 3; ++i) {
    numbers[i] = a[i].value;
    for (int k = 0; k < lanes; ++k)
      numbers[stride * static_cast<std::size_t>(k + 1) + static_cast<std::size_t>(i)] =
          a[i].derivative[k];
  }
}

template <int lanes>
void CpuSensitiveRun<lanes>::place_vertices(const backend::RunStart& start,
                                            std::span<const backend::RunSlopes> slopes) {
  particles_.assign(particle * layout_.rows, 0);
  for (std::size_t r = 0; r < layout_.rows; ++r)
    copy_rows(particles_.data() + particle * r, compiled_.particles.data() + 8 * r, 8);
  for (std::size_t v = 0; v < layout_.row_of_vertex.size(); ++v) {
    double* const p = particles_.data() + particle * layout_.row_of_vertex[v];
    const bool held = p[3] == 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const int axis = static_cast<int>(i);
      if (!start.positions.empty()) p[i] = start.positions[v][axis] - compiled_.origin[axis];
      if (!held) p[4 + i] = or_zero(start.velocities, v)[axis];
      for (std::size_t lane = 0; lane < slopes.size(); ++lane) {
        double* const slope = p + 8 * (lane + 1);
        slope[i] = or_zero(slopes[lane].positions, v)[axis];
        if (held) continue;
        slope[4 + i] = or_zero(slopes[lane].velocities, v)[axis];
        if (!slopes[lane].inverse_masses.empty()) slope[3] = slopes[lane].inverse_masses[v];
      }
    }
  }
}

template <int lanes>
void CpuSensitiveRun<lanes>::take_fields(std::span<const backend::RunSlopes> slopes) {
  for (const GroupStore<double>& store : layout_.stores) {
    fields_.push_back(store.fields);
    for (auto& of_lane : field_slopes_) of_lane.emplace_back(store.fields.size());
  }
  for (std::size_t lane = 0; lane < slopes.size(); ++lane)
    for (const backend::FieldValues& given : slopes[lane].fields)
      for (std::size_t r = 0; r < compiled_.sets[given.set].count; ++r) {
        const Place place = place_of(layout_, given.set, r);
        const GroupStore<double>& store = layout_.stores[place.store];
        const std::size_t f = store.members[place.member].first_field + given.field;
        Field<double>& slope = field_slopes_[lane][place.store][f];
        if (!slope.values) {
          const auto& member = store.members[place.member];
          const std::size_t packs = store.block_begin.back();
          slope.values =
              std::make_shared<AlignedVector<double>>(packs * member.slots * layout_.width, 0.0);
        }
        (*slope.values)[place.number] = given.values[given.values.size() == 1 ? 0 : r];
      }
  const GroupTable<double> table(layout_, fields_);
  groups_.resize(layout_.stores.size());
  for (std::size_t s = 0; s < groups_.size(); ++s) {
    const GroupStore<double>& store = layout_.stores[s];
    table.fill(s, groups_[s].own);
    groups_[s].damped = false;
    for (const auto& member : store.members) {
      const auto damping = damping_field(member);
      const auto is_zero = [](double value) { return value == 0; };
      if (damping && !(std::ranges::all_of(*fields_[s][*damping].values, is_zero) &&
                       std::ranges::all_of(field_slopes_, [&](const Fields<double>& of_lane) {
                         return !of_lane[s][*damping].values;
                       })))
        groups_[s].damped = true;
      const std::size_t numbers =
          laws()[member.law].rest.size() + laws()[member.law].parameters.size();
      for (std::size_t f = member.first_field; f < member.first_field + numbers; ++f)
        for (int lane = 0; lane < lanes; ++lane) {
          const auto& values = field_slopes_[lane][s][f].values;
          groups_[s].slopes[lane][f] = {values ? values->data() : nullptr,
                                        layout_.width * member.slots, layout_.width};
        }
    }
  }
}

template <int lanes>
Vec3<Dual<double, lanes>> CpuSensitiveRun<lanes>::gravity() const {
  Vec3<D> out;
  for (int i = 0; i < 3; ++i) {
    out[i].value = dynamics_.gravity[i];
    for (int k = 0; k < lanes; ++k) out[i].derivative[k] = motive_.gravity[k][i];
  }
  return out;
}

template <int lanes>
Dual<double, lanes> CpuSensitiveRun<lanes>::damping() const {
  D out(dynamics_.damping);
  for (int k = 0; k < lanes; ++k) out.derivative[k] = motive_.damping[k];
  return out;
}

template <int lanes>
Dual<double, lanes> CpuSensitiveRun<lanes>::pull_damping(std::size_t pull) const {
  D out(pulls_[pull].damping);
  for (int k = 0; k < lanes; ++k)
    if (!pull_slopes_[k].empty()) out.derivative[k] = pull_slopes_[k][pull].damping;
  return out;
}

// As acceleration() of pulls.h, about the run's origin.
template <int lanes>
Vec3<Dual<double, lanes>> CpuSensitiveRun<lanes>::pull_acceleration(std::size_t pull,
                                                                    const Vec3<D>& x,
                                                                    const Vec3<D>& v,
                                                                    const D& w) const {
  const Vec3d place = pulls_[pull].target - compiled_.origin;
  Vec3<D> target{D(place.x), D(place.y), D(place.z)};
  D stiffness(pulls_[pull].stiffness);
  for (int k = 0; k < lanes; ++k) {
    if (pull_slopes_[k].empty()) continue;
    const backend::PullSlope& slope = pull_slopes_[k][pull];
    stiffness.derivative[k] = slope.stiffness;
    for (int i = 0; i < 3; ++i) target[i].derivative[k] = slope.target[i];
  }
  return ((target - x) * stiffness - v * pull_damping(pull)) * w;
}

namespace {

template <int lanes>
Dual<double, lanes> inverse_mass_of(const double* row) {
  Dual<double, lanes> out(row[3]);
  for (int k = 0; k < lanes; ++k) out.derivative[k] = row[8 * (k + 1) + 3];
  return out;
}

}  // namespace

// As kick() of pulls.h.
template <int lanes>
void CpuSensitiveRun<lanes>::pull() {
  const bool halved = first_ && method_.begins_halved;
  const double h = halved ? 0.5 * dynamics_.time_step : dynamics_.time_step;
  const double ahead = dynamics_.time_step * method_.still_part;
  for (std::size_t i = 0; i < pulls_.size(); ++i) {
    const std::size_t number = layout_.row_of_vertex[pulls_[i].vertex];
    double* const p = particles_.data() + particle * number;
    const Vec3<D> x = vector_of(p, 8), v = vector_of(p + 4, 8);
    const D w = inverse_mass_of<lanes>(p);
    const Vec3<D> gain =
        pull_acceleration(i, x, v, w) * (D(h) / (D(1.0) + D(ahead) * pull_damping(i) * w));
    if (method_.keeps_move && !halved) {
      double* const kept = kept_[0].data() + vector * number;
      put(kept, 4, vector_of(kept, 4) + gain * D(dynamics_.time_step));
    } else {
      put(p + 4, 8, v + gain);
    }
  }
}

template <int lanes>
void CpuSensitiveRun<lanes>::begin_step() {
  pull();
  stage_ = 0;
  begin_stage();
}

template <int lanes>
void CpuSensitiveRun<lanes>::begin_stage() {
  const auto plain = backend::plain(dynamics_, length(compiled_.box.size()));
  motive_.own = backend::motive_of<double>(plain, compiled_.origin, {}, first_);
  seen_.clear();
  for (const contact::PlainObstacle& o : obstacles_)
    seen_.push_back(
        contact::seen_from<double>(o, time_ + dynamics_.time_step - o.since, compiled_.origin, {}));
}

template <int lanes>
void CpuSensitiveRun<lanes>::find_forces(std::size_t b, Forces& forces) const {
  const BlockLayout& block = exchange_.block(b);
  double* const rows = particles_.data() + particle * block.first;
  exchange_.template gather<particle>(b, particles_.data(), layout_.halo,
                                      rows + particle * block.rows());
  for (const PackRange& range : exchange_.part(b).packs) {
    SlopedGroups<lanes> groups = groups_[range.store];
    groups.own.begin = range.packs.begin;
    groups.own.end = range.packs.end;
    kernels_.forces[layout_.stores[range.store].kind](groups, rows, forces.data());
  }
  exchange_.put_aside(b, forces.data(), aside_);
}

template <int lanes>
void CpuSensitiveRun<lanes>::work(Phase phase, std::size_t b) {
  const BlockLayout& block = exchange_.block(b);
  if (phase == Phase::forces) {
    Forces& forces = cleared_scratch(vector * block.local_rows());
    find_forces(b, forces);
    return move(block.first, block.inner, forces.data());
  }
  Forces& sums = cleared_scratch(vector * block.shared);
  exchange_.add_up(b, aside_, sums.data());
  move(block.first + block.inner, block.shared, sums.data());
}

template <int lanes>
void CpuSensitiveRun<lanes>::move(std::size_t first, std::size_t count, const double* forces) {
  if (count == 0) return;
  SlopedRows rows{particles_.data() + particle * first, forces, {}, count, seen_};
  for (std::uint32_t i = 0; i < method_.kept; ++i) rows.kept[i] = kept_[i].data() + vector * first;
  const auto method = static_cast<std::size_t>(dynamics_.integrator);
  const Happened now = kernels_.advance[4 * method + stage_](rows, motive_);
  if (now.ran_away) diverged_ = true;
  if (now.met) met_ = true;
}

template <int lanes>
bool CpuSensitiveRun<lanes>::step(std::int64_t count) {
  if (count <= 0) return true;
  Team team(layout_.blocks.size(), thread_count());
  Team::Work what;
  what.block = [&](Phase phase, Index b) { work(phase, b); };
  what.between = [&](Phase phase) -> std::optional<Round> {
    if (phase == Phase::forces) return Round{Phase::shared, sharing_blocks_};
    if (++stage_ < method_.stages) {
      begin_stage();
      return Round{Phase::forces, all_blocks_};
    }
    time_ += dynamics_.time_step;
    first_ = false;
    if (diverged_ || --count == 0) return std::nullopt;
    begin_step();
    return Round{Phase::forces, all_blocks_};
  };
  begin_step();
  team.run({Phase::forces, all_blocks_}, what);
  met = met_;
  return !diverged_;
}

// Those of integrators that lag behind the positions are brought to their time by a part of a kick,
// as in vertex_rows.h.
template <int lanes>
std::vector<Vec3<Dual<double, lanes>>> CpuSensitiveRun<lanes>::present_velocities() const {
  const double lag = backend::lag_of(dynamics_, first_);
  std::vector<Vec3<D>> out(layout_.row_of_vertex.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = vector_of(row(v) + 4, 8);
  if (lag == 0) return out;
  AlignedVector<double> by_row(vector * layout_.rows);
  for (const Index b : all_blocks_) {
    const BlockLayout& block = exchange_.block(b);
    Forces& forces = cleared_scratch(vector * block.local_rows());
    find_forces(b, forces);
    copy_rows(by_row.data() + vector * block.first, forces.data(), vector * block.inner);
  }
  for (const Index b : sharing_blocks_) {
    const BlockLayout& block = exchange_.block(b);
    exchange_.add_up(b, aside_, by_row.data() + vector * (block.first + block.inner));
  }
  for (std::size_t v = 0; v < out.size(); ++v) {
    const D w = inverse_mass_of<lanes>(row(v));
    if (!(w.value > 0)) continue;
    const Vec3<D> force = vector_of(by_row.data() + vector * layout_.row_of_vertex[v], 4);
    out[v] += (force * w + gravity() - out[v] * damping()) * D(lag);
  }
  for (std::size_t i = 0; i < pulls_.size(); ++i) {
    const Index v = pulls_[i].vertex;
    out[v] +=
        pull_acceleration(i, vector_of(row(v), 8), out[v], inverse_mass_of<lanes>(row(v))) * D(lag);
  }
  return out;
}

template <int lanes>
void CpuSensitiveRun<lanes>::set_time_step(double seconds) {
  if (seconds == dynamics_.time_step) return;
  const std::vector<Vec3<D>> velocities = present_velocities();
  for (std::size_t v = 0; v < velocities.size(); ++v)
    put(particles_.data() + particle * layout_.row_of_vertex[v] + 4, 8, velocities[v]);
  dynamics_.time_step = seconds;
  first_ = true;
}

template <int lanes>
void CpuSensitiveRun<lanes>::read(std::vector<Vec3d>* positions,
                                  std::vector<Vec3d>* velocities) const {
  const std::size_t count = layout_.row_of_vertex.size();
  if (positions) {
    positions->resize(count);
    for (std::size_t v = 0; v < count; ++v)
      (*positions)[v] = compiled_.origin + Vec3d{row(v)[0], row(v)[1], row(v)[2]};
  }
  if (!velocities) return;
  velocities->clear();
  for (const Vec3<D>& v : present_velocities())
    velocities->push_back({v.x.value, v.y.value, v.z.value});
}

template <int lanes>
void CpuSensitiveRun<lanes>::read_slopes(std::size_t lane, std::vector<Vec3d>* positions,
                                         std::vector<Vec3d>* velocities) const {
  const auto slope_of = [lane](const Vec3<D>& a) {
    return Vec3d{a.x.derivative[lane], a.y.derivative[lane], a.z.derivative[lane]};
  };
  if (positions) {
    positions->clear();
    for (std::size_t v = 0; v < layout_.row_of_vertex.size(); ++v)
      positions->push_back(slope_of(vector_of(row(v), 8)));
  }
  if (!velocities) return;
  velocities->clear();
  for (const Vec3<D>& v : present_velocities()) velocities->push_back(slope_of(v));
}

template class CpuSensitiveRun<1>;
template class CpuSensitiveRun<most_sloped_lanes>;

}  // namespace pliant::cpu

namespace pliant::backend {

std::unique_ptr<SensitiveRun> sensitive_run(const Model& model, const Dynamics& dynamics,
                                            const RunStart& start,
                                            std::span<const RunSlopes> slopes) {
  static_assert(most_slopes == cpu::most_sloped_lanes);
  const auto* compiled = dynamic_cast<const cpu::CpuModel<double>*>(&model.compiled());
  if (compiled == nullptr)
    throw InputError("", 0, "slopes are found on the processor in double precision",
                     "make the model so");
  if (slopes.size() == 1)
    return std::make_unique<cpu::CpuSensitiveRun<1>>(model, *compiled, dynamics, start, slopes);
  return std::make_unique<cpu::CpuSensitiveRun<cpu::most_sloped_lanes>>(model, *compiled, dynamics,
                                                                        start, slopes);
}

}  // namespace pliant::backend
