#pragma once

#include <span>
#include <string_view>

namespace pliant {

/// One number of a law: a part of its rest state, or a parameter.
struct LawField {
  std::string_view name;
  std::string_view unit;
  std::string_view help;
  /// Of a parameter that is a vertex's attribute: which attribute of the body's, and which of the
  /// relation's vertices. Such parameters come after the others.
  std::string_view attribute{};
  int vertex = 0;
};

/// What a force law is called, takes and promises. Laws are listed by laws().
struct LawInfo {
  std::string_view name;
  std::string_view help;
  int arity = 0;  ///< how many vertices one relation joins
  std::span<const LawField> rest;
  std::span<const LawField> parameters;
  int pushed = 0;  ///< the first so many vertices get forces, the others are looked at; 0: all do
  bool has_energy = true;                 ///< the undamped force is minus the gradient of an energy
  bool conserves_linear_momentum = true;  ///< the forces on a relation's vertices add up to zero
  bool conserves_angular_momentum = true;  ///< and so do their torques
  bool force_free_at_rest = true;          ///< no force in the rest state
  bool frame_indifferent = true;  ///< moved as a rigid body, forces turn along, the energy stays
  /// What one relation may lack, the sum over a closed surface has: the energy, both momenta.
  bool conservative_when_closed = false;
  /// Its forces need so many registers that a card's programs of other laws are made without it.
  bool heavy = false;

  /// The parameters that are given with relations; the others are attributes of their vertices.
  constexpr std::span<const LawField> given() const {
    std::size_t count = 0;
    while (count < parameters.size() && parameters[count].attribute.empty()) ++count;
    return parameters.first(count);
  }
};

/// Every force law, in a fixed order.
std::span<const LawInfo> laws();

/// The law of this name; InputError with the nearest names where there is none.
const LawInfo& law(std::string_view name);

}  // namespace pliant
