#pragma once

#include <cstdint>
#include <filesystem>

#include "record/hdf5.h"

namespace pliant::record {

/// An HDF5 file that is being written under a temporary name and gets its own when it is complete.
/// One that is never stored leaves nothing behind.
///
/// HDF5 crashes where a disk is full, at the latest when it closes the file. So space is reserved
/// from the system before anything is handed to HDF5; a full disk shows there.
class NewFile {
 public:
  explicit NewFile(std::filesystem::path target);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  const hdf5::Object& file() const { return file_; }
  /// Space for so many more bytes, before packing; InputError where the disk does not have it. What
  /// was written before can still be stored then.
  void reserve(std::uintmax_t more);
  /// Returns when the file is on the disk under its name.
  void store();

  /// Runs what writes into the file; a failure of HDF5 becomes an InputError.
  template <class Work>
  auto named(Work work) const {
    try {
      return work();
    } catch (const hdf5::Error& error) {
      fail(error.what());
    }
  }

 private:
  void allocate();
  [[noreturn]] void fail(const std::string& problem) const;

  std::filesystem::path target_, partial_;
  std::uintmax_t wanted_, reserved_ = 0;
  hdf5::Object file_;
  bool stored_ = false;
};

}  // namespace pliant::record
