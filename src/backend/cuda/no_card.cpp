#include "backend/backend.h"
#include "backend/gpu/compile.h"
#include "spectral/spectral_state.h"

// In place of all that drives a card, in a build without CUDA and without the tests' emulated card.

namespace pliant {

std::shared_ptr<gpu::Device> gpu::device_in_use() {
  return card();  // which tells that there is none
}

std::shared_ptr<const backend::CompiledModel> backend::compile_for_cuda(const Body&,
                                                                        const ModelOptions&) {
  gpu::card();
  return nullptr;
}

std::shared_ptr<const backend::CompiledModel> spectral::model_on_card(
    const Body&, const ModelOptions&, std::shared_ptr<gpu::Device>) {
  gpu::card();
  return nullptr;
}

}  // namespace pliant
