#pragma once

#include <mutex>

#include "backend/backend.h"
#include "backend/cpu/block_work.h"
#include "backend/cpu/cells.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/volume_keeper.h"
#include "backend/layout/layout.h"

namespace pliant::cpu {

struct DescentOrder;

template <class R>
class CpuModel final : public backend::CompiledModel {
 public:
  CpuModel(const Body& body, const Kernels<R>& kernels);

  std::unique_ptr<backend::CompiledState> make_state(const Model& model) const override;
  std::unique_ptr<backend::CompiledBatch> make_batch(const Model& model,
                                                     std::size_t copies) const override;
  Backend backend() const override { return Backend::cpu; }
  std::vector<Index> relation_vertices(std::size_t set) const override;
  std::string_view instruction_set() const override { return kernels.instruction_set; }
  std::size_t memory() const override;
  std::size_t bytes_per_step() const override;

  const Kernels<R>& kernels;
  Layout<R> layout;
  AlignedVector<R> particles;  // at rest, about `origin`
  Vec3d origin;
  std::vector<ConstrainedSurface> constrained_surfaces;  // of the volume constraints
  std::vector<BlockWork> whole;                          // of every block
  /// Made when they are first asked for.
  std::shared_ptr<const Cells> cells() const;
  std::shared_ptr<const DescentOrder> descent_order() const;

 private:
  void place_vertices(const Body& body);

  mutable std::once_flag cells_once_;
  mutable std::shared_ptr<const Cells> cells_;
  mutable std::once_flag descent_once_;
  mutable std::shared_ptr<const DescentOrder> descent_order_;
};

}  // namespace pliant::cpu
