#include "tools/parameter_widget.h"

#include <imgui.h>
#include <imgui_stdlib.h>
#include <pliant/material.h>

#include <algorithm>
#include <cmath>

#include "window/widgets.h"

namespace pliant::viewer {

namespace {

// How help texts name the value.
std::string sign_of(const Value& now) {
  if (now.empty()) return "not given: ";
  if (const auto* const words = std::get_if<std::string>(&now.is))
    return words->empty() ? "empty: " : "";
  const auto* const number = std::get_if<double>(&now.is);
  if (number == nullptr) return "";
  return *number == 0 ? "0: " : *number < 0 ? "below 0: " : "";
}

}  // namespace

std::string automatic_words(const Parameter& parameter, const Value& now) {
  const std::string sign = sign_of(now);
  if (sign.empty()) return "";
  const std::string& help = parameter.help;
  std::size_t at = help.rfind(sign, 0) == 0 ? 0 : help.find("; " + sign);
  if (at == std::string::npos) return "";
  if (at > 0) at += 2;
  at += sign.size();
  return help.substr(at, help.find(';', at) - at);
}

namespace {

// What the user is changing and has not let go of; there is only one widget with the mouse or the
// keyboard at a time.
struct Draft {
  std::string words;
  Value value;
};
Draft& draft() {
  static Draft current;
  return current;
}

bool same(const Value& a, const Value& b) {
  return text_of(a) == text_of(b);
}

// Call after a widget that has put its present state into `value`.
std::optional<Value> when_complete(const Value& value, const Value& now, const std::string& words) {
  if (ImGui::IsItemDeactivatedAfterEdit()) {
    draft() = {};
    if (!same(value, now)) return value;
  } else if (ImGui::IsItemActive()) {
    draft() = {words, value};
  } else if (draft().words == words) {
    draft() = {};
  }
  return std::nullopt;
}

const Value& drafted(const Value& now, const std::string& words) {
  return draft().words == words ? draft().value : now;
}

std::string format_of(const std::string& number, const std::string& unit) {
  std::string format = number;
  if (!unit.empty()) format += " ";
  for (char c : unit) format += c == '%' ? "%%" : std::string(1, c);
  return format;
}

double allowed(double value, double before, const Limits& limits) {
  if (std::isnan(value)) return before;
  const double inside = std::clamp(value, limits.low, limits.high);
  return limits.above && inside <= limits.low ? before : inside;
}

// A hundredth of the number a pixel, so that all magnitudes are within reach.
float speed_of(double value, double least) {
  const double speed = std::max(std::abs(value), least) / 100;
  return std::isfinite(speed) ? static_cast<float>(speed) : 0;
}

bool is_bounded(const Limits& limits) {
  return std::isfinite(limits.low) && std::isfinite(limits.high);
}

// As a format for ImGui that shows these words whatever the number is.
std::string literal(const std::string& words) {
  std::string format;
  for (const char c : words) format += c == '%' ? "%%" : std::string(1, c);
  return format;
}

bool number_field(const Parameter& p, double& value, const std::string& automatic) {
  const std::string format = automatic.empty() ? format_of("%.6g", p.unit) : literal(automatic);
  if (is_bounded(p.limits))
    return ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &p.limits.low,
                               &p.limits.high, format.c_str());
  if (p.unit == "Pa") {
    double low = 1e2, high = 1e9;
    if (value > 0) low = std::min(low, value);
    high = std::max(high, value);
    return ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &low, &high, format.c_str(),
                               ImGuiSliderFlags_Logarithmic);
  }
  return ImGui::DragScalar("##value", ImGuiDataType_Double, &value, speed_of(value, 0.1),
                           &p.limits.low, &p.limits.high, format.c_str());
}

std::optional<Value> number(const Parameter& p, const Value& now, const std::string& words,
                            const std::string& automatic) {
  const double before = std::get<double>(now.is);
  double value = std::get<double>(drafted(now, words).is);
  number_field(p, value, value == before ? automatic : "");
  return when_complete(allowed(value, before, p.limits), now, words);
}

// A number that is not given; pressing gives it one.
std::optional<Value> missing_number(const Parameter& p, const std::string& automatic) {
  const char* const shown = automatic.empty() ? "not given" : automatic.c_str();
  const bool pressed = ImGui::Button(shown, ImVec2(ImGui::CalcItemWidth(), 0));
  if (!pressed) return std::nullopt;
  const double middle = is_bounded(p.limits) ? (p.limits.low + p.limits.high) / 2 : p.limits.low;
  return allowed(0, middle, p.limits);
}

