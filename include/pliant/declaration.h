#pragma once

#include <pliant/value.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A struct tells once what it is called and which parameters it has. From that come its constructor
// in scripts, range checks, help and the reference page.

namespace pliant {

enum class Kind {
  number,
  integer,
  boolean,
  text,
  choice,
  vector,
  texts,
  settings,  ///< numbers by name
  events,
  number_of_time,
  vector_of_time,
  group,
  body
};
/// "number", "function of time to a vector": for help texts.
std::string_view name(Kind kind);

/// Which values a parameter may have.
struct Limits {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool above = false;  ///< `low` itself is not allowed
  std::vector<std::string> choices{};
  bool required = false;                        ///< has no default
  std::size_t longest = std::size_t{16} << 20;  ///< bytes of a text
};
inline constexpr std::size_t longest_name = 200;  ///< bytes; of bodies, groups, probes, definitions
inline constexpr std::size_t longest_path = 4096;  ///< bytes
namespace limits {
inline const Limits not_negative{.low = 0};
inline const Limits positive{.low = 0, .above = true};
inline const Limits required{.required = true};
inline const Limits a_name{.longest = longest_name};
}  // namespace limits

struct Parameter {
  std::string name;
  std::string unit;  ///< SI; empty for none
  std::string help;  ///< one line
  Kind kind = Kind::number;
  Limits limits;
  Value fallback;  ///< empty where it must be given, or where nothing is given by default
  std::function<Value(const void* object)> get;
  /// False where the value is of another kind.
  std::function<bool(void* object, const Value& value)> set;

  /// "0 or more", "above 0", "0 to 1", "x, y or z"; empty where everything is allowed.
  std::string allowed() const;
};

struct Declaration {
  std::string name;
  std::string group;                    ///< a heading of the reference page
  std::string help;                     ///< one or two sentences
  std::string example;                  ///< Lua
  std::vector<Parameter> parameters{};  ///< in the order of the positional form
  /// What NAME:new(...), the form of E06, has instead of the defaults.
  std::vector<std::pair<std::string, Value>> with_new{};

  /// InputError with the nearest name where there is none.
  const Parameter& parameter(std::string_view name) const;
};

namespace detail {

Value to_value(double);
Value to_value(const std::optional<double>&);  ///< empty where there is none
Value to_value(std::int64_t);
Value to_value(bool);
Value to_value(const std::string&);
Value to_value(const Vec3d&);
Value to_value(const std::optional<Vec3d>&);
Value to_value(const std::vector<std::string>&);
Value to_value(const std::map<std::string, double>&);
Value to_value(const std::vector<ForceEvent>&);
Value to_value(const OfTime<double>&);
Value to_value(const OfTime<Vec3d>&);

bool from_value(const Value&, double&);
bool from_value(const Value&, std::optional<double>&);
bool from_value(const Value&, std::int64_t&);
bool from_value(const Value&, bool&);
bool from_value(const Value&, std::string&);
bool from_value(const Value&, Vec3d&);
bool from_value(const Value&, std::optional<Vec3d>&);
bool from_value(const Value&, std::vector<std::string>&);
bool from_value(const Value&, std::map<std::string, double>&);
bool from_value(const Value&, std::vector<ForceEvent>&);
bool from_value(const Value&, OfTime<double>&);
bool from_value(const Value&, OfTime<Vec3d>&);

template <class T>
inline constexpr Kind kind = Kind::number;
template <>
inline constexpr Kind kind<std::int64_t> = Kind::integer;
template <>
inline constexpr Kind kind<bool> = Kind::boolean;
template <>
inline constexpr Kind kind<std::string> = Kind::text;
template <>
inline constexpr Kind kind<Vec3d> = Kind::vector;
template <>
inline constexpr Kind kind<std::optional<Vec3d>> = Kind::vector;
template <>
inline constexpr Kind kind<std::vector<std::string>> = Kind::texts;
template <>
inline constexpr Kind kind<std::map<std::string, double>> = Kind::settings;
template <>
inline constexpr Kind kind<std::vector<ForceEvent>> = Kind::events;
template <>
inline constexpr Kind kind<OfTime<double>> = Kind::number_of_time;
template <>
inline constexpr Kind kind<OfTime<Vec3d>> = Kind::vector_of_time;
template <>
inline constexpr Kind kind<GroupName> = Kind::group;
template <>
inline constexpr Kind kind<BodyName> = Kind::body;

/// Throws InputError that names action and parameter.
void check_range(const Declaration&, const Parameter&, const Value&);

}  // namespace detail

/// Writes the declaration of a struct A; defaults are those of A{}.
template <class A>
class Declare {
 public:
  Declare(std::string name, std::string group, std::string help, std::string example)
      : declaration_{std::move(name), std::move(group), std::move(help), std::move(example)} {}

  template <class T>
  Declare& parameter(std::string name, T A::*member, std::string unit, std::string help,
                     Limits limits = {}) {
    const Kind kind = limits.choices.empty() ? detail::kind<T> : Kind::choice;
    Parameter p{
        std::move(name), std::move(unit), std::move(help), kind, std::move(limits), {}, {}, {}};
    p.get = [member](const void* object) {
      return detail::to_value(static_cast<const A*>(object)->*member);
    };
    p.set = [member](void* object, const Value& value) {
      T converted{};
      if (!detail::from_value(value, converted)) return false;
      static_cast<A*>(object)->*member = std::move(converted);
      return true;
    };
    const A defaults{};
    p.fallback = p.limits.required ? Value() : p.get(&defaults);
    declaration_.parameters.push_back(std::move(p));
    return *this;
  }

  Declare& with_new(std::string parameter, Value value) {
    declaration_.with_new.emplace_back(std::move(parameter), std::move(value));
    return *this;
  }

  operator Declaration() const { return declaration_; }

 private:
  Declaration declaration_;
};

/// Something with a declaration, whose parameters are read and written by name.
class Declared {
 public:
  virtual ~Declared() = default;
  virtual const Declaration& declaration() const = 0;

  Value get(std::string_view parameter) const;
  /// InputError, with what was expected, for an unknown name or a value that is not allowed.
  void set(std::string_view parameter, const Value& value);

  /// The line of a script that made it, for messages; empty and 0 where there is none.
  std::string file;
  std::size_t line = 0;

 protected:
  virtual void* object() = 0;
  const void* object() const { return const_cast<Declared*>(this)->object(); }
};

}  // namespace pliant
