#pragma once

#include "backend/gpu/launch.h"
#include "backend/gpu/push_rows.h"
#include "backend/gpu/touching_view.h"
#include "contact/turn.h"

// Contact of bodies on a card, between their steps. Two launches a step: LookAtTouching, a thread a
// listed part, finds forces and whether the step may be taken; PushTouching, a thread a vertex,
// adds up its forces in their order and gives it what they gain. Where that is little the last
// block of the first launch does it. Where the host has to see to something all bodies stop
// (paused_for_touching), and what else is launched does nothing. In double precision, as on the
// host: places are told from afar and skins are thin.

namespace pliant::gpu {

/// Vertices get what forces add to their velocities, as PushRows does.
template <class R>
struct PushTouching {
  TouchingView<R> t;
  std::uint32_t blocks;
  static constexpr std::size_t shared_bytes = 16;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    block.let_next_start();
    block.wait_for_last();
    if (t.control->paused) return;
    push_share(block, block.index);
    if (comes_last(block, blocks, &t.control->pushed)) decide(block);
  }
  /// By one block.
  template <class Block>
  PLIANT_HD void push_all(Block& block) const {
    push_share(block, 0);
    block.show();
    block.sync();
    decide(block);
  }

 private:
  template <class Block>
  PLIANT_HD void push_share(Block& block, std::uint32_t index) const {
    for_all(block, index, blocks, t.counts[2], [&](std::uint32_t i) { push(block, i); });
    // Where places are told from after the step.
    for_all(block, index, blocks, t.body_count, [&](std::uint32_t b) {
      const MovingOrigin& moving = *t.bodies[b].origin;
      t.origins[b] = moving.origin + moving.drift * ((moving.since + 1) * t.control->step);
    });
  }
  template <class Block>
  PLIANT_HD void decide(Block& block) const {
    TouchingControl& c = *t.control;
    block.each(1, [&](std::uint32_t) {
      const contact::Haste haste{number_of(block.look(&c.stiffest)),
                                 number_of(block.look(&c.fastest)),
                                 number_of(block.look(&c.crossing))};
      if (is_other_haste(c, haste)) {
        c.paused = pause_haste;
        c.undo = 1;
      } else {
        c.pending = 1;
        ++c.done;
        c.elapsed = c.step;
        c.stiffest = c.fastest = c.crossing = 0;
      }
      block.show();
    });
    block.sync();
    if (block.reached(&c.paused))
      block.each(t.body_count, [&](std::uint32_t b) { stop_all(t, b); });
  }
  template <class Block>
  PLIANT_HD void push(Block& block, std::uint32_t i) const {
    Vec3d force{};
    double stiffness = 0;
    for (std::uint32_t k = t.begin[i]; k < t.begin[i + 1]; ++k) {
      const contact::ListedForce listed = t.forces[k];
      if ((block.look(t.bits + listed.part) >> listed.bit & 1) == 0) continue;
      const auto* slot = reinterpret_cast<const std::uint64_t*>(t.slots + listed.slot);
      force += {number_of(block.look(slot)), number_of(block.look(slot + 1)),
                number_of(block.look(slot + 2))};
      stiffness += number_of(block.look(slot + 3));
    }
    t.undo[i].w = R(-1);
    if (stiffness == 0) return;
    const std::uint32_t v = t.pushed[i];
    TouchingControl& c = *t.control;
    const double stiffest = stiffness * t.inverse_mass[v];
    if (4 * stiffest * c.step * c.step > contact::most_stiffness)
      block.raise(&c.stiffest, bits_of(stiffest));
    const TouchingBody<R>& body = t.bodies[t.body[v]];
    const bool halved = body.origin->first && body.method.begins_halved;
    const bool as_move = body.method.keeps_move && !halved;
    Particle<R>& p = body.particles[t.row[v]];
    const Vec3d gain = force * (double(p.place.w) * (halved ? 0.5 * c.step : c.step));
    Four<R>& to = as_move ? body.kept[t.row[v]] : p.move;
    t.undo[i] = {to.x, to.y, to.z, R(as_move ? 1 : 0)};
    to = added(to, as_move ? gain * c.step : gain);
  }
};

