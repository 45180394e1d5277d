#pragma once

// Bodies that light goes through: how long its way in them is, and what comes out of it.
namespace pliant::render::gl::shaders {

// Summed over all faces of a closed body this is the way through it, whatever their order: the
// distances at which the ray comes out less those at which it goes in. Those are from a point near
// the body, for the sake of half precision.
inline constexpr const char* thickness_fragment = R"glsl(
in vec3 place;
uniform vec3 eye;
uniform float reference;
out vec4 result;
void main() {
  float d = length(eye - place) - reference;
  result = vec4(gl_FrontFacing ? -d : d, 0.0, 0.0, 0.0);
}
)glsl";

// Only the foremost faces are drawn. Along a way x the light from behind fades by Lambert and Beer,
// exp(-(a + s) x), and s brings light in from the sides.
inline constexpr const char* translucent_fragment = R"glsl(
in vec3 place;
in vec3 direction;
uniform vec3 eye, light, right, up;
uniform vec3 swallowed;   // a: absorption by colours over the body's size
uniform float scattered;  // s: over the body's size
uniform vec3 scatter;     // the colour of what comes in from the sides
uniform float roughness, gloss, size;
uniform vec2 pixels;
uniform sampler2D behind_map, thickness_map;
uniform vec3 sky, ground;
uniform float key;
out vec4 result;

vec3 to_linear(vec3 c) { return c * c; }
vec3 to_screen(vec3 c) { return sqrt(clamp(c, 0.0, 1.0)); }

float highlight(vec3 n, vec3 towards, vec3 from) {
  float h = dot(n, normalize(from + towards)), a = roughness * roughness;
  float q = a * a / (1.0 - (1.0 - a * a) * h * h);
  return h > 0.0 ? q * q : 0.0;
}

void main() {
  vec3 towards = normalize(eye - place);
  vec3 n = dot(direction, direction) > 0.0 ? normalize(direction) : towards;
  if (!gl_FrontFacing) n = -n;
  vec2 here = gl_FragCoord.xy / pixels;
  float steepness = 1.0 - max(dot(n, towards), 0.0);
  // Near its outline a body throws light to and fro inside, which makes the way longer.
  float way = clamp(texture(thickness_map, here).r / size, 0.0, 3.0) + 0.1 + 0.3 * steepness * steepness;
  // A lens: what is seen behind is displaced where the surface is steep, more in thick parts.
  vec2 steep = vec2(dot(n, right), dot(n, up));
  vec2 bent = -0.08 * steep * min(way, 1.2) * vec2(pixels.y / pixels.x, 1.0);
  vec3 behind = to_linear(texture(behind_map, clamp(here + bent, 0.0, 1.0)).rgb);
  vec3 fading = exp(-(swallowed + scattered) * way);
  float facing = dot(n, light);
  // Light that comes through from the far side: round the edge of the shade, and where it is thin.
  float through = 0.5 + 0.5 * facing;
  vec3 around = mix(ground, sky, 0.5 + 0.5 * n.y);
  vec3 within = scatter * (1.0 - exp(-scattered * way)) * (around + key * (0.25 + 0.75 * through * through));
  // Schlick's share of what is mirrored at the surface.
  float mirrored = 0.04 + 0.6 * steepness * steepness * steepness * steepness * steepness;
  vec3 mirror_way = reflect(-towards, n);
  vec3 room = mix(ground * 1.2, sky * 1.9, smoothstep(-0.25, 0.45, mirror_way.y));
  vec3 colour = mix(behind * fading + within, room, mirrored);
  // The lamp, and a window on the other side.
  colour += gloss * highlight(n, towards, light);
  colour += 0.25 * gloss * highlight(n, towards, normalize(vec3(-light.x, 0.6, -light.z)));
  result = vec4(to_screen(colour), 1.0);
}
)glsl";

}  // namespace pliant::render::gl::shaders
