#include <pliant/error.h>

#include "base/text.h"

namespace pliant {

namespace {
std::string message(const std::string& file, std::size_t line, const std::string& problem,
                    const std::string& cure) {
  std::string place = file;
  if (line != 0) place += text(':', line);
  if (!place.empty()) place += ": ";
  return place + problem + (cure.empty() ? "" : "; " + cure);
}
}  // namespace

InputError::InputError(std::string file, std::size_t line, std::string problem, std::string cure)
    : std::runtime_error(message(file, line, problem, cure)),
      file_(std::move(file)),
      line_(line),
      problem_(std::move(problem)),
      cure_(std::move(cure)) {}

}  // namespace pliant
