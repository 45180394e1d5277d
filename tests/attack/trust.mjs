// Folders, scenes and names from someone else: nothing outside of the folder is run, read into a report, or written.
import fs from 'node:fs';
import { run_words, scene } from './fixtures.mjs';

const touch = (site) => `touch ${site.outside}/touched`;
const ways_out = [
  (site) => `os.execute("${touch(site)}")`,
  (site) => `io.popen("${touch(site)}"):read("a")`,
  (site) => `io.open("${site.outside}/touched", "w"):write("x")`,
  (site) => `require("os").execute("${touch(site)}")`,
  (site) => `package.loadlib("libc.so.6", "*")`,
  (site) => `os.remove("${site.outside}/untouched")`,
  (site) => `os.rename("${site.outside}/untouched", "${site.outside}/touched")`,
  (site) => `dofile("${site.outside}/untouched")`,
  (site) => `load("os.execute('${touch(site)}')")()`,
  (site) => `_G["os"].execute("${touch(site)}")`,
];

async function direct(site, random) {
  site.write('scene.lua', scene + random.pick(ways_out)(site));
  for (const words of [['check', 'scene.lua', '--json'], run_words('out'),
                       ['sweep', 'scene.lua', '--vary', 'steps=1,2', '-o', 'swept']])
    await site.run(words);
}

/** A stopped run whose script and settings someone has changed. */
async function through_resume(site, random, fixtures) {
  site.copy(fixtures.path('stopped'), 'out');
  fs.appendFileSync(site.path('out/scene.lua'), `\nif os then ${random.pick(ways_out)(site)} end\n`);
  const settings = JSON.parse(site.read('out/run.json'));
  site.write('out/run.json', JSON.stringify({ ...settings, allow_io: true }));
  await site.run(['resume', 'out', '--json']);
}

/** A file of the folder is a link to one elsewhere, with the same content. */
async function through_links(site, random, fixtures) {
  const folder = random.pick(['stopped', 'whole']);
  site.copy(fixtures.path(folder), 'out');
  const file = random.pick(fs.readdirSync(site.path('out')).sort());
  const elsewhere = `${site.outside}/elsewhere`;
  fs.renameSync(site.path(`out/${file}`), elsewhere);
  fs.symlinkSync(elsewhere, site.path(`out/${file}`));
  const before = fs.readFileSync(elsewhere);
  site.write('scene.lua', scene);
  await site.run(folder === 'stopped' ? ['resume', 'out', '--json'] : run_words('out', '--overwrite'));
  const same = fs.existsSync(elsewhere) && fs.readFileSync(elsewhere).equals(before);
  site.demand(same, `${folder} run: ${file} was a link, and the file that it points to was changed`);
  fs.rmSync(elsewhere);
}

/** Names that are paths, in a run that records and in one that diverges. */
async function through_names(site, random) {
  const name = random.pick(['../../outside/touched', 'a/../../../outside/touched', `${site.outside}/touched`,
                            '..', '.', '']);
  const quoted = JSON.stringify(name);
  const body = random.chance(0.5) ? quoted : '"body"';
  const probe = random.chance(0.5) ? quoted : '"lowest"';
  const recorded = random.chance(0.5) ? 'sim:addAction(Record{every = 10})' : '';
  const step = random.pick(['1', '1e-4']);
  site.write('scene.lua', `
sim = Simulation{steps = 50, time_step = ${step}}
sim:addBody{name = ${body}, mesh = "cube", settings = {cells = 2}, density = 1200}
sim:addAction(MassSpringForces{young = 3e6, shear = 1.04e6})
sim:addAction(Gravity(10))
sim:addAction(Ground{level = -0.6})
sim:addAction(LeapFrog())
sim:addAction(Probe{quantity = "lowest", name = ${probe}})
${recorded}
`);
  await site.run(run_words('out'));
  await site.run(['sweep', 'scene.lua', '--vary', 'steps=1,2', '-o', 'swept']);
}

export async function attack(site, random, fixtures) {
  await random.pick([direct, through_resume, through_links, through_names])(site, random, fixtures);
}
