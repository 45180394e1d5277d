#pragma once

#include <cuda_runtime.h>

#include <mutex>
#include <stdexcept>
#include <string>

#include "backend/gpu/program_table.h"
#include "backend/gpu/step_programs.h"

// How programs get onto the card. Included by one file for each precision.

namespace pliant::cuda {

using namespace gpu;

inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  if (error == cudaErrorMemoryAllocation)
    throw std::runtime_error("the card's memory is full: take a smaller body, or the backend cpu");
  throw std::runtime_error(std::string("the card failed: ") + cudaGetErrorString(error));
}

// --- a block of threads on the card ---

extern __shared__ uint4 shared_memory[];

/// Sixteen bytes in one piece, seen by all blocks, past the caches of single multiprocessors.
__device__ __forceinline__ void store_whole(void* to, std::uint64_t low, std::uint64_t high) {
  asm volatile(
      "{ .reg .b128 whole; mov.b128 whole, {%1, %2}; st.relaxed.gpu.global.b128 [%0], whole; }" ::
          "l"(to),
      "l"(low), "l"(high)
      : "memory");
}
__device__ __forceinline__ void load_whole(const void* from, std::uint64_t& low,
                                           std::uint64_t& high) {
  asm volatile(
      "{ .reg .b128 whole; ld.relaxed.gpu.global.b128 whole, [%2]; mov.b128 {%0, %1}, whole; }"
      : "=l"(low), "=l"(high)
      : "l"(from)
      : "memory");
}

struct CudaBlock {
  std::uint32_t index, copy, first_byte = 0;

