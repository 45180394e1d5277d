#pragma once

#include <cstdint>
#include <string>

namespace pliant {

struct KnownBits {
  std::string name;
  std::uint64_t hash;
};

// See known_bits_test.cpp.
inline const KnownBits known_bits[] = {
    {"DistanceSpring", 0x992fc09021bc2ee3u},
    {"DistanceSpringAsPublished", 0xcfedb6e3146a472cu},
    {"VolumePreserve", 0x8cb41c8e805c487eu},
    {"VolumePreserveAsPublished", 0xd35b995722cf7cd8u},
    {"VolumePreserveNormalDamping", 0xe1706b7d18b4e00fu},
    {"AreaPreserve", 0x578affd9b41556aeu},
    {"AreaPreserveAsPublished", 0x715559dd2268fd9du},
    {"GasPressure", 0x419f5fdff826c07bu},
    {"point_load", 0x4fa762cebe263f13u},
    {"SubFaces", 0xbf357e88e162a0d8u},
    {"Corotated", 0x17ac3fc0a0ec216au},
    {"CorotatedFibre", 0xba2a59fddc38aa3fu},
    {"Elastic", 0xd705657d73a61714u},
    {"VoronoiFace4", 0x7139af90a8989fedu},
    {"VoronoiFace6", 0x9e7fc1188c61bc80u},
    {"VoronoiFace8", 0xd77320dfb3813246u},
    {"TriangleSprings", 0xdef9b53b94b2f20bu},
    {"TetrahedronSprings", 0x9f27a298c43dfcceu},
    {"SwellingSpring", 0xb5f76bc373abf168u},
    {"ElasticHexahedron", 0x2a8933193f9f6097u},
    {"NeoHookean", 0xef820e35038e04adu},
    {"StVenantKirchhoff", 0x1e0d753332624176u},
    {"FixedCorotated", 0xa6d04413c31ff935u},
    {"MooneyRivlin", 0x6dbfc8a5de0a3221u},
    {"Ogden", 0x13c5d92137755b53u},
    {"MuscleFibre", 0x3e5e128d9d12caa6u},
    {"VolumePatch", 0xaed9b85e0d55afb3u},
    {"euler", 0x77809a1a234735aeu},
    {"midpoint", 0xfd2a48d1501c7482u},
    {"verlet", 0x5d49a739fbec6f41u},
    {"euler_cromer", 0x711e2d3d1a4c801cu},
    {"leap_frog", 0x49f613fc8d47d135u},
    {"runge_kutta_4", 0x85a2a5ef7af37d7du},
    {"scene of springs", 0x18a0f6fea2cf0135u},
    {"scene of particles", 0xd1ccceaef420dc81u},
    {"scene that is divided", 0x9688caf73136e71fu},
};

}  // namespace pliant
