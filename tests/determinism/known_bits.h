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
    {"DistanceSpring", 0x3dea47dfe7b8a24au},
    {"DistanceSpringAsPublished", 0xcf3199098841235fu},
    {"VolumePreserve", 0xcd345b286915a447u},
    {"VolumePreserveAsPublished", 0xb4ef324e586f7b5cu},
    {"VolumePreserveNormalDamping", 0xf902d52812959aecu},
    {"AreaPreserve", 0xb5acf96ec1ace40bu},
    {"AreaPreserveAsPublished", 0xc25c26c7c13c0a3bu},
    {"GasPressure", 0xe3a823ba9a317f6du},
    {"point_load", 0xfba5fa5cdd5442cbu},
    {"SubFaces", 0x98fad725364c2e3cu},
    {"Corotated", 0x46e7a0c6f04a7df3u},
    {"CorotatedFibre", 0xc95da39f0a12bdd2u},
    {"Elastic", 0x1cf0d0c999e83f3eu},
    {"VoronoiFace4", 0x3017570fa03259au},
    {"VoronoiFace6", 0xb408ed1413b1150du},
    {"VoronoiFace8", 0x6fac5f14d80c2641u},
    {"TriangleSprings", 0x286bd91217ae0bcfu},
    {"TetrahedronSprings", 0x6b4982e62614d003u},
    {"SwellingSpring", 0x3e073af4c5bbb768u},
    {"ElasticHexahedron", 0xb6f94d8a2b927811u},
    {"euler", 0xe9c0f5f2ac8b0ce5u},
    {"midpoint", 0x4f0e46dcd81ac0cau},
    {"verlet", 0x805007b80c24852eu},
    {"euler_cromer", 0xcb2982b3671bda0eu},
    {"leap_frog", 0x8f7e3205cb6cf535u},
    {"runge_kutta_4", 0xbb50f3c4e1f1ea43u},
    {"scene of springs", 0x118a7f035628651du},
    {"scene of particles", 0x62ea2b779006d028u},
    {"scene that is divided", 0x721a04995437e87au},
};

}  // namespace pliant
