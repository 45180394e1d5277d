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
  MeshBasicMaterial,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  Sphere,
  Vector3,
} from 'three';
import { colourAt } from './colours.js';
import { Dress } from './dress.js';
import { Normals, drawnSurface, textured } from './surface.js';

const dynamic = (vertices) => new BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(DynamicDrawUsage);
// Bodies move; none is ever left out because of where it was.
const everywhere = new Sphere(new Vector3(), Infinity);

const behindEdges = { side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };

export class Shape extends Group {
  constructor(body) {
    super();
    this.body = body;
    this.wanted = true;
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
    this.places.fill(NaN);
    this.normals = new Normals(body.triangles, index, source.length);
    // Seams of a texture share the normals of the drawn vertices that they split.
    const split = body.textureCorners.length > 0 ? textured(index, body.textureCorners, body.texturePoints) : null;
    this.group = split?.group;
    this.source = split ? split.group.map((drawn) => source[drawn]) : source;
    this.geometry = this.makeGeometry(this.source.length, split ? split.index : index);
    this.geometry.setAttribute('normal', dynamic(this.source.length));
    if (split) this.geometry.setAttribute('uv', new BufferAttribute(split.places, 2));
    if (split) this.groupNormals = new Float32Array(3 * source.length);
    const plain = new MeshStandardMaterial({ vertexColors: true, roughness: body.roughness, ...behindEdges });
    if (body.runs) this.dress = new Dress(body, this.geometry, plain, () => this.onLoad?.());
    const surface = new Mesh(this.geometry, this.dress ? this.dress.materials : plain);
    surface.castShadow = surface.receiveShadow = true;
    this.surface = surface;
    // Depths first, when all else is drawn: of what light goes through, the foremost faces alone come over what is
    // behind.
    this.foremost = new Mesh(this.geometry, new MeshBasicMaterial({ colorWrite: false, transparent: true, ...behindEdges }));
    this.foremost.renderOrder = 1;
    surface.renderOrder = 2;
    const lines = new BufferGeometry();
    lines.setAttribute('position', this.geometry.getAttribute('position'));
    lines.setIndex(new BufferAttribute(split ? this.splitEdges(edges) : edges, 1));
    lines.boundingSphere = everywhere;
    this.edges = new LineSegments(lines, new LineBasicMaterial({ transparent: true, opacity: 0.35 }));
    this.edges.renderOrder = 3;
    this.edges.visible = false;
    this.add(this.foremost, surface, this.edges);
    this.letLightThrough(true);
  }

  // Ends of edges by any of the vertices that a drawn one is split into.
  splitEdges(edges) {
    const first = new Uint32Array(this.groupNormals.length / 3);
    this.group.forEach((drawn, vertex) => (first[drawn] = vertex));
    return edges.map((drawn) => first[drawn]);
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
    if (!body.positions(body.frame(low), body.frame(high), part, origin, scale, places, moved)) return;
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
    this.normals.update(places, moved, this.groupNormals ?? normal.array);
    if (this.group)
      this.group.forEach((drawn, i) => normal.array.set(this.groupNormals.subarray(3 * drawn, 3 * drawn + 3), 3 * i));
    normal.needsUpdate = true;
  }

  // Only a body that is plain: colours of a field are not to be mixed with those behind.
  letLightThrough(plain) {
    if (!this.surface) return;
    const material = this.dress ? this.dress.plain : this.surface.material;
    const opacity = plain && (!this.dress || this.dress.showsPlain) ? this.body.opacity : 1;
    if (material.opacity === opacity && this.foremost.visible === opacity < 1) return;
    this.foremost.visible = opacity < 1;
    Object.assign(material, { opacity, transparent: opacity < 1, needsUpdate: true });
  }

  paintPlain(colour) {
    const attribute = this.geometry.getAttribute('color');
    this.dress?.wear(true, colour);
    if (this.dress) colour = [1, 1, 1];
    for (let i = 0; i < attribute.count; ++i) attribute.array.set(colour, 3 * i);
    attribute.needsUpdate = true;
  }

  paintField(sampler, around, range, table, missing) {
    const attribute = this.geometry.getAttribute('color');
    this.dress?.wear(false);
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
