#pragma once

#include <pliant/run.h>

namespace pliant {

/// The mesh of a body, placed: read or made, filled where it is a surface, scaled, turned, moved.
BodyMesh body_mesh(const BodySource& source, const std::filesystem::path& folder, SceneCache* cache,
                   Notes& notes);

}  // namespace pliant