/// How all bodies went together, as some vertices tell.
struct MeanMotion {
  Vec3d then, now;     // m, their middle, when the list was made and now
  contact::Turn turn;  // since then
  Vec3d in_step;       // m, in the last step
};

/// Forces of what is listed, and what they tell of the step to come and the last one.
template <class R>
struct LookAtTouching {
  TouchingView<R> t;
  std::uint32_t blocks;
  bool pushes;  // what PushTouching does is done, too
  static constexpr std::size_t shared_bytes = sizeof(MeanMotion) + 3 * mean_samples * sizeof(Vec3d);

  /// What the laws see, see listed_touch.h.
  struct Scene {
    const TouchingView<R>& t;
    double step, elapsed;
    bool stepped;
    std::uint32_t now;

    PLIANT_HD Vec3d at(std::uint32_t v) const { return t.at(v); }
    PLIANT_HD Vec3d moved(std::uint32_t v) const { return t.at(v) - t.before[now][v]; }
    PLIANT_HD double stiffness(std::uint32_t v) const { return t.stiffness[v]; }
    PLIANT_HD double inverse_mass(std::uint32_t v) const { return t.inverse_mass[v]; }
    PLIANT_HD void clear(std::uint32_t slot, std::uint32_t count) const {
      for (std::uint32_t i = 0; i < count; ++i) t.slots[slot + i] = {};
    }
    PLIANT_HD void add(std::uint32_t slot, const Vec3d& force, double stiffness) const {
      t.slots[slot].force += force;
      t.slots[slot].stiffness += stiffness;
    }
  };

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    block.let_next_start();
    block.wait_for_last();
    TouchingControl& c = *t.control;
    if (c.paused) return;
    const Scene scene{t, c.step, c.elapsed, c.pending != 0, c.now()};
    // Few blocks have parts, which take longest; those that look at motions are the others.
    const std::uint32_t vertices = t.counts[0], edges = t.counts[1];
    for_all(block, block.index, blocks, vertices + edges, [&](std::uint32_t i) {
      if (i < vertices)
        look_at_vertex(block, scene, i);
      else
        look_at_edges(block, scene, i - vertices, i);
    });
    const std::uint32_t from_last = blocks - 1 - block.index;
    if (from_last * touching_each < t.vertex_count) {
      auto& mean = *reinterpret_cast<MeanMotion*>(block.shared());
      find_mean(block, scene, mean);
      for_all(block, from_last, blocks, t.vertex_count,
              [&](std::uint32_t v) { look_at_motion(block, scene, v, mean); });
    }
    for_all(block, from_last, blocks, t.patch_count,
            [&](std::uint32_t p) { t.patches[1 - scene.now][p] = {}; });
    for_all(block, from_last, blocks, t.body_count,
            [&](std::uint32_t b) { look_at_body(block, b, scene.stepped); });
    if (!comes_last(block, blocks, &c.looked)) return;
    decide(block, scene);
    if (!pushes || block.reached(&c.paused)) return;
    PushTouching<R>{t, 1}.push_all(block);
  }

 private:
  template <class Block>
  PLIANT_HD void decide(Block& block, const Scene& scene) const {
    TouchingControl& c = *t.control;
    const std::uint32_t crossings = block.reached(&c.crossings);
    const PatchTouching* patches = t.patches[scene.now];
    if (crossings <= most_crossings) {
      block.each(crossings, [&](std::uint32_t i) {
        const auto* crossing = reinterpret_cast<const std::uint64_t*>(t.crossings + i);
        const PatchTouching& patch = patches[static_cast<std::uint32_t>(block.look(crossing))];
        const auto crosses = static_cast<double>(block.look(&patch.crossing));
        const auto presses =
            static_cast<double>(static_cast<std::int64_t>(block.look(&patch.energy)));
        if (crosses > contact::little_energy * presses)
          block.raise(&c.crossing, block.look(crossing + 1));
      });
    }
    block.sync();
    block.each(1, [&](std::uint32_t) {
      if (crossings > most_crossings) block.raise(&c.crossing, block.look(&c.any_crossing));
      c.crossings = 0;
      c.any_crossing = 0;
      c.pending = 0;
      const contact::Haste now{0, number_of(block.look(&c.fastest)),
                               number_of(block.look(&c.crossing))};
      if (contact::is_too_long(c.step, now, c.damping)) block.mark(&c.found, pause_haste);
      c.paused = block.reached(&c.found);
      block.show();
    });
    block.sync();
    if (block.reached(&c.paused))
      block.each(t.body_count, [&](std::uint32_t b) { stop_all(t, b); });
  }
  /// The origin knows of the last step now.
  template <class Block>
  PLIANT_HD void look_at_body(Block& block, std::uint32_t b, bool stepped) const {
    const TouchingBody<R>& body = t.bodies[b];
    if (stepped) count_step(body);
    if (*body.diverged) {
      block.mark(&t.control->found, pause_diverged);
      block.raise(&t.control->body, b);
    }
    if (*body.near_limit) block.mark(&t.control->found, pause_near_limit);
  }
  /// Lists hold as long as vertices go, fall and turn together. Ends with a sync.
  template <class Block>
  PLIANT_HD void find_mean(Block& block, const Scene& scene, MeanMotion& mean) const {
    auto* then = reinterpret_cast<Vec3d*>(&mean + 1);
    Vec3d *now = then + mean_samples, *in_step = now + mean_samples;
    block.each(mean_samples, [&](std::uint32_t i) {
      const std::uint32_t v = t.samples[i];
      then[i] = t.listed_at[v];
      now[i] = t.at(v);
      in_step[i] = now[i] - t.before[scene.now][v];
    });
    block.sync();
    block.each(1, [&](std::uint32_t) {
      Vec3d sum_then{}, sum_now{}, sum_step{};
      for (std::uint32_t i = 0; i < mean_samples; ++i) {
        sum_then += then[i];
        sum_now += now[i];
        sum_step += in_step[i];
      }
      mean.then = sum_then * (1.0 / mean_samples);
      mean.now = sum_now * (1.0 / mean_samples);
      mean.in_step = sum_step * (1.0 / mean_samples);
      contact::Turn turn;
      for (std::uint32_t i = 0; i < mean_samples; ++i)
        turn.add(then[i] - mean.then, now[i] - then[i]);
      turn.finish();
      mean.turn = turn;
    });
    block.sync();
  }
  template <class Block>
  PLIANT_HD void look_at_vertex(Block& block, const Scene& scene, std::uint32_t i) const {
    const contact::ListedVertex& listed = t.vertices[i];
    contact::Grip grip = t.grips[scene.now][i];
    contact::Looked looked;
    t.bits[i] = contact::press_vertex(scene, listed, t.targets, grip, looked);
    t.grips[1 - scene.now][i] = grip;
    tell(block, looked, listed.numbers, scene);
  }
  template <class Block>
  PLIANT_HD void look_at_edges(Block& block, const Scene& scene, std::uint32_t i,
                               std::uint32_t part) const {
    const contact::ListedEdges& listed = t.edges[i];
    contact::Grip grip = t.grips[scene.now][part];
    contact::Looked looked;
    t.bits[part] = contact::press_edges(scene, listed, grip, looked);
    t.grips[1 - scene.now][part] = grip;
    tell(block, looked, listed.numbers, scene);
  }
  /// Numbers that are too small to matter are not told: most are.
  template <class Block>
  PLIANT_HD void tell(Block& block, const contact::Looked& looked,
                      const contact::ListedNumbers& numbers, const Scene& scene) const {
    TouchingControl& c = *t.control;
    const double longer = 2 * scene.step;
    if (looked.too_far) block.mark(&c.found, pause_too_far);
    if (looked.crowded) block.mark(&c.found, pause_crowded);
    if (looked.fastest * longer > contact::comfortable_way)
      block.raise(&c.fastest, bits_of(looked.fastest));
    const auto units = [&](double energy) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(energy / c.energy_unit));
    };
    PatchTouching& patch = t.patches[scene.now][numbers.patch];
    if (looked.energy != 0) block.add(&patch.energy, units(looked.energy));
    if (!(looked.crossing > 0)) return;
    if (!contact::is_too_long(longer, {0, 0, looked.crossing}, c.damping)) return;
    block.add(&patch.crossing, units(looked.crossing_energy));
    block.raise(&c.any_crossing, bits_of(looked.crossing));
    const std::uint32_t at = block.next_number(&c.crossings);
    if (at < most_crossings) t.crossings[at] = {numbers.patch, looked.crossing};
  }
  template <class Block>
  PLIANT_HD void look_at_motion(Block& block, const Scene& scene, std::uint32_t v,
                                const MeanMotion& mean) const {
    const TouchingBody<R>& body = t.bodies[t.body[v]];
    const Vec3d x = t.at(v), together = mean.now + mean.turn(t.listed_at[v] - mean.then);
    // What is not a number is more.
    t.before[1 - scene.now][v] = x;
    if (!(squared_length(x - together) <= body.since * body.since))
      block.mark(&t.control->found, pause_list);
    if (scene.stepped &&
        !(squared_length(x - t.before[scene.now][v] - mean.in_step) <= body.in_step * body.in_step))
      block.mark(&t.control->found, pause_too_far);
  }
};

