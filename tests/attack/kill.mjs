// Signals at moments named by how much the command has written. Afterwards everything that was there is whole,
// and going on gives the bits of a run that nobody disturbed.
import fs from 'node:fs';
import { bytes_in, listing } from './site.mjs';
import { run_words, scene, sweep_words } from './fixtures.mjs';

const soft = ['SIGTERM', 'SIGHUP', 'SIGINT'];
const any_signal = (random) => random.pick(['SIGKILL', 'SIGKILL', ...soft]);

/** Once a folder has changed and has so many bytes. */
function stop_at(site, out, bytes, send) {
  const look = () => JSON.stringify([...listing(site.path(out))]);
  const start = look();
  return { send, when: () => bytes_in(site.path(out)) >= bytes && look() !== start };
}

async function counts(site, out) {
  const { code, json } = await site.run(['info', out, '--json']);
  if (code !== 0) return { frames: 0, rows: 0 };
  return { frames: json.frames?.count ?? 0, rows: json.probe_rows?.count ?? 0 };
}

function demand_stopped_softly(site, out, outcome) {
  if (!soft.includes(outcome.signal) || !site.exists(`${out}/run.json`)) return;
  const { finished } = JSON.parse(site.read(`${out}/run.json`));
  site.demand(finished, `pliant run: ${outcome.signal} killed it, where it should stop and keep a checkpoint`);
}

/** A run is stopped again and again; `words` begin it, and `resume` goes on. */
async function run_and_resume(site, random, fixtures) {
  site.write('scene.lua', scene);
  let words = run_words('out');
  let kept = { frames: 0, rows: 0 };
  for (let stops = 1 + random.below(4); stops > 0; --stops) {
    const send = any_signal(random);
    const stopped = await site.run(words, stop_at(site, 'out', random.next() * fixtures.whole.bytes, send));
    if (words[0] === 'run') demand_stopped_softly(site, 'out', stopped);
    if (!site.exists('out/run.json')) continue;
    const now = await counts(site, 'out');
    site.demand(now.frames >= kept.frames - 1 && now.rows >= kept.rows - 1,
      `${send} lost what an earlier stop had kept: ${JSON.stringify(kept)} became ${JSON.stringify(now)}`);
    if (stopped.code > 128) kept = now;
    words = ['resume', 'out', '--hash', '--json'];
  }
  const ended = await site.succeed(words);
  const hash = ended.json.bodies?.[0].hash;
  site.demand(!hash || hash === fixtures.whole.hash, 'the end has other bits than that of a run without stops');
  site.demand(site.read('out/probes.csv').equals(fixtures.read('whole/probes.csv')),
    'probes.csv differs from that of a run without stops');
  await site.succeed(['export', 'out', 'out.csv']);
  site.demand(site.read('out.csv').equals(fixtures.read('whole.csv')),
    'frames differ from those of a run without stops');
}

/** What has been recorded for long is left within the time all the same. */
async function long_recording(site, random) {
  site.write('scene.lua', scene);
  const words = run_words('out', '-D', 'steps=4000000', '-D', 'every=1');
  await site.run(words, { ...stop_at(site, 'out', 1.5e8, random.pick(soft)), seconds: 10 * site.settings.seconds });
}

async function sweep(site, random, fixtures) {
  site.write('scene.lua', scene);
  for (let stops = 1 + random.below(3); stops > 0; --stops) {
    const bytes = random.next() * fixtures.sweep_bytes;
    await site.run(sweep_words('out'), stop_at(site, 'out', bytes, any_signal(random)));
  }
  await site.succeed(sweep_words('out'));
  site.demand(site.read('out/sweep.csv').equals(fixtures.read('swept/sweep.csv')),
    'sweep.csv differs from that of a sweep without stops');
}

/** Files of a command that was stopped: all old, or all new, or refused as a mixture. */
async function whole_or_not(site, random, words, old_words, files) {
  const write = async (command, folder) => {
    await site.succeed(command.map((word) => word.replace('OUT', folder)));
    return files.map((file) => site.read(`${folder}/${file}`));
  };
  const after = await write(words, 'new');
  const before = random.chance(0.5) ? await write(old_words, 'old') : files.map(() => null);
  if (before[0]) site.copy(site.path('old'), 'out');
  const send = any_signal(random);
  let changes = 1 + random.below(6 * files.length);
  const stopped = await site.run(words.map((word) => word.replace('OUT', 'out')),
                                 { send, watch: site.path('out'), when: () => --changes <= 0 });
  const now = files.map((file) => (site.exists(`out/${file}`) ? site.read(`out/${file}`) : null));
  const same = (a, b) => (a && b ? a.equals(b) : a === b);
  const all = (wanted) => now.every((file, i) => same(file, wanted[i]));
  const table_until_then = stopped.code > 128 && files[0] === 'x.csv' && now[0]?.at(-1) === 10;
  if (all(before) || all(after) || table_until_then) return;
  const states = now.map((file, i) => (same(file, after[i]) ? 'new' : same(file, before[i]) ? 'old' : 'in pieces'));
  const left = `${send} left ${files.map((file, i) => `${file} ${states[i]}`).join(', ')}`;
  site.demand(!states.includes('in pieces'), left);
  const { code } = await site.run(['info', `out/${files[0]}`, '--json']);
  site.demand(code === 1, `${left}, and they are read as one mesh`);
}

const writers = [
  { words: ['mesh', 'cube', 'cells=18', '-o', 'OUT/x.node'], files: ['x.node', 'x.ele', 'x.face'] },
  { words: ['mesh', 'cube', 'cells=18', '-o', 'OUT/x.vertices'], files: ['x.vertices', 'x.tetrahedra'] },
  { words: ['mesh', 'cube', 'cells=18', '-o', 'OUT/x.vtu'], files: ['x.vtu'] },
  { words: ['drop', 'cube', 'cells=4', '--fps', '1000', '--record', 'OUT/x.csv'], files: ['x.csv'] },
  { words: ['drop', 'cube', 'cells=12', '--seconds', '0.01', '-o', 'OUT/x.node'],
    files: ['x.node', 'x.ele', 'x.face'] },
  { words: ['convert', 'from.vtu', 'OUT/x.node'], files: ['x.node', 'x.ele', 'x.face'] },
  { words: ['check', 'from.vtu', '--repair', 'OUT/x.msh'], files: ['x.msh'] },
];

const smaller = { 'cells=18': 'cells=2', 'cells=4': 'cells=3', 'cells=12': 'cells=2', 'from.vtu': 'small.vtu' };

async function writer(site, random) {
  for (const folder of ['new', 'old', 'out']) fs.mkdirSync(site.path(folder));
  await site.succeed(['mesh', 'cube', 'cells=2', '-o', 'small.vtu']);
  await site.succeed(['mesh', 'cube', 'cells=18', '-o', 'from.vtu']);
  const { words, files } = random.pick(writers);
  const small = words.map((word) => smaller[word] ?? word);
  const [older, newer] = random.chance(0.5) ? [small, words] : [words, small];
  await whole_or_not(site, random, newer, older, files);
}

export async function attack(site, random, fixtures) {
  const choice = random.next();
  if (choice < 0.45) await run_and_resume(site, random, fixtures);
  else if (choice < 0.48) await long_recording(site, random);
  else if (choice < 0.65) await sweep(site, random, fixtures);
  else await writer(site, random);
}
