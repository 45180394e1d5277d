#pragma once

#include "backend/blade.h"
#include "backend/gpu/group_forces.h"

namespace pliant::gpu {

/// Where the relations of the members of a store begin when all of a body are numbered in a row.
struct FirstOfMembers {
  static constexpr std::size_t members = 2;
  std::uint32_t first[members];
};

/// The relations that a blade meets, by their places, in no order.
template <class R>
struct FindIntersected {
  Args<R> a;
  Blade blade;
  const FirstOfMembers* numbering;  // [store]
  Vec3d origin;                     // where it is now
  std::uint32_t *found, *places;    // how many, and which

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const Patch& patch = a.patches[block.index];
    block.packs(
        a.packs + patch.first_pack, patch.packs, [&](std::uint32_t entry, std::uint32_t lane) {
          const PackOf pack(entry, a.pack_bits);
          const GroupPlace<R, false> at{a.stores, pack, lane};
          visit_kind<Kinds::all>(at.groups.kind,
                                 [&]<class Group>() { look<Group>(block, patch, at, pack.store); });
        });
  }

  template <class Group, class Block>
  PLIANT_HD void look(Block& block, const Patch& patch, const GroupPlace<R, false>& at,
                      std::uint32_t store) const {
    const std::uint32_t own = patch.inner + patch.shared;
    Vec3d x[Group::vertices];
    bool filler[Group::vertices];
    for (int i = 0; i < Group::vertices; ++i) {
      const std::uint32_t local = load(at.words(Group::vertices) + i * int(warp)) & 0xffff;
      filler[i] = local == patch.rows();
      if (filler[i]) continue;
      const std::uint32_t row =
          local < own ? patch.first_row + local : a.halo[patch.first_halo + local - own];
      const Four<R> p = a.particles[row].place;
      x[i] = origin + Vec3d{double(p.x), double(p.y), double(p.z)};
    }
    for_each_relation<Group>([&]<class M, std::size_t first_field, std::size_t slot>() {
      meet<M, slot>(block, x, filler, numbering[store].first[first_field == 0 ? 0 : 1], at,
                    std::make_index_sequence<std::size_t(pushed_count<typename M::Law>)>());
    });
  }

  template <class M, std::size_t slot, class Block, int vertices, std::size_t... i>
  PLIANT_HD void meet(Block& block, const Vec3d (&x)[vertices], const bool (&filler)[vertices],
                      std::uint32_t first, const GroupPlace<R, false>& at,
                      std::index_sequence<i...>) const {
    if ((filler[corner<M, slot, i>] || ...)) return;
    const Vec3d corners[] = {x[corner<M, slot, i>]...};
    if (!blade.meets(corners, pushed_count<typename M::Law>)) return;
    constexpr std::uint32_t slots = std::uint32_t(M::slots.size());
    places[block.next_number(found)] =
        first + (at.pack * slots + std::uint32_t(slot)) * warp + at.lane;
  }
};

}  // namespace pliant::gpu
