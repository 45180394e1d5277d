#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "backend/gpu/runs_by.h"

namespace pliant::gpu {

namespace {

struct HostBlock {
  std::uint32_t index, copy;
  unsigned char* memory;

  unsigned char* shared() const { return memory; }
  template <class F>
  void each(std::uint32_t n, const F& f) const {
    for (std::uint32_t i = 0; i < n; ++i) f(i);
  }
  template <class F>
  void each_from_last(std::uint32_t n, const F& f) const {
    each(n, f);
  }
  template <class F>
  void packs(const std::uint32_t* list, std::uint32_t n, const F& f) const {
    for (std::uint32_t pack = 0; pack < n; ++pack)
      for (std::uint32_t lane = 0; lane < warp; ++lane) f(list[pack], lane);
  }
  void sync() const {}
  static void prefetch(const void*) {}
  static std::uint32_t next_number(std::uint32_t* counter) { return (*counter)++; }
  static void let_next_start() {}
  static void wait_for_last() {}

  static std::uint64_t stamp(std::uint32_t tag, bool corrected) {
    return (tag << 1 | std::uint32_t(corrected)) & 0xffffffffu;
  }
  static void post(Message<float>* to, const Vec3<float>& value, std::uint32_t tag,
                   bool corrected) {
    *to = {value.x, value.y, value.z, static_cast<std::uint32_t>(stamp(tag, corrected))};
  }
  static void post(Message<double>* to, const Vec3<double>& value, std::uint32_t tag,
                   bool corrected) {
    for (int i = 0; i < 3; ++i) to->parts[i] = {value[i], stamp(tag, corrected)};
  }
  // On a card this waits; here what has not come by now never comes.
  static bool arrived(std::uint64_t found, std::uint32_t tag) {
    if (found >> 1 != stamp(tag, false) >> 1) throw std::logic_error("a message is missing");
    return found & 1;
  }
  template <std::uint32_t n, class R>
  static std::uint32_t receive(const Message<R>* const (&from)[n], std::uint32_t tag,
                               Vec3<R> (&values)[n]) {
    std::uint32_t corrected = 0;
    for (std::uint32_t k = 0; k < n; ++k)
      if (receive_one(from[k], tag, values[k])) corrected |= 1u << k;
    return corrected;
  }
  static bool receive_one(const Message<float>* from, std::uint32_t tag, Vec3<float>& value) {
    value = {from->x, from->y, from->z};
    return arrived(from->tag, tag);
  }
  static bool receive_one(const Message<double>* from, std::uint32_t tag, Vec3<double>& value) {
    bool corrected = false;
    for (int i = 0; i < 3; ++i) {
      value[i] = from->parts[i].value;
      corrected = arrived(from->parts[i].tag, tag);
    }
    return corrected;
  }
};

struct AlignedBytes {
  explicit AlignedBytes(std::size_t n) : bytes(n / sizeof(Four<double>) + 1) {}
  unsigned char* data() { return reinterpret_cast<unsigned char*>(bytes.data()); }
  std::vector<Four<double>> bytes;
};

struct HostLauncher {
  // A card refuses more.
  template <class P>
  static void check_threads(const Grid& grid) {
    if (grid.threads > most_threads<P>) throw std::logic_error("too many threads in a block");
  }
  template <class P>
  void launch(const P& program, const Grid& grid) const {
    check_threads<P>(grid);
    AlignedBytes shared(grid.shared_bytes);
    for (std::uint32_t copy = 0; copy < grid.copies; ++copy)
      for (std::uint32_t index = 0; index < grid.blocks; ++index) {
        std::memset(shared.data(), 0xff, grid.shared_bytes);  // nobody may count on zeros
        HostBlock block{index, copy, shared.data()};
        program(block);
      }
  }
  // Blocks that wait for each other go on together, half a stage at a time.
  template <class R, bool scaled, bool few, Kinds kinds>
  void launch(const ResidentSteps<R, scaled, few, kinds>& program, const Grid& grid) const {
    check_threads<ResidentSteps<R, scaled, few, kinds>>(grid);
    for (std::uint32_t copy = 0; copy < grid.copies; ++copy) {
      if (program.stopped(copy)) continue;
      std::vector<AlignedBytes> memory(grid.blocks, AlignedBytes(grid.shared_bytes));
      const auto for_blocks = [&](const auto& work) {
        for (std::uint32_t index = 0; index < grid.blocks; ++index) {
          HostBlock block{index, copy, memory[index].data()};
          const Work<R> w = program.carve(memory[index].data());
          work(block, w);
        }
      };
      for_blocks([&](HostBlock& b, const Work<R>& w) { program.load(b, w); });
      const Stages<R> stages = program.stages(copy);
      for (std::uint32_t step = 0; step < program.steps; ++step)
        for (std::uint32_t stage = 0; stage < program.a.stages; ++stage) {
          const Stage<R> now = stages(step, stage);
          for_blocks(
              [&](HostBlock& b, const Work<R>& w) { program.before(program.work(b, w), now); });
          for_blocks([&](HostBlock& b, const Work<R>& w) {
            program.after(program.work(b, w), now, step);
          });
        }
      for_blocks([&](HostBlock& b, const Work<R>& w) { program.store(b, w); });
    }
  }
};

class HostRecording final : public Recording {
 public:
  explicit HostRecording(std::function<void()> work) : work_(std::move(work)) {}
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
  HostDevice(std::uint32_t processors, std::size_t shared) {
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
  Programs<float>& programs(float) override { return single_; }
  Programs<double>& programs(double) override { return double_; }
  std::uint32_t resident_blocks(Precision, Kinds, std::uint32_t, std::size_t shared) override {
    return shared <= shared_bytes ? multiprocessors : 0;
  }
  std::unique_ptr<Recording> record(const std::function<void()>& work) override {
    return std::make_unique<HostRecording>(work);
  }
  std::unique_ptr<Transfer> make_transfer(std::size_t bytes) override {
    return std::make_unique<HostTransfer>(bytes);
  }
  double time(const std::function<void()>&) override { return 0; }

 private:
  HostLauncher launcher_;
  ProgramsBy<HostLauncher, float> single_{launcher_};
  ProgramsBy<HostLauncher, double> double_{launcher_};
};

}  // namespace

std::shared_ptr<Device> host_device(std::uint32_t multiprocessors, std::size_t shared_bytes) {
  return std::make_shared<HostDevice>(multiprocessors, shared_bytes);
}

}  // namespace pliant::gpu
