#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace pliant::fuzz {

/// Resumes a small run, with drives, probes and a recording, from any bytes as its checkpoint. They
/// must be refused with InputError, or the run goes on to its end; everything else is an error.
class CheckpointCheck {
 public:
  /// Works in a folder of its own, which it removes at the end.
  CheckpointCheck();
  ~CheckpointCheck();
  CheckpointCheck(const CheckpointCheck&) = delete;
  CheckpointCheck& operator=(const CheckpointCheck&) = delete;

  /// What the run has saved.
  const std::vector<std::byte>& seed() const { return seed_; }
  /// The bytes as they are and with their fingerprint mended. Returns how many were gone on from.
  int check(std::span<const std::byte> bytes) const;

 private:
  bool goes_on(std::span<const std::byte> bytes) const;

  std::filesystem::path folder_;
  std::vector<std::byte> seed_;
};

}  // namespace pliant::fuzz
