#pragma once

#include <memory>
#include <vector>

#include "backend/cpu/kernels.h"
#include "backend/layout/layout.h"

namespace pliant::cpu {

using namespace backend;

/// Of each store.
template <class R>
using Fields = std::vector<std::vector<Field<R>>>;

/// Groups of all stores as kernels take them: where their fields are, one after the other, so that
/// a body that comes into the cache anew brings them at once.
template <class R>
class GroupTable {
 public:
  GroupTable(const Layout<R>& layout, const Fields<R>& fields) {
    for (std::size_t i = 0; i < layout.stores.size(); ++i) {
      const GroupStore<R>& store = layout.stores[i];
      stores_.push_back({store.at.data(), store.kind, numbers_.size()});
      for (std::size_t m = 0; m < store.members.size(); ++m) {
        const std::size_t end =
            m + 1 < store.members.size() ? store.members[m + 1].first_field : store.fields.size();
        for (std::size_t f = store.members[m].first_field; f < end; ++f) {
          const Field<R>& field = fields[i][f];
          const std::size_t slot = field.uniform ? 0 : layout.width;
          numbers_.push_back({field.values->data(), slot * store.members[m].slots, slot});
        }
      }
    }
    stores_.push_back({nullptr, 0, numbers_.size()});
  }

  std::size_t kind(std::size_t store) const { return stores_[store].kind; }
  /// All but which packs.
  void fill(std::size_t store, Groups<R>& groups) const {
    groups.at = stores_[store].at;
    const auto first = static_cast<std::ptrdiff_t>(stores_[store].first);
    const auto last = static_cast<std::ptrdiff_t>(stores_[store + 1].first);
    std::copy(numbers_.begin() + first, numbers_.begin() + last, groups.fields);
  }

 private:
  struct Store {
    const At* at;
    std::size_t kind, first;  // of its numbers
  };
  std::vector<Store> stores_;  // and the end
  std::vector<typename Groups<R>::Field> numbers_;
};

/// The numbers of a state's relations: the model's until the state changes them.
template <class R>
class StateFields {
 public:
  const Fields<R>& now() const { return fields_; }
  /// To be written to.
  Fields<R>& change() {
    table_.reset();
    return fields_;
  }
  /// With no damping anywhere.
  Fields<R> undamped(const Layout<R>& layout) const;
  /// As kernels take them, with damping or without; kept until something changes.
  std::shared_ptr<const GroupTable<R>> table(const Layout<R>& layout, bool damped);

 private:
  // Holds no field, or these would seem to be shared.
  struct Table {
    std::shared_ptr<const AlignedVector<R>> no_damping;  // that it refers to
    GroupTable<R> groups;
    bool damped;
  };
  Fields<R> fields_;
  std::shared_ptr<const Table> table_;  // of fields_, or of those of the state this is a copy of
};

}  // namespace pliant::cpu
