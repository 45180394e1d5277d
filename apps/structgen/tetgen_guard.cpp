#include "tetgen_guard.h"

#include <unistd.h>

#include <string_view>

namespace structgen {

namespace {

std::string trimmed(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t\n\r");
  if (begin == std::string_view::npos) return {};
  const auto end = line.find_last_not_of(" \t\n\r.!");
  return std::string(line.substr(begin, end + 1 - begin));
}

extern "C" void crashed(int) {
  constexpr std::string_view message =
      "structgen: TetGen broke down on this input; check the surface with 'pliant check', or try "
      "other switches\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(1);
}

}  // namespace

DivertedOutput::DivertedOutput(bool to_stderr) {
  std::fflush(stdout);
  stdout_ = ::dup(STDOUT_FILENO);
  if (!to_stderr) file_ = std::tmpfile();
  ::dup2(file_ != nullptr ? ::fileno(file_) : STDERR_FILENO, STDOUT_FILENO);
}

DivertedOutput::~DivertedOutput() {
  std::fflush(stdout);
  if (stdout_ >= 0) {
    ::dup2(stdout_, STDOUT_FILENO);
    ::close(stdout_);
  }
  if (file_ != nullptr) std::fclose(file_);
}

std::string DivertedOutput::complaint() {
  std::fflush(stdout);
  if (file_ == nullptr) return {};
  std::rewind(file_);
  char line[512];
  while (std::fgets(line, sizeof line, file_) != nullptr)
    for (std::string_view mark : {"Error:", "Warning:", "File I/O Error:"})
      if (std::string_view(line).starts_with(mark)) return trimmed(line + mark.size());
  return {};
}

CrashGuard::CrashGuard() {
  for (std::size_t i = 0; i < std::size(signals); ++i)
    before_[i] = std::signal(signals[i], crashed);
}

CrashGuard::~CrashGuard() {
  for (std::size_t i = 0; i < std::size(signals); ++i) std::signal(signals[i], before_[i]);
}

}  // namespace structgen
