#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace pliant {

/// What a user gave is at fault. The message reads "FILE:LINE: what is wrong; cure"; the line is
/// left out where it makes no sense (binary files, whole-file faults).
class InputError : public std::runtime_error {
 public:
  InputError(std::string file, std::size_t line, std::string problem, std::string cure);

  const std::string& file() const { return file_; }
  std::size_t line() const { return line_; }  ///< 1-based; 0 where there is none.
  const std::string& problem() const { return problem_; }
  const std::string& cure() const { return cure_; }

 private:
  std::string file_;
  std::size_t line_;
  std::string problem_;
  std::string cure_;
};

}  // namespace pliant
