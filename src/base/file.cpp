#include "base/file.h"

#include <fcntl.h>
#include <pliant/error.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/text.h"

namespace pliant {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, int error) {
  throw InputError(file.string(), 0, text("cannot be written: ", std::strerror(error)),
                   "check the folder, its permissions and the free space");
}

// What a link, or a chain of them, points at, whether that is there or not.
std::filesystem::path link_target(const std::filesystem::path& file) {
  constexpr int longest_chain = 40;  // as Linux has it
  std::filesystem::path target = file;
  std::error_code error;
  for (int i = 0; i < longest_chain; ++i) {
    if (!std::filesystem::is_symlink(std::filesystem::symlink_status(target, error))) return target;
    const std::filesystem::path next = std::filesystem::read_symlink(target, error);
    if (error) fail(file, error.value());
    target = target.parent_path() / next;  // an absolute link replaces the folder
  }
  fail(file, ELOOP);
}

// 0, or what went wrong.
int store(const std::filesystem::path& file, std::string_view bytes) {
  ::unlink(file.c_str());  // left behind by a run that was killed
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  int error = 0;
  while (!bytes.empty() && error == 0) {
    const auto written = ::write(fd, bytes.data(), bytes.size());
    if (written > 0)
      bytes.remove_prefix(static_cast<std::size_t>(written));
    else if (written == 0)
      error = ENOSPC;
    else if (errno != EINTR)
      error = errno;
  }
  if (::close(fd) != 0 && error == 0) error = errno;
  if (error != 0) ::unlink(file.c_str());
  return error;
}

// Where to write: an InputError when something is there that is no file.
std::filesystem::path usable_target(const std::filesystem::path& file) {
  const std::filesystem::path target = link_target(file);
  std::error_code error;
  const auto status = std::filesystem::status(target, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError(
        file.string(), 0,
        std::filesystem::is_directory(status) ? "is a folder" : "is not a regular file",
        "name a file");
  return target;
}

std::filesystem::path partial_of(std::filesystem::path target) {
  target += ".part";
  return target;
}

// 0, or what went wrong.
int synchronise(const std::filesystem::path& file, int mode) {
  const int fd = ::open(file.c_str(), mode | O_CLOEXEC);
  if (fd < 0) return errno;
  const int error = ::fsync(fd) != 0 ? errno : 0;
  ::close(fd);
  return error;
}

void move_into_place(const std::filesystem::path& partial, const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::rename(partial, file, error);
  if (!error) return;
  ::unlink(partial.c_str());
  fail(file, error.value());
}

[[noreturn]] void cannot_read(const std::filesystem::path& file, const std::string& why) {
  throw InputError(file.string(), 0, text("cannot be read: ", why),
                   "check its name and permissions");
}

}  // namespace

std::string read_file(const std::filesystem::path& file, std::uintmax_t most) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) cannot_read(file, error.message());
  if (size > most)
    throw InputError(file.string(), 0, text("is too long: ", size, " bytes"),
                     text(most, " are the most"));
  std::ifstream in(file, std::ios::binary);
  if (!in) cannot_read(file, std::strerror(errno));
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) cannot_read(file, "the disk reports an error");
  return bytes;
}

void write_file(const std::filesystem::path& file, std::string_view bytes) {
  const std::filesystem::path target = usable_target(file);
  const std::filesystem::path partial = partial_of(target);
  if (const int problem = store(partial, bytes)) fail(file, problem);
  move_into_place(partial, target);
}

void replace_file(const std::filesystem::path& partial, const std::filesystem::path& file) {
  if (const int problem = synchronise(partial, O_RDWR)) fail(file, problem);
  move_into_place(partial, file);
  // Some file systems do not synchronise folders; the file itself is safe then, too.
  synchronise(file.has_parent_path() ? file.parent_path() : ".", O_RDONLY | O_DIRECTORY);
}

}  // namespace pliant
