// No room on the disk: a small file system where one can be mounted, else files that cannot grow.
import fs from 'node:fs';
import { execFileSync } from 'node:child_process';
import { quoted } from './program.mjs';
import { formats, run_words, scene } from './fixtures.mjs';

let mounts;
function namespace_words() {
  if (mounts !== undefined) return mounts;
  mounts = null;
  for (const words of [['unshare', '-m'], ['unshare', '-Urm']]) {
    try {
      execFileSync(words[0], [...words.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
      return (mounts = words);
    } catch {
      continue;
    }
  }
  return mounts;
}

/** Runs a command with the folder `out` on a disk of so many kB; what it holds at the end is there afterwards. */
function on_small_disk(site, kilobytes) {
  fs.mkdirSync(site.path('out'), { recursive: true });
  const place = quoted(site.path('out'));
  const kept = quoted(site.path('kept'));
  const inner = (command) =>
    `cp -r ${place} ${kept}; mount -t tmpfs -o size=${kilobytes}k none ${place} || exit 99; ` +
    `cp -r ${kept}/. ${place}; rm -r ${kept}; (${command}); code=$?; cp -r ${place} ${kept}; exit $code`;
  return { shell: (command) => `${namespace_words().join(' ')} bash -c ${quoted(inner(command))} && ` +
    `{ code=0; } || code=$?; rm -r ${place}; mv ${kept} ${place}; exit $code` };
}

function small_disk(site, random, kilobytes) {
  if (namespace_words() && random.chance(0.5)) return on_small_disk(site, kilobytes);
  fs.mkdirSync(site.path('out'), { recursive: true });
  return { limits: { file: kilobytes } };
}

async function run(site, random, fixtures) {
  site.write('scene.lua', scene);
  const kilobytes = 1 + random.below(Math.ceil(1.2 * fixtures.whole.bytes / 1024));
  const outcome = await site.run(run_words('out', '--overwrite'), small_disk(site, random, kilobytes));
  if (outcome.code !== 0 && !site.exists('out/run.json')) return;
  const ended = outcome.code === 0 ? outcome : await site.succeed(['resume', 'out', '--json', '--hash']);
  const hash = ended.json.bodies?.[0].hash;
  site.demand(!hash || hash === fixtures.whole.hash, 'after a full disk the end has other bits');
  site.demand(site.read('out/probes.csv').equals(fixtures.read('whole/probes.csv')),
    'after a full disk probes.csv differs from that of a run without');
  await site.succeed(['export', 'out', 'out.csv']);
  site.demand(site.read('out.csv').equals(fixtures.read('whole.csv')), 'after a full disk frames differ');
}

async function mesh(site, random) {
  const name = `out/x.${random.pick(formats)}`;
  const disk = small_disk(site, random, 1 + random.below(60));
  const words = random.pick([['mesh', 'cube', 'cells=6', '-o', name, '--json'],
                             ['drop', 'cube', 'cells=6', '--seconds', '0.1', '-o', name, '--json']]);
  const outcome = await site.run(words, disk);
  if (outcome.code === 0) return site.demand_readable(name);
  site.demand(!fs.readdirSync(site.path('out')).some((file) => file.startsWith('x.')),
    `a full disk left ${fs.readdirSync(site.path('out')).join(', ')}`);
}

async function record(site, random) {
  const words = ['drop', 'cube', 'cells=2', '--seconds', '0.2', '--fps', '1000', '--record',
                 random.pick(['out/x.csv', 'out/x.pvd', 'out/x.html']), '--json'];
  const outcome = await site.run(words, small_disk(site, random, 1 + random.below(30)));
  if (outcome.code !== 0) return;
  fs.mkdirSync(site.path('all'));
  const whole = await site.succeed(words.map((word) => word.replace('out/', 'all/')));
  const size = (report) => fs.statSync(site.path(report.json.wrote[0])).size;
  site.demand(size(outcome) === size(whole), 'exit code 0, and the recording is not whole');
}

async function output(site, random) {
  site.write('scene.lua', scene);
  const words = random.pick([['actions', '--markdown'], ['shapes'], ['formats'], run_words('out'),
                             ['mesh', 'cube', '-o', 'x.vtu', '--json'], ['check', 'scene.lua', '--json']]);
  const outcome = await site.run(words, { stdout: '/dev/full' });
  site.demand(outcome.code !== 0, 'what it prints finds no room, exit code 0');
}

export async function attack(site, random, fixtures) {
  await random.pick([run, run, mesh, record, output])(site, random, fixtures);
}
