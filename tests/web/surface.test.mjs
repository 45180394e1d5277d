// What moved is drawn anew, with the numbers of drawing everything.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Normals, drawnSurface, textured } from '../../web/src/surface.js';

// A wavy strip of squares.
const width = 12, height = 7, vertices = width * height;
const triangles = [];
for (let y = 0; y + 1 < height; ++y)
  for (let x = 0; x + 1 < width; ++x) {
    const a = y * width + x;
    triangles.push(a, a + 1, a + width, a + 1, a + width + 1, a + width);
  }
const strip = () =>
  Float32Array.from({ length: 3 * vertices }, (_, i) => {
    const x = Math.floor(i / 3) % width, y = Math.floor(i / 3 / width);
    return [x, y, 0.3 * Math.sin(x + 2 * y)][i % 3];
  });

const all = new Uint8Array(vertices).fill(1);
const whole = (places, index, drawn) => {
  const out = new Float32Array(3 * drawn);
  new Normals(triangles, index, drawn).update(places, all, out);
  return out;
};

test('normals of what moved are those of all', () => {
  const places = strip();
  const { source, index } = drawnSurface(triangles, places, vertices);
  const normals = new Normals(triangles, index, source.length);
  const out = new Float32Array(3 * source.length);
  normals.update(places, all, out);
  for (const some of [[0], [17, 18, 40], [vertices - 1], []]) {
    const moved = new Uint8Array(vertices);
    for (const v of some) {
      moved[v] = 1;
      places[3 * v + 2] += 0.25;
    }
    normals.update(places, moved, out);
    assert.deepEqual(out, whole(places, index, source.length));
  }
});

test('normals far from what moved are not touched', () => {
  const places = strip();
  const { source, index } = drawnSurface(triangles, places, vertices);
  const normals = new Normals(triangles, index, source.length);
  const out = new Float32Array(3 * source.length).fill(7);
  const moved = new Uint8Array(vertices);
  moved[0] = 1;
  normals.update(places, moved, out);
  const touched = source.filter((_, i) => out[3 * i] !== 7 || out[3 * i + 1] !== 7 || out[3 * i + 2] !== 7);
  assert.deepEqual([...new Set(touched)].sort((a, b) => a - b), [0, 1, width]);
});

test('vertices on a seam are there once for each texture point', () => {
  // Two triangles with an edge in common, whose ends have two texture points each.
  const { index, group, places } = textured([0, 1, 2, 1, 3, 2], [0, 1, 2, 3, 1, 4], [0, 0, 1, 0, 0, 1, 0.5, 0.5, 1, 1]);
  assert.equal(group.length, 6);
  assert.deepEqual([...index].map((vertex) => group[vertex]), [0, 1, 2, 1, 3, 2]);
  assert.deepEqual([...index].flatMap((vertex) => [places[2 * vertex], places[2 * vertex + 1]]), [0, 0, 1, 0, 0, 1, 0.5, 0.5, 1, 0, 1, 1]);
  const whole = textured([0, 1, 2, 1, 3, 2], [0, 1, 2, 1, 3, 2], [0, 0, 1, 0, 0, 1, 1, 1]);
  assert.equal(whole.group.length, 4);
});
