#include <pliant/error.h>
#include <pliant/selection.h>

#include <array>
#include <string>

#include "base/text.h"

namespace pliant {

namespace {

constexpr std::array<PublishedSetting, 7> settings{{{"default", 10, 2, 2},
                                                    {"setting1", 10, 0.001, 2},
                                                    {"setting2", 1, 2, 2},
                                                    {"setting3", 10, 2, 0.001},
                                                    {"all_low", 1, 0.001, 0.001},
                                                    {"all_medium", 10, 1, 1},
                                                    {"all_high", 20, 4, 4}}};

}  // namespace

std::span<const PublishedSetting> published_settings() {
  return settings;
}

DynamicSelection published_selection(std::string_view name, double size) {
  std::string known;
  for (const PublishedSetting& setting : settings) {
    if (setting.name == name) {
      const double unit = size / published_object_size;
      return {.criterion = Equilibrium::speed,
              .threshold = setting.squared_speed * unit * unit,
              .active_time = setting.active_time,
              .neighbour_time = setting.neighbour_time};
    }
    known += text(known.empty() ? "" : ", ", setting.name);
  }
  throw InputError("", 0, text("no setting '", name, "'"), text("there are: ", known));
}

}  // namespace pliant
