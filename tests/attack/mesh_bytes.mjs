// Damaged mesh files of every format, through every command that reads one.
import path from 'node:path';
import { damage_file } from './damage.mjs';
import { formats } from './fixtures.mjs';

/** What reads a mesh, and the mesh that it then has written. */
const readers = (random, name, converted) => [
  { words: ['check', name] },
  { words: ['info', name] },
  { words: ['check', name, '--repair', 'mended.vtu'], mesh: 'mended.vtu' },
  { words: ['convert', name, converted], mesh: converted },
  { words: ['mesh', name, '-o', 'filled.node', '--tets', '300'], mesh: 'filled.node' },
  { words: ['drop', name, '--tets', '100', '--seconds', '0.01', '-o', 'end.vtu'], mesh: 'end.vtu' },
  { words: ['voronoi', name, '-o', 'diagram.str', '--kind', random.pick(['clipped', 'circumcentre'])],
    mesh: 'diagram.str' },
  { words: ['modes', name, '--tets', '100', '--modes', '8', '--no-cache'] },
  { words: ['carry', name, name, name, '-o', 'carried.ply'], mesh: 'carried.ply' },
];

export async function through_commands(site, random, name) {
  for (const { words, mesh } of readers(random, name, `converted.${random.pick(formats)}`)) {
    if (random.chance(0.4)) continue;
    const outcome = await site.run_a_while([...words, '--json']);
    if (mesh && outcome.code === 0) await site.demand_readable(mesh);
  }
}

export async function attack(site, random, fixtures) {
  const mesh = random.pick(fixtures.meshes);
  const files = fixtures.files_of(mesh);
  for (const file of files) site.copy(fixtures.path(file), path.basename(file));
  damage_file(site.path(path.basename(random.pick(files))), random);
  await through_commands(site, random, path.basename(mesh));
}
