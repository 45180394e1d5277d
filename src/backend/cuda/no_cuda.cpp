#include <pliant/error.h>

#include "backend/backend.h"
#include "backend/gpu/compile.h"

// In place of the card in a build without the CUDA toolkit.

namespace pliant {

Card cuda_card() {
  return {"", "this build has no CUDA: configure with -DPLIANT_CUDA=ON where nvcc is installed"};
}

std::shared_ptr<gpu::Device> gpu::card() {
  throw InputError("", 0, "no backend 'cuda' here", cuda_card().why_not);
}

double backend::cuda_copy_bandwidth() {
  return 0;
}

}  // namespace pliant
