#pragma once

#include <csignal>
#include <cstdio>
#include <iterator>
#include <string>

// What stands around a call of TetGen: where its words go, and what becomes of its crashes.

namespace structgen {

/// Sends what is printed on stdout to stderr, or to a file from which complaints can be taken.
class DivertedOutput {
 public:
  explicit DivertedOutput(bool to_stderr);
  DivertedOutput(const DivertedOutput&) = delete;
  DivertedOutput& operator=(const DivertedOutput&) = delete;
  ~DivertedOutput();

  /// The first line that TetGen marked as an error or a warning, without the mark; or nothing.
  std::string complaint();

 private:
  int stdout_ = -1;
  std::FILE* file_ = nullptr;
};

/// TetGen checks itself with assert, and trusts its input files: while this lives, what ends the
/// program says so and exits with code 1.
class CrashGuard {
 public:
  CrashGuard();
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;
  ~CrashGuard();

 private:
  static constexpr int signals[] = {SIGABRT, SIGSEGV, SIGFPE, SIGBUS};
  void (*before_[std::size(signals)])(int);
};

}  // namespace structgen
