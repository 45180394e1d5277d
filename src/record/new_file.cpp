#include "record/new_file.h"

#include <fcntl.h>
#include <pliant/error.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/file.h"
#include "base/text.h"

namespace pliant::record {

namespace {

constexpr std::uintmax_t for_descriptions = std::uintmax_t{1} << 18;  // of HDF5's own
constexpr std::uintmax_t at_once = std::uintmax_t{1} << 20;

// 0, or what went wrong.
int allocate(const std::filesystem::path& file, std::uintmax_t from, std::uintmax_t to) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  int error = 0;
  do {
    error = ::fallocate(fd, 0, static_cast<off_t>(from), static_cast<off_t>(to - from)) != 0 ? errno
                                                                                             : 0;
  } while (error == EINTR);
  ::close(fd);
  // Not every file system can; then HDF5 has to do without.
  return error == EOPNOTSUPP || error == ENOSYS ? 0 : error;
}

}  // namespace

NewFile::NewFile(std::filesystem::path target)
    : target_(std::move(target)), partial_(target_), wanted_(for_descriptions) {
  partial_ += ".part";
  try {
    allocate();  // HDF5 empties the file again, but now it is known that there is room
    named([&] { file_ = hdf5::create_file(partial_); });
    reserved_ = 0;
    allocate();
  } catch (...) {
    ::unlink(partial_.c_str());
    throw;
  }
}

NewFile::~NewFile() {
  if (stored_) return;
  file_ = {};
  ::unlink(partial_.c_str());
}

void NewFile::reserve(std::uintmax_t more) {
  wanted_ += more + more / 32;
  allocate();
}

void NewFile::allocate() {
  if (wanted_ <= reserved_) return;
  std::uintmax_t next = wanted_ / at_once * at_once + at_once;
  int error = record::allocate(partial_, reserved_, next);
  if (error != 0) {  // the last bit of room is room, too
    next = wanted_;
    error = record::allocate(partial_, reserved_, next);
  }
  if (error != 0) fail(std::strerror(error));
  reserved_ = next;
}

void NewFile::store() {
  named([&] {
    file_.close();
    hdf5::trim(partial_);
  });
  replace_file(partial_, target_);
  stored_ = true;
}

void NewFile::fail(const std::string& problem) const {
  throw InputError(target_.string(), 0, text("cannot be written: ", problem),
                   "check the folder and the free space; what was recorded before is kept");
}

}  // namespace pliant::record
