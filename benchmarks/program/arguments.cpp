#include "program/arguments.h"

#include <pliant/error.h>
#include <pliant/threads.h>

#include <charconv>
#include <cmath>
#include <functional>

#include "base/nearest_name.h"
#include "base/text.h"

namespace pliant::bench {

namespace {

[[noreturn]] void refuse(const std::string& problem, const std::string& cure) {
  throw InputError("", 0, problem, cure);
}

template <class Number>
Number number(std::string_view option, std::string_view word, Number low, Number high) {
  Number value{};
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc() || stop != end || !(value >= low && value <= high))
    refuse(text("'", word, "' is nothing for ", option),
           text("give a number from ", low, " to ", high));
  return value;
}

Precision precision(std::string_view word) {
  if (word == "single") return Precision::single_precision;
  if (word == "double") return Precision::double_precision;
  refuse(text("no precision '", word, "'"), "there are: single, double");
}

// An option with a value.
struct Option {
  std::string_view name, value, help;
  std::function<void(Arguments&, std::string_view)> take;
};

const std::vector<Option>& options() {
  static const std::vector<Option> all{
      {"--backend", "cpu|cuda|auto",
       "What steps the bodies (cpu); auto: the card where there is one",
       [](Arguments& a, std::string_view w) { a.settings.options.backend = backend_named(w); }},
      {"--precision", "single|double", "One precision alone (both on the CPU, single on a card)",
       [](Arguments& a, std::string_view w) { a.settings.options.precisions = {precision(w)}; }},
      {"--rounds", "N", "How often everyone is measured in turn (7)",
       [](Arguments& a, std::string_view w) {
         a.settings.options.rounds = number("--rounds", w, 1, 1000);
       }},
      {"--seconds-each", "S", "How long one measurement lasts at least (0.1)",
       [](Arguments& a, std::string_view w) {
         a.settings.options.seconds_each = number("--seconds-each", w, 1e-6, 3600.0);
       }},
      {"--threads", "N", "Threads to use at most, on the CPU",
       [](Arguments&, std::string_view w) { set_thread_count(number("--threads", w, 1, 1024)); }},
      {"--models", "DIR",
       "Folder of the meshes (../shared/models when it is there; else built-in shapes)",
       [](Arguments& a, std::string_view w) { a.settings.models = w; }},
      {"--json", "FILE", "Write a report for programs, too",
       [](Arguments& a, std::string_view w) { a.json = w; }}};
  return all;
}

const Option& option(std::string_view name) {
  std::vector<std::string> known{"--list", "--help"};
  for (const Option& o : options()) {
    if (o.name == name) return o;
    known.emplace_back(o.name);
  }
  refuse(text("no option '", name, "'"), nearest_name(name, known));
}

}  // namespace

Arguments parse(std::span<const char* const> words) {
  Arguments out;
  out.settings.options.precisions.clear();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--help" || word == "-h") {
      out.task = Arguments::Task::help;
      return out;
    }
    if (word == "--list") {
      out.task = Arguments::Task::list;
    } else if (word.starts_with("-")) {
      const std::size_t equals = word.find('=');
      const Option& o = option(word.substr(0, equals));
      if (equals == word.npos && i + 1 == words.size())
        refuse(text(o.name, " lacks its value"), text("write ", o.name, " ", o.value));
      o.take(out, equals == word.npos ? words[++i] : word.substr(equals + 1));
    } else {
      check_case_name(word);
      out.settings.cases.emplace_back(word);
    }
  }
  return out;
}

std::string help() {
  std::string out =
      "Measures steps of bodies: pliant-bench [OPTIONS] [CASE...]\n\n"
      "  --list                     The cases\n"
      "  --help                     This\n";
  for (const Option& o : options()) {
    const std::string left = text("  ", o.name, " ", o.value);
    out += left + std::string(left.size() < 29 ? 29 - left.size() : 1, ' ') + text(o.help, "\n");
  }
  return out +
         "\nExamples:\n"
         "  pliant-bench --backend cuda armadillo cube63 fan\n"
         "  pliant-bench --backend cuda --json forty_million.json forty_million\n\n"
         "Exit codes: 0 fine, 1 the input is at fault or a run diverged, 2 wrong usage.\n";
}

}  // namespace pliant::bench
