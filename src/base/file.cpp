#include "base/file.h"

#include <pliant/error.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/disk.h"
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

}  // namespace

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

PartialFile write_partial(const std::filesystem::path& file, std::string_view bytes) {
  const std::filesystem::path target = usable_target(file);
  std::filesystem::path partial = target;
  partial += ".part";
  disk().remove(partial);  // left behind by a run that was killed, or a link
  if (const int problem = disk().create(partial, bytes)) {
    disk().remove(partial);
    fail(file, problem);
  }
  return {partial, target};
}

namespace {

void move_into_place(const std::filesystem::path& partial, const std::filesystem::path& file) {
  const int problem = disk().rename(partial, file);
  if (problem == 0) return;
  disk().remove(partial);
  fail(file, problem);
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
  const PartialFile stored = write_partial(file, bytes);
  move_into_place(stored.partial, stored.target);
}

void store_file(const std::filesystem::path& file, std::string_view bytes) {
  const PartialFile stored = write_partial(file, bytes);
  replace_file(stored.partial, stored.target);
}

void replace_file(const std::filesystem::path& partial, const std::filesystem::path& file) {
  if (const int problem = disk().sync(partial)) {
    disk().remove(partial);
    fail(file, problem);
  }
  move_into_place(partial, file);
  // Some file systems do not synchronise folders; the file itself is safe then, too.
  disk().sync_folder(file.parent_path());
}

void remove_file(const std::filesystem::path& file) {
  if (const int problem = disk().remove(file))
    throw InputError(file.string(), 0, text("cannot be removed: ", std::strerror(problem)),
                     "check the permissions of its folder");
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) return;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw InputError(folder.string(), 0, text("the folder cannot be made: ", error.message()),
                     "give another name, or move what is in the way");
  disk().sync_folder(folder.parent_path());
}

}  // namespace pliant
