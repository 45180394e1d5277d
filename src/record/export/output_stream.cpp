#include "record/export/output_stream.h"

#include <pliant/error.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/file.h"
#include "base/text.h"

namespace pliant::record {

OutputStream::OutputStream(const std::filesystem::path& target)
    : target_(usable_target(target)), partial_(target_), out_(nullptr, std::fclose) {
  partial_ += ".part";
  out_.reset(std::fopen(partial_.c_str(), "wb"));
  if (!out_) fail();
}

OutputStream::~OutputStream() {
  if (!out_) return;
  out_.reset();
  ::unlink(partial_.c_str());
}

void OutputStream::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), out_.get()) != bytes.size()) fail();
  position_ += bytes.size();
}

void OutputStream::rewrite(std::uint64_t at, std::string_view bytes) {
  if (::fseeko(out_.get(), static_cast<off_t>(at), SEEK_SET) != 0 ||
      std::fwrite(bytes.data(), 1, bytes.size(), out_.get()) != bytes.size() ||
      ::fseeko(out_.get(), 0, SEEK_END) != 0)
    fail();
}

void OutputStream::flush() {
  if (std::fflush(out_.get()) != 0) fail();
}

void OutputStream::finish() {
  flush();
  out_.reset();
  replace_file(partial_, target_);
}

void OutputStream::fail() const {
  const int error = errno;
  ::unlink(partial_.c_str());
  throw InputError(target_.string(), 0, text("cannot be written: ", std::strerror(error)),
                   "check the folder, its permissions and the free space");
}

}  // namespace pliant::record
