// No threads, or fewer than asked for: the work is done with the same bits.
import fs from 'node:fs';
import { execFileSync } from 'node:child_process';
import { run_words, scene } from './fixtures.mjs';

const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

function threads_of_this_user() {
  let count = 0;
  for (const process_name of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (fs.statSync(`/proc/${process_name}`).uid !== process.getuid()) continue;
      count += fs.readdirSync(`/proc/${process_name}/task`).length;
    } catch {
      continue;
    }
  }
  return count;
}

let reason;
/** The limit does not hold for root, who becomes nobody; why that cannot be, or ''. */
function cannot_limit(site) {
  if (process.getuid() !== 0 || reason !== undefined) return reason ?? '';
  try {
    execFileSync(nobody[0], [...nobody.slice(1), site.settings.program, '--version'],
                 { stdio: 'ignore', cwd: site.inside });
    reason = '';
  } catch {
    reason = 'root has no limit of threads, and nobody may not start the program here';
  }
  return reason;
}

export async function attack(site, random, fixtures) {
  const problem = cannot_limit(site);
  if (problem) return problem;
  const root = process.getuid() === 0;
  const allowed = 1 + random.below(4);
  const limited = {
    limits: { processes: root ? allowed : threads_of_this_user() + allowed },
    as_user: root ? nobody : [],
  };
  fs.chmodSync(site.inside, 0o777);
  fs.chmodSync(site.outside, 0o777);
  site.write('scene.lua', scene);
  const wanted = ['--threads', random.pick(['2', '4', '16'])];
  const work = random.pick([
    run_words('out'), ['drop', 'cube', 'cells=10', '--seconds', '0.02', '-o', 'x.vtu', '--json'],
    ['sweep', 'scene.lua', '--vary', 'density=900,1000', '-o', 'swept'],
    ['mesh', 'cube', 'cells=20', '-o', 'x.vtu', '--json'], ['mesh', 'critter', '-o', 'x.vtu', '--json'],
  ]);
  const outcome = await site.succeed([...work, ...wanted], limited);
  if (work[0] === 'run')
    site.demand(outcome.json.bodies[0].hash === fixtures.whole.hash, 'with few threads the end has other bits');
  if (work.includes('x.vtu')) await site.demand_readable('x.vtu');
}
