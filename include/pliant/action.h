#pragma once

#include <pliant/declaration.h>

#include <cstdint>
#include <type_traits>

// What a user adds to a simulation. An action is a plain struct: its parameters are members,
//   static Declaration declare();                  tells their names, units, ranges and help,
//   void prepare(Stage&) const;                    checks them and changes bodies and dynamics.
// An action that does something while the simulation runs returns that from prepare() as a Work.

namespace pliant {

class SceneRun;
class Stage;

inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// What an action does while a simulation runs. It is called at the steps it asks for only; between
/// them bodies step without interruption.
class Work {
 public:
  virtual ~Work() = default;
  /// States are there; no step was taken.
  virtual void start(SceneRun&) {}
  /// The first step after `step` at which at() is to be called; a function of the step alone.
  virtual std::int64_t next_event(std::int64_t) const { return never; }
  virtual void at(SceneRun&, std::int64_t /*step*/) {}
  /// Whether at() gives bodies energy or takes it away otherwise than by leading vertices and
  /// obstacles, as loads and cuts do. What only looks says no.
  virtual bool changes_energy() const { return true; }
  /// No step follows, as far as is known: the run has come to its end or is interrupted. What keeps
  /// a record takes the present state, unless it has taken that in at() already.
  virtual void end(SceneRun&) {}
  /// What it must know to go on from a checkpoint beside the step; set after start().
  virtual std::vector<double> memory() const { return {}; }
  /// InputError where that is not its own.
  virtual void remember(SceneRun&, std::span<const double>) {}
  /// Instead, where the action comes into a run that is under way: bodies are where they are now,
  /// and its events up to the present step are not called any more.
  virtual void join(SceneRun&, std::int64_t /*step*/) {}
};

class Action : public Declared {
 public:
  virtual std::unique_ptr<Action> copy() const = 0;
  virtual std::unique_ptr<Work> prepare(Stage& stage) const = 0;
};

struct ActionType {
  Declaration declaration;
  std::unique_ptr<Action> (*make)(const ActionType&);
  std::size_t law = 0;  ///< for the actions made from laws: which
};

/// The type of an action given as a struct.
template <class A>
const ActionType& action_type();

/// An action's struct behind the common interface.
template <class A>
class ActionOf final : public Action {
 public:
  explicit ActionOf(const ActionType& type, A action = {})
      : type_(&type), action_(std::move(action)) {}
  const Declaration& declaration() const override { return type_->declaration; }
  const A& value() const { return action_; }
  std::unique_ptr<Action> copy() const override { return std::make_unique<ActionOf>(*this); }
  std::unique_ptr<Work> prepare(Stage& stage) const override {
    if constexpr (std::is_void_v<decltype(action_.prepare(stage))>) {
      action_.prepare(stage);
      return nullptr;
    } else {
      return action_.prepare(stage);
    }
  }

 protected:
  void* object() override { return &action_; }

 private:
  const ActionType* type_;
  A action_;
};

template <class A>
const ActionType& action_type() {
  static const ActionType type{A::declare(), [](const ActionType& t) -> std::unique_ptr<Action> {
                                 return std::make_unique<ActionOf<A>>(t);
                               }};
  return type;
}

/// The struct that an action is made of; null where that is another one.
template <class A>
const A* action_as(const Action& action) {
  const auto* const of = dynamic_cast<const ActionOf<A>*>(&action);
  return of ? &of->value() : nullptr;
}

/// All actions, by group and name.
std::vector<const ActionType*> actions();
/// InputError with the nearest name where there is none.
const ActionType& find_action(std::string_view name);
/// Makes an action known to scripts and help texts; InputError where the name is taken.
void register_action(const ActionType& type);

/// A translation unit adds an action by one line: `static const RegisterAction<Wind> wind;`
template <class A>
struct RegisterAction {
  RegisterAction() { register_action(action_type<A>()); }
};

/// What `pliant actions` prints: all in short, or one with its parameters.
std::string actions_text();
std::string action_text(const Declaration& declaration);
/// docs/actions.md.
std::string actions_markdown();

}  // namespace pliant
