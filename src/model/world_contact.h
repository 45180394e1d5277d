#pragma once

#include <pliant/model.h>

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "contact/contacts.h"
#include "model/touching_obstacles.h"

namespace pliant {

/// Contact between the bodies of a state, and of each with itself: brings the surfaces of
/// contact/contacts.h and the states of the bodies together. A copy goes on by itself.
class WorldContact {
 public:
  /// InputError where settings or bodies do not allow it.
  WorldContact(const State& world, const Contact& settings);

  const Contact& settings() const { return contacts_.settings(); }
  std::vector<ContactPoint> points(const State& world);
  Vec3d force(const State& world, std::size_t first, std::size_t second);
  std::vector<Vec3d> forces(const State& world);  ///< by vertex, of all bodies
  std::vector<double> gaps(const State& world);   ///< m, likewise; infinite: none
  double energy(const State& world);              ///< J
  ContactCounts counts() const { return contacts_.counts; }

  using Bodies = std::vector<backend::CompiledState*>;
  /// Calls a function for every body by its number, side by side where that is worth it.
  using ForEach = std::function<void(const std::function<void(std::size_t)>&)>;
  /// Looks at what was changed since the last steps by others; before some steps.
  void begin(const State& world);
  /// All bodies go by one of their steps, which is divided where contact needs shorter ones. Tells
  /// which body has diverged; none: all is well.
  std::optional<std::size_t> step(const Bodies& bodies, const ForEach& for_each);
  /// The same where bodies have large steps. InputError where some have none, or different ones, or
  /// something else does not go with them.
  std::optional<std::size_t> large_step(const Bodies& bodies);
  void check_large_steps(const State& world) const;
  /// Bodies have their whole step again and know what pushes them now; after some steps.
  void end(const Bodies& bodies);
  void tell(const Bodies& bodies);

  /// What is to be saved with the bodies; InputError where it is not such.
  std::vector<double> memory() const;
  void remember(const State& world, std::span<const double> memory);

 private:
  void start(const State& world);
  std::string name(const State& world, std::size_t body) const;
  std::string told(const State& world, const contact::Crossings& crossings,
                   std::span<const contact::BodyPair> pairs) const;
  void rebuild(const State& world);
  void read(const State& world);
  void refuse_obstacles_inside(const State& world, std::string_view why) const;
  void move_obstacles(const Bodies& bodies);
  std::optional<std::size_t> take_part(const Bodies& bodies, const ForEach& for_each);
  void set_steps(const Bodies& bodies, int halvings);
  void sort_forces();
  void look_at_selections(const State& world);
  void wake(const Bodies& bodies);
  void observe(const State& world);
  template <class Value, class Known>
  std::vector<Value> by_vertex(const State& world, const Known& known, const Value& none) const;
  void hold(const Bodies& bodies, double step);

  TouchingObstacles obstacles_;
  contact::Contacts contacts_;
  double whole_ = 0;                                     // s, the step that the bodies are given
  int halvings_ = 0, wanted_ = 0;                        // of it, in use and by the last look
  int halved_ = 0;                                       // of it that the bodies have now
  int calm_ = 0;                                         // whole steps until it may be longer again
  std::vector<std::vector<DampingPlan>> plans_;          // by halvings and body
  std::uint64_t changes_ = 0;                            // of motion, that are known
  std::vector<std::vector<std::vector<bool>>> removed_;  // of the surfaces, by body and set
  // Of dynamic selection, by body: what was asked for, and how far a place may go before others
  // are told (m; below zero: all of the body is simulated).
  std::vector<std::optional<DynamicSelection>> selections_;
  std::vector<double> tolerances_;
  bool selects_ = false;
  std::vector<char> held_;         // by body: no vertex of its surface moves but as it is led
  std::vector<char> still_;        // in the present step
  std::vector<char> told_asleep_;  // by body: it knows what pushes it while it sleeps
  // Of the present step, by body.
  std::vector<std::vector<Index>> pushed_;
  std::vector<std::vector<Vec3d>> forces_;
};

}  // namespace pliant
