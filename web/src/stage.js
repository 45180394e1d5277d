// The scene in three dimensions: bodies, floor, light, camera. Lengths are scaled so that the whole
// run is about one unit large, whatever the size of the bodies.
import {
  DirectionalLight,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { greyColour, plainColour, tableFor } from './colours.js';
import { ContactMarks } from './contacts.js';
import { FloorGrid } from './floor.js';
import { niceStep } from './numbers.js';
import { Pace } from './pace.js';
import { Shape } from './shape.js';

const floorReach = 6;
const startDirection = new Vector3(0.62, 0.42, 1).normalize();

export class Stage {
  constructor(canvas, recording) {
    this.recording = recording;
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.pace = new Pace();
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(32, 1, 0.01, 60);
    this.measure();
    this.addLights();
    this.floor = new FloorGrid(floorReach);
    this.floor.position.y = this.floorHeight;
    const spacing = niceStep(1 / this.scale, 10);
    this.gridSpacing = spacing;
    this.floor.setGrid(spacing * this.scale, [-this.origin[0] * this.scale, -this.origin[2] * this.scale]);
    this.scene.add(this.floor);
    this.shapes = recording.bodies.map((body) => new Shape(body));
    for (const shape of this.shapes) shape.onLoad = () => (this.stale = true);
    this.scene.add(...this.shapes);
    if (recording.contacts) {
      this.contacts = new ContactMarks(recording, this.origin, this.scale);
      this.scene.add(this.contacts);
    }
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.controls.dampingFactor = 0.12;
    this.controls.minDistance = 0.05;
    this.controls.maxDistance = 20;
    this.controls.addEventListener('change', () => (this.stale = true));
    this.stale = true;
  }

  measure() {
    const { low, high } = this.recording.box;
    this.origin = low.map((value, axis) => (value + high[axis]) / 2);
    const sizes = low.map((value, axis) => high[axis] - value);
    this.scale = 1 / (Math.hypot(...sizes) || 1);
    this.sizes = sizes.map((size) => size * this.scale);
    const level = this.recording.about.floor;
    this.floorHeight = ((level === undefined ? low[1] : Math.min(level, low[1])) - this.origin[1]) * this.scale;
    // A floor far below would only be a line at the horizon.
    this.floorHeight = Math.max(this.floorHeight, -2);
  }

  addLights() {
    this.sky = new HemisphereLight(0xffffff, 0xb0b5be, 1.5);
    const sun = (this.sun = new DirectionalLight(0xfffaf2, 2.3));
    sun.position.set(0.9, 2.2, 1.1);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.radius = 5;
    sun.shadow.bias = -0.0004;
    sun.shadow.normalBias = 0.012;
    const camera = sun.shadow.camera;
    camera.left = camera.bottom = -0.75;
    camera.right = camera.top = 0.75;
    camera.near = 0.5;
    camera.far = 5;
    const back = new DirectionalLight(0xdfe8ff, 0.7);
    back.position.set(-1.2, 0.6, -1.4);
    this.scene.add(this.sky, sun, sun.target, back);
  }

  // Looks at the whole run from in front, a little above.
  showAll() {
    const { camera, controls } = this;
    const { target, distance } = this.viewOfAll();
    controls.target.copy(target);
    camera.position.copy(target).addScaledVector(startDirection, distance);
    controls.update();
    this.stale = true;
  }

  // Places of the bodies all over the run, in units of the scene.
  samplePlaces() {
    const places = [];
    const { bodies, times } = this.recording;
    const looks = Math.min(times.length, 24);
    for (const body of bodies) {
      if (body.begin === body.end) continue;
      const out = new Float32Array(3 * body.shown);
      const every = 3 * Math.ceil(body.shown / 250);
      for (let i = 0; i < looks; ++i) {
        const frame = body.frame(Math.round((i * (times.length - 1)) / Math.max(1, looks - 1)));
        body.positions(frame, frame, 0, this.origin, this.scale, out);
        for (let v = 0; v < out.length; v += every) places.push(new Vector3(out[v], out[v + 1], out[v + 2]));
      }
    }
    return places;
  }

  // What to look at, and from how far, for all of these to be in sight.
  viewOfAll() {
    const across = Math.tan((this.camera.fov * Math.PI) / 360);
    const right = new Vector3().crossVectors(this.camera.up, startDirection).normalize();
    const up = new Vector3().crossVectors(startDirection, right);
    const places = this.samplePlaces();
    const middle = (axis) => {
      const along = places.map((place) => place.dot(axis));
      return (Math.max(...along) + Math.min(...along)) / 2;
    };
    const target = new Vector3().addScaledVector(right, middle(right)).addScaledVector(up, middle(up));
    let distance = 0.1;
    for (const place of places) {
      const from = place.clone().sub(target);
      const sideways = Math.abs(from.dot(right)) / (across * this.camera.aspect);
      const upwards = Math.abs(from.dot(up)) / across;
      distance = Math.max(distance, from.dot(startDirection) + Math.max(sideways, upwards));
    }
    return { target, distance: 1.18 * distance };
  }

  resize(width, height) {
    if (width === 0 || height === 0) return;
    this.size = { width, height };
    this.setSize();
    const before = this.camera.aspect;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    // Turning a phone leaves as much in sight as before.
    if (Math.min(before, 1) !== Math.min(this.camera.aspect, 1) && this.framed)
      this.camera.position
        .sub(this.controls.target)
        .multiplyScalar(Math.min(before, 1) / Math.min(this.camera.aspect, 1))
        .add(this.controls.target);
    if (!this.framed) this.showAll();
    this.framed = true;
    this.stale = true;
  }

  setSize() {
    this.renderer.setPixelRatio(this.pace.ratio);
    this.renderer.setSize(this.size.width, this.size.height, false);
  }

  setLook(look) {
    this.floor.setLook(look);
    for (const shape of this.shapes) shape.edges?.material.color.set(look.edge);
    this.stale = true;
  }

  setLines(visible) {
    for (const shape of this.shapes) if (shape.edges) shape.edges.visible = visible;
    this.stale = true;
  }

  setContacts(visible) {
    this.contacts.visible = visible;
    this.contacts.show(this.shown);
    this.stale = true;
  }

  setVisible(number, visible) {
    for (const shape of this.shapes) if (shape.body.number === number) shape.wanted = visible;
    this.shapes.forEach((shape) => (shape.visible = shape.wanted && shape.isThere));
    this.stale = true;
  }

  // `colour`: { field, sampler, range }, or nothing for plain bodies.
  show(time, colour) {
    const around = this.recording.around(time);
    this.shown = around.part < 0.5 ? around.low : around.high;
    this.contacts?.show(this.shown);
    this.shapes.forEach((shape) => {
      shape.isThere = shape.body.isThere(around.shown);
      shape.visible = shape.wanted && shape.isThere;
      if (!shape.isThere) return;
      shape.move(around, this.origin, this.scale);
      shape.letLightThrough(!colour);
      if (!colour) shape.paintPlain(plainColour(shape.body));
      else if (!colour.field.has(shape.body)) shape.paintPlain(greyColour);
      else shape.paintField(colour.sampler, around, colour.range, tableFor(colour.field.scale), greyColour);
    });
    this.stale = true;
  }

  draw(now) {
    this.controls.update();
    if (this.stale) this.pace.drew(now);
    const again = !this.stale && this.pace.rested(now);
    this.canvas.toggleAttribute('data-moving', this.pace.moving);
    if (!this.stale && !again) return;
    this.stale = false;
    if (this.pace.ratio !== this.renderer.getPixelRatio()) this.setSize();
    this.renderer.render(this.scene, this.camera);
  }
}
