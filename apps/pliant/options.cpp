#include "options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>

namespace pliant::app {

namespace {

bool is_number(const std::string& word, double& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() && std::isfinite(value);
}

}  // namespace

WordCheck::WordCheck(std::function<std::string(const std::string& word)> problem)
    : WordCheck(CLI::Validator(
          [problem = std::move(problem)](std::string& word) { return problem(word); }, "")) {}
WordCheck::WordCheck(const CLI::Validator& validator)
    : validator_(std::make_shared<const CLI::Validator>(validator)) {}

WordCheck finite_number() {
  return WordCheck([](const std::string& word) {
    double value = 0;
    return is_number(word, value) ? std::string()
                                  : fmt::format("'{}' is not a finite number", word);
  });
}

WordCheck positive_number() {
  return number_above(0);
}

WordCheck number_above(double low) {
  return WordCheck([low](const std::string& word) {
    double value = 0;
    return is_number(word, value) && value > low
               ? std::string()
               : fmt::format("'{}' is not a number above {}", word, low);
  });
}

WordCheck not_negative() {
  return WordCheck([](const std::string& word) {
    double value = 0;
    return is_number(word, value) && value >= 0
               ? std::string()
               : fmt::format("'{}' is not a number of at least 0", word);
  });
}
WordCheck one_of(std::vector<std::string> words) {
  return WordCheck(CLI::IsMember(std::move(words)));
}
WordCheck in_range(int low, int high) {
  return WordCheck(CLI::Range(low, high));
}
WordCheck in_range(std::int64_t low, std::int64_t high) {
  return WordCheck(CLI::Range(low, high));
}
WordCheck in_range(std::size_t low, std::size_t high) {
  return WordCheck(CLI::Range(low, high));
}
WordCheck in_range(double low, double high) {
  return WordCheck(CLI::Range(low, high));
}

Option* Option::required() {
  option_->required();
  return this;
}
Option* Option::capture_default_str() {
  option_->capture_default_str();
  return this;
}
Option* Option::default_str(const std::string& words) {
  option_->default_str(words);
  return this;
}
Option* Option::check(const WordCheck& check) {
  option_->check(check.validator());
  return this;
}
Option* Option::excludes(const Option* other) {
  option_->excludes(other->option_);
  return this;
}
Option* Option::excludes(const std::string& other) {
  option_->excludes(other);
  return this;
}
Option* Option::needs(const Option* other) {
  option_->needs(other->option_);
  return this;
}
Option* Option::delimiter(char between) {
  option_->delimiter(between);
  return this;
}
Option* Option::expected(int least, int most) {
  option_->expected(least, most);
  return this;
}
Option* Option::allow_extra_args(bool allowed) {
  option_->allow_extra_args(allowed);
  return this;
}
Option* Option::each(std::function<void(const std::string& word)> work) {
  option_->each([work = std::move(work)](const std::string& word) { work(word); });
  return this;
}
Option::operator bool() const {
  return option_->count() > 0;
}

Option* Options::add_option(const std::string& names, std::string& value, const std::string& help) {
  return keep(app_.add_option(names, value, help));
}
Option* Options::add_option(const std::string& names, std::filesystem::path& value,
                            const std::string& help) {
  return keep(app_.add_option(names, value, help));
}
Option* Options::add_option(const std::string& names, int& value, const std::string& help) {
  return keep(app_.add_option(names, value, help));
}
Option* Options::add_option(const std::string& names, std::int64_t& value,
                            const std::string& help) {
  return keep(app_.add_option(names, value, help));
}
Option* Options::add_option(const std::string& names, std::size_t& value, const std::string& help) {
  return keep(app_.add_option(names, value, help));
}
Option* Options::add_option(const std::string& names, double& value, const std::string& help) {
  return keep(app_.add_option(names, value, help));
}
Option* Options::add_option(const std::string& names, std::optional<std::size_t>& value,
                            const std::string& help) {
  return keep(app_.add_option(names, value, help));
}
Option* Options::add_option(const std::string& names, std::optional<double>& value,
                            const std::string& help) {
  return keep(app_.add_option(names, value, help));
}
Option* Options::add_option(const std::string& names, std::vector<std::string>& value,
                            const std::string& help) {
  return keep(app_.add_option(names, value, help));
}
Option* Options::add_option_function(const std::string& names,
                                     std::function<void(const std::string& word)> take,
                                     const std::string& help) {
  return keep(app_.add_option_function<std::string>(names, std::move(take), help));
}
Option* Options::add_option_function(const std::string& names, std::function<void(int number)> take,
                                     const std::string& help) {
  return keep(app_.add_option_function<int>(
      names, [take = std::move(take)](const int& number) { take(number); }, help));
}
Option* Options::add_flag(const std::string& names, bool& value, const std::string& help) {
  return keep(app_.add_flag(names, value, help));
}
void Options::take_anything() {
  app_.prefix_command();
}

void Commands::add(const std::string& name, const std::string& help, const std::string& examples,
                   const std::function<void(Options&)>& declare, std::function<int()> run) {
  CLI::App* sub = app_.add_subcommand(name, help);
  sub->footer("Examples:\n" + examples);
  declare(options_.emplace_back(*sub));
  sub->callback([this, run = std::move(run)] { exit_code_ = run(); });
}

void wrong_usage(const std::string& message) {
  throw CLI::ValidationError(message);
}
void wrong_usage(const std::string& option, const std::string& message) {
  throw CLI::ValidationError(option, message);
}

}  // namespace pliant::app
