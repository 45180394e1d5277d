#pragma once

#include <pliant/error.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace pliant {

/// What a run needs to go on where it was, beside its scene.
struct Checkpoint {
  std::int64_t step = 0;
  double time_step = 0;                       // s
  std::int64_t frames = 0;                    // recorded so far
  std::uint64_t probe_bytes = 0;              // of probes.csv
  std::vector<std::byte> state;               // of the world
  std::vector<std::vector<double>> memories;  // of what actions do
  std::vector<std::vector<double>> controls;  // of the steps; empty: they are given
  std::vector<std::byte> backup;              // of the world, to go back to; empty: none

  bool operator==(const Checkpoint&) const = default;
};

/// In a run's folder. When all of it is on the disk it takes the place of the last one, which
/// becomes the one before.
void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint);

/// What there is in a folder.
struct Checkpoints {
  std::vector<Checkpoint> sound;    // the last one first, then the one before
  std::vector<InputError> damaged;  // what is wrong with the others
};
Checkpoints read_checkpoints(const std::filesystem::path& folder);
/// Both; what is there no longer is no mistake.
void remove_checkpoint(const std::filesystem::path& folder);

/// The file's bytes. `name` is for messages.
std::vector<std::byte> checkpoint_bytes(const Checkpoint& checkpoint);
Checkpoint parse_checkpoint(const std::string& name, std::span<const std::byte> bytes);

}  // namespace pliant
