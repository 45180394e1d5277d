#include <pliant/error.h>

#include "backend/backend.h"

// In place of the backend in a build without the CUDA toolkit.

namespace pliant {

Card cuda_card() {
  return {"", "this build has no CUDA: configure with -DPLIANT_CUDA=ON where nvcc is installed"};
}

namespace backend {

std::shared_ptr<const CompiledModel> compile_for_cuda(const Body&, const ModelOptions&) {
  throw InputError("", 0, "no backend 'cuda' here", cuda_card().why_not);
}
double cuda_copy_bandwidth() {
  return 0;
}

}  // namespace backend
}  // namespace pliant
