// Numbers at vertices that can be shown as colours: those stored in the page, and those that follow
// from positions.

class StoredField {
  constructor(recording, number) {
    Object.assign(this, recording.about.fields[number]);
    this.number = number;
    this.levels = recording.about.levels;
  }

  has(body) {
    return body.fields.includes(this.number);
  }

  at(body, frame, out) {
    const codes = body.frame(frame).codes[body.fields.indexOf(this.number)];
    const step = (this.high - this.low) / (this.levels - 1);
    for (let v = 0; v < codes.length; ++v) out[v] = codes[v] === 0 ? NaN : this.low + (codes[v] - 1) * step;
  }
}

// Distances between two places of each vertex, in metres, over `span`.
function distances(body, from, to, span, out) {
  out.fill(0);
  for (let axis = 0; axis < 3; ++axis) {
    const shift = to.corner[axis] - from.corner[axis];
    const a = from.places[axis], b = to.places[axis];
    for (let v = 0; v < a.length; ++v) {
      const d = shift + body.grid * (b[v] - a[v]);
      out[v] += d * d;
    }
  }
  for (let v = 0; v < out.length; ++v) out[v] = Math.sqrt(out[v]) / span;
}

const displacement = {
  name: 'displacement',
  unit: 'm',
  scale: 'rising',
  has: () => true,
  at: (body, frame, out) => distances(body, body.rest, body.frame(frame), 1, out),
};

const speedFrom = (recording) => ({
  name: 'speed',
  unit: 'm/s',
  scale: 'rising',
  has: () => true,
  at(body, frame, out) {
    const low = Math.max(body.begin, frame - 1), high = Math.min(body.end - 1, frame + 1);
    distances(body, body.frame(low), body.frame(high), recording.times[high] - recording.times[low] || 1, out);
  },
});

export function fieldsOf(recording) {
  const fields = recording.about.fields.map((_, number) => new StoredField(recording, number));
  fields.push(displacement);
  if (!fields.some((field) => field.name === 'speed') && recording.times.length > 1) fields.push(speedFrom(recording));
  return fields;
}

// Values at one time, from the frames around it; a small memory of frames saves half the work.
export class Sampler {
  constructor(field) {
    this.field = field;
    this.known = new Map();
  }

  frame(body, number) {
    let frames = this.known.get(body);
    if (!frames) this.known.set(body, (frames = new Map()));
    let values = frames.get(number);
    if (!values) {
      if (frames.size > 3) frames.delete(frames.keys().next().value);
      values = new Float32Array(body.shown);
      this.field.at(body, number, values);
      frames.set(number, values);
    }
    return values;
  }

  at(body, { low, high, part }, out) {
    const a = this.frame(body, low), b = part > 0 ? this.frame(body, high) : a;
    for (let v = 0; v < out.length; ++v) out[v] = a[v] + (b[v] - a[v]) * part;
  }
}

// The range that colours span: nearly all numbers of the run, so that a few extremes do not wash
// out the rest. Says at which ends something is cut off.
export function rangeOf(recording, field) {
  if (field.most !== undefined) return chosenRange(field.scale, field.low, field.high, field.least, field.most);
  const numbers = [];
  const frames = recording.times.length, looks = Math.min(frames, 48);
  for (const body of recording.bodies) {
    if (!field.has(body)) continue;
    const values = new Float32Array(body.shown);
    const every = Math.max(1, Math.floor((looks * body.shown) / 200000));
    for (let i = 0; i < looks; ++i) {
      field.at(body, looks > 1 ? Math.round((i * (frames - 1)) / (looks - 1)) : 0, values);
      for (let v = 0; v < values.length; v += every) if (Number.isFinite(values[v])) numbers.push(values[v]);
    }
  }
  if (numbers.length === 0) return { low: 0, high: 1, more: false, less: false };
  numbers.sort((a, b) => a - b);
  const quantile = (part) => numbers[Math.round(part * (numbers.length - 1))];
  return chosenRange(field.scale, quantile(0.005), quantile(0.995), numbers[0], numbers[numbers.length - 1]);
}

function chosenRange(scale, low, high, least, most) {
  if (scale === 'rising') {
    if (least >= 0 && low < 0.3 * high) low = 0;
  } else {
    const middle = scale === 'about one' ? 1 : 0;
    const reach = Math.max(Math.abs(low - middle), Math.abs(high - middle));
    low = middle - reach;
    high = middle + reach;
  }
  const width = Math.max(high - low, 1e-6 * Math.max(Math.abs(low), Math.abs(high)), 1e-30);
  high = low + width;
  const clearly = 0.02 * width;
  return { low, high, less: least < low - clearly, more: most > high + clearly };
}