/// Takes back what a step that is not taken has added.
template <class R>
struct UndoPushes {
  TouchingView<R> t;
  std::uint32_t blocks;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    for_all(block, block.index, blocks, t.counts[2], [&](std::uint32_t i) {
      const Four<R> from = t.undo[i];
      if (from.w < R(0)) return;
      const std::uint32_t v = t.pushed[i], row = t.row[v];
      const TouchingBody<R>& body = t.bodies[t.body[v]];
      Four<R>& to = from.w > R(0) ? body.kept[row] : body.particles[row].move;
      to = {from.x, from.y, from.z, to.w};
    });
  }
};

/// Where origins are. As some steps begin rows are there already.
template <class R>
struct BeginTouching {
  TouchingView<R> t;
  double step;  // s
  bool begins;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    block.each(t.body_count, [&](std::uint32_t b) {
      MovingOrigin& moving = *t.bodies[b].origin;
      if (begins) {
        moving.shift = moving.velocity_shift = {};
        *t.bodies[b].near_limit = 0;
      }
      t.origins[b] = moving.origin_now(step);
    });
  }
};

/// As they end: what the host wants to know.
template <class R>
struct EndTouching {
  TouchingView<R> t;
  MovingOrigin* out;  // [body]

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const bool pending = t.control->pending != 0;
    block.each(t.body_count, [&](std::uint32_t b) {
      const TouchingBody<R>& body = t.bodies[b];
      MovingOrigin& moving = *body.origin;
      if (pending) count_step(body);
      if (moving.stopped == paused_for_touching) moving.stopped = 0;
      if (*body.diverged) moving.stopped = 1;
      out[b] = moving;
      t.origins[b] = moving.origin_now(t.control->step);
    });
  }
};

/// Where vertices are now.
template <class R>
struct PlacesOfTouching {
  TouchingView<R> t;
  std::uint32_t blocks;
  Vec3d* out;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    for_all(block, block.index, blocks, t.vertex_count, [&](std::uint32_t v) { out[v] = t.at(v); });
  }
};

template <class R>
using TouchingPrograms = ProgramList<LookAtTouching<R>, PushTouching<R>, UndoPushes<R>,
                                     BeginTouching<R>, EndTouching<R>, PlacesOfTouching<R>>;

template <class R>
inline constexpr std::uint32_t most_threads<LookAtTouching<R>> = touching_each;
template <class R>
inline constexpr std::uint32_t most_threads<PushTouching<R>> = touching_each;

}  // namespace pliant::gpu
