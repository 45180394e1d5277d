#pragma once

// The background, the floor with its grid and shadows, and how much of the sky the floor sees.
namespace pliant::render::gl::shaders {

inline constexpr const char* screen_vertex = R"glsl(
out vec2 at;  // 0 to 1
void main() {
  at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}
)glsl";

inline constexpr const char* background_fragment = R"glsl(
in vec2 at;
uniform vec3 top, bottom;
uniform float dither;  // 1, or 0 for none
out vec4 result;
void main() {
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  result = vec4(mix(bottom, top, smoothstep(0.0, 1.0, at.y)) + dither * (noise - 0.5) / 255.0, 1.0);
}
)glsl";

// Height of the lowest body above each place to how much of the sky is hidden there: the sum of
// h^2 / (pi (h^2 + d^2)^2) over the areas at height h and distance d.
inline constexpr const char* contact_fragment = R"glsl(
in vec2 at;
uniform sampler2D heights;
uniform float tallest;  // height where the map is 1, in widths of the map
uniform float reach;    // in widths of the map
uniform int taps;
out vec4 result;
void main() {
  float hidden = 0.0;
  for (int i = 0; i < taps; ++i) {
    float part = (float(i) + 0.5) / float(taps);
    float d = reach * part * part;  // close together near the middle
    float a = 2.39996323 * float(i);
    float area = 6.2831853 * d * reach * 2.0 * part / float(taps);
    float map = texture(heights, at + d * vec2(cos(a), sin(a))).r;
    if (map >= 1.0) continue;
    float h = max(map * tallest, 0.06 * reach);
    float s = h * h + d * d;
    hidden += area * h * h / (3.14159265 * s * s);
  }
  result = vec4(1.0 - clamp(hidden, 0.0, 1.0));
}
)glsl";

inline constexpr const char* floor_vertex = R"glsl(
uniform mat4 camera;
uniform vec3 middle;    // of the rectangle that is drawn
uniform vec2 half_size;
out vec3 place;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  place = middle + vec3(corner.x * half_size.x, 0.0, -corner.y * half_size.y);
  gl_Position = camera * vec4(place, 1.0);
}
)glsl";

inline constexpr const char* floor_fragment = R"glsl(
in vec3 place;
uniform vec3 centre, base, line_colour;
uniform vec2 grid_origin;  // a corner of the grid
uniform float reach, spacing, dither;
out vec4 result;

// Lines one pixel wide; where they would be closer than a few pixels they fade.
float lines(vec2 x, float side, float width) {
  vec2 slope = max(fwidth(x) / side, vec2(1e-6));
  vec2 away = abs(fract(x / side - 0.5) - 0.5) / slope;
  vec2 cover = clamp(0.5 * width + 0.5 - away, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.3, slope));
  return max(cover.x, cover.y);
}

void main() {
  vec2 x = place.xz - grid_origin;
  float far = length(place.xz - centre.xz) / reach;
  float fade = 1.0 - smoothstep(0.25, 0.95, far);
  if (fade <= 0.0) discard;  // hides nothing
  float grid = max(0.38 * lines(x, spacing / 5.0, 1.0), 0.9 * lines(x, spacing, 1.5));
  vec3 colour = mix(base, line_colour, grid * (1.0 - smoothstep(0.15, 0.8, far)));
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  result = vec4(colour + dither * (noise - 0.5) / 255.0, fade);
}
)glsl";

// The share of its light that the floor keeps; what is drawn there is multiplied by it.
inline constexpr const char* floor_shadow_fragment = R"glsl(
in vec3 place;
uniform vec3 centre;
uniform float reach, shade;
uniform sampler2DShadow shadow_map;
uniform mat4 shadow_matrix;
uniform float shadow_texel;
uniform int shadow_taps;
uniform sampler2D contact_map;
uniform mat4 contact_matrix;
out vec4 result;

float lit() {
  vec4 at = shadow_matrix * vec4(place, 1.0);
  if (any(greaterThan(abs(at.xy - 0.5), vec2(0.56)))) return 1.0;
  const mat2 golden = mat2(-0.7373688, 0.6754903, -0.6754903, -0.7373688);  // 137.5 degrees
  vec2 along = vec2(1.0, 0.0);
  float sum = 0.0;
  for (int i = 0; i < shadow_taps; ++i) {
    float r = sqrt((float(i) + 0.5) / float(shadow_taps)) * 9.0 * shadow_texel;
    sum += texture(shadow_map, vec3(at.xy + r * along, at.z));
    along = golden * along;
  }
  return sum / float(shadow_taps);
}

void main() {
  float open = texture(contact_map, (contact_matrix * vec4(place, 1.0)).xy).r;
  float light = mix(1.0, lit(), shade) * mix(1.0, open, shade * 1.1);
  float fade = 1.0 - smoothstep(0.25, 0.95, length(place.xz - centre.xz) / reach);
  result = vec4(vec3(mix(1.0, light, fade)), 1.0);
}
)glsl";

}  // namespace pliant::render::gl::shaders
