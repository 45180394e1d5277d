#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pliant {

/// An isotropic elastic solid with viscous damping.
struct Material {
  std::string name;
  double young = 0;         ///< Pa
  double poisson = 0;       ///< -1 < poisson < 0.5
  double density = 0;       ///< kg/m³
  double damping_time = 0;  ///< s: viscous stress = damping_time * rate of the elastic stress

  double shear = 0;  ///< Pa; 0: follows from young and poisson. E06 gives both freely

  /// Pa, Lamé's mu
  double shear_modulus() const { return shear > 0 ? shear : young / (2 * (1 + poisson)); }
  /// Pa, Lamé's lambda
  double lame_lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }

  bool operator==(const Material&) const = default;
};

/// The built-in materials, for lists and help texts.
std::span<const Material> materials();

/// Where the numbers of a built-in material come from; empty for any other name.
std::string_view material_source(std::string_view name);

/// A built-in material by its name; InputError with the nearest name for an unknown one.
Material material(std::string_view name);

/// A material of one's own; InputError as for check.
Material make_material(double young, double poisson, double density, double damping_time = 0);

/// Throws InputError, naming the field and a cure, unless young > 0, -1 < poisson < 0.5,
/// density > 0, damping_time >= 0 and shear >= 0, all finite and within what can be computed with:
/// moduli from 1e-6 to 1e15 Pa, densities from 1e-6 to 1e9 kg/m³, damping times up to 1e6 s. What
/// is unlike any solid there is, is told by doubts().
void check(const Material& material);

}  // namespace pliant
