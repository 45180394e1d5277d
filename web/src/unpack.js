// Numbers as html_packing.cpp packs them.
import { unzlibSync } from 'fflate';

export function unpacked(base64) {
  const text = base64.trim();
  if (Uint8Array.fromBase64) return unzlibSync(Uint8Array.fromBase64(text));
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return unzlibSync(bytes);
}

// Reads one kind of number after the other.
export class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  take(count) {
    if (this.at + count > this.bytes.length) throw new Error('the recording in this page is cut off');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  numbers(Kind, count) {
    const bytes = this.take(count * Kind.BYTES_PER_ELEMENT);
    return new Kind(bytes.slice().buffer);
  }

  indices(count) {
    const bytes = this.take(4 * count);
    const indices = new Uint32Array(count);
    let next = 0;
    for (let i = 0; i < count; ++i) {
      const below =
        (bytes[i] | (bytes[count + i] << 8) | (bytes[2 * count + i] << 16) | (bytes[3 * count + i] << 24)) >>> 0;
      indices[i] = next - below;
      if (below === 0) ++next;
    }
    return indices;
  }
}

// For each vertex the earlier ones that it is expected to move along with.
export function earlierNeighbours(vertices, triangles, lines) {
  const visit = (act) => {
    for (const [cells, arity] of [[triangles, 3], [lines, 2]])
      for (let i = 0; i < cells.length; ++i) {
        const next = cells[i % arity === arity - 1 ? i + 1 - arity : i + 1];
        if (next < cells[i]) act(cells[i], next);
      }
  };
  const counts = new Uint32Array(vertices);
  visit((v) => ++counts[v]);
  const begins = new Uint32Array(vertices + 1);
  for (let v = 0; v < vertices; ++v) begins[v + 1] = begins[v] + (v > 0 ? Math.max(1, counts[v]) : 0);
  const items = new Uint32Array(begins[vertices]);
  for (let v = 1; v < vertices; ++v) items[begins[v]] = v - 1;
  const next = begins.slice();
  visit((v, other) => (items[next[v]++] = other));
  return { begins, items };
}

// A 16-bit number for each vertex, frame after frame.
export class Channel {
  constructor(vertices, earlier) {
    this.earlier = earlier;
    this.off = new Int16Array(vertices);
    this.last = this.before = new Uint16Array(vertices);
  }

  read(reader) {
    const { off, last, before } = this;
    const { begins, items } = this.earlier;
    const count = off.length;
    const second = reader.take(1)[0] === 2;
    const codes = reader.take(2 * count);
    const values = new Uint16Array(count);
    for (let v = 0; v < count; ++v) {
      const code = codes[v] | (codes[count + v] << 8);
      const begin = begins[v], end = begins[v + 1];
      let sum = 0;
      for (let i = begin; i < end; ++i) sum += off[items[i]];
      const usual = end > begin ? Math.floor(sum / (end - begin)) : 0;
      off[v] = ((code >>> 1) ^ -(code & 1)) + usual;
      values[v] = (second ? 2 * last[v] - before[v] : last[v]) + off[v];
    }
    this.before = last;
    this.last = values;
    return values;
  }
}