std::optional<Value> integer(const Parameter& p, const Value& now, const std::string& words,
                             const std::string& automatic) {
  const double before = std::get<double>(now.is);
  auto value = static_cast<std::int64_t>(std::get<double>(drafted(now, words).is));
  const bool shown = !automatic.empty() && static_cast<double>(value) == before;
  const std::string format = shown ? literal(automatic) : format_of("%lld", p.unit);
  ImGui::DragScalar("##value", ImGuiDataType_S64, &value,
                    std::max(0.1f, speed_of(static_cast<double>(value), 1)), nullptr, nullptr,
                    format.c_str());
  return when_complete(allowed(static_cast<double>(value), before, p.limits), now, words);
}

std::optional<Value> boolean(const Value& now) {
  bool value = std::get<bool>(now.is);
  if (ImGui::Checkbox("##value", &value)) return Value(value);
  return std::nullopt;
}

std::optional<Value> vector(const Parameter& p, const Value& now, const std::string& words) {
  const auto& list = std::get<Value::List>(drafted(now, words).is);
  double v[3] = {};
  for (std::size_t i = 0; i < 3 && i < list.size(); ++i) v[i] = std::get<double>(list[i].is);
  const double size = length(Vec3d{v[0], v[1], v[2]});
  ImGui::DragScalarN("##value", ImGuiDataType_Double, v, 3, speed_of(size, 0.1), nullptr, nullptr,
                     format_of("%.4g", p.unit).c_str());
  return when_complete(Vec3d{v[0], v[1], v[2]}, now, words);
}

std::optional<Value> chosen_from(const std::vector<std::string>& choices, const std::string& now,
                                 const std::string& words, const char* nothing) {
  const auto name = [&](const std::string& s) { return s.empty() ? nothing : s.c_str(); };
  std::optional<Value> value;
  const bool open = ImGui::BeginCombo("##value", name(now));
  remember_place(words);
  if (!open) return value;
  for (const std::string& choice : choices) {
    if (ImGui::Selectable(name(choice), choice == now) && choice != now) value = choice;
    remember_place(words + "=" + choice);
  }
  ImGui::EndCombo();
  return value;
}

std::optional<Value> text(const Value& now, const std::string& words) {
  std::string value = std::get<std::string>(drafted(now, words).is);
  ImGui::InputText("##value", &value);
  return when_complete(value, now, words);
}

std::optional<Value> group(const Value& now, const std::string& words, const KnownNames& names) {
  const float arrow = ImGui::GetFrameHeight() + 2;
  ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - arrow);
  std::optional<Value> value = text(now, words);
  remember_place(words);
  ImGui::SameLine(0, 2);
  if (ImGui::ArrowButton("names", ImGuiDir_Down)) ImGui::OpenPopup("names");
  remember_place(words + " names");
  if (!ImGui::BeginPopup("names")) return value;
  for (const std::string& name : names.groups) {
    if (ImGui::Selectable(name.c_str())) value = name;
    remember_place(words + "=" + name);
  }
  ImGui::EndPopup();
  return value;
}

std::string joined(const Value& list) {
  std::string all;
  if (const auto* parts = std::get_if<Value::List>(&list.is))
    for (const Value& part : *parts) {
      if (!all.empty()) all += ", ";
      const auto* words = std::get_if<std::string>(&part.is);
      all += words != nullptr ? *words : text_of(part);
    }
  return all;
}

Value parted(const std::string& all) {
  Value::List list;
  for (std::size_t start = 0; start <= all.size();) {
    const std::size_t end = std::min(all.find(',', start), all.size());
    const std::size_t first = std::min(all.find_first_not_of(' ', start), end);
    std::string part = all.substr(first, end - first);
    part.erase(part.find_last_not_of(' ') + 1);
    if (!part.empty()) list.emplace_back(part);
    start = end + 1;
  }
  return list;
}

std::optional<Value> texts(const Value& now, const std::string& words) {
  const auto edited = text(joined(now), words);
  return edited ? std::optional(parted(std::get<std::string>(edited->is))) : std::nullopt;
}

void only_shown(const std::string& words) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", words.c_str());
}

std::vector<std::string> material_names() {
  std::vector<std::string> names{""};
  for (const Material& m : materials()) names.push_back(m.name);
  return names;
}

