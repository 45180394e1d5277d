// Values stand under their own names: probes that only some runs of a sweep have, and names that break tables.
const strange = ['plain', 'with, comma', 'with "quotes"', 'two\\nlines', 'é', 'a [m]', ' spaced ', '=1+1',
                 'time [s]', 'step'];

function cells(line) {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((found) => found[1])
    .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

function table(bytes) {
  const [head, ...rows] = bytes.toString().trim().split('\n').map(cells);
  return { head, rows: rows.map((row) => row.slice(0, head.length)) };
}

/** Probe number i is where x is i, so that a value tells where it belongs. */
async function sweep(site, random) {
  const count = 2 + random.below(4);
  const masks = Array.from({ length: 4 }, () => random.below(2 ** count));
  const probes = Array.from({ length: count }, (_, i) => `
if (masks[which] >> ${i}) & 1 == 1 then
  sim:addGroup("place${i}", "nearest:" .. ${i} .. ",0,0")
  sim:addAction(Probe{quantity = "position", group = "place${i}", name = "probe${i}"})
end`).join('');
  site.write('scene.lua', `
local masks = {${masks}}
local which = define("which", 1)
sim = Simulation{steps = 2, time_step = 1e-4}
sim:addBody{name = "body", mesh = "cube", settings = {cells = ${count}, size = ${count}},
            position = {${count / 2}, 0, 0}, density = 1200}
sim:addAction(MassSpringForces{young = 3e5, shear = 1.04e5})
sim:addAction(LeapFrog())
${probes}
`);
  const outcome = await site.run(['sweep', 'scene.lua', '--vary', 'which=1:4:1', '-o', 'out']);
  if (outcome.code !== 0) return;
  const { head, rows } = table(site.read('out/sweep.csv'));
  rows.forEach((row, run) => head.forEach((name, column) => {
    const number = /^probe(\d+)[ .]x/.exec(name)?.[1];
    if (number === undefined) return;
    const measured = (masks[run] >> number) & 1;
    const right = measured ? Math.abs(Number(row[column]) - number) < 0.1 && row[column] !== '' : row[column] === '';
    site.demand(right, `sweep.csv, run ${run + 1}: '${row[column]}' stands under '${name}'`);
  }));
}

async function strange_names(site, random) {
  const names = [...new Set(Array.from({ length: 3 }, () => random.pick(strange)))];
  site.write('scene.lua', `
sim = Simulation{steps = 4, time_step = 1e-4}
sim:addBody{name = "body", mesh = "cube", settings = {cells = 2}, density = 1200}
sim:addAction(MassSpringForces{young = 3e5, shear = 1.04e5})
sim:addAction(LeapFrog())
${names.map((name) => `sim:addAction(Probe{quantity = "volume", name = "${name.replaceAll('"', '\\"')}"})`).join('\n')}
`);
  const outcome = await site.run(['run', 'scene.lua', '-o', 'out', '--json']);
  if (outcome.code !== 0) return;
  const told = await site.run(['info', 'out', '--json']);
  site.demand(told.code === 0, `a run wrote probes that cannot be read: ${told.err.trim()}`);
  const found = told.json.probes.map(({ name }) => name);
  const wanted = names.map((name) => name.replaceAll('\\n', '\n'));
  site.demand(JSON.stringify(found) === JSON.stringify(wanted),
    `probes ${JSON.stringify(wanted)} are read back as ${JSON.stringify(found)}`);
  await site.succeed(['plot', 'out', wanted[0], '-o', 'plot.svg']);
}

export async function attack(site, random) {
  await random.pick([sweep, strange_names])(site, random);
}
