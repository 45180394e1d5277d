#pragma once

#include <pliant/model.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/gpu/launch.h"
#include "backend/gpu/views.h"

// A card, or the host in its place. Calls return at once; what is asked for happens in order.

namespace pliant::gpu {

/// How a model runs best; found out when it is built.
struct Plan {
  bool resident = false;  // patches stay in shared memory from step to step
  std::uint32_t threads = 256;
  bool overlap = true;  // see Args
};

/// Plans that were found for small bodies of one precision hold for all that are like them.
class KnownPlans {
 public:
  struct Like {
    Kinds kinds;
    std::uint32_t packs, slots;
    auto operator<=>(const Like&) const = default;
  };
  std::optional<Plan> find(const Like& body) const {
    const std::lock_guard lock(mutex_);
    const auto found = plans_.find(body);
    return found == plans_.end() ? std::nullopt : std::optional(found->second);
  }
  void add(const Like& body, const Plan& plan) {
    const std::lock_guard lock(mutex_);
    plans_.emplace(body, plan);
  }

 private:
  mutable std::mutex mutex_;
  std::map<Like, Plan> plans_;
};

/// Work that was recorded once and may be done again and again.
class Graph {
 public:
  virtual ~Graph() = default;
  virtual void replay() = 0;
};

/// Memory of the host that the device copies to while it goes on.
class Transfer {
 public:
  virtual ~Transfer() = default;
  virtual void start(const void* from, std::size_t bytes) = 0;  // after what was asked for so far
  virtual const void* wait() = 0;
};

class Device : public Launches {
 public:
  std::string name, target;  // "NVIDIA H200", "sm_90"
  std::uint32_t multiprocessors = 1;
  std::size_t shared_bytes = 48 << 10;  // that one block may have
  std::size_t shared_bytes_of_multiprocessor = 48 << 10;
  KnownPlans& plans(Precision precision) {
    return precision == Precision::single_precision ? single_plans_ : double_plans_;
  }

  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  virtual void upload(void* to, const void* from, std::size_t bytes) = 0;    // done when it returns
  virtual void download(void* to, const void* from, std::size_t bytes) = 0;  // likewise
  virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
  virtual void clear(void* memory, std::size_t bytes) = 0;

  virtual std::unique_ptr<Graph> record(const std::function<void()>& work) = 0;
  virtual std::unique_ptr<Transfer> make_transfer(std::size_t bytes) = 0;
  /// Seconds that work takes on the device; 0 where time does not matter.
  virtual double time(const std::function<void()>& work) = 0;

 private:
  KnownPlans single_plans_, double_plans_;
};

/// The host in a card's place: blocks one after the other. For tests of everything but the card.
std::shared_ptr<Device> host_device(std::uint32_t multiprocessors = 4,
                                    std::size_t shared_bytes = 96 << 10);

/// An array in the device's memory.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  DeviceArray(std::shared_ptr<Device> device, std::size_t size)
      : device_(std::move(device)), size_(size) {
    if (size_ > 0) data_ = static_cast<T*>(device_->allocate(bytes()));
  }
  DeviceArray(std::shared_ptr<Device> device, std::span<const T> values)
      : DeviceArray(std::move(device), values.size()) {
    write(values);
  }
  DeviceArray(DeviceArray&& other) noexcept { swap(other); }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    swap(other);
    return *this;
  }
  DeviceArray(const DeviceArray& other) : DeviceArray(other.device_, other.size_) {
    if (size_ > 0) device_->copy(data_, other.data_, bytes());
  }
  DeviceArray& operator=(const DeviceArray& other) { return *this = DeviceArray(other); }
  ~DeviceArray() {
    if (data_) device_->release(data_);
  }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  void write(std::span<const T> values, std::size_t at = 0) {
    if (!values.empty()) device_->upload(data_ + at, values.data(), values.size_bytes());
  }
  std::vector<T> read(std::size_t begin, std::size_t count) const {
    std::vector<T> out(count);
    if (count > 0) device_->download(out.data(), data_ + begin, count * sizeof(T));
    return out;
  }
  std::vector<T> read() const { return read(0, size_); }
  void clear() {
    if (size_ > 0) device_->clear(data_, bytes());
  }
  /// An array of the same size.
  void copy_to(DeviceArray& other) const {
    if (size_ > 0) device_->copy(other.data_, data_, bytes());
  }

 private:
  void swap(DeviceArray& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }
  std::shared_ptr<Device> device_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace pliant::gpu
