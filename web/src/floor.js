// The floor: a shadow to judge heights by, and a grid to judge lengths by, both fading out.
import { Color, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial } from 'three';

const vertexShader = `
varying vec2 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const fragmentShader = `
uniform vec3 colour;
uniform float strength, spacing, reach;
uniform vec2 origin;
varying vec2 place;
float lines(vec2 p, float width) {
  vec2 size = fwidth(p);
  vec2 away = abs(fract(p - 0.5) - 0.5) / size;
  float line = 1.0 - min(min(away.x, away.y) / width, 1.0);
  return line * (1.0 - smoothstep(0.25, 0.7, max(size.x, size.y)));
}
void main() {
  vec2 p = (place - origin) / spacing;
  float line = max(0.45 * lines(p, 1.0), lines(p / 10.0, 1.4));
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place) / reach);
  gl_FragColor = vec4(colour, line * strength * fade * fade);
  #include <colorspace_fragment>
}`;

// Shadows fall no farther than the light reaches; the less of the floor looks for them, the better.
const shadowSize = 2.8;

export class FloorGrid extends Group {
  constructor(reach) {
    super();
    const plane = (size) => new PlaneGeometry(size, size).rotateX(-Math.PI / 2);
    this.grid = new Mesh(
      plane(2 * reach),
      new ShaderMaterial({
        vertexShader,
        fragmentShader,
        transparent: true,
        depthWrite: false,
        uniforms: {
          colour: { value: new Color() },
          strength: { value: 1 },
          spacing: { value: 1 },
          reach: { value: reach },
          origin: { value: [0, 0] },
        },
      }),
    );
    this.shadow = new Mesh(plane(shadowSize), new ShadowMaterial({ transparent: true, depthWrite: false }));
    this.shadow.receiveShadow = true;
    this.shadow.renderOrder = -2;
    this.grid.renderOrder = -1;
    this.add(this.shadow, this.grid);
  }

  // Metres between lines and where the world's origin is, in units of the scene.
  setGrid(spacing, origin) {
    this.grid.material.uniforms.spacing.value = spacing;
    this.grid.material.uniforms.origin.value = origin;
  }

  setLook({ line, strength, shadow }) {
    this.grid.material.uniforms.colour.value.set(line);
    this.grid.material.uniforms.strength.value = strength;
    this.shadow.material.opacity = shadow;
  }
}
