#include "mesh/io/scanner.h"

#include <pliant/error.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace pliant::io {

namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool ends_line(char c) {
  return c == '\n' || c == '\r';
}

// Whether a number that does not fit a double is too small for it, rather than too large: where
// its first digit other than zero stands decides.
bool is_tiny(std::string_view number) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  std::int64_t magnitude = 0;
  bool leading = true;
  bool fraction = false;
  for (const char c : number.substr(0, e)) {
    if (c == '.') fraction = true;
    if (c < '0' || c > '9') continue;
    leading = leading && c == '0';
    if (leading && fraction) --magnitude;
    if (!leading && !fraction) ++magnitude;
  }
  std::string_view digits = number.substr(std::min(e + 1, number.size()));
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto [stop, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (error == std::errc::result_out_of_range) return digits.starts_with('-');
  return exponent < -magnitude;
}

}  // namespace

std::string shown(std::string_view word) {
  std::string out(word.substr(0, 40));
  for (char& c : out)
    if (c < 32 || c > 126) c = '?';
  return out + (word.size() > 40 ? "..." : "");
}

Scanner::Scanner(std::string file, std::string_view bytes, char comment, Backslash backslash)
    : file_(std::move(file)),
      bytes_(bytes),
      comment_(comment),
      backslash_(backslash),
      at_(bytes.data()),
      end_(bytes.data() + bytes.size()),
      last_(at_) {
  if (bytes.starts_with("\xEF\xBB\xBF")) at_ += 3;
}

const char* Scanner::line_end(const char* p) const {
  return std::find_if(p, end_, ends_line);
}

const char* Scanner::after_line_end(const char* p) const {
  if (p == end_) return p;
  return p + (*p == '\r' && p + 1 != end_ && p[1] == '\n' ? 2 : 1);
}

bool Scanner::continues_line(const char* p) const {
  return backslash_ == Backslash::continues_line && *p == '\\' && p + 1 != end_ && ends_line(p[1]);
}

bool Scanner::ends_word(const char* p) const {
  return p == end_ || is_space(*p) || (comment_ != '\0' && *p == comment_) || continues_line(p);
}

void Scanner::skip_space() {
  while (at_ != end_) {
    if (is_space(*at_)) {
      ++at_;
    } else if (comment_ != '\0' && *at_ == comment_) {
      at_ = line_end(at_);
    } else if (continues_line(at_)) {
      at_ = after_line_end(at_ + 1);
    } else {
      return;
    }
  }
}

bool Scanner::at_end() {
  skip_space();
  return at_ == end_;
}

std::string_view Scanner::word() {
  const std::string_view w = peek();
  last_ = at_;
  if (w.empty()) fail("the file ends too early", "it may have been cut off; get it anew");
  at_ += w.size();
  return w;
}

std::string_view Scanner::peek() {
  skip_space();
  const char* p = at_;
  while (p != end_ && !is_space(*p) && !continues_line(p)) ++p;
  return {at_, static_cast<std::size_t>(p - at_)};
}

std::string_view Scanner::rest_of_line() {
  const char* begin = at_;
  last_ = at_;
  const char* stop = line_end(at_);
  while (stop != end_ && stop != begin && continues_line(stop - 1))
    stop = line_end(after_line_end(stop));
  at_ = after_line_end(stop);
  return {begin, static_cast<std::size_t>(stop - begin)};
}

bool Scanner::more_on_line() {
  while (at_ != end_) {
    if (continues_line(at_)) {
      at_ = after_line_end(at_ + 1);
    } else if (is_space(*at_) && !ends_line(*at_)) {
      ++at_;
    } else {
      return !ends_line(*at_) && !(comment_ != '\0' && *at_ == comment_);
    }
  }
  return false;
}

void Scanner::expect(std::string_view expected) {
  const std::string_view w = word();
  if (w != expected)
    fail(text("expected '", expected, "', found '", shown(w), "'"),
         "check that the file is of this format and whole");
}

