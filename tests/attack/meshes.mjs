// Meshes that are well written and make no sense.
import fs from 'node:fs';
import { through_commands } from './mesh_bytes.mjs';

const corners = (cell) => cell.map((i) => i + 1).join(' ');
const obj = ({ vertices, cells }) =>
  [...vertices.map((vertex) => `v ${vertex.join(' ')}\n`), ...cells.map((cell) => `f ${corners(cell)}\n`)].join('');
const medit = ({ vertices, cells }) => [
  'MeshVersionFormatted 2\nDimension 3',
  'Vertices', vertices.length, ...vertices.map((vertex) => `${vertex.join(' ')} 0`),
  'Tetrahedra', cells.length, ...cells.map((cell) => `${corners(cell)} 0`), 'End\n'].join('\n');

async function sphere(site, levels) {
  await site.succeed(['mesh', 'icosphere', `levels=${levels}`, '-o', 'sphere.obj']);
  const rows = site.read('sphere.obj').toString().split('\n').map((line) => line.split(' '));
  return {
    vertices: rows.filter((row) => row[0] === 'v').map((row) => row.slice(1)),
    cells: rows.filter((row) => row[0] === 'f').map((row) => row.slice(1).map((word) => parseInt(word, 10) - 1)),
  };
}

async function cube(site, cells) {
  await site.succeed(['mesh', 'cube', `cells=${cells}`, '-o', 'cube.mesh']);
  const part = (name) => site.read('cube.mesh').toString().split(`${name}\n`)[1].split('\n\n')[0]
    .split('\n').slice(1).map((line) => line.split(' ').slice(0, -1));
  return { vertices: part('Vertices'), cells: part('Tetrahedra').map((row) => row.map((word) => word - 1)) };
}

const any = (random, list) => list[random.below(list.length)];
const coordinate = (random) =>
  random.pick(['1e10', '-1e10', '1e30', '1e300', '1e-300', '5e-324', 'nan', 'inf', '-inf', '1e999', '0']);

const mutations = {
  far_vertices(mesh, random) {
    for (let i = 0; i <= random.below(3); ++i) any(random, mesh.vertices)[random.below(3)] = coordinate(random);
  },
  one_vertex_far_away: (mesh) => { mesh.vertices[0] = ['1e10', '0', '0']; },
  all_in_one_point(mesh) {
    mesh.vertices = mesh.vertices.map(() => mesh.vertices[0]);
  },
  doubled_vertices(mesh) {
    const count = mesh.vertices.length;
    mesh.cells.push(...mesh.cells.map((cell) => cell.map((i) => i + count)));
    mesh.vertices.push(...mesh.vertices.map((vertex) => [...vertex]));
  },
  coincident_cells(mesh, random) {
    const cell = any(random, mesh.cells);
    for (let i = 0; i < 3000; ++i) mesh.cells.push(i % 2 ? cell : [...cell].reverse());
  },
  coincident_cells_with_own_vertices(mesh, random) {
    const places = any(random, mesh.cells).map((i) => mesh.vertices[i]);
    for (let i = 0; i < 1000; ++i) {
      mesh.cells.push(places.map((_, corner) => mesh.vertices.length + corner));
      mesh.vertices.push(...places);
    }
  },
  huge_indices(mesh, random) {
    any(random, mesh.cells)[random.below(3)] = random.pick([2147483646, 4294967295, 9e15, -2, -2147483649]);
  },
  repeated_corners(mesh, random) {
    for (let i = 0; i < 5; ++i) any(random, mesh.cells)[1] = any(random, mesh.cells)[0];
  },
  no_cells: (mesh) => { mesh.cells = []; },
  no_vertices: (mesh) => { mesh.vertices = []; },
  tiny: (mesh) => { mesh.vertices = mesh.vertices.map((v) => v.map((x) => `${x * 1e-30}`)); },
  huge: (mesh) => { mesh.vertices = mesh.vertices.map((v) => v.map((x) => `${x * 1e18}`)); },
  shuffled(mesh, random) {
    mesh.vertices = mesh.vertices.map(() => any(random, mesh.vertices));
  },
};

const strange_bytes = Buffer.from([0xff, 0xfe, 0x80, 0x41, 0xc3, 0x28]);

/** The mesh under a name, with comments and groups, that are no UTF-8. */
async function no_utf8(site, random, mesh) {
  const head = Buffer.concat([Buffer.from('# '), strange_bytes, Buffer.from('\no '), strange_bytes,
                              Buffer.from('\ng '), strange_bytes, Buffer.from('\n')]);
  const name = Buffer.concat([strange_bytes, Buffer.from('.obj')]);
  fs.writeFileSync(Buffer.concat([Buffer.from(site.inside + '/'), name]),
    Buffer.concat([head, Buffer.from(obj(mesh))]));
  const out = Buffer.concat([strange_bytes, Buffer.from(random.pick(['.vtu', '.msh', '.glb', '.ply', '.vtk']))]);
  for (const words of [['check', name, '--json'], ['info', name, '--json'], ['convert', name, out, '--json'],
                       ['info', out, '--json'], ['mesh', name, '-o', 'filled.vtu', '--tets', '200', '--json']])
    await site.succeed(words);
}

export async function attack(site, random) {
  if (random.chance(0.1)) return no_utf8(site, random, await sphere(site, 1));
  const solid = random.chance(0.4);
  const levels = random.chance(0.4) ? 4 : 1 + random.below(2);
  const mesh = await (solid ? cube(site, 1 + random.below(6)) : sphere(site, levels));
  for (let count = 1 + random.below(2); count > 0; --count) {
    if (mesh.vertices.length === 0 || mesh.cells.length === 0) break;
    mutations[random.pick(Object.keys(mutations))](mesh, random);
  }
  const name = solid ? site.write('bad.mesh', medit(mesh)) : site.write('bad.obj', obj(mesh));
  await through_commands(site, random, name);
}
