#include "precision_option.h"

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

}  // namespace pliant::app