double Scanner::real() {
  skip_space();
  last_ = at_;
  const char* p = at_;
  if (end_ - p > 1 && *p == '+' && p[1] != '-') ++p;
  double value = 0;
  const auto [stop, error] = std::from_chars(p, end_, value);
  if (error == std::errc::invalid_argument || !ends_word(stop)) {
    const std::string_view w = word();
    fail(text("expected a number, found '", shown(w), "'"),
         "check the file near this line, it may be cut off or of another format");
  }
  const std::string_view number{p, static_cast<std::size_t>(stop - p)};
  if (error == std::errc::result_out_of_range) {
    // Too small to be told from zero is zero; too large is an error.
    if (!is_tiny(number))
      fail(text("the number '", shown(number), "' is too large"), "coordinates are in metres");
    value = 0;
  }
  if (!std::isfinite(value))
    fail("a number is not finite (NaN or infinity)", "mend or remove the vertex");
  at_ = stop;
  return value;
}

std::int64_t Scanner::integer() {
  skip_space();
  last_ = at_;
  const char* p = at_;
  if (end_ - p > 1 && *p == '+' && p[1] != '-') ++p;
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(p, end_, value);
  if (error == std::errc::invalid_argument || !ends_word(stop)) {
    const std::string_view w = word();
    fail(text("expected a whole number, found '", shown(w), "'"),
         "check the file near this line, it may be cut off or of another format");
  }
  if (error == std::errc::result_out_of_range)
    fail(text("the whole number '", shown({p, static_cast<std::size_t>(stop - p)}),
              "' is too large"),
         "no count, number or label needs more than 64 bits");
  at_ = stop;
  return value;
}

Index Scanner::index(std::size_t count, std::int64_t base) {
  const std::int64_t value = integer();
  if (value < base || static_cast<std::uint64_t>(value - base) >= count)
    fail(text("vertex ", value, " does not exist"),
         count == 0 ? std::string("the file has no vertices")
                    : text("vertices are numbered ", base, " to ",
                           base + static_cast<std::int64_t>(count) - 1));
  return static_cast<Index>(value - base);
}

std::size_t Scanner::count(std::string_view what, std::size_t bytes_each) {
  const std::int64_t value = integer();
  if (value < 0) fail(text("a negative number of ", what, ": ", value), "a count is zero or more");
  const std::size_t n = static_cast<std::size_t>(value);
  if (n > no_index || n > remaining() / bytes_each + 1)
    fail(text("the file says it has ", n, ' ', what, ", but is too short for them"),
         "it may have been cut off, or the count is wrong");
  return n;
}

Vec3d Scanner::point() {
  const double x = real();
  const double y = real();
  const double z = real();
  return {x, y, z};
}

std::string_view Scanner::raw(std::size_t size, std::string_view what) {
  last_ = at_;
  if (size > remaining())
    fail(text("the file ends inside ", what), "it may have been cut off; get it anew");
  const std::string_view block{at_, size};
  at_ += size;
  return block;
}

std::size_t Scanner::line_at(std::size_t place) const {
  std::size_t ends = 0;
  const char* stop = bytes_.data() + place;
  for (const char* p = bytes_.data(); p != stop; ++p)
    if (*p == '\n' || (*p == '\r' && (p + 1 == end_ || p[1] != '\n'))) ++ends;
  return 1 + ends;
}

void Scanner::fail(const std::string& problem, const std::string& cure) const {
  fail_at(place(), problem, cure);
}

void Scanner::fail_at(std::size_t place, const std::string& problem,
                      const std::string& cure) const {
  throw InputError(file_, line_at(place), problem, cure);
}

Index LateIndices::add(std::int64_t number, const Scanner& in) {
  if (number < base_)
    in.fail(text(one_, ' ', number, " does not exist"), text(many_, " are numbered from ", base_));
  const std::uint64_t index = static_cast<std::uint64_t>(number - base_);
  if (index >= needed_) {
    needed_ = index + 1;
    place_ = in.place();
  }
  return static_cast<Index>(index);
}

void LateIndices::check(const Scanner& in, std::size_t count) const {
  if (needed_ <= count) return;
  const std::string problem =
      text(one_, ' ', needed_ - 1 + static_cast<std::uint64_t>(base_), " does not exist");
  in.fail_at(place_, problem,
             count == 0 ? text("the file has no ", many_)
                        : text(many_, " are numbered ", base_, " to ",
                               base_ + static_cast<std::int64_t>(count) - 1));
}

}  // namespace pliant::io
