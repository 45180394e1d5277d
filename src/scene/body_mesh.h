#pragma once

#include <pliant/run.h>

namespace pliant {

/// The mesh of a body, placed: read or made, filled where it is a surface, scaled, turned, moved.
BodyMesh body_mesh(const BodySource& source, const std::filesystem::path& folder, SceneCache* cache,
                   Notes& notes);

/// The closed surface of an obstacle, likewise; a surface is not filled.
ClosedSurface obstacle_surface(const BodySource& source, const std::filesystem::path& folder,
                               Notes& notes);

}  // namespace pliant
