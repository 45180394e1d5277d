#pragma once

// Text and flat colours over the picture, in pixels from its upper left corner.
namespace pliant::render::gl::shaders {

inline constexpr const char* overlay_vertex = R"glsl(
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 place;
layout(location = 2) in vec4 colour;
uniform vec2 pixels;
out vec2 at;
out vec4 paint;
void main() {
  at = place;
  paint = colour;
  gl_Position = vec4(position.x / pixels.x * 2.0 - 1.0, 1.0 - position.y / pixels.y * 2.0, 0.0, 1.0);
}
)glsl";

inline constexpr const char* overlay_fragment = R"glsl(
in vec2 at;
in vec4 paint;
uniform sampler2D letters;
out vec4 result;
void main() { result = vec4(paint.rgb, paint.a * texture(letters, at).r); }
)glsl";

}  // namespace pliant::render::gl::shaders
