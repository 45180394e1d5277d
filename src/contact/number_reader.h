#pragma once

#include <pliant/vec3.h>

#include <cmath>
#include <cstddef>
#include <span>

namespace pliant::contact {

/// Numbers one after the other, and whether all that were asked for were there.
class NumberReader {
 public:
  explicit NumberReader(std::span<const double> numbers) : left_(numbers) {}
  double get() {
    if (left_.empty()) {
      good_ = false;
      return 0;
    }
    const double number = left_.front();
    left_ = left_.subspan(1);
    good_ = good_ && std::isfinite(number);
    return number;
  }
  Vec3d vector() {
    const double x = get(), y = get();
    return {x, y, get()};
  }
  /// A whole number from 0 to below `end`.
  std::size_t below(std::size_t end) {
    const double number = get();
    if (!(number >= 0 && number < static_cast<double>(end))) {
      good_ = false;
      return 0;
    }
    return static_cast<std::size_t>(number);
  }
  /// How many of something follow.
  std::size_t count() { return below(left() + 1); }
  std::size_t left() const { return left_.size(); }
  bool good() const { return good_; }

 private:
  std::span<const double> left_;
  bool good_ = true;
};

}  // namespace pliant::contact
