// node main.mjs PROGRAM FOLDER MINUTES SEED [KIND], or PROGRAM FOLDER --repeat KIND/SEED.NUMBER; see scripts/attack.sh.
import fs from 'node:fs';
import path from 'node:path';
import { Random } from './random.mjs';
import { Failure, Site } from './site.mjs';
import { make_fixtures } from './fixtures.mjs';

const kinds = ['kill', 'folder_bytes', 'mesh_bytes', 'meshes', 'scripts', 'trust', 'owners', 'disk', 'memory',
               'threads', 'values', 'names'];

function settings_for(program) {
  const sanitized = /__(asan|tsan)_init/.test(fs.readFileSync(program).toString('latin1'));
  const slower = sanitized ? 10 : 1;
  return { program, sanitized, slower, seconds: 20 * slower, megabytes: sanitized ? 4096 : 1024 };
}

class Attacks {
  constructor(folder, settings, fixtures) {
    Object.assign(this, { folder, settings, fixtures, failures: 0 });
    this.table = new Map();
  }

  async perform(kind, seed, number) {
    const name = `${kind}/${seed}.${number}`;
    const { attack } = await import(`./${kind}.mjs`);
    const site = new Site(path.join(this.folder, name), this.settings);
    const row = this.table.get(kind) ?? { attacks: 0, commands: 0, failures: 0, skipped: 0 };
    this.table.set(kind, row);
    try {
      const skipped = await attack(site, new Random(name), this.fixtures);
      site.check_outside();
      row[skipped ? 'skipped' : 'attacks'] += 1;
      if (skipped && row.skipped === 1) console.log(`${kind} skipped: ${skipped}`);
      fs.rmSync(site.folder, { recursive: true, force: true });
    } catch (error) {
      row.attacks += 1;
      row.failures += 1;
      this.failures += 1;
      const what = error instanceof Failure ? error.message : error.stack;
      console.log(`FAILED ${name}: ${what}\n  kept: ${site.folder}\n  again: scripts/attack.sh --repeat ${name}`);
    }
    row.commands += site.commands;
  }

  print_table() {
    const sum = { attacks: 0, commands: 0, failures: 0, skipped: 0 };
    const line = (kind, row) =>
      console.log('| ' + [kind.padEnd(12), ...Object.keys(sum).map((key) => String(row[key]).padStart(8))]
        .join(' | ') + ' |');
    line('kind', Object.fromEntries(Object.keys(sum).map((key) => [key, key])));
    console.log('|---|---|---|---|---|');
    for (const [kind, row] of this.table) {
      line(kind, row);
      for (const key of Object.keys(sum)) sum[key] += row[key];
    }
    line('all', sum);
  }
}

/** What the words after program and folder ask for: calls `perform(kind, seed, number)`. */
function plan(what) {
  if (what[0] === '--repeat') {
    const [, kind, seed, number] = /^(\w+)\/(.+)\.(\d+)$/.exec(what[1]) ?? [];
    if (!kinds.includes(kind)) throw new Error(`no attack '${what[1]}'; give KIND/SEED.NUMBER`);
    return (perform) => perform(kind, seed, Number(number));
  }
  const [minutes, seed, only] = what;
  const chosen = kinds.filter((kind) => kind === (only ?? kind));
  if (chosen.length === 0) throw new Error(`no kind '${only}'; there are ${kinds.join(', ')}`);
  return async (perform) => {
    const end = Date.now() + 60000 * Number(minutes);
    for (let number = 0; Date.now() < end; ++number) await perform(chosen[number % chosen.length], seed, number);
  };
}

async function main([program, folder, ...what]) {
  const planned = plan(what);
  const settings = settings_for(program);
  fs.chmodSync(folder, 0o755);
  const fixtures = await make_fixtures(path.join(folder, 'fixtures'), settings);
  const attacks = new Attacks(folder, settings, fixtures);
  await planned((...which) => attacks.perform(...which));
  attacks.print_table();
  return attacks.failures === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`attack: ${error.message}`);
  process.exitCode = 2;
}
