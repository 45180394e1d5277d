#pragma once

#include "backend/gpu/patch_work.h"

// What happens to rows after a stage has moved them: paths lead them, and where the next step
// begins they are pulled. It is apart from the moving, which where there is neither must not become
// slower.

namespace pliant::gpu {

template <class R>
PLIANT_HD bool corrects_rows(const Args<R>& a) {
  return a.driven.rows != nullptr || a.pulled.rows != nullptr;
}

/// A stage of a step of a launch that has so many.
struct StageOfLaunch {
  std::uint32_t step, stage, steps;
};

template <class R, class Block>
struct AfterMove {
  Block& block;
  const Args<R>& a;
  const Patch& patch;
  const Work<R>& w;
  std::uint32_t copy, rows;  // which copy, and how many of the patch's local rows

  PLIANT_HD Vec3d origin_after(std::uint32_t step) const {
    const MovingOrigin& moving = a.origins[copy];
    return moving.origin + moving.drift * ((moving.since + step + 1) * a.dynamics[copy].h);
  }

  /// When all rows have moved. A row's paths are followed by one and the same thread.
  PLIANT_HD void operator()(const StageOfLaunch& now) const {
    const bool last = now.stage + 1 == a.method.stages;
    const double part = a.method.part_after(now.stage);
    const bool goes_on = last && now.step + 1 < now.steps;
    lead(part, goes_on, now.step + 1);
    if (goes_on) pull(now.step + 1);
  }
  PLIANT_HD void begin_step(std::uint32_t step) const {
    lead(0, true, step);
    pull(step);
  }

 private:
  /// The step that driven rows are in comes to `part`, then the next begins where there is one.
  PLIANT_HD void lead(double part, bool begins, std::uint32_t next) const {
    if (a.driven.rows == nullptr) return;
    const std::uint32_t first = a.driven.begin[block.index];
    const PlainPose* poses = a.driven.poses + std::size_t(next) * a.driven.drives;
    const Vec3d origin = origin_after(next);
    block.each(a.driven.begin[block.index + 1] - first, [&](std::uint32_t i) {
      const DrivenRow& row = a.driven.rows[first + i];
      DrivenStep<R>& now = a.driven.now[first + i];
      if (row.local >= rows) return;
      change(row.local, [&](Motion<R>& m) {
        if (part > 0) {
          follow_path(row.by, now, part, m.x);
          start_path(row.by, now, m.v, m.kept[0]);
        }
        if (begins) now = driven_step<R>(row.by, poses, origin, 1 / a.dynamics[copy].h, m.x, m.v);
        start_path(row.by, now, m.v, m.kept[0]);
      });
    });
  }
  PLIANT_HD void pull(std::uint32_t step) const {
    if (a.pulled.rows == nullptr) return;
    block.sync();
    const MovingOrigin& moving = a.origins[copy];
    const double h = a.dynamics[copy].h;
    const Vec3d origin = moving.origin + moving.drift * ((moving.since + step) * h);
    const PulledStep now =
        pulled_step(origin, moving.drift, h, a.method, moving.first && step == 0);
    const std::uint32_t* begin = a.pulled.begin + std::size_t(copy) * a.pulled.patches;
    const std::uint32_t first = begin[block.index];
    block.each(begin[block.index + 1] - first, [&](std::uint32_t i) {
      const PulledRow& row = a.pulled.rows[first + i];
      if (row.local >= rows) return;
      const R inverse_mass = w.particle(row.local).place.w;
      change(row.local,
             [&](Motion<R>& m) { kick(a.pulled.pulls[row.pull], now, inverse_mass, m); });
    });
  }
  /// A row's position, velocity and, where it is kept, last displacement.
  template <class F>
  PLIANT_HD void change(std::uint32_t row, const F& f) const {
    Particle<R> p = w.particle(row);
    Motion<R> m{{p.place.x, p.place.y, p.place.z}, {p.move.x, p.move.y, p.move.z}, {}};
    const bool keeps_move = a.method.keeps_move;
    if (keeps_move) m.kept[0] = {w.kept[0][row].x, w.kept[0][row].y, w.kept[0][row].z};
    f(m);
    p.place = {m.x.x, m.x.y, m.x.z, p.place.w};
    p.move = {m.v.x, m.v.y, m.v.z, p.move.w};
    w.set(row, p);
    if (keeps_move) w.kept[0][row] = {m.kept[0].x, m.kept[0].y, m.kept[0].z, R(0)};
  }
};

/// What ResidentSteps does after a stage, for rows in the device's memory.
template <class R>
struct CorrectRows {
  Args<R> a;
  StageOfLaunch stage;
  bool begins;  // before the first stage of the step

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const Patch& patch = a.patches[block.index];
    if (a.origins[block.copy].stopped) return;
    const std::size_t first = std::size_t(block.copy) * a.rows + patch.first_row;
    Work<R> w{};
    w.source = w.target = a.particles + first;
    if (a.method.kept > 0) w.kept[0] = a.kept[0] + first;
    const AfterMove<R, Block> after{block, a, patch, w, block.copy, patch.inner + patch.shared};
    if (begins)
      after.begin_step(stage.step);
    else
      after(stage);
  }
};

}  // namespace pliant::gpu
