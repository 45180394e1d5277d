#pragma once

// Faces of bodies with their edges.
namespace pliant::render::gl::shaders {

inline constexpr const char* surface_vertex = R"glsl(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float value;
layout(location = 3) in vec4 edge_and_kind;
layout(location = 4) in vec2 texture_place;
uniform mat4 camera;
out vec2 at_picture;
out vec3 place;
out vec3 direction;
out float field;
out vec3 edge;
flat out int kind;
invariant gl_Position;  // in all programs that draw these faces
void main() {
  place = position;
  direction = normal;
  field = value;
  at_picture = texture_place;
  edge = edge_and_kind.xyz;
  kind = int(edge_and_kind.w * 255.0 + 0.5);
  gl_Position = camera * vec4(position, 1.0);
}
)glsl";

inline constexpr const char* surface_fragment = R"glsl(
in vec3 place;
in vec3 direction;
in float field;
in vec2 at_picture;
in vec3 edge;
flat in int kind;
uniform vec3 eye, light, body_colour, inside_colour;
uniform float edge_width;    // pixels; 0: none
uniform int stage;           // 0: faces; 1: Voronoi faces alone; 2: edges alone
uniform int has_field;
uniform float field_low, field_high;
uniform sampler2D colour_map;
uniform int has_picture;
uniform sampler2D picture;
uniform sampler2DShadow shadow_map;
uniform mat4 shadow_matrix;
uniform float shadow_texel, shadow_size;  // of the map; metres a texel
uniform int shadow_taps;
uniform float floor_height, floor_reach;  // reach 0: no floor
uniform vec3 sky, ground;
uniform float key;
uniform float roughness, gloss, rim;
uniform vec3 scatter;  // what light that went in looks like where it comes out
out vec4 result;

// Squares and roots for the screen's power of 2.2: no one sees it, and software draws much faster.
vec3 to_linear(vec3 c) { return c * c; }
vec3 to_screen(vec3 c) { return sqrt(clamp(c, 0.0, 1.0)); }
float fourth(float x) { return x * x * x * x; }

// The share of the light that arrives: taps on a sunflower's spiral, each over four texels.
float lit(vec3 n) {
  if (shadow_taps == 0) return 1.0;
  vec4 at = shadow_matrix * vec4(place + n * shadow_size * 2.5, 1.0);
  const mat2 golden = mat2(-0.7373688, 0.6754903, -0.6754903, -0.7373688);  // 137.5 degrees
  vec2 along = vec2(1.0, 0.0);
  float sum = 0.0;
  for (int i = 0; i < shadow_taps; ++i) {
    float r = sqrt((float(i) + 0.5) / float(shadow_taps)) * 4.0 * shadow_texel;
    sum += texture(shadow_map, vec3(at.xy + r * along, at.z));
    along = golden * along;
  }
  return sum / float(shadow_taps);
}

vec3 tinted(float t) { return 0.68 + 0.17 * cos(6.2831853 * (t + vec3(0.0, 0.33, 0.67))); }

// How much of the pixel an edge covers; fades where faces are only a few pixels wide.
float edge_cover() {
  vec3 slope = max(fwidth(edge), vec3(1e-6));
  vec3 pixels = edge / slope;
  float nearest = min(pixels.x, min(pixels.y, pixels.z));
  float height = 1.0 / max(slope.x, max(slope.y, slope.z));
  float line = 1.0 - smoothstep(0.5 * edge_width - 0.5, 0.5 * edge_width + 0.7, nearest);
  return line * smoothstep(2.0, 9.0, height);
}

// Before any light: of the body or of its inside, of a Voronoi cell, or of a field.
vec3 own_colour(bool back) {
  if (kind == 2) return to_linear(tinted(field));
  if (has_field != 0 && isnan(field)) return vec3(0.3);  // not known there
  if (has_field != 0) {
    float at = clamp((field - field_low) / (field_high - field_low), 0.0, 1.0);
    return to_linear(texture(colour_map, vec2(at * 255.0 / 256.0 + 0.5 / 256.0, 0.5)).rgb);
  }
  vec3 plain = to_linear(kind == 1 ? inside_colour : body_colour);
  if (has_picture != 0) plain *= to_linear(texture(picture, at_picture).rgb);
  return back ? mix(plain, vec3(dot(plain, vec3(0.3, 0.6, 0.1))), 0.6) : plain;
}

// The lamp in the surface, GGX's distribution over that of its middle.
float highlight(vec3 n, vec3 towards) {
  float h = dot(n, normalize(light + towards)), a = roughness * roughness;
  float q = a * a / (1.0 - (1.0 - a * a) * h * h);
  return h > 0.0 ? q * q : 0.0;
}

void main() {
  if ((stage == 1) != (kind == 2) && stage != 0) discard;
  vec3 towards = normalize(eye - place);
  vec3 n = dot(direction, direction) > 0.0 ? normalize(direction) : towards;
  bool back = !gl_FrontFacing;
  if (back) n = -n;
  if (has_picture != 0 && has_field == 0 && texture(picture, at_picture).a < 0.5) discard;
  vec3 albedo = own_colour(back);
  float facing = dot(n, light);
  float open = facing > 0.0 ? lit(n) : 0.0;
  float near_floor = 1.0;
  if (floor_reach > 0.0) {
    float above = clamp((place.y - floor_height) / floor_reach, 0.0, 1.0);
    near_floor = mix(1.0, mix(0.45, 1.0, sqrt(above)), 0.5 - 0.5 * n.y);
  }
  vec3 around = mix(ground, sky, 0.5 + 0.5 * n.y) * near_floor;
  vec3 colour = albedo * (around + key * max(facing, 0.0) * open + 0.10 * max(dot(n, towards), 0.0));
  // Light that went in comes out again on both sides of the edge of the shade.
  float edge_of_shade = 1.0 - facing * facing;
  colour += to_linear(scatter) * 0.7 * key * edge_of_shade * edge_of_shade * near_floor;
  colour += gloss * highlight(n, towards) * open;
  colour += rim * fourth(1.0 - max(dot(n, towards), 0.0)) * sky;
  float cover = edge_width > 0.0 ? edge_cover() : 0.0;
  if (stage == 2) {
    if (cover < 0.02) discard;
    result = vec4(to_screen(albedo * 0.55), cover * 0.8);
    return;
  }
  result = vec4(to_screen(mix(colour, colour * 0.16, cover * 0.62)), 1.0);
}
)glsl";

}  // namespace pliant::render::gl::shaders
