#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace pliant::fuzz {

/// Restores any bytes into states of small models of every backend and precision. Each must be
/// restored, then steps and can be saved, or refused with InputError; everything else is an error.
class SavedStateCheck {
 public:
  SavedStateCheck();
  ~SavedStateCheck();

  /// What states of these models save.
  const std::vector<std::vector<std::byte>>& seeds() const;
  /// The bytes as they are and, so that what is behind it is looked at, with their fingerprint
  /// mended. Returns how many were restored.
  int check(std::span<const std::byte> bytes);

 private:
  struct Models;
  std::unique_ptr<Models> models_;
};

}  // namespace pliant::fuzz
