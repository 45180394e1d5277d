// What the page holds: a description, and numbers in the order in which html.cpp writes them.
import { Channel, Reader, earlierNeighbours, unpacked } from './unpack.js';

// A body while the same of it is gone, from frame `begin` on before frame `end`: what is shown of it, and where it was in
// each of these frames.
class Body {
  constructor(about, whole, reader) {
    Object.assign(this, about);
    if (about.runs) this.images ??= whole.images ?? [];
    this.triangles = reader.indices(3 * about.triangles);
    this.lines = reader.indices(2 * about.lines);
    this.textureCorners = reader.indices(about.texturePoints > 0 ? 3 * about.triangles : 0);
    this.texturePoints = reader.numbers(Float32Array, 2 * about.texturePoints);
    const earlier = earlierNeighbours(about.shown, this.triangles, this.lines);
    const channel = () => new Channel(about.shown, earlier);
    this.axes = [channel(), channel(), channel()];
    this.channels = about.fields.map(channel);
    this.frames = [];
  }

  readPlaces(reader) {
    return { corner: reader.numbers(Float64Array, 3), places: this.axes.map((axis) => axis.read(reader)) };
  }

  isThere(frame) {
    return this.begin <= frame && frame < this.end;
  }

  // The one of its frames that is nearest to this one.
  frame(number) {
    return this.frames[Math.min(Math.max(number, this.begin), this.end - 1) - this.begin];
  }

  readFrame(reader) {
    const frame = this.readPlaces(reader);
    frame.codes = this.channels.map((channel) => channel.read(reader));
    this.frames.push(frame);
  }

  // x, y, z of every vertex between two frames, less `origin`, times `scale`. Those that `out` did not have yet are
  // marked in `moved`; tells whether there are any.
  positions(a, b, part, origin, scale, out, moved = new Uint8Array(this.shown)) {
    const step = this.grid * scale;
    let any = false;
    moved.fill(0);
    for (let axis = 0; axis < 3; ++axis) {
      const corner = (a.corner[axis] * (1 - part) + b.corner[axis] * part - origin[axis]) * scale;
      const from = a.places[axis], to = b.places[axis];
      for (let v = 0, i = axis; v < from.length; ++v, i += 3) {
        const place = Math.fround(corner + step * (from[v] + (to[v] - from[v]) * part));
        if (place === out[i]) continue;
        out[i] = place;
        moved[v] = 1;
        any = true;
      }
    }
    return any;
  }

  extend(box, frame) {
    frame.places.forEach((places, axis) => {
      let low = 65535, high = 0;
      for (let v = 0; v < places.length; ++v) {
        if (places[v] < low) low = places[v];
        if (places[v] > high) high = places[v];
      }
      box.low[axis] = Math.min(box.low[axis], frame.corner[axis] + low * this.grid);
      box.high[axis] = Math.max(box.high[axis], frame.corner[axis] + high * this.grid);
    });
  }
}

// Bodies before anything of them was cut, by number.
export function firstShapes(bodies) {
  return bodies.filter((body, i) => i === 0 || body.number !== bodies[i - 1].number);
}

export const emptyBox = () => ({ low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] });

export class Recording {
  constructor(description, base64) {
    this.about = description;
    const reader = (this.reader = new Reader(unpacked(base64)));
    this.times = reader.numbers(Float64Array, description.frames);
    this.curves = description.curves.map((about) => ({
      ...about,
      times: reader.numbers(Float32Array, about.points),
      values: reader.numbers(Float32Array, about.points),
    }));
    if (description.contacts) {
      const counts = reader.numbers(Uint32Array, description.frames);
      this.contacts = Array.from(counts, (count) => reader.numbers(Float32Array, 6 * count));
    }
    const wholes = firstShapes(description.bodies);
    this.bodies = description.bodies.map((about) => new Body(about, wholes[about.number], reader));
    for (const body of this.bodies) body.rest = body.readPlaces(reader);
    this.box = emptyBox();
    this.read = 0;
  }

  // Reads on for so many milliseconds; tells whether that was all.
  readOn(milliseconds) {
    const end = performance.now() + milliseconds;
    for (; this.read < this.times.length; ++this.read) {
      if (performance.now() > end) return false;
      for (const body of this.bodies) {
        if (!body.isThere(this.read)) continue;
        body.readFrame(this.reader);
        body.extend(this.box, body.frame(this.read));
      }
    }
    this.reader = null;
    return true;
  }

  get start() {
    return this.times[0];
  }

  get end() {
    return this.times[this.times.length - 1];
  }

  get wholes() {
    return firstShapes(this.bodies);
  }

  // The frames around a time, how far it is from the first to the second, and the one whose shapes are shown.
  around(time) {
    const { times } = this;
    let low = 0, high = times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle;
      else high = middle;
    }
    const span = times[high] - times[low];
    const part = span > 0 ? Math.min(1, Math.max(0, (time - times[low]) / span)) : 0;
    return { low, high, part, shown: part < 1 ? low : high };
  }
}
