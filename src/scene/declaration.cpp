#include <pliant/declaration.h>
#include <pliant/error.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/nearest_name.h"
#include "base/text.h"

namespace pliant {

namespace {

constexpr std::array<std::string_view, 13> kind_names{
    "number",
    "whole number",
    "true or false",
    "text",
    "choice",
    "vector {x, y, z}",
    "list of texts",
    "numbers by name",
    "list of {vertex = n, step = n, force = {x, y, z}}",
    "number, or function of time (s) to one",
    "vector, or function of time (s) to three numbers",
    "group of vertices",
    "body"};

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return out;
}

bool is_number(Kind kind) {
  return kind == Kind::number || kind == Kind::integer || kind == Kind::number_of_time;
}

[[noreturn]] void refuse(const Declaration& d, const Parameter& p, const Value& value) {
  const std::string allowed = p.allowed();
  std::string cure = text("it is ", p.kind == Kind::choice ? "one of" : "a ");
  if (p.kind != Kind::choice) cure += name(p.kind);
  if (p.kind == Kind::boolean) cure = "it is true or false";
  if (!allowed.empty()) cure += (p.kind == Kind::choice ? " " : ", ") + allowed;
  if (!p.unit.empty()) cure += text(" (", p.unit, ")");
  throw InputError("", 0, text(d.name, ": '", p.name, "' is ", kind_of(value)), cure);
}

void check_each_number(const Declaration& d, const Parameter& p, const Value& value) {
  if (const auto* list = std::get_if<Value::List>(&value.is))
    for (const Value& item : *list) check_each_number(d, p, item);
  else if (const auto* table = std::get_if<Value::Table>(&value.is))
    for (const auto& [key, item] : *table) check_each_number(d, p, item);
  else if (const auto* number = std::get_if<double>(&value.is); number && !std::isfinite(*number))
    throw InputError("", 0, text(d.name, ": '", p.name, "' is not finite"), "give finite numbers");
}

void check_each_length(const Declaration& d, const Parameter& p, const Value& value) {
  if (const auto* list = std::get_if<Value::List>(&value.is))
    for (const Value& item : *list) check_each_length(d, p, item);
  const auto* words = std::get_if<std::string>(&value.is);
  const std::size_t longest = p.kind == Kind::body ? longest_name : p.limits.longest;
  if (words != nullptr && words->size() > longest)
    throw InputError("", 0, text(d.name, ": '", p.name, "' has ", words->size(), " bytes"),
                     text(longest, " are the most"));
}

}  // namespace

std::string_view name(Kind kind) {
  return kind_names[static_cast<std::size_t>(kind)];
}

std::string Parameter::allowed() const {
  if (!limits.choices.empty()) return listed(limits.choices);
  const bool low = std::isfinite(limits.low), high = std::isfinite(limits.high);
  if (low && high) return text(limits.above ? "above " : "", limits.low, " to ", limits.high);
  if (low) return limits.above ? text("above ", limits.low) : text(limits.low, " or more");
  if (high) return text(limits.high, " or less");
  return "";
}

const Parameter& Declaration::parameter(std::string_view wanted) const {
  std::vector<std::string> names;
  for (const Parameter& p : parameters) {
    if (p.name == wanted) return p;
    names.push_back(p.name);
  }
  throw InputError("", 0, text(name, " has no parameter '", wanted.substr(0, 64), "'"),
                   nearest_name(wanted, names));
}

namespace detail {

void check_range(const Declaration& declaration, const Parameter& p, const Value& value) {
  const auto& choices = p.limits.choices;
  if (const auto* word = std::get_if<std::string>(&value.is); word && !choices.empty())
    if (std::ranges::find(choices, *word) == choices.end())
      throw InputError("", 0,
                       text(declaration.name, ": '", p.name, "' has no '",
                            std::string_view(*word).substr(0, 64), "'"),
                       nearest_name(*word, choices));
  check_each_length(declaration, p, value);
  check_each_number(declaration, p, value);
  const auto* number = std::get_if<double>(&value.is);
  if (number == nullptr || !is_number(p.kind)) return;
  const bool low = p.limits.above ? *number > p.limits.low : *number >= p.limits.low;
  if (!low || !(*number <= p.limits.high)) refuse(declaration, p, value);
}

}  // namespace detail

Value Declared::get(std::string_view parameter) const {
  return declaration().parameter(parameter).get(object());
}

void Declared::set(std::string_view parameter, const Value& value) {
  const Parameter& p = declaration().parameter(parameter);
  detail::check_range(declaration(), p, value);
  if (!p.set(object(), value)) refuse(declaration(), p, value);
}

}  // namespace pliant
