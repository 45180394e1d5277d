#pragma once

#include <pliant/model.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "contact/contacts.h"
#include "model/damping_plan.h"

namespace pliant {

/// Contact between the bodies of a state, and of each with itself: keeps the surfaces of contact/
/// and the states of the bodies together. Copies go on each by itself.
class WorldContact {
 public:
  /// InputError where the settings or the bodies do not allow it.
  WorldContact(const State& world, const Contact& settings);

  const Contact& settings() const { return contacts_.settings(); }
  std::vector<ContactPoint> points(const State& world);
  Vec3d force(const State& world, std::size_t first, std::size_t second);
  /// By vertex, of all bodies one after the other.
  std::vector<Vec3d> forces(const State& world);
  double energy(const State& world);  ///< J
  ContactCounts counts(const State& world);

  /// Before some steps: looks at what was changed from outside.
  void begin(const State& world);
  /// Calls take(length, body, work) ... see steps.cpp; false where a body has diverged.
  /// Steps all bodies once by their step, in parts where that is too long. `bodies` are those of
  /// the world; `for_each(work)` calls work(body number) for all of them, side by side or not.
  using ForEach = std::function<void(const std::function<void(std::size_t)>&)>;
  bool step(std::span<backend::CompiledState* const> bodies, const ForEach& for_each);
  /// Where the last steps were divided, bodies get their whole step back.
  void end(std::span<backend::CompiledState* const> bodies);

  std::vector<double> memory() const;
  /// InputError where it is none.
  void remember(const State& world, std::span<const double> memory);

 private:
  void read(const State& world);
  void look(const State& world);
  bool take_part(std::span<backend::CompiledState* const> bodies, const ForEach& for_each,
                 double part);
  void use_step(std::span<backend::CompiledState* const> bodies, double part);
  void sort_forces();

  contact::Contacts contacts_;
  double whole_ = 0;  // s, the step of the bodies
  int halvings_ = 0, calm_ = 0;
  std::uint64_t changes_ = 0;  // of motion, that are known
  std::vector<std::vector<std::vector<bool>>> removed_;  // by body and set, of the surfaces
  // Of the present step, by body.
  std::vector<std::vector<Index>> pushed_;
  std::vector<std::vector<Vec3d>> forces_;
  double step_of_bodies_ = 0;  // s, that they have now
  std::vector<std::vector<DampingPlan>> plans_;  // by body and halvings
};

}  // namespace pliant
