#pragma once

#include "scene_options.h"

namespace pliant::app {

/// Builds a scene without computing it and tells what it would be; the exit code.
int check_scene(const SceneOptions& scene, bool json);

}  // namespace pliant::app
