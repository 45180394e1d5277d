#include "render/gl/field_scale.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"

namespace pliant::render::gl {

namespace {

struct Unit {
  double size;
  const char* prefix;
};

// The prefix that makes a number readable; units without one stay as they are.
Unit readable(double largest, const std::string& unit) {
  if (unit.empty()) return {1, ""};
  for (const Unit& u : {Unit{1e9, "G"}, Unit{1e6, "M"}, Unit{1e3, "k"}, Unit{1, ""},
                        Unit{1e-3, "m"}, Unit{1e-6, "\xc2\xb5"}})
    if (largest >= u.size && (u.size != 1e3 || unit.front() != 'm')) return u;
  return {1, ""};
}

std::string written(const char* format, double number, const char* unit) {
  char digits[32];
  std::snprintf(digits, sizeof digits, format, number);
  return text(digits, ' ', unit);
}

}  // namespace

ColourScale field_scale(const Range& range, const FieldTitle& title) {
  const Unit unit = readable(std::max(std::abs(range.low), std::abs(range.high)), title.unit);
  return {title.unit.empty() ? title.words : text(title.words, " [", unit.prefix, title.unit, ']'),
          range.low, range.high, unit.size,
          title.around_one ? ColourMapKind::diverging : ColourMapKind::sequential};
}

std::string metres(double length) {
  if (length >= 1000) return written("%g", length / 1000, "km");
  if (length >= 1) return written("%g", length, "m");
  if (length >= 0.00999) return written("%g", length * 100, "cm");
  if (length >= 0.000999) return written("%g", length * 1000, "mm");
  return written("%.0e", length, "m");
}

}  // namespace pliant::render::gl
