#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Options of commands. CLI11 reads them; its headers take a compiler seconds, so that options.cpp
// and main.cpp alone include them.
namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace pliant::app {

/// What a word on the command line must be.
class WordCheck {
 public:
  /// `problem` returns what is wrong with a word, or nothing.
  explicit WordCheck(std::function<std::string(const std::string& word)> problem);
  explicit WordCheck(const CLI::Validator& validator);
  const CLI::Validator& validator() const { return *validator_; }

 private:
  std::shared_ptr<const CLI::Validator> validator_;
};

WordCheck finite_number();
WordCheck positive_number();
WordCheck number_above(double low);
WordCheck not_negative();
WordCheck one_of(std::vector<std::string> words);
/// Both ends are allowed.
WordCheck in_range(int low, int high);
WordCheck in_range(std::int64_t low, std::int64_t high);
WordCheck in_range(std::size_t low, std::size_t high);
WordCheck in_range(double low, double high);

/// One option, as CLI11 knows it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option* required();
  Option* capture_default_str();  ///< help shows the value that it has
  Option* default_str(const std::string& words);
  Option* check(const WordCheck& check);
  Option* excludes(const Option* other);
  Option* excludes(const std::string& other);
  Option* needs(const Option* other);
  Option* expected(int least, int most);  ///< how many values
  Option* allow_extra_args(bool allowed);
  Option* delimiter(char between);  ///< of several values in one word
  Option* each(std::function<void(const std::string& word)> work);
  explicit operator bool() const;  ///< whether it was given

 private:
  CLI::Option* option_;
};

/// The options of one command, or of the whole program.
class Options {
 public:
  explicit Options(CLI::App& app) : app_(app) {}

  /// A name in capital letters is that of a word without dashes.
  Option* add_option(const std::string& names, std::string& value, const std::string& help);
  Option* add_option(const std::string& names, std::filesystem::path& value,
                     const std::string& help);
  Option* add_option(const std::string& names, int& value, const std::string& help);
  Option* add_option(const std::string& names, std::int64_t& value, const std::string& help);
  Option* add_option(const std::string& names, std::size_t& value, const std::string& help);
  Option* add_option(const std::string& names, double& value, const std::string& help);
  Option* add_option(const std::string& names, std::optional<std::size_t>& value,
                     const std::string& help);
  Option* add_option(const std::string& names, std::optional<double>& value,
                     const std::string& help);
  Option* add_option(const std::string& names, std::vector<std::string>& value,
                     const std::string& help);
  Option* add_option_function(const std::string& names,
                              std::function<void(const std::string& word)> take,
                              const std::string& help);
  Option* add_option_function(const std::string& names, std::function<void(int number)> take,
                              const std::string& help);
  Option* add_flag(const std::string& names, bool& value, const std::string& help);
  /// Whatever words come after the command are no error.
  void take_anything();

 private:
  Option* keep(CLI::Option* option) { return &options_.emplace_back(option); }

  CLI::App& app_;
  std::deque<Option> options_;
};

/// The commands of the program, and what came of the one that was called.
class Commands {
 public:
  explicit Commands(CLI::App& app) : app_(app) {}

  /// One command whose options live in a `Command` with members `declare(Options&)` and
  /// `int run()`, which returns the exit code: 0 fine, 1 the input is at fault.
  template <class Command>
  void add(const std::string& name, const std::string& help, const std::string& examples) {
    auto command = std::make_shared<Command>();
    add(
        name, help, examples, [command](Options& options) { command->declare(options); },
        [command] { return command->run(); });
  }
  int exit_code() const { return exit_code_; }

 private:
  void add(const std::string& name, const std::string& help, const std::string& examples,
           const std::function<void(Options&)>& declare, std::function<int()> run);

  CLI::App& app_;
  std::deque<Options> options_;
  int exit_code_ = 0;
};

/// What the user typed is at fault: exit code 2.
[[noreturn]] void wrong_usage(const std::string& message);
[[noreturn]] void wrong_usage(const std::string& option, const std::string& message);

}  // namespace pliant::app
