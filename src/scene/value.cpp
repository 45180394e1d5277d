#include <pliant/declaration.h>
#include <pliant/value.h>

#include <cmath>

#include "base/text.h"

namespace pliant {

namespace {

std::string joined_texts(const Value::List& list) {
  std::string out;
  for (const Value& item : list) out += (out.empty() ? "" : ", ") + text_of(item);
  return "{" + out + "}";
}

std::string joined_fields(const Value::Table& table) {
  std::string out;
  for (const auto& [key, item] : table)
    out += (out.empty() ? "" : ", ") + key + " = " + text_of(item);
  return "{" + out + "}";
}

struct Written {
  std::string operator()(std::monostate) const { return "nil"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(double value) const { return text(value); }
  std::string operator()(const std::string& value) const { return "\"" + value + "\""; }
  std::string operator()(const Value::List& value) const { return joined_texts(value); }
  std::string operator()(const Value::Table& value) const { return joined_fields(value); }
  std::string operator()(const Value::Function&) const { return "function"; }
};

struct Named {
  std::string operator()(std::monostate) const { return "nil"; }
  std::string operator()(bool) const { return "a boolean"; }
  std::string operator()(double value) const { return text("the number ", value); }
  std::string operator()(const std::string& value) const {
    return text("the text '", std::string_view(value).substr(0, 64), "'");
  }
  std::string operator()(const Value::List& value) const {
    return text("a list of ", value.size());
  }
  std::string operator()(const Value::Table&) const { return "a table"; }
  std::string operator()(const Value::Function&) const { return "a function"; }
};

}  // namespace

std::string text_of(const Value& value) {
  return std::visit(Written{}, value.is);
}

std::string kind_of(const Value& value) {
  return std::visit(Named{}, value.is);
}

namespace detail {

Value to_value(double value) {
  return value;
}
Value to_value(const std::optional<double>& value) {
  return value ? Value(*value) : Value();
}
Value to_value(std::int64_t value) {
  return value;
}
Value to_value(bool value) {
  return value;
}
Value to_value(const std::string& value) {
  return value;
}
Value to_value(const std::optional<Vec3d>& value) {
  return value ? Value(*value) : Value();
}
Value to_value(const Vec3d& value) {
  return value;
}
Value to_value(const std::vector<std::string>& value) {
  return Value::List(value.begin(), value.end());
}
Value to_value(const std::map<std::string, double>& value) {
  return Value::Table(value.begin(), value.end());
}
Value to_value(const std::vector<ForceEvent>& value) {
  Value::List list;
  for (const ForceEvent& event : value)
    list.push_back(
        Value::Table{{"vertex", event.vertex}, {"step", event.step}, {"force", event.force}});
  return list;
}
Value to_value(const OfTime<double>& value) {
  if (value.is_constant()) return value(0);
  return Value::Function([value](double time, std::span<double> out) { out[0] = value(time); });
}
Value to_value(const OfTime<Vec3d>& value) {
  if (value.is_constant()) return value(0);
  return Value::Function([value](double time, std::span<double> out) {
    const Vec3d at = value(time);
    for (int i = 0; i < 3; ++i) out[static_cast<std::size_t>(i)] = at[i];
  });
}

bool from_value(const Value& value, double& out) {
  const double* number = std::get_if<double>(&value.is);
  if (number != nullptr) out = *number;
  return number != nullptr;
}

bool from_value(const Value& value, std::optional<double>& out) {
  double number = 0;
  const bool given = from_value(value, number);
  if (given) out = number;
  return given || value.empty();
}

bool from_value(const Value& value, std::int64_t& out) {
  const double* number = std::get_if<double>(&value.is);
  constexpr double largest = 9007199254740992;  // 2^53: beyond, doubles skip whole numbers
  if (number == nullptr || *number != std::floor(*number) || std::abs(*number) > largest)
    return false;
  out = static_cast<std::int64_t>(*number);
  return true;
}

bool from_value(const Value& value, bool& out) {
  const bool* flag = std::get_if<bool>(&value.is);
  if (flag != nullptr) out = *flag;
  return flag != nullptr;
}

bool from_value(const Value& value, std::string& out) {
  const std::string* words = std::get_if<std::string>(&value.is);
  if (words != nullptr) out = *words;
  return words != nullptr;
}

bool from_value(const Value& value, std::optional<Vec3d>& out) {
  out.reset();
  return value.empty() || from_value(value, out.emplace());
}
bool from_value(const Value& value, Vec3d& out) {
  const Value::List* list = std::get_if<Value::List>(&value.is);
  if (list == nullptr || list->size() != 3) return false;
  for (int i = 0; i < 3; ++i)
    if (!from_value((*list)[static_cast<std::size_t>(i)], out[i])) return false;
  return true;
}

bool from_value(const Value& value, std::vector<std::string>& out) {
  const Value::List* list = std::get_if<Value::List>(&value.is);
  if (list == nullptr) return false;
  out.resize(list->size());
  for (std::size_t i = 0; i < out.size(); ++i)
    if (!from_value((*list)[i], out[i])) return false;
  return true;
}

bool from_value(const Value& value, std::map<std::string, double>& out) {
  const Value::List* list = std::get_if<Value::List>(&value.is);
  if (list != nullptr && list->empty()) return true;  // {} may be either
  const Value::Table* table = std::get_if<Value::Table>(&value.is);
  if (table == nullptr) return false;
  for (const auto& [key, item] : *table)
    if (!from_value(item, out[key])) return false;
  return true;
}

bool from_value(const Value& value, std::vector<ForceEvent>& out) {
  const Value::List* list = std::get_if<Value::List>(&value.is);
  if (list == nullptr) return false;
  for (const Value& item : *list) {
    ForceEvent event;
    const Value::Table* table = std::get_if<Value::Table>(&item.is);
    if (table == nullptr || table->size() != 3) return false;
    for (const auto& [key, field] : *table)
      if (!(key == "vertex"  ? from_value(field, event.vertex)
            : key == "step"  ? from_value(field, event.step)
            : key == "force" ? from_value(field, event.force) && is_finite(event.force)
                             : false))
        return false;
    out.push_back(event);
  }
  return true;
}

bool from_value(const Value& value, OfTime<double>& out) {
  double constant = 0;
  if (from_value(value, constant)) {
    out = constant;
    return true;
  }
  const Value::Function* function = std::get_if<Value::Function>(&value.is);
  if (function == nullptr) return false;
  out = std::function<double(double)>([f = *function](double time) {
    double number = 0;
    f(time, {&number, 1});
    return number;
  });
  return true;
}

bool from_value(const Value& value, OfTime<Vec3d>& out) {
  Vec3d constant;
  if (from_value(value, constant)) {
    out = constant;
    return true;
  }
  const Value::Function* function = std::get_if<Value::Function>(&value.is);
  if (function == nullptr) return false;
  out = std::function<Vec3d(double)>([f = *function](double time) {
    double numbers[3]{};
    f(time, numbers);
    return Vec3d{numbers[0], numbers[1], numbers[2]};
  });
  return true;
}

}  // namespace detail

}  // namespace pliant
