#include "machine_options.h"

#include <fmt/format.h>

#include "command.h"

namespace pliant::app {

void PrecisionOption::declare(Options& app) {
  app.add_option("--precision", word,
                 "single, double, or auto: single, but where a body is so large that its motion "
                 "would be lost to rounding")
      ->capture_default_str()
      ->check(one_of({"auto", "single", "double"}));
}

void PrecisionOption::apply(ModelOptions& options) const {
  options.precision = word == "double" ? Precision::double_precision : Precision::single_precision;
  options.keep_precision = word == "single";
}

void MachineOptions::declare(Options& app) {
  precision.declare(app);
  backend.declare(app);
  app.add_option(
         "--instruction-set", instruction_set,
         fmt::format("One of {} (the first when not given)", fmt::join(instruction_sets(), ", ")))
      ->check(one_of(instruction_sets()));
  add_threads(app);
}

ModelOptions MachineOptions::model_options() const {
  ModelOptions options;
  precision.apply(options);
  options.instruction_set = instruction_set;
  options.backend = backend.usable(instruction_set);
  return options;
}

}  // namespace pliant::app
