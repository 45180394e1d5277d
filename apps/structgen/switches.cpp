#include "switches.h"

#include <charconv>
#include <limits>
#include <span>
#include <string>

#include "base/text.h"

namespace structgen {

namespace {

using pliant::text;

constexpr double endless = std::numeric_limits<double>::infinity();

// How TetGen 1.5 takes the number that follows a letter or one of its slashes.
enum class Form { digit, whole, decimal, scientific };

struct Number {
  std::string_view meaning;
  Form form;
  double low, high;
  bool low_included = true;
};

struct Switch {
  char letter;
  std::span<const Number> numbers;  // separated by slashes; each may be left out
};

constexpr Number facet_angle[] = {
    {"the angle between the facets of one plane", Form::decimal, 0, 180}};
constexpr Number surface_kept[] = {{"how the surface is kept", Form::digit, 0, 9},
                                   {"how points are added", Form::digit, 0, 9}};
// No tetrahedron's smallest dihedral angle is larger than the regular one's, arccos(1/3).
constexpr Number quality[] = {{"the bound of radius to shortest edge", Form::decimal, 1, endless},
                              {"the smallest dihedral angle in degrees", Form::decimal, 0, 70.52},
                              {"the largest dihedral angle in degrees", Form::decimal, 70.53, 180}};
constexpr Number coarsening[] = {{"what is coarsened", Form::digit, 0, 9},
                                 {"the share of points kept", Form::decimal, 0, 1}};
constexpr Number weighting[] = {{"the kind of weights", Form::digit, 0, 9}};
constexpr Number ordering[] = {{"the points of the first round", Form::whole, 1, 1e9},
                               {"the share of points in a round", Form::decimal, 0.001, 0.999},
                               {"the points of a cell", Form::whole, 1, 1e9},
                               {"the levels of the curve", Form::whole, 1, 52}};
constexpr Number volume[] = {
    {"the largest volume of a tetrahedron", Form::scientific, 0, endless, false}};
constexpr Number conforming[] = {{"what conforms", Form::digit, 1, 3}};
constexpr Number unmerged[] = {{"whether facets stay apart", Form::digit, 0, 1},
                               {"whether vertices stay apart", Form::digit, 0, 1}};
constexpr Number inexact[] = {{"which filters are left out", Form::digit, 1, 1}};
constexpr Number added_points[] = {{"the points that may be added", Form::whole, 0, 1e9}};
constexpr Number order[] = {{"the order of the elements", Form::digit, 2, 2}};
constexpr Number optimisation[] = {{"the level of optimisation", Form::digit, 0, 9},
                                   {"the operations of optimisation", Form::digit, 0, 7}};
constexpr Number tolerance[] = {{"the tolerance of coplanar points", Form::scientific, 0, 1}};
constexpr Number block[] = {{"the tetrahedra of a block of memory", Form::whole, 1, 1e6}};

constexpr Switch with_numbers[] = {
    {'p', facet_angle},  {'Y', surface_kept}, {'q', quality}, {'R', coarsening},
    {'w', weighting},    {'b', ordering},     {'a', volume},  {'D', conforming},
    {'M', unmerged},     {'X', inexact},      {'o', order},   {'S', added_points},
    {'O', optimisation}, {'T', tolerance},    {'x', block},
};
constexpr std::string_view counted = "VYCneA";  // more of what they do when given more than once
constexpr std::string_view without_numbers = "srlLmAidczfenvgkJBNEFICQVhH?";

// The same characters that TetGen takes for a number of this form.
std::size_t number_size(std::string_view rest, Form form) {
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view decimal = "0123456789.";
  if (rest.empty() || decimal.find(rest[0]) == std::string_view::npos) return 0;
  if (form == Form::digit) return digits.find(rest[0]) != std::string_view::npos ? 1 : 0;
  const auto end = rest.find_first_not_of(form == Form::scientific ? "0123456789.e+-" : decimal);
  return end == std::string_view::npos ? rest.size() : end;
}

void check_number(char letter, const Number& number, std::string_view written) {
  double value = 0;
  const char* const end = written.data() + written.size();
  const auto read = std::from_chars(written.data(), end, value);
  const bool whole = number.form != Form::scientific && number.form != Form::decimal;
  if (read.ec != std::errc{} || read.ptr != end ||
      (whole && written.find('.') != std::string_view::npos))
    throw UsageError(text("'", written, "' after the switch ", letter, " is not a ",
                          whole ? "whole number" : "number"));
  if (value < number.low || value > number.high || (value == number.low && !number.low_included)) {
    const std::string_view least = number.low_included ? "at least " : "larger than ";
    throw UsageError(
        text("the switch ", letter, " sets ", number.meaning, ", which must be ", least, number.low,
             number.high < endless ? text(" and at most ", number.high) : "", ", not ", written));
  }
}

const Switch* find(char letter) {
  for (const Switch& s : with_numbers)
    if (s.letter == letter) return &s;
  return nullptr;
}

// Takes the numbers of a switch off the front of what follows its letter.
std::string_view skip_numbers(const Switch& s, std::string_view rest) {
  for (std::size_t i = 0; i < s.numbers.size(); ++i) {
    if (i > 0) {
      if (!rest.starts_with('/')) break;
      rest.remove_prefix(1);
    }
    const std::size_t size = number_size(rest, s.numbers[i].form);
    if (size > 0) check_number(s.letter, s.numbers[i], rest.substr(0, size));
    rest.remove_prefix(size);
  }
  return rest;
}

}  // namespace

void check_switches(std::string_view switches) {
  std::string_view rest = switches;
  if (rest.starts_with('-')) rest.remove_prefix(1);
  char letter = '\0';
  std::string given;
  while (!rest.empty()) {
    const char c = rest[0];
    const Switch* s = find(c);
    if (s == nullptr && without_numbers.find(c) == std::string_view::npos) {
      constexpr std::string_view of_numbers = "0123456789.+-/";
      if (of_numbers.find(c) != std::string_view::npos && letter != '\0')
        throw UsageError(text("the switch ", letter, " does not take '", rest, "'",
                              letter == 'a' ? "; it takes a positive number" : ""));
      throw UsageError(text("TetGen 1.5 has no switch '", c, "'"));
    }
    if (given.find(c) != std::string::npos && counted.find(c) == std::string_view::npos)
      throw UsageError(text("the switch ", c, " is given twice"));
    given += c;
    letter = c;
    rest.remove_prefix(1);
    if (s != nullptr) rest = skip_numbers(*s, rest);
  }
}

}  // namespace structgen
