#include <pliant/error.h>
#include <pliant/material.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/nearest_name.h"
#include "base/text.h"
#include "model/ranges.h"

namespace pliant {

namespace {

struct KnownMaterial {
  Material material;
  std::string_view source;
};

// Small-strain moduli. Living tissue and foams vary by a factor of two and more with the sample,
// the rate and the strain; these are round values from within the published ranges. A Poisson's
// ratio of 0.45 stands for the near-incompressibility of rubber and of everything that is mostly
// water, without the tiny time steps of 0.499. Damping times are round values of our own.
const std::array<KnownMaterial, 11>& table() {
  static const std::array<KnownMaterial, 11> all{{
      // G is within 4 % of the 1 MPa there (1.03 MPa).
      {{"rubber", 3.0e6, 0.45, 1200, 1e-3},
       "the rubber of E06 9.1 (continuum particles): E 3 MPa, G 1 MPa"},
      {{"soft_rubber", 0.5e6, 0.45, 1000, 1e-3},
       "Gent 1958, modulus from hardness: Shore A 13, the soft end of natural rubber"},
      {{"silicone", 0.12e6, 0.45, 1070, 2e-3},
       "data sheets of cast silicones of Shore hardness 00-30"},
      {{"foam", 50e3, 0.30, 40, 5e-3}, "data sheets of flexible polyurethane foam for upholstery"},
      // Across the grain; it hardly widens when it is pressed.
      {{"cork", 20e6, 0.05, 180, 1e-3},
       "Gibson, Easterling and Ashby 1981, radial; handbook density"},
      {{"jelly", 10e3, 0.45, 1020, 2e-3},
       "published range for gelatine gels of 5 to 10 % by weight"},
      {{"liver", 6e3, 0.45, 1060, 5e-3},
       "upper range of healthy liver in elastography (Sandrin et al. 2003); density: Duck 1990"},
      // Relaxed, across the fibres.
      {{"muscle", 25e3, 0.45, 1060, 5e-3},
       "published range of elastography of relaxed muscle; density: Duck 1990"},
      {{"fat", 3e3, 0.45, 920, 5e-3}, "Samani et al. 2007 (breast fat); density: Duck 1990"},
      {{"skin", 150e3, 0.45, 1100, 5e-3},
       "published range of suction tests on living skin; density: Duck 1990"},
      {{"brain", 2e3, 0.45, 1040, 1e-2},
       "Budday et al. 2015, indentation of white matter; density: Duck 1990"},
  }};
  return all;
}

[[noreturn]] void refuse(const Material& material, std::string_view field, double value,
                         std::string cure) {
  const std::string of = material.name.empty() ? "" : text(" of material '", material.name, "'");
  throw InputError("", 0, text(field, of, " is ", value), std::move(cure));
}

void check_range(const Material& material, std::string_view field, const Range& range,
                 double value) {
  if (!range.has(value)) refuse(material, field, value, text("give a number ", in_words(range)));
}

}  // namespace

std::span<const Material> materials() {
  static const std::vector<Material> all = [] {
    std::vector<Material> list;
    for (const KnownMaterial& known : table()) list.push_back(known.material);
    return list;
  }();
  return all;
}

std::string_view material_source(std::string_view name) {
  for (const KnownMaterial& known : table())
    if (known.material.name == name) return known.source;
  return {};
}

Material material(std::string_view name) {
  const auto found = std::ranges::find(materials(), name, &Material::name);
  if (found != materials().end()) return *found;
  std::vector<std::string> names;
  for (const Material& known : materials()) names.push_back(known.name);
  throw InputError("", 0, text("there is no material '", name.substr(0, 64), "'"),
                   nearest_name(name, names));
}

Material make_material(double young, double poisson, double density, double damping_time) {
  Material made{"", young, poisson, density, damping_time, 0};
  check(made);
  return made;
}

void check(const Material& material) {
  const auto positive = [](double value) { return std::isfinite(value) && value > 0; };
  if (!positive(material.young))
    refuse(material, "Young's modulus", material.young,
           "give a positive number of pascals, such as 3e6 for rubber");
  // Written so that NaN fails, too.
  if (!(material.poisson > -1 && material.poisson < 0.5))
    refuse(material, "Poisson's ratio", material.poisson,
           "give a number above -1 and below 0.5, such as 0.45 for what hardly changes volume");
  if (!positive(material.density))
    refuse(material, "the density", material.density,
           "give a positive number of kg/m3, such as 1000 for water");
  if (!std::isfinite(material.damping_time) || material.damping_time < 0)
    refuse(material, "the damping time", material.damping_time,
           "give a number of seconds, 0 for none, such as 0.001");
  if (!std::isfinite(material.shear) || material.shear < 0)
    refuse(material, "the shear modulus", material.shear,
           "give a positive number of pascals, or 0 to let it follow from Poisson's ratio");
  check_range(material, "Young's modulus", ranges::modulus, material.young);
  if (material.shear > 0)
    check_range(material, "the shear modulus", ranges::modulus, material.shear);
  check_range(material, "the density", ranges::density, material.density);
  check_range(material, "the damping time", ranges::damping_time, material.damping_time);
}

}  // namespace pliant
