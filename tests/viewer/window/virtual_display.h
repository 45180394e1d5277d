#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace pliant::viewer {

/// An X server without a screen, on the first display that is free, as long as it lives.
class VirtualDisplay {
 public:
  VirtualDisplay();
  ~VirtualDisplay();
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

  /// ":7"; nothing where Xvfb is not installed or does not start.
  const std::optional<std::string>& name() const { return name_; }

 private:
  pid_t process_ = -1;
  std::optional<std::string> name_;
};

}  // namespace pliant::viewer
