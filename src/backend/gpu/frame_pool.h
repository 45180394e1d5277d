#pragma once

#include <mutex>

#include "backend/gpu/device.h"

namespace pliant::gpu {

/// Memory of a frame on its way to the host.
template <class R>
struct FrameBuffer {
  DeviceArray<R> positions;  // three a vertex
  std::unique_ptr<Transfer> transfer;
};

/// Buffers of frames that were taken are used again.
template <class R>
class FramePool {
 public:
  std::shared_ptr<FrameBuffer<R>> take(const std::shared_ptr<Device>& device,
                                       std::size_t vertices) {
    std::unique_ptr<FrameBuffer<R>> buffer;
    {
      const std::lock_guard lock(free_->mutex);
      if (!free_->buffers.empty()) {
        buffer = std::move(free_->buffers.back());
        free_->buffers.pop_back();
      }
    }
    if (!buffer) {
      buffer = std::make_unique<FrameBuffer<R>>();
      buffer->positions = {device, 3 * vertices};
      buffer->transfer = device->make_transfer(buffer->positions.bytes());
    }
    return {buffer.release(), [free = free_](FrameBuffer<R>* used) {
              const std::lock_guard lock(free->mutex);
              free->buffers.emplace_back(used);
            }};
  }

 private:
  struct Free {
    std::mutex mutex;
    std::vector<std::unique_ptr<FrameBuffer<R>>> buffers;
  };
  std::shared_ptr<Free> free_ = std::make_shared<Free>();
};

}  // namespace pliant::gpu
