// Two commands at once in one folder: one goes on, the other is refused, or both come after one another.
import { run_words, scene } from './fixtures.mjs';

const defined = (density) => ['-D', `density=${density}`, '-D', 'steps=6000'];

/** What the folder holds is one of the two runs, whole. */
async function demand_one_whole(site, densities) {
  const settings = JSON.parse(site.read('out/run.json'));
  const density = densities.find((each) => settings.defines.includes(`density=${each}`));
  await site.succeed(run_words('alone', ...defined(density)));
  site.demand(site.read('out/probes.csv').equals(site.read('alone/probes.csv')),
    `run.json says density=${density}, and probes.csv is not of that run`);
  await site.succeed(['export', 'out', 'out.csv']);
  await site.succeed(['export', 'alone', 'alone.csv']);
  site.demand(site.read('out.csv').equals(site.read('alone.csv')),
    `run.json says density=${density}, and the frames are not of that run`);
}

async function two_runs(site) {
  const densities = [1000, 1100];
  await site.succeed(run_words('out', '-D', 'steps=10'));
  const both = await Promise.all(densities.map((density) =>
    site.run(run_words('out', '--overwrite', ...defined(density)))));
  site.demand(both.some(({ code }) => code === 0), 'of two runs in one folder none came to its end');
  await demand_one_whole(site, densities);
}

async function two_resumes(site, random, fixtures) {
  site.copy(fixtures.path('stopped'), 'out');
  const words = ['resume', 'out', '--json', '--hash'];
  const both = await Promise.all([site.run(words), site.run(words)]);
  site.demand(both.some(({ code }) => code === 0), 'of two that resume one folder none came to its end');
  site.demand(site.read('out/probes.csv').equals(fixtures.read('stopped_whole/probes.csv')),
    'two resumed one folder: probes.csv differs from that of a run without stops');
}

async function two_sweeps(site) {
  const words = ['sweep', 'scene.lua', '--vary', 'density=900:1300:50', '-o', 'out'];
  const both = await Promise.all([site.run(words), site.run(words)]);
  site.demand(both.some(({ code }) => code === 0), 'of two sweeps in one folder none came to its end');
  await site.succeed([...words.slice(0, -1), 'alone']);
  site.demand(site.read('out/sweep.csv').equals(site.read('alone/sweep.csv')),
    'two sweeps in one folder: sweep.csv differs from that of one alone');
}

export async function attack(site, random, fixtures) {
  site.write('scene.lua', scene);
  await random.pick([two_runs, two_resumes, two_sweeps])(site, random, fixtures);
}