// What is shown for a value that stands for another one.
std::string automatic_of(const Parameter& p, const Value& now, const std::string& used) {
  const std::string words = automatic_words(p, now);
  return words.empty() || used.empty() ? words : "auto: " + used;
}

std::optional<Value> field(const Parameter& p, const Value& now, const std::string& words,
                           const KnownNames& names, const std::string& automatic) {
  const auto* name = std::get_if<std::string>(&now.is);
  const auto with_place = [&](std::optional<Value> value) {
    remember_place(words);
    return value;
  };
  const bool is_number = std::holds_alternative<double>(now.is);
  const bool is_list = std::holds_alternative<Value::List>(now.is);
  if (p.kind == Kind::integer && is_number) return with_place(integer(p, now, words, automatic));
  if (is_number) return with_place(number(p, now, words, automatic));
  if (p.kind == Kind::number && now.empty()) return with_place(missing_number(p, automatic));
  if (p.kind == Kind::boolean) return with_place(boolean(now));
  if (p.kind == Kind::choice && name) return chosen_from(p.limits.choices, *name, words, "none");
  if (p.kind == Kind::body && name) {
    std::vector<std::string> bodies{""};
    bodies.insert(bodies.end(), names.bodies.begin(), names.bodies.end());
    return chosen_from(bodies, *name, words, "every body");
  }
  if (p.kind == Kind::text && p.name == "material" && name)
    return chosen_from(material_names(), *name, words,
                       automatic.empty() ? "none" : automatic.c_str());
  if (p.kind == Kind::group && name) return group(now, words, names);
  if (name) return with_place(text(now, words));
  if (p.kind == Kind::texts) return with_place(texts(now, words));
  if ((p.kind == Kind::vector || p.kind == Kind::vector_of_time) && is_list)
    return with_place(vector(p, now, words));
  if (std::holds_alternative<Value::Function>(now.is))
    only_shown("function of time");
  else if (p.kind == Kind::events && is_list)
    only_shown(std::to_string(std::get<Value::List>(now.is).size()) + " events");
  else
    only_shown(text_of(now));
  remember_place(words);
  return std::nullopt;
}

std::string default_of(const Parameter& p) {
  return p.fallback.empty() ? "not given" : text_of(p.fallback);
}

std::string help_of(const Parameter& p) {
  std::string words = p.help;
  if (const std::string range = p.allowed(); !range.empty()) words += "\nAllowed: " + range;
  if (!p.limits.required) words += "\nDefault: " + default_of(p);
  return words;
}

// About half of the line, so that all fields begin and end alike; less where a name needs the room.
float field_width(const std::string& name) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float rest = room - ImGui::CalcTextSize(name.c_str()).x - ImGui::GetStyle().ItemSpacing.x;
  return std::max(std::min(0.55f * room, rest), 0.25f * room);
}

// What is too long for its field stands in the help.
std::string fitting(const std::string& automatic, float width) {
  const float room = width - 2 * ImGui::GetStyle().FramePadding.x;
  return ImGui::CalcTextSize(automatic.c_str()).x <= room ? automatic : "auto";
}

}  // namespace

std::optional<Value> parameter_widget(const Parameter& p, const Value& now,
                                      const std::string& words, const KnownNames& names,
                                      const std::string& used) {
  ImGui::PushID(words.c_str());
  ImGui::BeginGroup();
  const float width = field_width(p.name);
  ImGui::SetNextItemWidth(width);
  const std::string automatic = fitting(automatic_of(p, now, used), width);
  const bool greyed = !automatic.empty() && draft().words != words;
  if (greyed) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, ImVec4(0, 0, 0, 0));  // at no number of its own
  }
  std::optional<Value> value = field(p, now, words, names, automatic);
  if (greyed) ImGui::PopStyleColor(2);
  ImGui::SameLine();
  const bool usual = p.limits.required || same(now, p.fallback);
  if (usual)
    ImGui::TextDisabled("%s", p.name.c_str());
  else
    ImGui::TextUnformatted(p.name.c_str());
  ImGui::EndGroup();
  help_on_hover(help_of(p).c_str());
  if (!p.limits.required && ImGui::BeginPopupContextItem("default")) {
    if (ImGui::MenuItem(("Default: " + default_of(p)).c_str()) && !usual) value = p.fallback;
    remember_place(words + " default");
    ImGui::EndPopup();
  }
  ImGui::PopID();
  return value;
}

}  // namespace pliant::viewer
