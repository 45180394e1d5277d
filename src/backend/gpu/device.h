#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/gpu/damp.h"
#include "backend/gpu/each_of.h"
#include "backend/gpu/find_intersected.h"
#include "backend/gpu/keep_volume.h"
#include "backend/gpu/limit_springs.h"
#include "backend/gpu/listed_steps.h"
#include "backend/gpu/meet_obstacles.h"
#include "backend/gpu/reading.h"
#include "spectral/gpu/programs.h"

// A card, or the host in its place. Calls return at once; what is asked for happens in order.

namespace pliant::gpu {

/// How many threads a block has at most: more of them means fewer registers for each.
inline constexpr std::uint32_t few_resident_threads = 256, most_resident_threads = 448,
                               most_streamed_threads = 256;

struct Grid {
  std::uint32_t blocks = 1, copies = 1, threads = 256;
  std::size_t shared_bytes = 0;
};

/// run(program, grid) for each program of a list.
template <class... P>
class Runs {
 public:
  virtual ~Runs() = default;
  void run();
};
template <class P, class... Rest>
class Runs<P, Rest...> : public Runs<Rest...> {
 public:
  using Runs<Rest...>::run;
  virtual void run(const P& program, const Grid& grid) = 0;
};

template <template <class...> class List, class R>
using ForPrograms = List<
    ResidentSteps<R, false, false, Kinds::simple>, ResidentSteps<R, false, true, Kinds::simple>,
    ResidentSteps<R, true, false, Kinds::simple>, StreamedForces<R, false, Kinds::simple>,
    StreamedForces<R, true, Kinds::simple>, ResidentSteps<R, false, false, Kinds::all>,
    ResidentSteps<R, false, true, Kinds::all>, ResidentSteps<R, true, false, Kinds::all>,
    StreamedForces<R, false, Kinds::all>, StreamedForces<R, true, Kinds::all>, StreamedShared<R>,
    CorrectRows<R>, RememberSpeeds<R>, MeetObstacles<R>, FindGradient<R>, FindMoved<R>,
    CorrectSurface<R>, LimitSprings<R>, LookWhere<R>, ShiftRows<R>, SumForces<R, false>,
    SumForces<R, true>, CollectForces<R>, DampRows<R>, SumEnergies<R>, Inflate<R>,
    GatherPositions<R>, KeepCopy<R>, SetValues<R>, SetEach<R>, SelectPatches<R>, AnchorPatches<R>,
    RestTogether<R>, WakeNear<R>, ListPatches<R>, StreamedForces<R, false, Kinds::simple, true>,
    StreamedForces<R, false, Kinds::all, true>, StreamedShared<R, true>,
    ListedSteps<R, Kinds::simple>, ListedSteps<R, Kinds::all>, FindIntersected<R>,
    KeepBeforeLaunch<R>, EachOf<LookWhere<R>>, EachOf<KeepCopy<R>>, EachOf<KeepBeforeLaunch<R>>,
    TellOfBodies<R>, EachOf<ResidentSteps<R, false, false, Kinds::simple>>,
    EachOf<ResidentSteps<R, false, true, Kinds::simple>>,
    EachOf<ResidentSteps<R, false, false, Kinds::all>>,
    EachOf<ResidentSteps<R, false, true, Kinds::all>>, PlaceNodes<R>, ModalSteps<R>>;

template <class R>
using Programs = ForPrograms<Runs, R>;

/// How many threads a block of a program may have.
template <class P>
inline constexpr std::uint32_t most_threads = most_streamed_threads;
// Few patches are listed: what counts is how long one takes, not how many run at a time.
template <class R, Kinds kinds>
inline constexpr std::uint32_t most_threads<StreamedForces<R, false, kinds, true>> =
    kinds == Kinds::simple && sizeof(R) == sizeof(float) ? 768 : 512;
template <class R, Kinds kinds>
inline constexpr std::uint32_t most_threads<ListedSteps<R, kinds>> = 512;
template <class R, bool scaled, bool few, Kinds kinds>
inline constexpr std::uint32_t most_threads<ResidentSteps<R, scaled, few, kinds>> =
    few ? few_resident_threads : most_resident_threads;
template <class P>
inline constexpr std::uint32_t most_threads<EachOf<P>> = most_threads<P>;

/// How a model runs best; found out when it is built.
struct Plan {
  bool resident = false;  // patches stay in shared memory from step to step
  std::uint32_t threads = 256;
  bool overlap = true;  // see Args
};

/// Plans that were found for small bodies hold for all that are like them.
class KnownPlans {
 public:
  struct Like {
    Precision precision;
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

class Device {
 public:
  virtual ~Device() = default;
  std::string name, target;  // "NVIDIA H200", "sm_90"
  std::uint32_t multiprocessors = 1;
  std::size_t shared_bytes = 48 << 10;  // that one block may have
  std::size_t shared_bytes_of_multiprocessor = 48 << 10;
  KnownPlans plans;

  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  virtual void upload(void* to, const void* from, std::size_t bytes) = 0;    // done when it returns
  virtual void download(void* to, const void* from, std::size_t bytes) = 0;  // likewise
  virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
  virtual void clear(void* memory, std::size_t bytes) = 0;

  virtual Programs<float>& programs(float) = 0;
  virtual Programs<double>& programs(double) = 0;
  /// How many blocks of ResidentSteps run at the same time; 0 where they cannot at all.
  virtual std::uint32_t resident_blocks(Precision precision, Kinds kinds, std::uint32_t threads,
                                        std::size_t shared) = 0;
  virtual std::unique_ptr<Graph> record(const std::function<void()>& work) = 0;
  virtual std::unique_ptr<Transfer> make_transfer(std::size_t bytes) = 0;
  /// Seconds that work takes on the device; 0 where time does not matter.
  virtual double time(const std::function<void()>& work) = 0;
};

/// The host in a card's place: blocks one after the other. For tests of everything but the card.
std::shared_ptr<Device> host_device(std::uint32_t multiprocessors = 4,
                                    std::size_t shared_bytes = 96 << 10);

template <class R>
Programs<R>& programs_of(Device& device) {
  return device.programs(R());
}

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
