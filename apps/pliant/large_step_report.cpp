#include "large_step_report.h"

#include <fmt/format.h>

namespace pliant::app {

Json large_step_report(const LargeStepCounts& counts) {
  return {{"steps", counts.steps},           {"iterations", counts.iterations},
          {"products", counts.products},     {"halved", counts.halved},
          {"unfinished", counts.unfinished}, {"residual", counts.residual}};
}

std::string large_steps_in_words(const Json& report) {
  std::string words =
      fmt::format("{} with {} iterations", report["steps"].dump(), report["iterations"].dump());
  if (report["products"] != 0)
    words += fmt::format(" and {} products with the stiffness", report["products"].dump());
  if (report["halved"] != 0) words += fmt::format("; halved {} times", report["halved"].dump());
  if (report["unfinished"] != 0)
    words += fmt::format("; {} ended above the tolerance", report["unfinished"].dump());
  return words;
}

}  // namespace pliant::app
