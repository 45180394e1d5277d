#pragma once

#include <fmt/format.h>
#include <pliant/solids.h>

#include <string>
#include <vector>

#include "command.h"

namespace pliant::app {

/// The option --law of a command.
struct LawOption {
  std::string name{solid_laws()[0].name};

  Option* declare(Options& app) {
    std::vector<std::string> names;
    std::string help = "How its forces are computed: ";
    for (const SolidLawInfo& info : solid_laws()) {
      help += fmt::format("{}{} ({})", names.empty() ? "" : "; ", info.name, info.help);
      names.emplace_back(info.name);
    }
    help += fmt::format(
        ". Of the hyperelastic ones and cpm3, patches of tetrahedra keep the volume where "
        "Poisson's "
        "ratio is above {}",
        largest_plain_poisson);
    return app.add_option("--law", name, help)->capture_default_str()->check(one_of(names));
  }
  SolidLaw law() const { return solid_law(name).law; }
};

}  // namespace pliant::app
