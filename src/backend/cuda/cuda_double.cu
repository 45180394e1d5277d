#include "backend/card_programs.h"
#include "backend/cuda/cuda_launch.h"

namespace pliant::cuda {

void add_programs(ProgramTable<CudaLauncher>& table, double) {
  add_all_programs<double>(table);
}

}  // namespace pliant::cuda
