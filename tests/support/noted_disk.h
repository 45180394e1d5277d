#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/disk.h"
#include "support/recordings.h"

namespace pliant::test {

/// Does everything on the real disk and notes it, so that its folder can be made again as a power
/// cut may leave it: names since the last call that synchronised the folder, and bytes since the
/// last one that synchronised their file, are there or not, each for itself. Files that are there
/// at the start are on the disk.
class NotedDisk final : public Disk {
 public:
  explicit NotedDisk(std::filesystem::path folder) : folder_(std::move(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      at_start_[entry.path().filename().string()] = bytes_of(entry.path());
  }

  std::size_t calls() const {
    const std::lock_guard lock(mutex_);
    return calls_.size();
  }

  /// Makes a folder as it may be after a power cut that came after so many calls.
  void leave(const std::filesystem::path& folder, std::size_t calls, std::mt19937& random) const {
    Contents contents(at_start_);
    for (std::size_t i = 0; i < calls; ++i) contents.take(calls_[i]);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    for (const auto& [name, bytes] : contents.after_cut(random)) put_bytes(folder / name, bytes);
  }

  int create(const std::filesystem::path& file, std::string_view bytes) override {
    return noted(Disk::create(file, bytes), Kind::create, file, std::string(bytes));
  }
  int append(const std::filesystem::path& file, std::string_view bytes) override {
    return noted(Disk::append(file, bytes), Kind::append, file, std::string(bytes));
  }
  int truncate(const std::filesystem::path& file, std::uintmax_t size) override {
    return noted(Disk::truncate(file, size), Kind::create, file, bytes_of(file));
  }
  int sync(const std::filesystem::path& file) override {
    return noted(Disk::sync(file), Kind::sync, file, bytes_of(file));
  }
  int sync_folder(const std::filesystem::path& folder) override {
    return noted(Disk::sync_folder(folder), Kind::sync_folder, folder / "", "");
  }
  int rename(const std::filesystem::path& from, const std::filesystem::path& to) override {
    return noted(Disk::rename(from, to), Kind::rename, from, to.filename().string());
  }
  int remove(const std::filesystem::path& file) override {
    return noted(Disk::remove(file), Kind::remove, file, "");
  }

 private:
  enum class Kind { create, append, sync, sync_folder, rename, remove };
  struct Call {
    Kind kind;
    std::string name, bytes;  // bytes: the new name, where it is renamed
  };
  struct File {
    std::string safe, latest;
  };

  class Contents {
   public:
    explicit Contents(const std::map<std::string, std::string>& files) {
      for (const auto& [name, bytes] : files) {
        safe_names_[name] = files_.size();
        files_.push_back({bytes, bytes});
      }
      names_ = safe_names_;
    }

    void take(const Call& call) {
      switch (call.kind) {
        case Kind::create:
          file(call.name).latest = call.bytes;
          return;
        case Kind::append:
          file(call.name).latest += call.bytes;
          return;
        case Kind::sync:  // HDF5 has written by ways of its own
          file(call.name) = {call.bytes, call.bytes};
          return;
        case Kind::sync_folder:
          safe_names_ = names_;
          changes_.clear();
          return;
        case Kind::rename:
          if (names_.contains(call.name))
            change({{call.name, std::nullopt}, {call.bytes, names_[call.name]}});
          return;
        case Kind::remove:
          if (names_.contains(call.name)) change({{call.name, std::nullopt}});
      }
    }

    std::map<std::string, std::string> after_cut(std::mt19937& random) const {
      Names names = safe_names_;
      for (const Change& one : changes_)
        if (random() % 2 == 0) apply(one, names);
      std::map<std::string, std::string> files;
      for (const auto& [name, number] : names) files[name] = after_cut(files_[number], random);
      return files;
    }

   private:
    using Names = std::map<std::string, std::size_t>;
    using Change = std::vector<std::pair<std::string, std::optional<std::size_t>>>;

    static void apply(const Change& change, Names& names) {
      for (const auto& [name, number] : change)
        if (number)
          names[name] = *number;
        else
          names.erase(name);
    }
    void change(const Change& one) {
      apply(one, names_);
      changes_.push_back(one);
    }
    File& file(const std::string& name) {
      if (!names_.contains(name)) {
        files_.emplace_back();
        change({{name, files_.size() - 1}});
      }
      return files_[names_[name]];
    }
    static std::string after_cut(const File& file, std::mt19937& random) {
      if (file.safe == file.latest || random() % 3 == 0) return file.safe;
      std::string bytes = file.latest;
      const std::size_t same = file.latest.starts_with(file.safe) ? file.safe.size() : 0;
      if (random() % 2 == 0) bytes.resize(same + random() % (bytes.size() - same + 1));
      const std::size_t gone = same + random() % (bytes.size() - same + 1);
      if (random() % 2 == 0)
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(same),
                  bytes.begin() + static_cast<std::ptrdiff_t>(gone), '\0');
      return bytes;
    }

    std::vector<File> files_;
    Names names_, safe_names_;
    std::vector<Change> changes_;  // of names, since the folder was synchronised
  };

  int noted(int result, Kind kind, const std::filesystem::path& file, std::string bytes) {
    const std::lock_guard lock(mutex_);
    if (result == 0 && file.parent_path() == folder_)
      calls_.push_back({kind, file.filename().string(), std::move(bytes)});
    return result;
  }

  std::filesystem::path folder_;
  std::map<std::string, std::string> at_start_;
  mutable std::mutex mutex_;
  std::vector<Call> calls_;
};

}  // namespace pliant::test
