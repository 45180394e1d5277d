#include "quality_option.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include "command.h"

namespace pliant::app {

void QualityOption::declare(Options& app) {
  std::vector<std::string> names;
  for (const Fineness one : finenesses()) names.emplace_back(name(one));
  app.add_option_function(
         "--quality",
         [this](const std::string& word) {
           try {
             fineness = pliant::fineness(word);
           } catch (const InputError& e) {
             wrong_usage("--quality", e.what());
           }
         },
         fmt::format("How finely a surface is filled: {}; real-time is as fine as this machine "
                     "steps in real time, fine has the volume right to half a percent ({} when not "
                     "given)",
                     fmt::join(names, ", "), name(fineness)))
      ->excludes("--tets")
      ->excludes("--edge");
}

}  // namespace pliant::app
