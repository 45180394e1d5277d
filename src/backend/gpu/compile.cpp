#include "backend/gpu/compile.h"

#include "backend/gpu/gpu_model.h"

namespace pliant::gpu {

namespace {
std::shared_ptr<Device>& stand_in() {
  static std::shared_ptr<Device> device;
  return device;
}
}  // namespace

std::shared_ptr<Device> device_in_use() {
  return stand_in() ? stand_in() : card();
}

StandIn::StandIn(std::shared_ptr<Device> device) {
  stand_in() = std::move(device);
}
StandIn::~StandIn() {
  stand_in().reset();
}

}  // namespace pliant::gpu

namespace pliant::backend {

std::shared_ptr<const CompiledModel> compile_for_cuda(const Body& body,
                                                      const ModelOptions& options) {
  const std::shared_ptr<gpu::Device> device = gpu::device_in_use();
  if (options.precision == Precision::single_precision)
    return std::make_shared<gpu::GpuModel<float>>(body, device);
  return std::make_shared<gpu::GpuModel<double>>(body, device);
}

}  // namespace pliant::backend
