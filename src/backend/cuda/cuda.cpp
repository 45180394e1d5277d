#include <cuda_runtime.h>
#include <pliant/error.h>

#include <algorithm>

#include "backend/backend.h"
#include "backend/cuda/cuda_device.h"
#include "backend/gpu/compile.h"
#include "base/text.h"

namespace pliant {

namespace {

constexpr int least_major = 7, least_minor = 5;

Card find_card() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess)
    return {"", text("no NVIDIA card can be used (", cudaGetErrorString(error),
                     "): is there one, with a driver that is new enough?")};
  if (count == 0) return {"", "there is no NVIDIA card in this machine"};
  cudaDeviceProp properties{};
  if (const cudaError_t e = cudaGetDeviceProperties(&properties, 0); e != cudaSuccess)
    return {"", text("the card does not answer: ", cudaGetErrorString(e))};
  const std::string name = text(properties.name, ", sm_", properties.major, properties.minor);
  if (properties.major * 10 + properties.minor < least_major * 10 + least_minor)
    return {"", text(name, " is too old: sm_", least_major, least_minor, " or newer is needed")};
  return {name, ""};
}

// One for the process; states and models hold on to it.
const std::shared_ptr<gpu::Device>& the_device() {
  static const std::shared_ptr<gpu::Device> device = cuda::make_cuda_device(0);
  return device;
}

}  // namespace

Card cuda_card() {
  static const Card card = find_card();
  return card;
}

std::shared_ptr<gpu::Device> gpu::card() {
  if (const Card card = cuda_card(); !card.usable())
    throw InputError("", 0, "no backend 'cuda' here", card.why_not);
  return the_device();
}

double backend::cuda_copy_bandwidth() {
  if (!cuda_card().usable()) return 0;
  const std::shared_ptr<gpu::Device>& device = the_device();
  constexpr std::size_t bytes = std::size_t(1) << 30;
  const gpu::DeviceArray<unsigned char> from(device, bytes), to(device, bytes);
  device->clear(from.data(), bytes);
  double best = 0;
  for (int round = 0; round < 10; ++round) {
    const double time = device->time([&] { device->copy(to.data(), from.data(), bytes); });
    best = std::max(best, 2.0 * static_cast<double>(bytes) / time);
  }
  return best;
}

}  // namespace pliant
