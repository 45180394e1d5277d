#pragma once

#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "backend/backend.h"
#include "base/fingerprint.h"

// The bytes of a saved state: a head that says what it is of, its numbers, and a fingerprint of all
// of it at the end. Numbers stand in the order of this machine.

namespace pliant {

inline constexpr std::uint64_t saved_state_magic = 0x4554415453544c50u;  // "PLTSTATE"
inline constexpr std::uint32_t saved_state_version = 6;
/// Before the states of several bodies, each as it is saved alone.
inline constexpr std::uint64_t saved_world_magic = 0x444c524f57544c50u;  // "PLTWORLD"

/// Before a state with contact: its settings, what it remembers, then the state without.
inline constexpr std::uint64_t saved_contact_magic = 0x484355544f544c50u;  // "PLTOTUCH"

class ByteWriter {
 public:
  template <class T>
  void add(const T& value) {
    static_assert(std::is_arithmetic_v<T>);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  void add(const Vec3d& a) {
    for (int i = 0; i < 3; ++i) add(a[i]);
  }
  void add(const std::vector<bool>& bits);
  void add(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  /// In single precision where they were so.
  void add(std::span<const double> values, Precision precision);
  void add(std::span<const Vec3d> values, Precision precision);
  /// All bytes with their fingerprint.
  std::vector<std::byte> finish();

 private:
  std::vector<std::byte> bytes_;
};

/// Throws InputError where there are too few bytes.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  bool get_bool();
  std::span<const std::byte> get_bytes(std::size_t count) { return take(count); }
  Vec3d get_vector();
  std::vector<bool> get_bits(std::size_t count);
  std::vector<double> get_numbers(std::size_t count, Precision precision);
  std::vector<Vec3d> get_vectors(std::size_t count, Precision precision);
  bool at_end() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> take(std::size_t count);
  std::span<const std::byte> bytes_;
};

/// Whether saved bytes are those of bodies that touch.
bool has_contact(std::span<const std::byte> bytes);

void write_obstacle(ByteWriter& out, const Obstacle& obstacle);
/// What it reads may be no obstacle that can be; check_obstacles() tells.
Obstacle read_obstacle(ByteReader& in);

/// What a state is but for its drives.
struct SavedState {
  Dynamics dynamics;
  std::int64_t steps = 0;
  double time = 0;
  std::vector<std::vector<bool>> removed;
  std::vector<bool> pinned;
  std::vector<VolumeGoal> volume_goals;
  large_steps::Memory large_step_memory;
  backend::Snapshot snapshot;
};

std::vector<std::byte> write_saved(const Model& model, const SavedState& state);
/// All but the fingerprint, which may be wrong; InputError where there is none.
std::span<const std::byte> content_of(std::span<const std::byte> bytes);
/// InputError where it is not that of the bytes before it.
void check_fingerprint(std::span<const std::byte> bytes);
/// InputError where the bytes are not those of a state of this model.
SavedState read_saved(const Model& model, std::span<const std::byte> bytes);

}  // namespace pliant
