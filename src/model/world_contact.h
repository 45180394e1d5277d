#pragma once

#include <pliant/hanging_surface.h>
#include <pliant/model.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/touching_steps.h"
#include "contact/contacts.h"
#include "model/carried_places.h"
#include "model/touching_obstacles.h"

namespace pliant {

/// Contact between the bodies of a state, and of each with itself: brings the surfaces of
/// contact/contacts.h and the states of the bodies together. A copy goes on by itself.
class WorldContact {
 public:
  /// InputError where settings or bodies do not allow it.
  WorldContact(const State& world, const Contact& settings,
               std::vector<HangingSurface> hanging = {});
  /// Contact of a state begins anew.
  static void begin_in(State& world, const Contact& settings, std::vector<HangingSurface> hanging);

  const Contact& settings() const { return contacts_.settings(); }
  const std::vector<HangingSurface>& hanging() const { return hanging_; }
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
  /// Steps that a card takes by itself (world_contact_card.cpp), no more than so many. Where fewer
  /// were taken the next one is for step(), unless a body has diverged: then all are back where
  /// that was not so.
  struct Gone {
    std::int64_t steps = 0;
    std::optional<std::size_t> diverged{};
  };
  Gone go_on_card(const Bodies& bodies, std::int64_t count);
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
  void count_divided(std::int64_t steps, int halvings);
  void sort_forces();
  void look_at_selections(const State& world);
  void wake(const Bodies& bodies);
  void observe(const State& world);
  void hold(const Bodies& bodies, double step);
  bool may_go_on_card(const Bodies& bodies) const;
  bool choose_card(const Bodies& bodies);
  void give_list();
  void take_from_card(bool all);
  backend::TouchingStretch stretch(const Bodies& bodies, std::int64_t count) const;
  void count_parts(std::int64_t parts, Gone& gone);

  std::span<const Vec3d> read_places(const backend::CompiledState& body, std::size_t number,
                                     bool moved, std::span<Vec3d> all);

  // Whole steps that are divided before longer ones are tried again.
  static constexpr int calm_steps = 32;

  std::vector<HangingSurface> hanging_;  // by body
  TouchingObstacles obstacles_;
  contact::Contacts contacts_;
  std::vector<CarriedPlaces> carried_;  // by body, of surfaces that hang
  double whole_ = 0;                    // s, the step that the bodies are given
  int halvings_ = 0, wanted_ = 0;       // of it, in use and by the last look
  int halved_ = 0;                      // of it that the bodies have now
  int calm_ = 0;                        // whole steps until it may be longer again
  int units_ = 0;                       // of the whole step, smallest parts that are behind it
  int shortest_ = 0;                    // halvings, of what is behind it
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
  /// What a card knows of it; a copy begins without one.
  struct OnCard {
    OnCard() = default;
    OnCard(const OnCard&) {}
    OnCard& operator=(const OnCard&) {
      *this = OnCard();
      return *this;
    }
    OnCard(OnCard&&) = default;
    OnCard& operator=(OnCard&&) = default;
    ~OnCard() = default;

    std::unique_ptr<backend::TouchingSteps> steps{};
    const void* kind = nullptr;
    bool chosen = false;        // the bodies, as they are
    bool has_surfaces = false;  // as they are
    bool is_current = false;    // it has a list, and what is remembered
    bool list_holds = false;
    double duration = 0;  // s, since the host was told last
  } card_;
  // Of the present step, by body.
  std::vector<std::vector<Index>> pushed_;
  std::vector<std::vector<Vec3d>> forces_;
};

}  // namespace pliant
