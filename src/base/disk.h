#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace pliant {

/// How files come, change and go. All that must survive a power cut passes through here, so that a
/// test can note the calls and replay a part of them. Each returns 0, or the system's number of
/// what went wrong.
class Disk {
 public:
  virtual ~Disk() = default;

  /// A file with these bytes alone, whatever it held.
  virtual int create(const std::filesystem::path& file, std::string_view bytes);
  /// At the end of a file that is there.
  virtual int append(const std::filesystem::path& file, std::string_view bytes);
  virtual int truncate(const std::filesystem::path& file, std::uintmax_t size);
  /// Returns when the bytes of a file are on the disk, whoever wrote them.
  virtual int sync(const std::filesystem::path& file);
  /// Returns when the names in a folder are on the disk.
  virtual int sync_folder(const std::filesystem::path& folder);
  virtual int rename(const std::filesystem::path& from, const std::filesystem::path& to);
  /// No failure where there is no such file.
  virtual int remove(const std::filesystem::path& file);
};

/// The one that is in use: the system's, unless a test has put another in its place.
Disk& disk();

/// Another disk in the place of the system's while this lives; for tests.
class DiskInPlace {
 public:
  explicit DiskInPlace(Disk& other);
  DiskInPlace(const DiskInPlace&) = delete;
  DiskInPlace& operator=(const DiskInPlace&) = delete;
  ~DiskInPlace();
};

}  // namespace pliant
