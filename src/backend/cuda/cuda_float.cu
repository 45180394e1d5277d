#include "backend/card_programs.h"
#include "backend/cuda/cuda_launch.h"

namespace pliant::cuda {

void add_programs(ProgramTable<CudaLauncher>& table, float) {
  add_all_programs<float>(table);
}

}  // namespace pliant::cuda
