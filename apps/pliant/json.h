#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pliant::app {

/// A text is no JSON, or a value is not what was asked for.
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A JSON value, for reports and small files. Members keep their order. Strings may have any bytes,
/// and have the same ones when they are read back. json.cpp alone includes the library that reads
/// and writes the text, which takes a compiler seconds.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(std::integral auto value) : value_(static_cast<std::int64_t>(value)) {}
  Json(double value) : value_(value) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(const std::vector<std::string>& texts);
  /// An object where all are pairs of a name and a value, an array otherwise.
  Json(std::initializer_list<Json> values);

  static Json array() { return Json(Array()); }
  static Json object() { return Json(Object()); }
  static Json parse(std::string_view text);          ///< JsonError
  static Json parse_or_null(std::string_view text);  ///< null where that is no JSON
  /// Without spaces, or a line for each value.
  std::string dump() const { return dump(-1); }
  std::string dump(int indent) const;  ///< floating-point numbers that are not finite become null

  bool is_null() const { return value_.index() == 0; }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_number_float() const { return std::holds_alternative<double>(value_); }
  bool is_number() const {
    return is_number_float() || std::holds_alternative<std::int64_t>(value_);
  }
  /// std::string, bool, double, std::int64_t, std::size_t or std::vector<std::string>.
  template <class T>
  T get() const;

  bool contains(const std::string& name) const;
  const Json& at(const std::string& name) const;  ///< JsonError where it is not there
  const Json& operator[](const std::string& name) const { return at(name); }
  Json& operator[](const std::string& name);  ///< made where it is not there
  const Json& operator[](const char* name) const { return at(name); }
  Json& operator[](const char* name) { return (*this)[std::string(name)]; }
  const Object& items() const;
  /// Members of another object replace those of the same name, or come after the others.
  void update(const Json& other);

  void push_back(Json value);
  const Json& operator[](int index) const { return elements().at(static_cast<std::size_t>(index)); }
  Array::const_iterator begin() const { return elements().begin(); }
  Array::const_iterator end() const { return elements().end(); }
  std::size_t size() const { return elements().size(); }

  bool operator==(const Json& other) const = default;

 private:
  friend struct JsonText;
  explicit Json(Array values) : value_(std::move(values)) {}
  explicit Json(Object members) : value_(std::move(members)) {}
  const Array& elements() const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

template <>
std::string Json::get() const;
template <>
bool Json::get() const;
template <>
double Json::get() const;
template <>
std::int64_t Json::get() const;
template <>
std::size_t Json::get() const;
template <>
std::vector<std::string> Json::get() const;

}  // namespace pliant::app
