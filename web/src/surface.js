// Turns a body's triangles into what is drawn: vertices on sharp edges are drawn once for each side,
// so that these stay sharp under smooth shading.

const sharp = Math.cos((60 * Math.PI) / 180);

function faceNormal(triangles, t, places, out) {
  const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
  const ux = places[b] - places[a], uy = places[b + 1] - places[a + 1], uz = places[b + 2] - places[a + 2];
  const vx = places[c] - places[a], vy = places[c + 1] - places[a + 1], vz = places[c + 2] - places[a + 2];
  out[t] = uy * vz - uz * vy;
  out[t + 1] = uz * vx - ux * vz;
  out[t + 2] = ux * vy - uy * vx;
}

function faceNormals(triangles, places, out) {
  for (let t = 0; t < triangles.length; t += 3) faceNormal(triangles, t, places, out);
}

function cornersByVertex(triangles, vertices) {
  const begins = new Uint32Array(vertices + 1);
  for (const v of triangles) ++begins[v + 1];
  for (let v = 0; v < vertices; ++v) begins[v + 1] += begins[v];
  const next = begins.slice();
  const corners = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; ++i) corners[next[triangles[i]]++] = i;
  return { begins, corners };
}

function sharesEdge(triangles, i, j) {
  const a = i - (i % 3), b = j - (j % 3);
  for (let k = 0; k < 3; ++k)
    for (let l = 0; l < 3; ++l)
      if (a + k !== i && b + l !== j && triangles[a + k] === triangles[b + l]) return true;
  return false;
}

// `source`: the body's vertex of each drawn one; `index`: drawn vertices of the triangles; `edges`:
// each edge once, of drawn vertices.
export function drawnSurface(triangles, places, vertices) {
  const normals = new Float32Array(triangles.length);
  faceNormals(triangles, places, normals);
  for (let t = 0; t < normals.length; t += 3) {
    const size = Math.hypot(normals[t], normals[t + 1], normals[t + 2]) || 1;
    for (let k = 0; k < 3; ++k) normals[t + k] /= size;
  }
  const smooth = (i, j) => {
    const a = i - (i % 3), b = j - (j % 3);
    return normals[a] * normals[b] + normals[a + 1] * normals[b + 1] + normals[a + 2] * normals[b + 2] > sharp;
  };
  const { begins, corners } = cornersByVertex(triangles, vertices);
  const index = new Uint32Array(triangles.length);
  const source = [];
  for (let v = 0; v < vertices; ++v) {
    const waiting = new Set(corners.subarray(begins[v], begins[v + 1]));
    while (waiting.size > 0) {
      const group = [waiting.values().next().value];
      waiting.delete(group[0]);
      for (const i of group) {
        index[i] = source.length;
        for (const j of waiting)
          if (smooth(i, j) && sharesEdge(triangles, i, j)) {
            waiting.delete(j);
            group.push(j);
          }
      }
      source.push(v);
    }
  }
  return { source: Uint32Array.from(source), index, edges: edgesOf(triangles, index, vertices) };
}

// Drawn vertices once for each texture point that they have: `group` is the drawn vertex of each, `places` have
// their texture points.
export function textured(index, textureCorners, texturePoints) {
  const known = new Map();
  const split = new Uint32Array(index.length);
  const group = [], places = [];
  const points = texturePoints.length / 2;
  for (let i = 0; i < index.length; ++i) {
    const key = index[i] * points + textureCorners[i];
    let vertex = known.get(key);
    if (vertex === undefined) {
      known.set(key, (vertex = group.length));
      group.push(index[i]);
      places.push(texturePoints[2 * textureCorners[i]], texturePoints[2 * textureCorners[i] + 1]);
    }
    split[i] = vertex;
  }
  return { index: split, group: Uint32Array.from(group), places: Float32Array.from(places) };
}

function edgesOf(triangles, index, vertices) {
  const known = new Set();
  const edges = [];
  for (let i = 0; i < triangles.length; ++i) {
    const j = i % 3 === 2 ? i - 2 : i + 1;
    const low = Math.min(triangles[i], triangles[j]), high = Math.max(triangles[i], triangles[j]);
    const key = low * vertices + high;
    if (known.has(key)) continue;
    known.add(key);
    edges.push(index[i], index[j]);
  }
  return Uint32Array.from(edges);
}

// Normals at drawn vertices: sums of those of their triangles, which the shader makes unit length.
export class Normals {
  constructor(triangles, index, drawn) {
    Object.assign(this, { triangles, index, ...cornersByVertex(index, drawn) });
    this.faces = new Float32Array(triangles.length);
    this.stale = new Uint8Array(drawn);
  }

  // Those of triangles with a vertex that has moved.
  update(places, moved, out) {
    const { triangles, index, faces, stale } = this;
    for (let t = 0; t < triangles.length; t += 3) {
      if (!moved[triangles[t]] && !moved[triangles[t + 1]] && !moved[triangles[t + 2]]) continue;
      faceNormal(triangles, t, places, faces);
      stale[index[t]] = stale[index[t + 1]] = stale[index[t + 2]] = 1;
    }
    for (let v = 0; v < stale.length; ++v) {
      if (!stale[v]) continue;
      stale[v] = 0;
      this.sum(v, out);
    }
  }

  sum(v, out) {
    const { begins, corners, faces } = this;
    out.fill(0, 3 * v, 3 * v + 3);
    for (let c = begins[v]; c < begins[v + 1]; ++c) {
      const t = corners[c] - (corners[c] % 3);
      for (let k = 0; k < 3; ++k) out[3 * v + k] += faces[t + k];
    }
  }
}