  __device__ unsigned char* shared() const {
    return reinterpret_cast<unsigned char*>(shared_memory) + first_byte;
  }
  /// The same for the only copy, with the shared memory behind so many bytes.
  __device__ CudaBlock behind(std::size_t bytes) const {
    return {index, 0, first_byte + std::uint32_t(bytes)};
  }
  template <class F>
  __device__ __forceinline__ void each(std::uint32_t n, const F& f) const {
    for (std::uint32_t i = threadIdx.x; i < n; i += blockDim.x) f(i);
  }
  template <class F>
  __device__ __forceinline__ void each_from_last(std::uint32_t n, const F& f) const {
    for (std::uint32_t i = blockDim.x - 1 - threadIdx.x; i < n; i += blockDim.x) f(i);
  }
  template <class F>
  __device__ __forceinline__ void packs(const std::uint32_t* list, std::uint32_t n,
                                        const F& f) const {
    const std::uint32_t lane = threadIdx.x % warp, warps = blockDim.x / warp;
    std::uint32_t pack = threadIdx.x / warp;
    std::uint32_t entry = pack < n ? load(list + pack) : 0;
    while (pack < n) {
      const std::uint32_t now = entry;
      pack += warps;
      if (pack < n) entry = load(list + pack);  // on its way while this one is worked on
      f(now, lane);
    }
  }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  __device__ static std::uint32_t next_number(std::uint32_t* counter) {
    return atomicAdd(counter, 1u);
  }
  __device__ static std::uint32_t reached(const std::uint32_t* counter) { return __ldcg(counter); }
  using Word = unsigned long long;
  __device__ static void raise(std::uint64_t* to, std::uint64_t bits) {
    atomicMax(reinterpret_cast<Word*>(to), Word(bits));
  }
  __device__ static void add(std::uint64_t* to, std::uint64_t number) {
    atomicAdd(reinterpret_cast<Word*>(to), Word(number));
  }
  __device__ static void mark(std::uint32_t* to, std::uint32_t bits) { atomicOr(to, bits); }
  __device__ static std::uint64_t look(const std::uint64_t* at) {
    return __ldcg(reinterpret_cast<const Word*>(at));
  }
  __device__ static void show() { __threadfence(); }
  __device__ static void prefetch(const void* from) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
  }

  // What descend.h asks for.
  template <class T>
  struct PerLane {
    T value;
    __device__ __forceinline__ T& operator[](std::uint32_t) { return value; }
    __device__ __forceinline__ const T& operator[](std::uint32_t) const { return value; }
  };
  // Neighbouring items go to different multiprocessors, so that each colour keeps all busy.
  template <class F>
  __device__ __forceinline__ void share_out(std::uint32_t rounds, std::uint32_t n,
                                            const F& f) const {
    const std::uint32_t warps = gridDim.x * (blockDim.x / warp);
    std::uint32_t round = 0, i = threadIdx.x / warp * gridDim.x + blockIdx.x;
    const auto wrap = [&] {
      for (; i >= n && round < rounds; ++round) i -= n;
    };
    wrap();
    while (round < rounds) {
      const std::uint32_t now = i, round_now = round;
      i += warps;
      wrap();
      f(round_now, now, round < rounds ? i : now);
    }
  }
  /// Not by a prefetch: those of the first level are not heeded by all cards.
  __device__ __forceinline__ static void touch(const void* from) {
    std::uint32_t unused;
    asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(unused) : "l"(from));
  }
  template <class F>
  __device__ __forceinline__ void lanes(const F& f) const {
    f(threadIdx.x % warp);
  }
  __device__ __forceinline__ void sync_lanes() const { __syncwarp(); }
  __device__ __forceinline__ unsigned char* warp_memory(std::size_t bytes) const {
    return shared() + threadIdx.x / warp * bytes;
  }
  template <class T>
  __device__ __forceinline__ static void add_up(PerLane<T>& sums, std::uint32_t width) {
    for (std::uint32_t apart = width / 2; apart > 0; apart /= 2)
#pragma unroll
      for (int i = 0; i < T::count; ++i)
        sums.value.numbers[i] += __shfl_xor_sync(0xffffffffu, sums.value.numbers[i], apart);
  }
  __device__ __forceinline__ static bool any(const PerLane<bool>& flags) {
    return __any_sync(0xffffffffu, flags.value);
  }

  __device__ static void let_next_start() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
  }
  __device__ static void wait_for_last() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  }

  __device__ static void post(Message<float>* to, const Vec3<float>& value, std::uint32_t tag) {
    const std::uint64_t low =
        std::uint64_t(__float_as_uint(value.y)) << 32 | __float_as_uint(value.x);
    const std::uint64_t high = std::uint64_t(tag) << 32 | __float_as_uint(value.z);
    store_whole(to, low, high);
  }
  /// Of messages with the same tag.
  template <std::uint32_t n, class R>
  __device__ static void receive(const Message<R>* const (&from)[n], std::uint32_t tag,
                                 Vec3<R> (&values)[n]) {
    std::uint32_t tags[n];
#pragma unroll
    for (std::uint32_t k = 0; k < n; ++k) tags[k] = tag;
    receive(from, tags, values);
  }
  /// All are asked for before the first is looked at.
  template <std::uint32_t n>
  __device__ static void receive(const Message<float>* const (&from)[n],
                                 const std::uint32_t (&tags)[n], Vec3<float> (&values)[n]) {
    std::uint64_t low[n], high[n];
    bool here;
    do {
      here = true;
#pragma unroll
      for (std::uint32_t k = 0; k < n; ++k) load_whole(from[k], low[k], high[k]);
#pragma unroll
      for (std::uint32_t k = 0; k < n; ++k) here = here && (high[k] >> 32) == tags[k];
    } while (!here);
#pragma unroll
    for (std::uint32_t k = 0; k < n; ++k)
      values[k] = {__uint_as_float(std::uint32_t(low[k])),
                   __uint_as_float(std::uint32_t(low[k] >> 32)),
                   __uint_as_float(std::uint32_t(high[k]))};
  }
  __device__ static void post(Message<double>* to, const Vec3<double>& value, std::uint32_t tag) {
    for (int i = 0; i < 3; ++i) store_whole(&to->parts[i], __double_as_longlong(value[i]), tag);
  }
  template <std::uint32_t n>
  __device__ static void receive(const Message<double>* const (&from)[n],
                                 const std::uint32_t (&tags)[n], Vec3<double> (&values)[n]) {
    for (std::uint32_t k = 0; k < n; ++k) {
      std::uint64_t bits[3], found[3];
      do {
        for (int i = 0; i < 3; ++i) load_whole(&from[k]->parts[i], bits[i], found[i]);
      } while (found[0] != tags[k] || found[1] != tags[k] || found[2] != tags[k]);
      for (int i = 0; i < 3; ++i)
        values[k][i] = __longlong_as_double(static_cast<long long>(bits[i]));
    }
  }
};

/// At least so many blocks at a time; the compiler gives registers accordingly.
template <class P>
inline constexpr int least_blocks = 1;
template <class R, bool scaled, Kinds kinds>
inline constexpr int least_blocks<StreamedForces<R, scaled, kinds>> = 2;

