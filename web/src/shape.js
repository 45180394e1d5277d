// One body as three.js draws it: its surface with lines over it, or lines, or points.
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  Sphere,
  Vector3,
} from 'three';
import { colourAt } from './colours.js';
import { Normals, drawnSurface } from './surface.js';

const dynamic = (vertices) => new BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(DynamicDrawUsage);
// Bodies move; none is ever left out because of where it was.
const everywhere = new Sphere(new Vector3(), Infinity);

export class Shape extends Group {
  constructor(body) {
    super();
    this.body = body;
    this.places = new Float32Array(3 * body.shown).fill(NaN);
    this.moved = new Uint8Array(body.shown);
    this.values = new Float32Array(body.shown);
    if (body.triangles.length > 0) this.makeSurface();
    else this.makeSparse();
  }

  makeGeometry(vertices, index) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', dynamic(vertices));
    geometry.setAttribute('color', dynamic(vertices));
    if (index) geometry.setIndex(new BufferAttribute(index, 1));
    geometry.boundingSphere = everywhere;
    return geometry;
  }

  makeSurface() {
    const { body } = this;
    body.positions(body.rest, body.rest, 0, body.rest.corner, 1, this.places);
    const { source, index, edges } = drawnSurface(body.triangles, this.places, body.shown);
    this.source = source;
    this.places.fill(NaN);
    this.normals = new Normals(body.triangles, index, source.length);
    this.geometry = this.makeGeometry(source.length, index);
    this.geometry.setAttribute('normal', dynamic(source.length));
    const surface = new Mesh(
      this.geometry,
      new MeshStandardMaterial({
        vertexColors: true,
        roughness: 0.62,
        side: DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      }),
    );
    surface.castShadow = surface.receiveShadow = true;
    const lines = new BufferGeometry();
    lines.setAttribute('position', this.geometry.getAttribute('position'));
    lines.setIndex(new BufferAttribute(edges, 1));
    lines.boundingSphere = everywhere;
    this.edges = new LineSegments(lines, new LineBasicMaterial({ transparent: true, opacity: 0.35 }));
    this.edges.visible = false;
    this.add(surface, this.edges);
  }

  makeSparse() {
    const { body } = this;
    this.source = Uint32Array.from({ length: body.shown }, (_, v) => v);
    this.geometry = this.makeGeometry(body.shown, body.lines.length > 0 ? body.lines : null);
    if (body.lines.length > 0) {
      this.add(new LineSegments(this.geometry, new LineBasicMaterial({ vertexColors: true })));
      return;
    }
    this.add(new Points(this.geometry, new PointsMaterial({ vertexColors: true, size: 6, sizeAttenuation: false })));
  }

  move({ low, high, part }, origin, scale) {
    const { body, places, moved, source, geometry } = this;
    if (!body.positions(body.frames[low], body.frames[high], part, origin, scale, places, moved)) return;
    const position = geometry.getAttribute('position');
    const out = position.array;
    for (let i = 0; i < source.length; ++i) {
      if (!moved[source[i]]) continue;
      const from = 3 * source[i];
      out[3 * i] = places[from];
      out[3 * i + 1] = places[from + 1];
      out[3 * i + 2] = places[from + 2];
    }
    position.needsUpdate = true;
    if (!this.normals) return;
    const normal = geometry.getAttribute('normal');
    this.normals.update(places, moved, normal.array);
    normal.needsUpdate = true;
  }

  paintPlain(colour) {
    const attribute = this.geometry.getAttribute('color');
    for (let i = 0; i < attribute.count; ++i) attribute.array.set(colour, 3 * i);
    attribute.needsUpdate = true;
  }

  paintField(sampler, around, range, table, missing) {
    const attribute = this.geometry.getAttribute('color');
    const { source, values } = this;
    sampler.at(this.body, around, values);
    const scale = 1 / (range.high - range.low);
    for (let i = 0; i < source.length; ++i) {
      const value = values[source[i]];
      if (Number.isNaN(value)) attribute.array.set(missing, 3 * i);
      else colourAt(table, (value - range.low) * scale, attribute.array, 3 * i);
    }
    attribute.needsUpdate = true;
  }
}
