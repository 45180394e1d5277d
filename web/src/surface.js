// Turns a body's triangles into what is drawn: vertices on sharp edges are drawn once for each side,
// so that these stay sharp under smooth shading.

const sharp = Math.cos((60 * Math.PI) / 180);

export function faceNormals(triangles, places, out) {
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
    const ux = places[b] - places[a], uy = places[b + 1] - places[a + 1], uz = places[b + 2] - places[a + 2];
    const vx = places[c] - places[a], vy = places[c + 1] - places[a + 1], vz = places[c + 2] - places[a + 2];
    out[t] = uy * vz - uz * vy;
    out[t + 1] = uz * vx - ux * vz;
    out[t + 2] = ux * vy - uy * vx;
  }
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

// Sums of the triangles' normals at drawn vertices; the shader makes them unit length.
export function smoothNormals(index, faces, out) {
  out.fill(0);
  for (let i = 0; i < index.length; ++i) {
    const t = i - (i % 3), o = 3 * index[i];
    out[o] += faces[t];
    out[o + 1] += faces[t + 1];
    out[o + 2] += faces[t + 2];
  }
}
