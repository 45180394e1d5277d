// Damaged files in the folders of runs and sweeps: told, or without consequence; never other numbers in silence.
import path from 'node:path';
import fs from 'node:fs';
import { listing } from './site.mjs';
import { damage_file } from './damage.mjs';
import { scene, sweep_words } from './fixtures.mjs';

/** These are a user's to change; what follows is what they then say. */
const inputs = ['scene.lua', 'run.json', 'sweep.json'];

function damage_one(site, folder, random) {
  const files = [...listing(site.path(folder)).keys()].sort();
  const file = random.pick(files);
  if (random.chance(0.1)) fs.rmSync(site.path(path.join(folder, file)));
  else damage_file(site.path(path.join(folder, file)), random);
  return file;
}

function demand_told(site, outcome, same, file, what) {
  if (outcome.code !== 0 || outcome.err !== '' || inputs.includes(path.basename(file))) return;
  site.demand(same(), `${file} was damaged: ${what} differs, exit code 0 and not a word`);
}

async function finished_run(site, random, fixtures) {
  site.copy(fixtures.path('whole'), 'whole');
  const file = damage_one(site, 'whole', random);
  await site.run(['info', 'whole', '--json']);
  const same = (made, wanted) => () => site.read(made).equals(fixtures.read(wanted));
  const exported = await site.run(['export', 'whole', 'out.csv']);
  demand_told(site, exported, same('out.csv', 'whole.csv'), file, 'what is exported');
  const plotted = await site.run(['plot', 'whole', 'lowest', '-o', 'out.svg']);
  demand_told(site, plotted, same('out.svg', 'whole.svg'), file, 'what is plotted');
}

async function stopped_run(site, random, fixtures) {
  site.write('scene.lua', scene);
  site.copy(fixtures.path('stopped'), 'out');
  const file = damage_one(site, 'out', random);
  const before = await site.run(['info', 'out', '--json']);
  const resumed = await site.run(['resume', 'out', '--json', '--hash']);
  const hash = () => resumed.json.bodies?.[0].hash === fixtures.stopped.hash;
  demand_told(site, resumed, hash, file, 'the end');
  const probes = () => site.read('out/probes.csv').equals(fixtures.read('stopped_whole/probes.csv'));
  demand_told(site, resumed, probes, file, 'probes.csv');
  if (resumed.code === 0 || before.code !== 0) return;
  const after = await site.run(['info', 'out', '--json']);
  const frames = (report) => report.json?.frames?.count ?? 0;
  site.demand(frames(after) >= frames(before) - 1,
    `${file} was damaged: resume failed and left ${frames(after)} of ${frames(before)} frames`);
}

async function swept(site, random, fixtures) {
  site.write('scene.lua', scene);
  site.copy(fixtures.path('swept'), 'out');
  const file = damage_one(site, 'out', random);
  const again = await site.run(sweep_words('out'));
  const same = () => site.read('out/sweep.csv').equals(fixtures.read('swept/sweep.csv'));
  demand_told(site, again, same, file, 'sweep.csv');
}

export async function attack(site, random, fixtures) {
  await random.pick([finished_run, stopped_run, stopped_run, swept])(site, random, fixtures);
}
