#pragma once

#include <vector>

#include "backend/cpu/descent_order.h"
#include "backend/cpu/state_fields.h"

namespace pliant::cpu {

/// The numbers of a state's relations, as descent visits them.
template <class R>
class DescentNumbers {
 public:
  /// Takes anew what has changed since the last time. Keeps hold of the fields, so that a state
  /// that changes one makes a copy of it: that is how a change is seen.
  void renew(const Layout<R>& layout, const Fields<R>& fields, const DescentOrder& order);
  /// Of a set.
  Visits<R> visits(const DescentOrder& order, std::size_t set) const;

 private:
  struct Numbers {
    AlignedVector<R> values;  // [visit][lane], or one pack
    bool uniform = false;
  };
  struct Set {
    std::vector<Numbers> fields;  // rest, then parameters
    AlignedVector<R> corners;
  };
  void take_rest(const Layout<R>& layout, const Fields<R>& fields, const DescentOrder& order,
                 std::size_t set);
  void take_parameter(const Layout<R>& layout, const Fields<R>& fields, const DescentOrder& order,
                      std::size_t set, std::size_t parameter);
  bool has_changed(const Layout<R>& layout, const Fields<R>& fields, std::size_t set,
                   std::size_t field) const;

  std::vector<Set> sets_;
  Fields<R> taken_;
};

}  // namespace pliant::cpu
