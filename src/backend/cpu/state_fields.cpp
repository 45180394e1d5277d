#include "backend/cpu/state_fields.h"

namespace pliant::cpu {

namespace {

template <class R>
std::shared_ptr<AlignedVector<R>> no_damping(const Layout<R>& layout) {
  return std::make_shared<AlignedVector<R>>(layout.width, R(0));
}

template <class R>
Fields<R> with_damping(Fields<R> fields, const std::shared_ptr<AlignedVector<R>>& damping,
                       const Layout<R>& layout) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    for (const auto& member : layout.stores[i].members)
      if (const auto f = damping_field(member)) fields[i][*f] = {damping, true};
  return fields;
}

}  // namespace

template <class R>
Fields<R> StateFields<R>::undamped(const Layout<R>& layout) const {
  return with_damping(fields_, no_damping(layout), layout);
}

template <class R>
std::shared_ptr<const GroupTable<R>> StateFields<R>::table(const Layout<R>& layout, bool damped) {
  if (!table_ || table_->damped != damped) {
    const auto none = no_damping(layout);
    GroupTable<R> groups(layout, damped ? fields_ : with_damping(fields_, none, layout));
    table_ = std::make_shared<const Table>(Table{none, std::move(groups), damped});
  }
  return {table_, &table_->groups};
}

template class StateFields<float>;
template class StateFields<double>;

}  // namespace pliant::cpu
