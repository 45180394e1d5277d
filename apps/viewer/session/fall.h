#pragma once

#include <pliant/filling.h>
#include <pliant/mesher.h>
#include <pliant/run.h>
#include <pliant/solids.h>

namespace pliant::viewer {

/// What falls, and as what.
struct Fall {
  std::string mesh;  ///< a file, or a built-in shape
  std::string material = "silicone";
  std::string law{solid_laws()[0].name};
  MeshPose pose{};
  std::string mesher{name(Mesher::automatic)};
};

/// A mesh, surface or built-in shape that falls on a floor, for as long as one likes to look, from
/// half its size above it.
struct Falling {
  Simulation simulation;
  std::string question;  ///< which unit it is in, where that is doubtful
};
Falling falling(const Fall& fall);

/// How finely the body of falling() may be filled is ours to say: it is a surface, or a shape that
/// takes a number of tetrahedra.
bool can_be_filled(const BodySource& source);

/// The body of falling(), filled so. For real time it is built and stepped for a moment, and built
/// again where it turns out to be too slow or much faster than need be; what is built stays in the
/// cache of `options`.
BodySource filled(const Simulation& falling, const Filling& filling, const RunOptions& options);

/// What to offer where a body of so many tetrahedra that was filled so is too slow: those that keep
/// real time, or half of them where these were thought to.
Filling coarser(const Filling& filling, std::size_t tetrahedra);

}  // namespace pliant::viewer
