#pragma once

#include <pliant/body_look.h>
#include <pliant/embedding.h>
#include <pliant/mesh.h>

#include <memory>

#include "render_look.h"

namespace pliant::app {

/// Draws a mesh as it stands into a .png file, as `render` draws; where no OpenGL works it is drawn
/// flat, which is told. `surface` moves with the mesh and is what is drawn; null: the mesh.
void write_still(const std::string& file, const Mesh& mesh, const RenderLook& look,
                 const BodyLook& body = {},
                 const std::shared_ptr<const EmbeddedSurface>& surface = {});

}  // namespace pliant::app
