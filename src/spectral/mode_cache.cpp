#include "spectral/mode_cache.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <tuple>

#include "base/fingerprint.h"
#include "base/text.h"

namespace pliant {

std::filesystem::path modes_cache_folder() {
  const auto variable = [](const char* name) -> std::filesystem::path {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (auto own = variable("PLIANT_CACHE"); !own.empty()) return own;
  if (auto shared = variable("XDG_CACHE_HOME"); shared.is_absolute()) return shared / "pliant";
  if (auto home = variable("HOME"); !home.empty()) return home / ".cache" / "pliant";
  return {};
}

}  // namespace pliant

namespace pliant::spectral {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".modes";

// All numbers are little-endian 64-bit words, as on every machine Pliant runs on.
struct Header {
  std::array<char, 8> magic{'P', 'L', 'M', 'O', 'D', 'E', 'S', '\n'};
  std::uint64_t version = 1;
  std::uint64_t key_high = 0, key_low = 0;
  std::uint64_t vertices = 0, modes = 0;
  bool operator==(const Header&) const = default;
};
static_assert(std::is_trivially_copyable_v<Header> && sizeof(Header) == 48);

Header header_of(const ModeKey& key, std::size_t vertices, std::size_t modes) {
  Header header;
  header.key_high = key.high;
  header.key_low = key.low;
  header.vertices = vertices;
  header.modes = modes;
  return header;
}

std::uint64_t checksum(std::string_view bytes) {
  Fingerprint sum;
  sum.add(std::as_bytes(std::span(bytes)));
  return sum.value();
}

template <class Value>
void append(std::string& out, std::span<const Value> values) {
  const auto bytes = std::as_bytes(values);
  out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::vector<double> take_numbers(std::string_view& bytes, std::size_t count) {
  std::vector<double> numbers(count);
  std::memcpy(numbers.data(), bytes.data(), count * sizeof(double));
  bytes.remove_prefix(count * sizeof(double));
  return numbers;
}

// Two programs, or two threads of one, may make the same file at once: each under a name of its
// own, and the last one to be ready stays.
fs::path own_name(const fs::path& file) {
  static std::atomic<unsigned> number{0};
  return fs::path(file) += text(".", ::getpid(), "-", number++, ".part");
}

void remove_oldest(const fs::path& folder, std::uintmax_t most_bytes) {
  struct Kept {
    fs::file_time_type time;
    fs::path file;
    std::uintmax_t bytes;
  };
  std::vector<Kept> all;
  std::uintmax_t sum = 0;
  std::error_code error;
  const auto day_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    std::error_code none;
    const auto bytes = i->file_size(none);
    const auto time = i->last_write_time(none);
    if (none || !i->is_regular_file(none)) continue;
    // What a kill left behind.
    if (i->path().extension() == ".part" &&
        i->path().stem().string().find(extension) != std::string::npos && time < day_ago)
      fs::remove(i->path(), none);
    if (i->path().extension() != extension) continue;
    all.push_back({time, i->path(), bytes});
    sum += bytes;
  }
  std::ranges::sort(all, {}, [](const Kept& k) { return std::tie(k.time, k.file); });
  for (const Kept& oldest : all) {
    if (sum <= most_bytes) return;
    if (fs::remove(oldest.file, error)) sum -= oldest.bytes;
  }
}

}  // namespace

std::string cached_bytes(const ModeKey& key, const Modes& modes) {
  const Header header = header_of(key, modes.vertex_count, modes.count());
  std::string out;
  out.reserve(sizeof header + 8 * (modes.eigenvalues.size() + modes.shapes.size() + 1));
  append(out, std::span(&header, 1));
  append(out, std::span<const double>(modes.eigenvalues));
  append(out, std::span<const double>(modes.shapes));
  const std::uint64_t sum = checksum(out);
  append(out, std::span(&sum, 1));
  return out;
}

std::optional<Modes> modes_of_bytes(std::string_view bytes, const ModeKey& key,
                                    std::size_t vertex_count, std::size_t count) {
  const std::size_t numbers = count + 3 * vertex_count * count;
  if (bytes.size() != sizeof(Header) + 8 * numbers + 8) return {};
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header != header_of(key, vertex_count, count)) return {};
  std::uint64_t sum = 0;
  std::memcpy(&sum, bytes.data() + bytes.size() - sizeof sum, sizeof sum);
  if (sum != checksum(bytes.substr(0, bytes.size() - sizeof sum))) return {};
  bytes.remove_prefix(sizeof header);
  Modes modes{vertex_count, take_numbers(bytes, count), {}};
  modes.shapes = take_numbers(bytes, 3 * vertex_count * count);
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::ranges::all_of(modes.eigenvalues, finite) || !std::ranges::all_of(modes.shapes, finite))
    return {};
  return modes;
}

fs::path cache_file(const fs::path& folder, const ModeKey& key) {
  std::string name;
  for (const std::uint64_t word : {key.high, key.low})
    for (int shift = 60; shift >= 0; shift -= 4) name += "0123456789abcdef"[word >> shift & 15];
  return folder / (name + std::string(extension));
}

std::optional<Modes> read_cached_modes(const fs::path& folder, const ModeKey& key,
                                       std::size_t vertex_count, std::size_t count) {
  if (folder.empty()) return {};
  const fs::path file = cache_file(folder, key);
  const std::uintmax_t size = sizeof(Header) + 8 * (count + 3 * vertex_count * count) + 8;
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) != size || error) return {};
  std::string bytes(size, '\0');
  std::ifstream in(file, std::ios::binary);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size))) return {};
  auto modes = modes_of_bytes(bytes, key, vertex_count, count);
  if (modes) fs::last_write_time(file, fs::file_time_type::clock::now(), error);  // used lately
  return modes;
}

void write_cached_modes(const fs::path& folder, const ModeKey& key, const Modes& modes,
                        std::uintmax_t most_bytes) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path file = cache_file(folder, key), partial = own_name(file);
  {
    const std::string bytes = cached_bytes(key, modes);
    if (bytes.size() > most_bytes) return;
    std::ofstream out(partial, std::ios::binary);
    if (!out) return;
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (out) fs::rename(partial, file, error);
    if (!out || error) fs::remove(partial, error);
  }
  remove_oldest(folder, most_bytes);
}

}  // namespace pliant::spectral
