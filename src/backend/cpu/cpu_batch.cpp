#include "backend/cpu/cpu_model.h"
#include "backend/cpu/cpu_state.h"

namespace pliant::cpu {

template <class R>
std::unique_ptr<backend::CompiledBatch> CpuModel<R>::make_batch(const Model&, std::size_t) const {
  return nullptr;
}
template <class R>
std::unique_ptr<backend::PendingFrame> CpuState<R>::request_frame() const {
  return nullptr;
}

template class CpuModel<float>;
template class CpuModel<double>;
template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
