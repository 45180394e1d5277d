#pragma once

// Lines of chains as ribbons that face the eye, vertices as round points, and depth alone.
namespace pliant::render::gl::shaders {

inline constexpr const char* line_vertex = R"glsl(
layout(location = 0) in vec3 position;
uniform mat4 camera;
void main() { gl_Position = camera * vec4(position, 1.0); }
)glsl";

inline constexpr const char* line_geometry = R"glsl(
layout(lines) in;
layout(triangle_strip, max_vertices = 4) out;
uniform vec2 pixels;   // of the picture
uniform float width;   // of a line, in pixels
out float across;
void main() {
  vec4 a = gl_in[0].gl_Position, b = gl_in[1].gl_Position;
  if (a.w <= 0.0 || b.w <= 0.0) return;
  vec2 along = (b.xy / b.w - a.xy / a.w) * pixels;
  if (dot(along, along) == 0.0) return;
  along = normalize(along);
  vec2 side = vec2(-along.y, along.x) * (width + 1.0) / pixels;
  for (int i = 0; i < 4; ++i) {
    vec4 end = i < 2 ? a : b;
    across = (i % 2 == 0 ? -0.5 : 0.5) * (width + 1.0);
    gl_Position = end + vec4(side * (i % 2 == 0 ? -1.0 : 1.0) * end.w, 0.0, 0.0);
    EmitVertex();
  }
  EndPrimitive();
}
)glsl";

inline constexpr const char* line_fragment = R"glsl(
in float across;
uniform float width;
uniform vec3 colour;
out vec4 result;
void main() {
  float cover = clamp(0.5 * width + 0.5 - abs(across), 0.0, 1.0);
  if (cover < 0.02) discard;
  float round = 1.0 - 0.35 * abs(across) / max(0.5 * width, 0.5);
  result = vec4(colour * round, cover);
}
)glsl";

inline constexpr const char* point_vertex = R"glsl(
layout(location = 0) in vec3 position;
layout(location = 2) in float value;
uniform mat4 camera;
uniform float size;  // pixels
out float field;
void main() {
  field = value;
  gl_Position = camera * vec4(position, 1.0);
  gl_Position.z -= 0.002 * gl_Position.w * (1.0 - gl_Position.z / gl_Position.w);
  gl_PointSize = size;
}
)glsl";

inline constexpr const char* point_fragment = R"glsl(
in float field;
uniform float size;
uniform vec3 colour, rim;
uniform int has_field;
uniform float field_low, field_high;
uniform sampler2D colour_map;
out vec4 result;
void main() {
  vec3 inner = colour;
  if (has_field != 0) {
    float at = clamp((field - field_low) / (field_high - field_low), 0.0, 1.0);
    inner = texture(colour_map, vec2(at * 255.0 / 256.0 + 0.5 / 256.0, 0.5)).rgb;
  }
  float away = length(gl_PointCoord - 0.5) * size;
  float cover = clamp(0.5 * size - away, 0.0, 1.0);
  if (cover < 0.02) discard;
  result = vec4(mix(inner, rim, smoothstep(0.5 * size - 1.7, 0.5 * size - 0.9, away)), cover);
}
)glsl";

inline constexpr const char* depth_vertex = R"glsl(
layout(location = 0) in vec3 position;
uniform mat4 camera;
void main() { gl_Position = camera * vec4(position, 1.0); }
)glsl";

// What lets light through leaves every other texel open; filters make that half a shadow.
inline constexpr const char* depth_fragment = R"glsl(
uniform int open_texels;
void main() {
  if (open_texels != 0 && ((int(gl_FragCoord.x) ^ int(gl_FragCoord.y)) & 1) != 0) discard;
}
)glsl";

}  // namespace pliant::render::gl::shaders
