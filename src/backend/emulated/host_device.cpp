#include <cstdlib>
#include <cstring>

#include "backend/emulated/host_launcher.h"

namespace pliant::gpu {

namespace {

class HostGraph final : public Graph {
 public:
  explicit HostGraph(std::function<void()> work) : work_(std::move(work)) {}
  void replay() override { work_(); }

 private:
  std::function<void()> work_;
};

class HostTransfer final : public Transfer {
 public:
  explicit HostTransfer(std::size_t bytes) : memory_(bytes) {}
  void start(const void* from, std::size_t bytes) override {
    std::memcpy(memory_.data(), from, bytes);
  }
  const void* wait() override { return memory_.data(); }

 private:
  std::vector<unsigned char> memory_;
};

class HostDevice final : public Device {
 public:
  HostDevice(std::uint32_t processors, std::size_t shared) : launcher_({processors, shared}) {
    add_host_programs(programs_, 0.0f);
    add_host_programs(programs_, 0.0);
    add_host_descent_programs(programs_, 0.0f);
    add_host_descent_programs(programs_, 0.0);
    name = target = "host";
    multiprocessors = processors;
    shared_bytes = shared_bytes_of_multiprocessor = shared;
  }
  void* allocate(std::size_t bytes) override {
    return std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  }
  void release(void* memory) noexcept override { std::free(memory); }
  void upload(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void copy(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void clear(void* memory, std::size_t bytes) override { std::memset(memory, 0, bytes); }
  void launch(std::type_index kind, const void* program, const Grid& grid) override {
    programs_.find(kind).launch(launcher_, program, grid);
  }
  std::uint32_t blocks_at_once(std::type_index kind, std::uint32_t threads,
                               std::size_t shared) override {
    return programs_.find(kind).blocks_at_once(launcher_, threads, shared);
  }
  std::unique_ptr<Graph> record(const std::function<void()>& work) override {
    return std::make_unique<HostGraph>(work);
  }
  std::unique_ptr<Transfer> make_transfer(std::size_t bytes) override {
    return std::make_unique<HostTransfer>(bytes);
  }
  double time(const std::function<void()>& work) override {
    work();
    return 0;
  }

 private:
  HostLauncher launcher_;
  ProgramTable<HostLauncher> programs_;
};

}  // namespace

std::shared_ptr<Device> host_device(std::uint32_t multiprocessors, std::size_t shared_bytes) {
  return std::make_shared<HostDevice>(multiprocessors, shared_bytes);
}

}  // namespace pliant::gpu
