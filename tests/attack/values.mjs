// Numbers without sense: refused, told about, or computed rightly; never nonsense in silence.
const extreme = ['0', '0.49999', '1', '1e-300', '1e-30', '1e-6', '1e6', '1e12', '1e18', '1e30', '1e300'];
const no_numbers = ['-1', 'nan', 'inf', '-inf', '1e999', '', 'x'];
const senseless = (random) => random.pick(random.chance(0.85) ? extreme : no_numbers);
const options = ['--young', '--poisson', '--density', '--seconds', '--height', '--step', '--strain-limit', '--damping',
                 '--fps', '--threads'];
const gravity = 9.81;

const told = (outcome) => outcome.code !== 0 || /note|warning/.test(outcome.err) || outcome.json.notes?.length > 0;
const about_rounding = (outcome) => /precision|rounding/.test(outcome.err);

/** A cube of 1 m half a metre above the floor: where it is before it lands, and after that its volume and energy. */
async function drop(site, random) {
  const changed = [];
  for (let count = 1 + random.below(2); count > 0; --count) changed.push(random.pick(options), senseless(random));
  const seconds = changed.includes('--seconds') ? [] : ['--seconds', random.pick(['0.3', '2'])];
  const outcome = await site.run_a_while(['drop', 'cube', 'cells=2', '--json', ...seconds, ...changed]);
  if (outcome.sent || outcome.code !== 0) return;
  const { volume_change: volume, energy, inverted_tetrahedra: inverted, lowest_point: lowest } = outcome.json;
  const what = `drop ${[...seconds, ...changed].join(' ')}: exit code 0 and not a word about it`;
  const falls_freely = seconds[1] === '0.3' && !['--height', '--damping', '--step'].some((word) => changed.includes(word));
  if (falls_freely && !about_rounding(outcome))
    site.demand(Math.abs(lowest - 0.5 + gravity / 2 * 0.09) < 0.02, `${what}; it fell ${0.5 - lowest} m`);
  if (told(outcome)) return;
  site.demand(volume.end !== null && Math.abs(volume.end) < 0.5, `${what}; its volume changed by ${volume.end}`);
  site.demand(inverted === 0, `${what}; ${inverted} tetrahedra are inside out`);
  const totals = [energy.start.total, energy.end.total];
  site.demand(totals.every(Number.isFinite), `${what}; its energy is ${totals}`);
  site.demand(totals[1] <= totals[0] + 1e-3 * Math.abs(totals[0]),
    `${what}; its energy rose from ${totals[0]} to ${totals[1]}`);
}

/** g t²/2, whatever the body's size and stuff. */
async function free_fall(site, random) {
  const size = 10 ** random.below(7);
  const height = 20;
  await site.succeed(['mesh', 'cube', 'cells=2', `size=${size}`, '-o', 'cube.vtu']);
  const density = random.pick(['10', '1200', '1e5']);
  const outcome = await site.run_a_while(['drop', 'cube.vtu', '--seconds', '1', '--height', `${height}`,
                                          '--density', density, '--json']);
  if (outcome.sent || outcome.code !== 0 || about_rounding(outcome)) return;
  const fallen = height - outcome.json.lowest_point;
  site.demand(Math.abs(fallen - gravity / 2) < 0.02 * gravity / 2,
    `a body of ${size} m falls ${fallen} m in a second, exit code 0 and not a word about it`);
}

/** In a scene: energy that nothing brings in does not rise in silence, with steps that are called stable. */
async function energy(site, random) {
  site.write('scene.lua', `
sim = Simulation{steps = 3000, time_step = define("h", 1e-5)}
sim:addBody{name = "body", mesh = "cube", settings = {cells = ${2 + random.below(3)}},
            density = ${random.pick([10, 1200, 1e5])}}
sim:addAction(MassSpringForces{young = ${random.pick([1e4, 3e6, 1e12])}, poisson = 0.4,
                               damping_time = ${random.pick([-1, 0])}})
sim:addAction(Gravity(10))
sim:addAction(${random.pick(['LeapFrog', 'Euler', 'Verlet', 'RungeKutta4', 'EulerCromer', 'Midpoint'])}())
sim:addAction(Probe{quantity = "kinetic_energy", name = "moving"})
sim:addAction(Probe{quantity = "elastic_energy", name = "stretched"})
sim:addAction(Probe{quantity = "gravitational_energy", name = "height"})
`);
  const checked = await site.succeed(['check', 'scene.lua', '--json']);
  const step = (checked.json.bodies[0].stable_step || 1e-4) * (0.3 + 0.7 * random.next());
  const outcome = await site.run(['run', 'scene.lua', '-o', 'out', '--json', '-D', `h=${step}`]);
  if (outcome.code !== 0 || /energy|step/.test(outcome.err)) return;
  const rows = site.read('out/probes.csv').toString().trim().split('\n').slice(1)
    .map((row) => row.split(',').slice(2).map(Number));
  const total = (row) => row.reduce((sum, value) => sum + value, 0);
  const lowest = Math.abs(rows.at(-1)[2] - rows[0][2]) + Math.abs(rows[0][2]);
  site.demand(Math.abs(total(rows.at(-1)) - total(rows[0])) < 0.05 * lowest,
    `energy in free fall went from ${total(rows[0])} to ${total(rows.at(-1))} J, exit code 0 and not a word`);
}

export async function attack(site, random) {
  await random.pick([drop, drop, free_fall, energy])(site, random);
}
