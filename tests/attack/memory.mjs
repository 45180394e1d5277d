// Too little memory: the work is done with the same bits, or the program says what it lacks.
import { run_words, scene } from './fixtures.mjs';

let least;
/** kB with which the program comes as far as telling its version. */
async function least_memory(site) {
  for (least ??= 16384; ; least *= 1.25) {
    const { code } = await site.attempt(['--version'], { limits: { memory: Math.round(least) } });
    if (code === 0) return least;
  }
}

export async function attack(site, random, fixtures) {
  if (site.settings.sanitized) return 'sanitizers need more address space than any limit';
  const limits = { memory: Math.round((await least_memory(site)) * (1 + 4 * random.next() ** 3)) };
  site.write('scene.lua', scene);
  const work = random.pick([
    run_words('out'), ['check', 'scene.lua', '--json'],
    ['mesh', 'cube', 'cells=25', '-o', 'x.vtu', '--json'], ['mesh', 'critter', '-o', 'x.vtu', '--json'],
    ['drop', 'cube', 'cells=20', '--seconds', '0.01', '-o', 'x.vtu', '--json'],
    ['sweep', 'scene.lua', '--vary', 'density=900,1000', '-o', 'swept'],
  ]);
  const outcome = await site.run(work, { limits });
  if (work[0] === 'run' && outcome.code === 0)
    site.demand(outcome.json.bodies[0].hash === fixtures.whole.hash, 'with little memory the end has other bits');
  if (work.includes('x.vtu') && outcome.code === 0) await site.demand_readable('x.vtu');
}
