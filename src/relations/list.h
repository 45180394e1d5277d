#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "relations/area_preserve.h"
#include "relations/corotated.h"
#include "relations/corotated_fibre.h"
#include "relations/distance_spring.h"
#include "relations/elastic.h"
#include "relations/elastic_hexahedron.h"
#include "relations/fixed_corotated.h"
#include "relations/gas_pressure.h"
#include "relations/mooney_rivlin.h"
#include "relations/muscle_fibre.h"
#include "relations/neo_hookean.h"
#include "relations/ogden.h"
#include "relations/point_load.h"
#include "relations/simplex_springs.h"
#include "relations/st_venant_kirchhoff.h"
#include "relations/sub_faces.h"
#include "relations/swelling_spring.h"
#include "relations/volume_patch.h"
#include "relations/volume_preserve.h"
#include "relations/voronoi_face.h"

namespace pliant {

/// What law.h asks of a law.
template <class L>
concept ForceLaw = requires(const Vec3<double> (&x)[L::arity], Vec3<double> (&f)[L::arity],
                            const typename L::template Rest<double>& rest,
                            const typename L::template Param<double>& param) {
  requires L::info.arity == L::arity;
  requires std::is_same_v<decltype(L::rest(x)), typename L::template Rest<double>>;
  requires std::is_same_v<decltype(L::template absent<double>()),
                          typename L::template Rest<double>>;
  requires std::is_same_v<decltype(L::energy(x, rest, param)), double>;
  L::force(x, x, rest, param, f);
};

/// Laws as types. A function of a law is an object with operator()<Law>(), such as a lambda
/// []<class Law>() {...}.
template <ForceLaw... L>
struct LawList {
  static constexpr std::size_t size = sizeof...(L);
  static constexpr std::array<LawInfo, size> infos{L::info...};

  /// Where a law stands in the list; size where it does not.
  template <class Law>
  static constexpr std::size_t index = [] {
    std::size_t i = 0;
    (void)((std::is_same_v<Law, L> || (++i, false)) || ...);
    return i;
  }();

  /// Calls f for each law, in the order of the list.
  template <class F>
  static constexpr void for_each(F&& f) {
    (f.template operator()<L>(), ...);
  }
  /// Calls f for the law at this place; for none where there is no such place.
  template <class F>
  static constexpr void visit(std::size_t place, F&& f) {
    (void)((index<L> == place && (f.template operator()<L>(), true)) || ...);
  }
};

/// Every law Pliant knows. This is the one place to add a new one.
using Laws =
    LawList<DistanceSpring, DistanceSpringAsPublished, VolumePreserve, VolumePreserveAsPublished,
            VolumePreserveNormalDamping, AreaPreserve, AreaPreserveAsPublished, GasPressure,
            PointLoad, SubFaces, Corotated, CorotatedFibre, Elastic, VoronoiFace<4>, VoronoiFace<6>,
            VoronoiFace<8>, SimplexSprings<3>, SimplexSprings<4>, SwellingSpring, ElasticHexahedron,
            NeoHookean, StVenantKirchhoff, FixedCorotated, MooneyRivlin, Ogden, MuscleFibre,
            VolumePatch>;

static_assert([] {
  for (const LawInfo& info : Laws::infos)
    if (static_cast<std::size_t>(info.arity) > max_arity ||
        info.rest.size() + info.parameters.size() > max_law_fields)
      return false;
  return true;
}());

}  // namespace pliant
