#include "base/file_set.h"

#include <vector>

#include "base/disk.h"
#include "base/file.h"

namespace pliant {

namespace {

// Files under temporary names. Those that have not got their own are removed at the end.
class FileSet {
 public:
  FileSet() = default;
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;
  ~FileSet() {
    for (const PartialFile& one : waiting_) disk().remove(one.partial);
  }

  void add(const FileBytes& one) { waiting_.push_back(write_partial(one.file, one.bytes)); }

  void name_all() {
    for (const PartialFile& one : waiting_) replace_file(one.partial, one.target);
  }

 private:
  std::vector<PartialFile> waiting_;
};

}  // namespace

void write_together(std::span<const FileBytes> files) {
  if (files.size() == 1) return write_file(files[0].file, files[0].bytes);
  FileSet set;
  for (const FileBytes& one : files) set.add(one);
  set.name_all();
}

}  // namespace pliant
