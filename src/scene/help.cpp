#include <pliant/action.h>

#include <algorithm>

#include "base/papers.h"
#include "base/text.h"

namespace pliant {

namespace {

std::string padded(const std::string& word, std::size_t width) {
  return text(word, std::string(width - std::min(width, word.size()), ' '));
}

std::string_view first_sentence(std::string_view help) {
  const std::size_t end = help.find(". ");
  return help.substr(0, end == std::string_view::npos ? help.size() - 1 : end);
}

std::string positional_form(const Declaration& d) {
  std::string names;
  for (const Parameter& p : d.parameters) names += (names.empty() ? "" : ", ") + p.name;
  return text(d.name, "(", names, ")");
}

std::string default_of(const Parameter& p) {
  if (p.limits.required) return "must be given";
  if (p.fallback.empty()) return "not given";
  const auto* words = std::get_if<std::string>(&p.fallback.is);
  if (words != nullptr && words->empty())
    return p.kind == Kind::body ? "all bodies" : p.kind == Kind::group ? "none" : "\"\"";
  return text_of(p.fallback);
}

std::string kind_and_range(const Parameter& p) {
  const std::string allowed = p.allowed();
  if (p.kind == Kind::choice) return "one of " + allowed;
  return std::string(name(p.kind)) + (allowed.empty() ? "" : ", " + allowed);
}

std::string cell(const std::string& words) {
  std::string escaped;
  for (const char c : words) escaped += c == '|' ? "\\|" : std::string(1, c);
  return words.empty() ? " " : escaped;
}

std::string page_of(const Declaration& d) {
  std::string page =
      text("### ", d.name, "\n\n", with_subjects(d.help), "\n\n```lua\n", d.example, "\n```\n\n");
  if (d.parameters.empty()) return page + "No parameters.\n\n";
  page += "| parameter | unit | default | values | |\n|---|---|---|---|---|\n";
  for (const Parameter& p : d.parameters)
    page += text("| `", p.name, "` | ", cell(p.unit), " | ", cell(default_of(p)), " | ",
                 cell(kind_and_range(p)), " | ", cell(with_subjects(p.help)), " |\n");
  return page + "\n";
}

constexpr std::string_view introduction =
    "# Actions\n\n"
    "What a scene can be made of. This page is written by `pliant actions --markdown` from the\n"
    "declarations in the code; [scripting.md](scripting.md) tells how to use them.\n\n"
    "Every action can be given in order, as `Gravity(9.81)` or `Gravity:new(9.81)`, or by name, "
    "as\n"
    "`Gravity{strength = 9.81}`. Parameters stand in the order of the first form.\n\n";

}  // namespace

std::string actions_text() {
  std::string out, group;
  for (const ActionType* type : actions()) {
    const Declaration& d = type->declaration;
    if (d.group != group) out += text(out.empty() ? "" : "\n", d.group, "\n");
    group = d.group;
    out += text("  ", padded(d.name, 30), with_subjects(first_sentence(d.help)), "\n");
  }
  return out + "\n'pliant actions NAME' tells the parameters of one.\n";
}

std::string action_text(const Declaration& d) {
  std::string out = text(d.name, " (", d.group, ")\n", with_subjects(d.help), "\n\n");
  std::size_t width = 0;
  for (const Parameter& p : d.parameters) width = std::max(width, p.name.size() + 2);
  for (const Parameter& p : d.parameters)
    out +=
        text("  ", padded(p.name, width), with_subjects(p.help), "\n", std::string(width + 2, ' '),
             kind_and_range(p), p.unit.empty() ? "" : " (", p.unit, p.unit.empty() ? "" : ")", "; ",
             p.fallback.empty() ? "" : "default ", default_of(p), "\n");
  if (!d.parameters.empty()) out += "\n";
  return out + text("In order: ", positional_form(d), "\n", "Example:\n  ", d.example, "\n");
}

std::string actions_markdown() {
  std::string page(introduction), group;
  for (const ActionType* type : actions()) {
    const Declaration& d = type->declaration;
    if (d.group != group) page += text("## ", d.group, "\n\n");
    group = d.group;
    page += page_of(d);
  }
  page.pop_back();
  return page;
}

}  // namespace pliant
