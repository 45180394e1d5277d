#pragma once

#include <pliant/model.h>
#include <pliant/notes.h>
#include <pliant/progress.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pliant {

/// Takes the steps of a state whose length was chosen for it, not given. The step that is chosen
/// holds for small motions about rest; a solid of the law Elastic that is pressed or stretched far
/// is stiffer than that, so the control looks at it every few steps and goes on with a half, a
/// quarter ... of the whole step while that is needed. A state that runs away nonetheless, of
/// whatever law, goes on from its last good moment with half the step; so does one that gains
/// energy, where the control is told to watch that. Whole steps always end at their times, and
/// where nothing is divided the bits are those of step(). Bodies of a world have their steps
/// divided together.
class StepControl {
 public:
  static constexpr int most_halvings = 8;

  /// The state's step is the whole one from now on; `stable`: the largest stable one at rest, s, of
  /// a world by body.
  StepControl(const State& state, double stable);
  StepControl(const State& state, std::span<const double> stable);
  StepControl(StepControl&&) noexcept;
  StepControl& operator=(StepControl&&) noexcept;
  ~StepControl();

  /// So many whole steps. Throws Diverged where the shortest step does not help either; the state
  /// is at a good moment then.
  void advance(const Model& model, State& state, std::int64_t count = 1);
  /// From now on bodies that have clearly more energy together than at the beginning, or soon after
  /// they were last changed from outside, count as run away, as long as nothing works on them that
  /// is not part of their energy. For bodies above the level from which heights are counted;
  /// memory() does not hold it.
  void watch_energy() { watches_energy_ = true; }

  /// All that decides how it goes on, for who saves the state, too: numbers, and the moment it
  /// would go back to, null where there is none. InputError where they are no such numbers.
  std::vector<double> memory() const;
  const State* backup() const { return backup_.get(); }
  void remember(const State& state, std::span<const double> memory, std::optional<State> backup);

  double whole_step() const { return whole_; }  ///< s
  double shortest_step() const;                 ///< s, of those taken so far
  /// When it first had to go back, s; nothing where it never ran away.
  std::optional<double> ran_away() const { return ran_away_; }
  std::size_t body_that_ran_away() const { return body_that_ran_away_; }  ///< that time
  /// What to tell of that; empty where it never ran away.
  std::string note() const;

 private:
  struct Watched;
  struct EnergyWatch;
  bool watches() const;
  double stable_now(const State& state, double enough);
  double time_for_way(const State& state) const;
  double step_of(int halvings) const;
  int halvings_of(const State& state) const;
  void divide(State& state, int halvings);
  /// Goes on with half the present step for a while, as after a body ran away at this time (s);
  /// false where it is the shortest already.
  bool halve(State& state, double time, std::size_t body);
  void look(State& state);
  void keep(const State& state);
  void plan_look(const State& state, double stable);
  std::int64_t until_look(const State& state) const;
  std::int64_t steps_at_once(const State& state, std::int64_t left) const;
  void look_at_energy(State& state);
  std::optional<std::size_t> body_that_gained(const State& state) const;

  double whole_;
  int least_halvings_ = 0;    // after it ran away
  std::int64_t calm_at_ = 0;  // the whole step at which that gets less
  int most_used_ = 0;
  double next_look_ = 0, grows_after_ = 0;  // s
  double looked_at_ = 0, stable_then_ = 0;  // s, at the last look
  std::optional<double> ran_away_;
  std::size_t body_that_ran_away_ = 0;
  std::vector<Watched> bodies_;
  std::unique_ptr<State> backup_;  // as it was at the last look, or when it was changed after that
  std::uint64_t changes_ = 0;      // of the state, that are known
  bool watches_energy_ = false;
  std::unique_ptr<EnergyWatch> energy_;  // from the first look at it on
  double next_energy_look_ = 0;          // s
};

/// Advances by `seconds` in equal whole steps, at most as long as the state's, under a StepControl.
/// What `progress` throws ends it between two of them.
void advance(const Model& model, State& state, double seconds, Notes* notes = nullptr,
             const Progress& progress = {});

}  // namespace pliant
