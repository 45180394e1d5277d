#include <map>
#include <tuple>

#include "backend/cuda/cuda_device.h"
#include "backend/cuda/cuda_launch.h"

namespace pliant::cuda {

namespace {

class CudaGraph final : public Graph {
 public:
  CudaGraph(cudaStream_t stream, const std::function<void()>& work) : stream_(stream) {
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    cudaGraph_t graph = nullptr;
    try {
      work();
    } catch (...) {
      if (cudaStreamEndCapture(stream, &graph) == cudaSuccess) cudaGraphDestroy(graph);
      throw;
    }
    check(cudaStreamEndCapture(stream, &graph));
    const cudaError_t error = cudaGraphInstantiate(&graph_, graph, 0);
    cudaGraphDestroy(graph);
    check(error);
  }
  CudaGraph(const CudaGraph&) = delete;
  CudaGraph& operator=(const CudaGraph&) = delete;
  ~CudaGraph() override {
    cudaStreamSynchronize(stream_);
    cudaGraphExecDestroy(graph_);
  }
  void replay() override { check(cudaGraphLaunch(graph_, stream_)); }

 private:
  cudaStream_t stream_;
  cudaGraphExec_t graph_ = nullptr;
};

class CudaTransfer final : public Transfer {
 public:
  CudaTransfer(cudaStream_t steps, cudaStream_t copies, std::recursive_mutex& mutex,
               std::size_t bytes)
      : steps_(steps), copies_(copies), mutex_(mutex) {
    check(cudaMallocHost(&memory_, bytes));
    check(cudaEventCreateWithFlags(&ready_, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&done_, cudaEventDisableTiming));
  }
  CudaTransfer(const CudaTransfer&) = delete;
  CudaTransfer& operator=(const CudaTransfer&) = delete;
  ~CudaTransfer() override {
    cudaEventSynchronize(done_);
    cudaEventDestroy(ready_);
    cudaEventDestroy(done_);
    cudaFreeHost(memory_);
  }
  void start(const void* from, std::size_t bytes) override {
    const Lock lock(mutex_);
    check(cudaEventRecord(ready_, steps_));
    check(cudaStreamWaitEvent(copies_, ready_));
    check(cudaMemcpyAsync(memory_, from, bytes, cudaMemcpyDeviceToHost, copies_));
    check(cudaEventRecord(done_, copies_));
  }
  const void* wait() override {
    check(cudaEventSynchronize(done_));
    return memory_;
  }

 private:
  cudaStream_t steps_, copies_;
  std::recursive_mutex& mutex_;
  void* memory_ = nullptr;
  cudaEvent_t ready_ = nullptr, done_ = nullptr;
};

class CudaDevice final : public Device {
 public:
  explicit CudaDevice(int number)
      : stream_(make_stream()), copies_(make_stream()), launcher_(stream_, mutex_, number) {
    add_programs(programs_, 0.0f);
    add_programs(programs_, 0.0);
    add_descent_programs(programs_, 0.0f);
    add_descent_programs(programs_, 0.0);
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, number));
    name = properties.name;
    target = "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
    multiprocessors = static_cast<std::uint32_t>(properties.multiProcessorCount);
    shared_bytes = properties.sharedMemPerBlockOptin;
    shared_bytes_of_multiprocessor = properties.sharedMemPerMultiprocessor;
    cudaMemPool_t pool = nullptr;
    check(cudaDeviceGetDefaultMemPool(&pool, number));
    std::uint64_t keep = UINT64_MAX;
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
  }
  ~CudaDevice() override {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
    cudaStreamDestroy(copies_);
  }

  void* allocate(std::size_t bytes) override {
    const Lock lock(mutex_);
    void* memory = nullptr;
    check(cudaMallocAsync(&memory, bytes, stream_));
    return memory;
  }
  void release(void* memory) noexcept override {
    const Lock lock(mutex_);
    cudaFreeAsync(memory, stream_);
  }
  void upload(void* to, const void* from, std::size_t bytes) override {
    const Lock lock(mutex_);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_));
    wait();
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    const Lock lock(mutex_);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_));
    wait();
  }
  void copy(void* to, const void* from, std::size_t bytes) override {
    const Lock lock(mutex_);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_));
  }
  void clear(void* memory, std::size_t bytes) override {
    const Lock lock(mutex_);
    check(cudaMemsetAsync(memory, 0, bytes, stream_));
  }
  void wait() {
    const Lock lock(mutex_);
    check(cudaStreamSynchronize(stream_));
  }

  void launch(std::type_index kind, const void* program, const Grid& grid) override {
    programs_.find(kind).launch(launcher_, program, grid);
  }
  std::uint32_t blocks_at_once(std::type_index kind, std::uint32_t threads,
                               std::size_t shared) override {
    const Lock lock(mutex_);
    const auto [known, is_new] = blocks_at_once_.try_emplace({kind, threads, shared});
    if (is_new) known->second = programs_.find(kind).blocks_at_once(launcher_, threads, shared);
    return known->second;
  }
  std::unique_ptr<Graph> record(const std::function<void()>& work) override {
    const Lock lock(mutex_);
    return std::make_unique<CudaGraph>(stream_, work);
  }
  std::unique_ptr<Transfer> make_transfer(std::size_t bytes) override {
    return std::make_unique<CudaTransfer>(stream_, copies_, mutex_, bytes);
  }
  double time(const std::function<void()>& work) override {
    const Lock lock(mutex_);
    cudaEvent_t begin = nullptr, end = nullptr;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    check(cudaEventRecord(begin, stream_));
    work();
    check(cudaEventRecord(end, stream_));
    check(cudaEventSynchronize(end));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return 1e-3 * double(milliseconds);
  }

 private:
  static cudaStream_t make_stream() {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
  }
  std::recursive_mutex mutex_;
  cudaStream_t stream_, copies_;
  CudaLauncher launcher_;
  // Asked for before every launch of patches that stay.
  std::map<std::tuple<std::type_index, std::uint32_t, std::size_t>, std::uint32_t> blocks_at_once_;
  ProgramTable<CudaLauncher> programs_;
};

}  // namespace

std::shared_ptr<gpu::Device> make_cuda_device(int number) {
  check(cudaSetDevice(number));
  return std::make_shared<CudaDevice>(number);
}

}  // namespace pliant::cuda