template <class P>
inline constexpr bool starts_early = false;
template <class R, bool scaled, Kinds kinds>
inline constexpr bool starts_early<StreamedForces<R, scaled, kinds>> = true;
template <class R, Kinds kinds>
inline constexpr bool starts_early<StreamedForces<R, false, kinds, true>> = true;
template <class R>
inline constexpr bool starts_early<StreamedShared<R, true>> = true;
template <class R>
inline constexpr bool starts_early<LimitSprings<R>> = true;
template <class R>
inline constexpr bool starts_early<LookAtTouching<R>> = true;
template <class R>
inline constexpr bool starts_early<PushTouching<R>> = true;
template <class R>
inline constexpr bool starts_early<SelectPatches<R>> = true;
template <class R>
inline constexpr bool starts_early<ListPatches<R>> = true;
template <class R>
inline constexpr bool starts_early<StreamedShared<R>> = true;

template <class P>
__global__ void __launch_bounds__(most_threads<P>, least_blocks<P>)
    run_program(const __grid_constant__ P program) {
  CudaBlock block{blockIdx.x, blockIdx.y};
  program(block);
}

// --- launching ---

// What several threads ask of the card goes into one stream; while one of them records, the others
// must not put anything into it.
using Lock = std::lock_guard<std::recursive_mutex>;

class CudaLauncher {
 public:
  CudaLauncher(cudaStream_t stream, std::recursive_mutex& mutex, int device)
      : stream_(stream), mutex_(mutex) {
    int count = 0, bytes = 0;
    check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
    processors_ = {static_cast<std::uint32_t>(count), static_cast<std::size_t>(bytes)};
    int generation = 0;
    check(cudaDeviceGetAttribute(&generation, cudaDevAttrComputeCapabilityMajor, device));
    programmatic_ = generation >= 9;
  }

  template <class P>
  void launch(const P& program, const Grid& grid) const {
    const Lock lock(mutex_);
    allow_shared<P>(grid.shared_bytes);
    if constexpr (goes_together<P> || shares_items<P>)
      launch_together(program, grid);
    else
      launch_each(program, grid);
  }

  template <class P>
  void launch_each(const P& program, const Grid& grid) const {
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(grid.blocks, grid.copies);
    config.blockDim = dim3(grid.threads);
    config.dynamicSmemBytes = grid.shared_bytes;
    config.stream = stream_;
    // Programs that wait for the last launch themselves may be started before it has ended.
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &early;
    config.numAttrs = starts_early<P> && programmatic_ ? 1 : 0;
    check(cudaLaunchKernelEx(&config, run_program<P>, program));
  }
  template <class P>
  void launch_together(const P& program, const Grid& grid) const {
    set_aside<P>(grid.blocks == 1 ? cudaSharedmemCarveoutDefault
                                  : static_cast<int>(percent_set_aside(grid, processors_)));
    if (grid.blocks == 1) {
      run_program<P><<<dim3(1, grid.copies), grid.threads, grid.shared_bytes, stream_>>>(program);
      check(cudaGetLastError());
      return;
    }
    void* args[] = {const_cast<P*>(&program)};
    check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&run_program<P>),
                                      dim3(grid.blocks, grid.copies), dim3(grid.threads), args,
                                      grid.shared_bytes, stream_));
  }

  template <class P>
  void set_aside(int percent) const {
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(&run_program<P>),
                               cudaFuncAttributePreferredSharedMemoryCarveout, percent));
  }
  template <class P>
  void allow_shared(std::size_t bytes) const {
    const Lock lock(mutex_);
    static std::size_t allowed = 48 << 10;
    if (bytes <= allowed) return;
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(&run_program<P>),
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
    allowed = bytes;
  }

  /// How many blocks of a program the card takes at a time, where all shared memory is for them.
  /// What was set aside for the last launch must not count: launches set aside what they need.
  template <class P>
  std::uint32_t blocks_at_once(std::uint32_t threads, std::size_t shared) const {
    if (threads > most_threads<P>) return 0;
    const Lock lock(mutex_);
    allow_shared<P>(shared);
    set_aside<P>(cudaSharedmemCarveoutMaxShared);
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, reinterpret_cast<const void*>(&run_program<P>), static_cast<int>(threads),
        shared));
    return processors_.count * static_cast<std::uint32_t>(blocks);
  }

 private:
  cudaStream_t stream_;
  std::recursive_mutex& mutex_;
  Multiprocessors processors_;
  bool programmatic_ = false;
};

/// Adds the programs of one precision.
void add_programs(ProgramTable<CudaLauncher>& table, float);
void add_programs(ProgramTable<CudaLauncher>& table, double);
void add_descent_programs(ProgramTable<CudaLauncher>& table, float);
void add_descent_programs(ProgramTable<CudaLauncher>& table, double);

}  // namespace pliant::cuda
