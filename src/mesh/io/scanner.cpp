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

// A word as it may be shown to a user: junk bytes masked, length bounded.
std::string shown(std::string_view word) {
  std::string out(word.substr(0, 40));
  for (char& c : out)
    if (c < 32 || c > 126) c = '?';
  return out + (word.size() > 40 ? "..." : "");
}

}  // namespace

Scanner::Scanner(std::string file, std::string_view bytes, char comment)
    : file_(std::move(file)),
      bytes_(bytes),
      comment_(comment),
      at_(bytes.data()),
      end_(bytes.data() + bytes.size()),
      last_(at_) {}

void Scanner::skip_space() {
  while (at_ != end_) {
    if (is_space(*at_)) {
      ++at_;
    } else if (comment_ != '\0' && *at_ == comment_) {
      at_ = std::find(at_, end_, '\n');
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
  while (p != end_ && !is_space(*p)) ++p;
  return {at_, static_cast<std::size_t>(p - at_)};
}

std::string_view Scanner::rest_of_line() {
  const char* begin = at_;
  last_ = at_;
  const char* stop = std::find(at_, end_, '\n');
  at_ = stop == end_ ? end_ : stop + 1;
  if (stop != begin && stop[-1] == '\r') --stop;
  return {begin, static_cast<std::size_t>(stop - begin)};
}

bool Scanner::more_on_line() {
  while (at_ != end_ && *at_ != '\n' && is_space(*at_)) ++at_;
  return at_ != end_ && *at_ != '\n' && !(comment_ != '\0' && *at_ == comment_);
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
  if (p != end_ && *p == '+') ++p;
  double value = 0;
  const auto [stop, error] = std::from_chars(p, end_, value);
  if (error == std::errc::result_out_of_range) {
    const std::string_view w = word();
    // Too small to be told from zero is zero; too large is an error.
    const auto exponent = w.find_first_of("eE");
    if (exponent != std::string_view::npos && w.find('-', exponent) != std::string_view::npos)
      return 0.0;
    fail(text("the number '", shown(w), "' is too large"), "coordinates are in metres");
  }
  if (error != std::errc() || (stop != end_ && !is_space(*stop) && *stop != comment_)) {
    const std::string_view w = word();
    fail(text("expected a number, found '", shown(w), "'"),
         "check the file near this line, it may be cut off or of another format");
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
  if (p != end_ && *p == '+') ++p;
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(p, end_, value);
  if (error != std::errc() || (stop != end_ && !is_space(*stop) && *stop != comment_)) {
    const std::string_view w = word();
    fail(text("expected a whole number, found '", shown(w), "'"),
         "check the file near this line, it may be cut off or of another format");
  }
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

std::size_t Scanner::line() const {
  return 1 + static_cast<std::size_t>(std::count(bytes_.data(), last_, '\n'));
}

void Scanner::fail(const std::string& problem, const std::string& cure) const {
  throw InputError(file_, line(), problem, cure);
}

}  // namespace pliant::io
