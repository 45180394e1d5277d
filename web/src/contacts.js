// Where bodies touch: a dot in every place, an arrow along the force, the longest for the strongest of the moment.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments, Points, PointsMaterial, Sphere, Vector3 } from 'three';

const colour = 0xfaaa14;
const longest = 0.12; // of the scene
const everywhere = new Sphere(new Vector3(), Infinity);

const dynamic = (count) => {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage));
  geometry.boundingSphere = everywhere;
  return geometry;
};
// Over all bodies: most places are hidden between two of them.
const onTop = { color: colour, depthTest: false, depthWrite: false, transparent: true };

// Two ends of each of the three lines of an arrow: shaft and barbs.
function arrow(from, along, out) {
  const to = from.clone().add(along);
  const size = along.length();
  const direction = along.clone().normalize();
  const side = new Vector3(0, 1, 0).cross(direction);
  if (side.length() < 0.1) side.set(1, 0, 0).cross(direction);
  side.normalize().multiplyScalar(0.12 * size);
  const neck = to.clone().addScaledVector(direction, -0.25 * size);
  out.push(from, to, to, neck.clone().add(side), to, neck.clone().sub(side));
}

export class ContactMarks extends Group {
  constructor(recording, origin, scale) {
    super();
    this.recording = recording;
    this.origin = new Vector3(...origin);
    this.scaling = scale;
    const most = Math.max(1, ...recording.contacts.map((marks) => marks.length / 6));
    this.dots = new Points(dynamic(most), new PointsMaterial({ ...onTop, size: 5, sizeAttenuation: false }));
    this.arrows = new LineSegments(dynamic(6 * most), new LineBasicMaterial(onTop));
    this.dots.renderOrder = this.arrows.renderOrder = 5;
    this.add(this.dots, this.arrows);
    this.visible = false;
  }

  // The contacts of a frame.
  show(frame) {
    if (!this.visible) return;
    const marks = this.recording.contacts[frame];
    const vector = (i) => new Vector3(marks[i], marks[i + 1], marks[i + 2]);
    let strongest = 0;
    for (let i = 0; i < marks.length; i += 6) strongest = Math.max(strongest, vector(i + 3).length());
    const dots = [], ends = [];
    for (let i = 0; i < marks.length; i += 6) {
      const place = vector(i).sub(this.origin).multiplyScalar(this.scaling);
      dots.push(place);
      if (strongest > 0) arrow(place, vector(i + 3).multiplyScalar(longest / strongest), ends);
    }
    for (const [shape, places] of [[this.dots, dots], [this.arrows, ends]]) {
      const positions = shape.geometry.getAttribute('position');
      places.forEach((place, i) => positions.setXYZ(i, place.x, place.y, place.z));
      positions.needsUpdate = true;
      shape.geometry.setDrawRange(0, places.length);
    }
  }
}
