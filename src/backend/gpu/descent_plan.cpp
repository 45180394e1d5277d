#include "backend/gpu/descent_plan.h"

#include <algorithm>
#include <numeric>

#include "backend/gpu/gpu_model.h"

namespace pliant::gpu {

namespace {

// Rows are in an order in which neighbours lie together.
template <class R>
std::vector<Index> along_rows(const GpuModel<R>& model) {
  std::vector<Index> along(model.layout.row_of_vertex.size());
  std::iota(along.begin(), along.end(), Index(0));
  std::ranges::sort(along, {}, [&](Index v) { return model.layout.row_of_vertex[v]; });
  return along;
}

template <Visited visited, class R>
bool visits_all(const GpuModel<R>& model) {
  return std::ranges::all_of(model.sets, [](const backend::CompiledModel::Set& set) {
    bool visits = false;
    Laws::visit(set.law, [&]<class Law>() { visits = is_visited<visited, Law>; });
    return visits;
  });
}

}  // namespace

template <class R>
DescentPlan<R>::DescentPlan(const GpuModel<R>& model) : DescentPlan(model, along_rows(model)) {}

template <class R>
DescentPlan<R>::DescentPlan(const GpuModel<R>& model, std::span<const Index> along)
    : order(model, along, model.device->multiprocessors), row_of_vertex(along.size()) {
  for (std::size_t i = 0; i < along.size(); ++i)
    row_of_vertex[along[i]] = static_cast<std::uint32_t>(i);
  if (visits_all<Visited::closed>(model))
    visited = Visited::closed;
  else if (visits_all<Visited::simple>(model))
    visited = Visited::simple;
  const auto array = [&]<class T>(const std::vector<T>& values) {
    return DeviceArray<T>(model.device, std::span<const T>(values));
  };
  items = array(order.items);
  chunks = array(order.chunks);
  near = array(order.near);
  for (const DescentOrder::Set& set : order.sets)
    sets.push_back({array(set.begin), array(set.corners_near)});
}

template struct DescentPlan<float>;
template struct DescentPlan<double>;

}  // namespace pliant::gpu
