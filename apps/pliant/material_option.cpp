#include "material_option.h"

#include <fmt/format.h>

namespace pliant::app {

namespace {

std::vector<std::string> material_names() {
  std::vector<std::string> names;
  for (const Material& m : materials()) names.push_back(m.name);
  return names;
}

}  // namespace

void MaterialOption::declare(Options& app) {
  app.add_option("--material", name,
                 fmt::format("What it is made of: {}; 'pliant materials' tells more",
                             fmt::join(material_names(), ", ")))
      ->capture_default_str();
  app.add_option("--young", young, "Young's modulus instead of the material's, Pa")
      ->check(positive_number());
  app.add_option("--poisson", poisson, "Poisson's ratio instead of the material's")
      ->check(finite_number())
      ->each([this](const std::string&) { has_poisson = true; });
  app.add_option("--density", density, "Density instead of the material's, kg/m³")
      ->check(positive_number());
}

Material MaterialOption::material() const {
  try {
    Material m = pliant::material(name);
    if (young > 0) m.young = young;
    if (has_poisson) m.poisson = poisson;
    if (density > 0) m.density = density;
    check(m);
    return m;
  } catch (const InputError& e) {
    wrong_usage(e.what());
  }
}

Json MaterialOption::describe(const Material& m) {
  return {{"name", m.name}, {"young", m.young}, {"poisson", m.poisson}, {"density", m.density}};
}

std::string MaterialOption::in_words(const Json& d) {
  return fmt::format("{}: Young's modulus {:g} Pa, Poisson's ratio {:g}, {:g} kg/m³",
                     d["name"].get<std::string>(), d["young"].get<double>(),
                     d["poisson"].get<double>(), d["density"].get<double>());
}

}  // namespace pliant::app
