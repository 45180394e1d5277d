#include "checkpoint_check.h"

#include <pliant/actions.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/run.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/file.h"
#include "mended.h"
#include "scene/checkpoint.h"

namespace pliant::fuzz {

namespace {

namespace fs = std::filesystem;

constexpr int steps = 12, saved_after = 7;

Simulation small_scene() {
  Simulation sim;
  sim.settings.value.steps = steps;
  sim.settings.value.time_step = 1e-4;
  sim.add_body({.mesh = "cube",
                .density = 1000,
                .name = "cube",
                .settings = {{"cells", 1}, {"tets_per_cell", 5}}});
  sim.add(action::MassSpringForces{.young = 1e5, .poisson = 0.3});
  sim.add(action::Pin{.group = "plane:0,0,0,0,1,0"});
  sim.add(action::Rotate{.plane = 1, .position = 1, .speed = 10, .steps = 10});
  sim.add(action::Load{.group = "all", .force = Vec3d{1, 0, 0}, .ramp = 1e-3, .every = 2});
  sim.add(action::SimpleVolumeConstraint{});
  sim.add(action::Probe{.quantity = "volume", .every = 2});
  sim.add(action::StopWhen{.settled = 1e-9, .every = 3});
  sim.add(action::Record{.every = 3});
  return sim;
}

SceneRun run_in(const fs::path& folder, bool resume) {
  static const auto cache = std::make_shared<SceneCache>();
  RunOptions options;
  options.output = folder;
  options.cache = cache;
  options.resume = resume;
  return SceneRun(small_scene(), options);
}

void store(const fs::path& folder, std::span<const std::byte> bytes) {
  write_file(folder / "checkpoint.bin",
             {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

CheckpointCheck::CheckpointCheck()
    : folder_(fs::temp_directory_path() / ("pliant_fuzz_" + std::to_string(::getpid()))) {
  fs::create_directories(folder_);
  {
    SceneRun run = run_in(folder_ / "whole", false);
    run.advance(saved_after);
    run.save_checkpoint();
    run.finish();
  }
  const std::string bytes = read_file(folder_ / "whole" / "checkpoint.bin");
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
  seed_.assign(begin, begin + bytes.size());
}

CheckpointCheck::~CheckpointCheck() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

int CheckpointCheck::check(std::span<const std::byte> bytes) const {
  return int(goes_on(bytes)) + int(goes_on(mended(bytes)));
}

bool CheckpointCheck::goes_on(std::span<const std::byte> bytes) const {
  try {
    const std::vector<std::byte> again = checkpoint_bytes(parse_checkpoint("fuzz", bytes));
    if (!std::ranges::equal(again, bytes))
      throw std::logic_error("what was read is not what is written again");
    const fs::path copy = folder_ / "copy";
    fs::remove_all(copy);
    fs::copy(folder_ / "whole", copy);
    store(copy, bytes);
    SceneRun run = run_in(copy, true);
    run.advance(steps);
    run.finish();
    return true;
  } catch (const InputError&) {
    return false;
  } catch (const Diverged&) {
    return true;
  }
}

}  // namespace pliant::fuzz
