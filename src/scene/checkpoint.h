#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace pliant {

/// What a run needs to go on where it was, beside its scene.
struct Checkpoint {
  std::int64_t step = 0;
  double time_step = 0;                        // s
  std::int64_t frames = 0;                     // recorded so far
  std::uint64_t probe_bytes = 0;               // of probes.csv
  std::vector<std::vector<std::byte>> states;  // of bodies
  std::vector<std::vector<double>> memories;   // of what actions do

  bool operator==(const Checkpoint&) const = default;
};

/// In a run's folder. Takes the place of an earlier one when all of it is on the disk.
void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint);
/// None where there is none; InputError where it is damaged or of another version.
std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& folder);
void remove_checkpoint(const std::filesystem::path& folder);

/// The file's bytes. `name` is for messages.
std::vector<std::byte> checkpoint_bytes(const Checkpoint& checkpoint);
Checkpoint parse_checkpoint(const std::string& name, std::span<const std::byte> bytes);

}  // namespace pliant
