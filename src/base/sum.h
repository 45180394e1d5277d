#pragma once

#include <cmath>

namespace pliant {

/// A sum whose error does not grow with the number of terms (Neumaier 1974).
class Sum {
 public:
  Sum& operator+=(double term) {
    const double next = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
    return *this;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0, lost_ = 0;
};

}  // namespace pliant
