#include "base/disk.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>

namespace pliant {

namespace {

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(descriptor, bytes.data(), bytes.size());
    if (written > 0)
      bytes.remove_prefix(static_cast<std::size_t>(written));
    else if (written == 0)
      return ENOSPC;
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

int write_and_close(int descriptor, std::string_view bytes) {
  if (descriptor < 0) return errno;
  const int error = write_all(descriptor, bytes);
  return ::close(descriptor) != 0 && error == 0 ? errno : error;
}

int synchronise(const std::filesystem::path& file, int mode) {
  const int descriptor = ::open(file.c_str(), mode | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error = ::fsync(descriptor) != 0 ? errno : 0;
  ::close(descriptor);
  return error;
}

Disk of_the_system;
std::atomic<Disk*> in_use = &of_the_system;

}  // namespace

int Disk::create(const std::filesystem::path& file, std::string_view bytes) {
  return write_and_close(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666),
                         bytes);
}

int Disk::append(const std::filesystem::path& file, std::string_view bytes) {
  return write_and_close(::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC), bytes);
}

int Disk::truncate(const std::filesystem::path& file, std::uintmax_t size) {
  return ::truncate(file.c_str(), static_cast<off_t>(size)) != 0 ? errno : 0;
}

int Disk::sync(const std::filesystem::path& file) {
  return synchronise(file, O_RDWR);
}

int Disk::sync_folder(const std::filesystem::path& folder) {
  return synchronise(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
}

int Disk::rename(const std::filesystem::path& from, const std::filesystem::path& to) {
  return std::rename(from.c_str(), to.c_str()) != 0 ? errno : 0;
}

int Disk::remove(const std::filesystem::path& file) {
  return ::unlink(file.c_str()) != 0 && errno != ENOENT ? errno : 0;
}

Disk& disk() {
  return *in_use;
}

DiskInPlace::DiskInPlace(Disk& other) {
  in_use = &other;
}

DiskInPlace::~DiskInPlace() {
  in_use = &of_the_system;
}

}  // namespace pliant
