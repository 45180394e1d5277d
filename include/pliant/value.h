#pragma once

#include <pliant/vec3.h>

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// What the parameters of actions hold, and the one type through which scripts, panels and help
// texts read and write them all.

namespace pliant {

/// A number or a vector that stays the same or follows a function of time (s).
template <class T>
class OfTime {
 public:
  OfTime() = default;
  OfTime(const T& constant) : constant_(constant) {}
  OfTime(std::function<T(double)> function) : function_(std::move(function)) {}

  T operator()(double time) const { return function_ ? function_(time) : constant_; }
  bool is_constant() const { return !function_; }

 private:
  T constant_{};
  std::function<T(double)> function_;
};

/// Vertices by name: a group of the mesh or of the scene, or what parse_group() reads.
struct GroupName : std::string {
  using std::string::string;
};
/// A body by name; empty: every body of the scene.
struct BodyName : std::string {
  using std::string::string;
};

/// A force on one vertex during one step, for EventForces.
struct ForceEvent {
  std::int64_t vertex = 0;
  std::int64_t step = 0;  ///< it acts while this step is taken; the first is 0
  Vec3d force{};          ///< N
};

/// A value as a script gives it.
struct Value {
  using List = std::vector<Value>;
  using Table = std::map<std::string, Value>;
  /// Fills `out` with as many numbers as are asked for; InputError where it has others.
  using Function = std::function<void(double time, std::span<double> out)>;

  std::variant<std::monostate, bool, double, std::string, List, Table, Function> is;

  Value() = default;
  Value(bool value) : is(value) {}
  Value(double value) : is(value) {}
  Value(int value) : is(static_cast<double>(value)) {}
  Value(std::int64_t value) : is(static_cast<double>(value)) {}
  Value(const char* value) : is(std::string(value)) {}
  Value(std::string value) : is(std::move(value)) {}
  Value(const Vec3d& v) : is(List{v.x, v.y, v.z}) {}
  Value(List value) : is(std::move(value)) {}
  Value(Table value) : is(std::move(value)) {}
  Value(Function value) : is(std::move(value)) {}

  bool empty() const { return std::holds_alternative<std::monostate>(is); }
};

/// As it would be written in a script.
std::string text_of(const Value& value);
/// "a number", "text", "a list of 3": for messages.
std::string kind_of(const Value& value);

}  // namespace pliant
