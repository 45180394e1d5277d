#pragma once

#include "backend/gpu/descend.h"
#include "backend/gpu/descent_order.h"
#include "backend/gpu/device.h"

namespace pliant::gpu {

template <class R>
class GpuModel;

/// What descent needs of a Model, on the device; does not change.
template <class R>
struct DescentPlan {
  explicit DescentPlan(const GpuModel<R>& model);

  DescentOrder order;
  std::vector<std::uint32_t> row_of_vertex;
  Visited visited = Visited::all;  // programs for these laws are enough
  DeviceArray<DescentItem> items;
  DeviceArray<DescentChunk> chunks;
  DeviceArray<std::uint32_t> near;
  struct Set {
    DeviceArray<std::uint32_t> begin, corners;
  };
  std::vector<Set> sets;

  /// Calls f.operator()<visited>() with the one for relations that damp, or do not.
  template <class F>
  void for_visited(bool damps, const F& f) const {
    if (visited == Visited::closed && !damps)
      f.template operator()<Visited::closed>();
    else if (visited == Visited::closed)
      f.template operator()<Visited::closed_damped>();
    else if (visited == Visited::simple)
      f.template operator()<Visited::simple>();
    else
      f.template operator()<Visited::all>();
  }

 private:
  DescentPlan(const GpuModel<R>& model, std::span<const Index> along);
};

}  // namespace pliant::gpu
