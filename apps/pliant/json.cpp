#include "json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace pliant::app {

using Text = nlohmann::ordered_json;

namespace {

constexpr int most_levels = 100;  // values in values; reading them takes the stack

// JSON is UTF-8, but file names may have any bytes. One that is not UTF-8 is written as a character
// of the private use area, U+EF80 to U+EFFF, and read back from it; what has such characters of its
// own is written so, too, byte by byte. (OPTU-8 of MirBSD has the same range.)
bool stands_for_a_byte(std::string_view character) {
  return character.size() == 3 && character[0] == '\xEE' &&
         (character[1] == '\xBE' || character[1] == '\xBF');
}

std::string character_for(char byte) {
  const unsigned low = static_cast<unsigned char>(byte) & 0x7Fu;
  return {'\xEE', static_cast<char>(0xBEu + (low >> 6)), static_cast<char>(0x80u + (low & 0x3Fu))};
}

char byte_for(std::string_view character) {
  const unsigned high = static_cast<unsigned char>(character[1]) - 0xBEu;
  return static_cast<char>(0x80u + (high << 6) +
                           (static_cast<unsigned char>(character[2]) & 0x3Fu));
}

std::string written(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text));
    const std::string_view character = text.substr(0, length);
    if (utf8_length(character) == 0 || stands_for_a_byte(character))
      for (const char byte : character) out += character_for(byte);
    else
      out += character;
    text.remove_prefix(length);
  }
  return out;
}

std::string read_back(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text));
    const std::string_view character = text.substr(0, length);
    if (stands_for_a_byte(character))
      out += byte_for(character);
    else
      out += character;
    text.remove_prefix(length);
  }
  return out;
}

bool is_shallow(int depth, Text::parse_event_t, const Text&) {
  if (depth > most_levels) throw JsonError("its values lie too deep in each other");
  return true;
}

}  // namespace

/// To the library's values and back.
struct JsonText {
  static Text of(const Json& json) { return std::visit(JsonText(), json.value_); }
  Text operator()(std::monostate) const { return nullptr; }
  Text operator()(const Json::Array& values) const {
    Text out = Text::array();
    for (const Json& value : values) out.push_back(of(value));
    return out;
  }
  Text operator()(const Json::Object& members) const {
    Text out = Text::object();
    for (const auto& [name, value] : members) out[written(name)] = of(value);
    return out;
  }
  Text operator()(const std::string& text) const { return written(text); }
  Text operator()(const auto& value) const { return value; }

  static Json read(const Text& text) {
    if (text.is_boolean()) return text.get<bool>();
    if (text.is_number_integer()) return text.get<std::int64_t>();
    if (text.is_number()) return text.get<double>();
    if (text.is_string()) return read_back(text.get<std::string>());
    if (text.is_array()) {
      Json out = Json::array();
      for (const Text& value : text) out.push_back(read(value));
      return out;
    }
    if (!text.is_object()) return nullptr;
    Json out = Json::object();
    for (const auto& [name, value] : text.items()) out[read_back(name)] = read(value);
    return out;
  }
};

namespace {

template <class T, class Value>
const T& need(const Value& value, const char* what) {
  if (const T* found = std::get_if<T>(&value)) return *found;
  throw JsonError(std::string("a value is not ") + what);
}

template <class Members>
auto find_member(Members& members, const std::string& name) {
  return std::ranges::find(members, name, &Json::Object::value_type::first);
}

}  // namespace

Json::Json(const std::vector<std::string>& texts) : Json(Array(texts.begin(), texts.end())) {}

Json::Json(std::initializer_list<Json> values) {
  const auto is_member = [](const Json& value) {
    const auto* pair = std::get_if<Array>(&value.value_);
    return pair && pair->size() == 2 && pair->front().is_string();
  };
  if (!std::ranges::all_of(values, is_member)) {
    value_ = Array(values);
    return;
  }
  Object members;
  for (const Json& value : values) {
    const auto& pair = std::get<Array>(value.value_);
    members.emplace_back(pair[0].get<std::string>(), pair[1]);
  }
  value_ = std::move(members);
}

Json Json::parse(std::string_view text) {
  try {
    return JsonText::read(Text::parse(text, is_shallow));
  } catch (const Text::exception& e) {
    throw JsonError(e.what());
  }
}
Json Json::parse_or_null(std::string_view text) {
  try {
    return parse(text);
  } catch (const JsonError&) {
    return {};
  }
}
std::string Json::dump(int indent) const {
  return JsonText::of(*this).dump(indent);
}

template <>
std::string Json::get() const {
  return need<std::string>(value_, "a string");
}
template <>
bool Json::get() const {
  return need<bool>(value_, "true or false");
}
template <>
std::int64_t Json::get() const {
  return need<std::int64_t>(value_, "a whole number");
}
template <>
std::size_t Json::get() const {
  return static_cast<std::size_t>(get<std::int64_t>());
}
template <>
double Json::get() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  return need<double>(value_, "a number");
}
template <>
std::vector<std::string> Json::get() const {
  std::vector<std::string> out;
  for (const Json& value : elements()) out.push_back(value.get<std::string>());
  return out;
}

const Json::Array& Json::elements() const {
  return need<Array>(value_, "an array");
}
const Json::Object& Json::items() const {
  return need<Object>(value_, "an object");
}

bool Json::contains(const std::string& name) const {
  const auto* members = std::get_if<Object>(&value_);
  return members && find_member(*members, name) != members->end();
}
const Json& Json::at(const std::string& name) const {
  const auto found = find_member(items(), name);
  if (found == items().end()) throw JsonError("there is no '" + name + "'");
  return found->second;
}
Json& Json::operator[](const std::string& name) {
  if (is_null()) value_ = Object();
  auto& members = const_cast<Object&>(items());
  const auto found = find_member(members, name);
  return found != members.end() ? found->second : members.emplace_back(name, Json()).second;
}
void Json::update(const Json& other) {
  for (const auto& [name, value] : other.items()) (*this)[name] = value;
}
void Json::push_back(Json value) {
  if (is_null()) value_ = Array();
  const_cast<Array&>(elements()).push_back(std::move(value));
}

}  // namespace pliant::app
