#pragma once

#include <pliant/generate.h>
#include <pliant/material.h>
#include <pliant/model.h>

#include <span>
#include <string_view>

// How finely a surface is filled where nobody gives a number.

namespace pliant {

enum class Fineness {
  real_time,  ///< as many tetrahedra as this machine steps in real time beside drawing them
  film,       ///< what looks good in a film: film_tetrahedra
  fine        ///< as MesherOptions::tetrahedra = 0: the volume right to half a percent
};
std::string_view name(Fineness fineness);  ///< "real-time", "film", "fine"
Fineness fineness(std::string_view name);  ///< InputError with the nearest name
std::span<const Fineness> finenesses();

/// A word, or a number that overrides it.
struct Filling {
  Fineness fineness = Fineness::film;
  double tetrahedra = 0;  ///< 0: the word counts
  double edge = 0;        ///< m; the same

  bool by_number() const { return tetrahedra > 0 || edge > 0; }
  bool operator==(const Filling&) const = default;
};

inline constexpr std::size_t film_tetrahedra = 20'000;
/// Of real time: fewer show no shape any more, more take seconds to be made.
inline constexpr std::size_t least_real_time_tetrahedra = 500;
inline constexpr std::size_t most_real_time_tetrahedra = 8'000;
/// The share of a second of computing that a second of real time may take, so that pictures are
/// drawn beside it on the same processor.
inline constexpr double real_time_share = 0.2;

/// What a mesher is told. The one place where fineness becomes numbers; `model` says where the body
/// will be computed.
MesherOptions mesher_options(const Filling& filling, const Mesh& surface, const Material& material,
                             const ModelOptions& model = {});

/// How many tetrahedra of an elastic solid with this surface are stepped in real time on this
/// machine: a ball of the surface's volume and material is built and stepped for some hundredths of
/// a second, see tetrahedra_at_pace(). Takes about a tenth of a second.
std::size_t real_time_tetrahedra(const Mesh& surface, const Material& material,
                                 const ModelOptions& model = {});

/// Simulated seconds over seconds of computing, of steps of a copy for about so many seconds. It
/// does not fall meanwhile.
double measured_pace(const State& state, double seconds = 0.03);

/// As many as keep real time, where `tetrahedra` of the same body have this pace. The safe step
/// goes as edge / wave speed ~ N^(-1/3) and the time of a step as N, so the pace as N^(-4/3).
std::size_t tetrahedra_at_pace(std::size_t tetrahedra, double pace);

}  // namespace pliant
