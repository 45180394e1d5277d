#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace pliant::record {

/// A file too large to be put together in memory; it appears whole or not at all, and has the name
/// TARGET.part until then. InputError where it cannot be written.
class OutputStream {
 public:
  explicit OutputStream(const std::filesystem::path& target);
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;
  ~OutputStream();

  void write(std::string_view bytes);
  /// Replaces bytes that were written before.
  void rewrite(std::uint64_t at, std::string_view bytes);
  std::uint64_t position() const { return position_; }
  /// For who watches the temporary file grow.
  void flush();
  void finish();

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path target_, partial_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> out_;
  std::uint64_t position_ = 0;
};

}  // namespace pliant::record
