#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "window/rectangle.h"

namespace pliant::viewer {

/// Words over the viewport: errors stay until they are closed, notes go by themselves.
class Messages {
 public:
  void error(const std::string& words);
  void note(const std::string& words);
  /// An error that holds as long as it is told; told again after it was closed, it stays closed.
  void trouble(const std::string& words);

  void draw(const Rectangle& viewport);
  std::vector<std::string> shown() const;  ///< errors first
  bool passing() const;                    ///< one will go by itself

 private:
  using Clock = std::chrono::steady_clock;
  struct Message {
    std::string words;
    bool error = false, lasting = false;
    Clock::time_point since;
  };
  void add(Message message);

  std::vector<Message> messages_;
  std::string trouble_;
};

}  // namespace pliant::viewer
